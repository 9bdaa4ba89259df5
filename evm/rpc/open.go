package rpc

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/url"

	gethrpc "github.com/ethereum/go-ethereum/rpc"
	"github.com/gorilla/websocket"
)

// open makes a connection, or what will make one. dialled is told of every
// connection that is made for it, then and later; it may be nil. No error names
// the URL: it may hold a key.
func open(ctx context.Context, address string, dialled func()) (*gethrpc.Client, error) {
	if dialled == nil {
		dialled = func() {}
	}
	reach := func(ctx context.Context, network, at string) (net.Conn, error) {
		dialled()
		return (&net.Dialer{Timeout: requestLimit}).DialContext(ctx, network, at)
	}
	node, err := gethrpc.DialOptions(ctx, address,
		gethrpc.WithHTTPClient(&http.Client{Transport: recorder{transport(reach)}}),
		gethrpc.WithWebsocketDialer(*dialer(reach)))
	if err != nil {
		return nil, &Error{Method: "dial", Kind: ErrTransport, Cause: unnamed(err)}
	}
	return node, nil
}

// dialer makes the connections of WebSockets.
func dialer(reach func(ctx context.Context, network, at string) (net.Conn, error)) *websocket.Dialer {
	return &websocket.Dialer{NetDialContext: reach, HandshakeTimeout: requestLimit, Proxy: http.ProxyFromEnvironment}
}

// unnamed takes the URL out of an error.
func unnamed(err error) error {
	if lost := (*url.Error)(nil); errors.As(err, &lost) {
		return lost.Err
	}
	return err
}

func transport(reach func(ctx context.Context, network, at string) (net.Conn, error)) http.RoundTripper {
	standard, ok := http.DefaultTransport.(*http.Transport)
	if !ok {
		return http.DefaultTransport // replaced by the program, on purpose
	}
	own := standard.Clone()
	own.DialContext = reach
	own.MaxConnsPerHost, own.MaxIdleConnsPerHost = connections, connections
	return own
}

// label names an endpoint for people: its host, and nothing of what may be a key.
func label(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return "endpoint"
	}
	return u.Host
}
