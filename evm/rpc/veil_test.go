package rpc

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

// spec: DESIGN §4 (Secrets): a provider that repeats the keys of the URL it was asked
// by, in its page, its answer or the answer to a handshake, has nobody told of them.
func TestNoErrorRepeatsAKeyOfTheEndpoint(t *testing.T) {
	const user, password, path, query = "sesame-user", `ses"ame+pass w0rd/41`, "sesame-path-9b7730ac5d", "sesame~query&2f8e61"
	basic := base64.StdEncoding.EncodeToString([]byte(user + ":" + password))
	echo := func(r *http.Request) string {
		text := fmt.Sprintf("%s %s %s %s %s %s %s", r.URL, path, query, user, password, r.Header.Get("Authorization"), url.QueryEscape(password))
		return strings.Repeat("x", 130) + text // a key lies over the end of what is told
	}
	for name, says := range map[string]http.HandlerFunc{
		"a page":      func(w http.ResponseWriter, r *http.Request) { http.Error(w, echo(r), http.StatusUnauthorized) },
		"a page, 200": func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, echo(r)) },
		"an error": func(w http.ResponseWriter, r *http.Request) {
			text, _ := json.Marshal(echo(r)[130:])
			fmt.Fprintf(w, `{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":%s}}`, text)
		},
	} {
		server := httptest.NewServer(says)
		u, err := url.Parse(server.URL)
		if err != nil {
			t.Fatal(err)
		}
		u.User, u.Path, u.RawQuery = url.UserPassword(user, password), "/v3/"+path, url.Values{"apikey": {query}}.Encode()
		_, direct := Dial(t.Context(), u.String(), 1)
		_, pooled := Connect(t.Context(), Config{URLs: []string{u.String()}, ChainID: 1})
		u.Scheme = "ws"
		s := newSocket(&pool{}, u.String())
		_, socket := s.dial(t.Context())
		for way, err := range map[string]error{"directly": direct, "in a pool": pooled, "by a socket": s.veil.on(socket)} {
			if err == nil {
				t.Fatalf("%s, %s: no error", name, way)
			}
			for _, key := range []string{user, password, path, query, basic, url.QueryEscape(password), "sesame"} {
				if strings.Contains(err.Error(), key) {
					t.Errorf("%s, %s: %q is in %s", name, way, key, err)
				}
			}
			if name == "an error" && way != "by a socket" && (!errors.Is(err, ErrNode) || !strings.Contains(err.Error(), hidden)) {
				t.Errorf("%s, %s: it does not say what it was: %s", name, way, err)
			}
		}
		server.Close()
	}
}

func TestAVeilHidesKeysAndNotNames(t *testing.T) {
	v := newVeil("https://mainnet.example/v3/0123456789abcdef?network=base&x=1")
	if got := v.over("mainnet.example/v3/0123456789abcdef does not serve v3 of base, x=1"); got != "mainnet.example/v3/[redacted] does not serve v3 of [redacted], x=1" {
		t.Errorf("%q", got)
	}
	if got := (*veil)(nil).over("as it is"); got != "as it is" {
		t.Errorf("%q", got)
	}
	if got := newVeil("://no url").over("://no url is none"); got != "[redacted] is none" {
		t.Errorf("%q", got)
	}
}
