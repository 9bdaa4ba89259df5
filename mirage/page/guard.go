package page

import (
	"net/http"

	"bardo.run/bardo/internal/loopback"
)

// policy lets the page load what this handler serves, and nothing else.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// guard refuses hosts that are not this machine: a foreign name that leads here is how a
// page of the web would reach a service on the loopback interface (DNS rebinding).
type guard struct{ next http.Handler }

func (g guard) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
	if !loopback.Names(r.Host) {
		http.Error(w, "this page is for this machine only: open it as 127.0.0.1 or localhost", http.StatusForbidden)
		return
	}
	g.next.ServeHTTP(w, r)
}

// own lets only the page's own scripts through to the devnet. A browser names the page
// that asks in Origin, and no page can write that itself.
type own struct{ devnet http.Handler }

func (o own) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch {
	case r.Method != http.MethodPost:
		w.Header().Set("Allow", "POST")
		http.Error(w, "JSON-RPC is asked with POST", http.StatusMethodNotAllowed)
	case r.Header.Get("Origin") != "http://"+r.Host:
		http.Error(w, "only this page asks here: tools use the devnet's own endpoint", http.StatusForbidden)
	default:
		o.devnet.ServeHTTP(w, r)
	}
}
