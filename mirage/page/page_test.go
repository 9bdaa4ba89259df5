package page_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"bardo.run/bardo/mirage/cheat"
	"bardo.run/bardo/mirage/deploy"
	"bardo.run/bardo/mirage/node"
	"bardo.run/bardo/mirage/page"
	"bardo.run/bardo/mirage/scenario"

	"github.com/ethereum/go-ethereum/common"
)

// bare is the page of a devnet on which nothing is deployed.
func bare(t *testing.T) http.Handler {
	t.Helper()
	n, err := node.New(node.Config{Services: []node.Services{cheat.Services(cheat.Options{}), scenario.Services}})
	check(t, err)
	t.Cleanup(func() { check(t, n.Close()) })
	h, err := page.New(page.Describe(deploy.Book{ChainID: 31337}, "http://127.0.0.1:8546", []common.Address{{19: 1}}), n.Server.Handler())
	check(t, err)
	return h
}

// request is one request to a page at 127.0.0.1:3001, changed by with.
func request(t *testing.T, h http.Handler, method, path, body string, with ...func(*http.Request)) *http.Response {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), method, "http://127.0.0.1:3001"+path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	for _, change := range with {
		change(r)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

func origin(o string) func(*http.Request) {
	return func(r *http.Request) { r.Header.Set("Origin", o) }
}

func host(h string) func(*http.Request) { return func(r *http.Request) { r.Host = h } }

func text(t *testing.T, r *http.Response) string {
	t.Helper()
	b, err := io.ReadAll(r.Body)
	check(t, err)
	return string(b)
}

const (
	self    = "http://127.0.0.1:3001"
	chainID = `{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]}`
)

func TestEveryFileIsServedAsItIsAndLoadsNothingFromElsewhere(t *testing.T) {
	h := bare(t)
	entries, err := os.ReadDir("web")
	check(t, err)
	for _, e := range entries {
		want, err := os.ReadFile("web/" + e.Name())
		check(t, err)
		path := "/" + e.Name()
		if path == "/index.html" {
			path = "/"
		}
		r := request(t, h, http.MethodGet, path, "")
		if got := text(t, r); r.StatusCode != http.StatusOK || got != string(want) {
			t.Errorf("%s: status %d, %d bytes of %d", path, r.StatusCode, len(got), len(want))
		}
		for name, value := range map[string]string{"Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';", "X-Content-Type-Options": "nosniff"} {
			if !strings.HasPrefix(r.Header.Get(name), value) {
				t.Errorf("%s: %s is %q", path, name, r.Header.Get(name))
			}
		}
		for _, foreign := range []string{"http://", "https://", "innerHTML", "style=", "onclick="} {
			if strings.Contains(string(want), foreign) {
				t.Errorf("%s holds %q", e.Name(), foreign)
			}
		}
	}
	if r := request(t, h, http.MethodGet, "/web/page.js", ""); r.StatusCode != http.StatusNotFound {
		t.Errorf("an unknown path: status %d", r.StatusCode)
	}
}

func TestTheDeploymentAndTheNamesAreToldToThePage(t *testing.T) {
	h := bare(t)
	var d page.Deployment
	check(t, json.Unmarshal([]byte(text(t, request(t, h, http.MethodGet, "/deployment.json", ""))), &d))
	if d.ChainID != 31337 || d.Endpoint == "" || len(d.Accounts) != 1 || d.V4Pools == nil {
		t.Errorf("deployment %+v", d)
	}
	var names struct {
		Methods, Events map[string]struct{ Name, Signature string }
	}
	check(t, json.Unmarshal([]byte(text(t, request(t, h, http.MethodGet, "/names.json", ""))), &names))
	if got := names.Methods["0x7ff36ab5"].Signature; got != "swapExactETHForTokens(uint256,address[],address,uint256)" {
		t.Errorf("0x7ff36ab5 is %q", got)
	}
	if got := names.Events["0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"].Name; got != "Transfer" {
		t.Errorf("the topic of Transfer is %q", got)
	}
}

// spec: mirage-testing §12.4 (loopback only)
func TestAHostThatIsNotThisMachineIsRefused(t *testing.T) {
	h := bare(t)
	for _, foreign := range []string{"example.org", "example.org:3001", "127.0.0.1.example.org", "10.0.0.1:3001", "localhost.example.org", ""} {
		for _, path := range []string{"/", "/deployment.json"} {
			if r := request(t, h, http.MethodGet, path, "", host(foreign)); r.StatusCode != http.StatusForbidden {
				t.Errorf("host %q gets %s: status %d", foreign, path, r.StatusCode)
			}
		}
		if r := request(t, h, http.MethodPost, "/rpc", chainID, host(foreign), origin("http://"+foreign)); r.StatusCode != http.StatusForbidden {
			t.Errorf("host %q asks the devnet: status %d", foreign, r.StatusCode)
		}
	}
	for _, own := range []string{"127.0.0.1:3001", "localhost:3001", "LOCALHOST", "[::1]:3001", "[::1]", "127.0.0.2"} {
		if r := request(t, h, http.MethodGet, "/", "", host(own)); r.StatusCode != http.StatusOK {
			t.Errorf("host %q: status %d", own, r.StatusCode)
		}
	}
}

func TestOnlyThePageItselfAsksTheDevnet(t *testing.T) {
	h := bare(t)
	for _, foreign := range []string{"", "null", "http://example.org", "http://127.0.0.1:3000", "http://localhost:3001", "https://127.0.0.1:3001"} {
		if r := request(t, h, http.MethodPost, "/rpc", chainID, origin(foreign)); r.StatusCode != http.StatusForbidden {
			t.Errorf("origin %q: status %d", foreign, r.StatusCode)
		}
	}
	r := request(t, h, http.MethodPost, "/rpc", chainID, origin(self))
	if got := text(t, r); r.StatusCode != http.StatusOK || !strings.Contains(got, `"result":"0x7a69"`) {
		t.Errorf("the page itself: status %d, %s", r.StatusCode, got)
	}
	plain := func(r *http.Request) { r.Header.Set("Content-Type", "text/plain") }
	if r := request(t, h, http.MethodPost, "/rpc", chainID, origin(self), plain); r.StatusCode != http.StatusUnsupportedMediaType {
		t.Errorf("text in place of JSON: status %d", r.StatusCode)
	}
}

func TestAMethodThatIsNotForAPathIsRefused(t *testing.T) {
	h := bare(t)
	for _, c := range []struct{ method, path string }{
		{http.MethodPost, "/"},
		{http.MethodPut, "/page.js"},
		{http.MethodDelete, "/deployment.json"},
		{http.MethodGet, "/rpc"},
		{http.MethodOptions, "/rpc"},
	} {
		if r := request(t, h, c.method, c.path, chainID, origin(self)); r.StatusCode != http.StatusMethodNotAllowed || r.Header.Get("Allow") == "" {
			t.Errorf("%s %s: status %d, allowed %q", c.method, c.path, r.StatusCode, r.Header.Get("Allow"))
		}
	}
	if r := request(t, h, http.MethodHead, "/", ""); r.StatusCode != http.StatusOK {
		t.Errorf("HEAD: status %d", r.StatusCode)
	}
}

func TestATakenPortIsNamed(t *testing.T) {
	s, err := page.Serve(0, bare(t))
	check(t, err)
	defer func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}()
	if _, err := page.Serve(portOf(t, s), bare(t)); err == nil || !strings.Contains(err.Error(), "choose another port") {
		t.Errorf("a second page on the port: %v", err)
	}
}

// check ends the test at an error.
func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
