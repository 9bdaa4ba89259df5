// Package loopback says which Host headers name this machine. A foreign name that leads
// here is how a page of the web would read a service on the loopback interface (DNS
// rebinding), so every service there asks first.
package loopback

import (
	"net"
	"net/http"
	"strings"
)

// Names tells whether a Host header names this machine, with or without a port.
func Names(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	if strings.EqualFold(host, "localhost") {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}

// Only answers 403 to every other host.
func Only(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !Names(r.Host) {
			http.Error(w, "this is for this machine only: ask for 127.0.0.1 or localhost", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}
