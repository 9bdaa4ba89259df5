package node

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/eth/tracers"
	gethnode "github.com/ethereum/go-ethereum/node"
	"github.com/ethereum/go-ethereum/rpc"

	"bardo.run/bardo/mirage/stock"
)

// Limits of the endpoint (spec: mirage-testing §6).
const (
	maxBatch    = 100
	maxBody     = 5 << 20
	maxResponse = 25 << 20
	drain       = 2 * time.Second // for requests at the end
)

// origins are the pages that may call the endpoint from a browser.
var (
	corsOrigins = []string{
		"http://localhost", "http://localhost:*", "http://127.0.0.1", "http://127.0.0.1:*", "http://[::1]", "http://[::1]:*",
		"https://localhost", "https://localhost:*", "https://127.0.0.1", "https://127.0.0.1:*", "https://[::1]", "https://[::1]:*",
	}
	wsOrigins = []string{"http://localhost", "http://127.0.0.1", "http://[::1]", "https://localhost", "https://127.0.0.1", "https://[::1]"}
)

// serve builds the server, registers the services and opens the endpoint.
func (n *Node) serve() error {
	n.rpc = rpc.NewServer()
	n.rpc.SetBatchLimits(maxBatch, maxResponse)
	n.rpc.SetHTTPBodyLimit(maxBody)
	n.rpc.SetWebsocketReadLimit(maxBody)
	chain := n.observed()
	var eth []any
	for _, api := range n.eth.APIs() {
		if !slices.Contains([]string{"eth", "txpool"}, api.Namespace) {
			continue
		}
		if err := stock.Adopt(api.Service, chain); err != nil {
			return err
		}
		if err := n.rpc.RegisterName(api.Namespace, api.Service); err != nil {
			return err
		}
		if api.Namespace == "eth" {
			eth = append(eth, api.Service)
		}
	}
	n.client = rpc.DialInProc(n.rpc)
	logs, traces := stock.NewLogs(chain, n.known), stock.Traces{API: tracers.NewAPI(chain)}
	apis := []rpc.API{
		{Namespace: "eth", Service: logs},
		{Namespace: "web3", Service: web3{}},
		{Namespace: "net", Service: network{n.ChainID().String()}},
		{Namespace: "debug", Service: traces},
	}
	n.stock = stock.NewMethods(eth...)
	if n.fork != nil {
		below := n.fork.Answers(n.known)
		n.stock.Wrap(below.Call)
		apis = append(apis, below.Services(n.stock, logs, traces)...)
	}
	if n.tolls != nil {
		n.stock.Wrap(n.tolls.call)
		apis = append(apis, rpc.API{Namespace: "eth", Service: rollupEth{n.stock}})
	}
	for _, services := range n.cfg.Services {
		more, err := services(n)
		if err != nil {
			return err
		}
		apis = append(apis, more...)
	}
	for _, api := range apis {
		if err := n.rpc.RegisterName(api.Namespace, api.Service); err != nil {
			return err
		}
	}
	return n.open()
}

// open starts HTTP and WebSocket on the one port.
func (n *Node) open() error {
	if n.cfg.HTTP == "" {
		return nil
	}
	l, err := net.Listen("tcp", n.cfg.HTTP)
	if err != nil {
		return fmt.Errorf("endpoint %q: %w: stop what listens there, or choose another port", n.cfg.HTTP, err)
	}
	plain := gethnode.NewHTTPHandlerStack(n.rpc, corsOrigins, []string{"localhost"}, nil, false)
	ws := n.rpc.WebsocketHandler(wsOrigins)
	n.listen = l
	n.http = &http.Server{
		ReadHeaderTimeout: 10 * time.Second,
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.EqualFold(r.Header.Get("Upgrade"), "websocket") {
				ws.ServeHTTP(w, r)
				return
			}
			r.Header.Del("Accept-Encoding") // packing what stays on this machine only costs time
			plain.ServeHTTP(w, r)
		}),
	}
	n.served.Go(func() { _ = n.http.Serve(l) })
	return nil
}

// stopServing closes the endpoint, every subscription and the client.
func (n *Node) stopServing() {
	if n.http != nil {
		// Requests on their way are answered; one that takes longer is cut.
		ctx, cancel := context.WithTimeout(context.Background(), drain)
		defer cancel()
		if n.http.Shutdown(ctx) != nil {
			_ = n.http.Close()
		}
		n.served.Wait()
	}
	if n.client != nil {
		n.client.Close()
	}
	if n.rpc != nil {
		n.rpc.Stop()
	}
}

// Client returns a client of the whole JSON-RPC surface that uses no socket. It is the
// node's: do not close it.
func (n *Node) Client() *rpc.Client { return n.client }

// Handler answers JSON-RPC over HTTP in process, with the endpoint's limits and without
// its checks of host and origin: whoever serves it to others makes these itself.
func (n *Node) Handler() http.Handler { return n.rpc }

// Endpoint returns the URL of the HTTP endpoint ("ws" in place of "http" is the
// WebSocket's), or "" where there is none.
func (n *Node) Endpoint() string {
	if n.listen == nil {
		return ""
	}
	return "http://" + n.listen.Addr().String()
}

// web3 is the web3_ namespace.
type web3 struct{}

// ClientVersion answers who this is.
func (web3) ClientVersion() string { return ClientVersion }

// Sha3 answers Keccak-256.
func (web3) Sha3(input hexutil.Bytes) hexutil.Bytes { return crypto.Keccak256(input) }

// network is the net_ namespace of a node that has no peers and looks for none.
type network struct{ id string }

// Version answers the network's id, which is the chain's.
func (w network) Version() string { return w.id }

// Listening answers true, as go-ethereum does.
func (network) Listening() bool { return true }

// PeerCount answers zero.
func (network) PeerCount() hexutil.Uint { return 0 }

// Stock returns go-ethereum's own eth_ methods.
func (n *Node) Stock() *stock.Methods { return n.stock }
