package page_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/gorilla/websocket"

	"bardo.run/bardo/mirage/page"
)

// browser is one tab of a Chromium of the test's own, driven over its debugging protocol.
type browser struct {
	t      testing.TB
	conn   *websocket.Conn
	asked  int
	faults []string // exceptions, refused loads, violations of the page's policy
}

// openBrowser starts one, or skips the test where none is installed.
func openBrowser(t testing.TB) *browser {
	t.Helper()
	var path string
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		t.Skip("no chromium is installed")
	}
	cmd := exec.CommandContext(context.WithoutCancel(t.Context()), path, "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-dev-shm-usage",
		"--disable-background-networking", "--disable-component-update", "--disable-sync", "--remote-debugging-port=0", "--user-data-dir="+t.TempDir(), "about:blank")
	out, err := cmd.StderrPipe()
	if err == nil {
		err = cmd.Start()
	}
	check(t, err)
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if at := regexp.MustCompile(`ws://([^/]+)/`).FindStringSubmatch(lines.Text()); at != nil {
			b := &browser{t: t, conn: tab(t, at[1])}
			t.Cleanup(func() {
				_ = b.conn.WriteJSON(map[string]any{"id": -1, "method": "Browser.close"})
				for lines.Scan() { // until it is gone, and with it whoever writes into its folder
				}
				_ = b.conn.Close()
				_ = cmd.Wait()
			})
			b.ask("Runtime.enable", nil)
			b.ask("Log.enable", nil)
			return b
		}
	}
	t.Fatalf("the browser ended: %v", cmd.Wait())
	return nil
}

// tab connects to the browser's first tab.
func tab(t testing.TB, at string) *websocket.Conn {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+at+"/json/list", nil)
	check(t, err)
	reply, err := http.DefaultClient.Do(request)
	check(t, err)
	defer func() { _ = reply.Body.Close() }()
	var targets []struct{ Type, WebSocketDebuggerURL string }
	check(t, json.NewDecoder(reply.Body).Decode(&targets))
	for _, target := range targets {
		if target.Type != "page" {
			continue
		}
		conn, answer, err := websocket.DefaultDialer.DialContext(t.Context(), target.WebSocketDebuggerURL, nil)
		check(t, err)
		_ = answer.Body.Close()
		return conn
	}
	t.Fatalf("the browser has no tab among %v", targets)
	return nil
}

// ask sends a command and waits for its answer; what went wrong meanwhile is kept.
func (b *browser) ask(method string, params map[string]any) json.RawMessage {
	b.t.Helper()
	b.asked++
	check(b.t, b.conn.WriteJSON(map[string]any{"id": b.asked, "method": method, "params": params}))
	for {
		var m struct {
			ID             int
			Method         string
			Result, Params json.RawMessage
			Error          *struct{ Message string }
		}
		switch err := b.conn.ReadJSON(&m); {
		case err != nil:
			b.t.Fatalf("%s: %v", method, err)
		case m.Method == "Runtime.exceptionThrown", m.Method == "Log.entryAdded":
			b.faults = append(b.faults, string(m.Params))
		case m.ID == b.asked && m.Error != nil:
			b.t.Fatalf("%s: %s", method, m.Error.Message)
		case m.ID == b.asked:
			return m.Result
		}
	}
}

// run evaluates a script, awaits it and returns its text.
func (b *browser) run(script string) string {
	b.t.Helper()
	var out struct {
		Result           struct{ Value any }
		ExceptionDetails *struct{ Exception struct{ Description string } }
	}
	raw := b.ask("Runtime.evaluate", map[string]any{"expression": script, "awaitPromise": true, "returnByValue": true})
	check(b.t, json.Unmarshal(raw, &out))
	if out.ExceptionDetails != nil {
		b.t.Fatalf("%s: %s", script, out.ExceptionDetails.Exception.Description)
	}
	return fmt.Sprint(out.Result.Value)
}

// sees waits until the element with this id holds all these texts, at most 20 seconds.
func (b *browser) sees(id string, texts ...string) {
	b.t.Helper()
	want, err := json.Marshal(texts)
	check(b.t, err)
	got := b.run(fmt.Sprintf(`new Promise((done) => {
		let left = 200;
		const look = () => {
			const text = document.getElementById(%q)?.textContent ?? '';
			if (%s.every((t) => text.includes(t))) return done('');
			if (--left === 0) return done('it holds: ' + text.slice(0, 2000));
			setTimeout(look, 100);
		};
		look();
	})`, id, want))
	if got != "" {
		b.t.Fatalf("%s never holds all of %q; %s; faults %s", id, texts, got, strings.Join(b.faults, "\n"))
	}
}

// press presses a button.
func (b *browser) press(selector string) {
	b.t.Helper()
	b.run(fmt.Sprintf(`document.querySelector(%q).click()`, selector))
}

func portOf(t *testing.T, s *page.Server) int {
	t.Helper()
	at, err := url.Parse(s.URL())
	check(t, err)
	port, err := strconv.Atoi(at.Port())
	check(t, err)
	return port
}
