package node

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/crypto"
	gethnode "github.com/ethereum/go-ethereum/node"
	"github.com/ethereum/go-ethereum/rpc"

	"bardo.run/bardo/mirage/stock"
)

// Limits of the endpoint (spec: mirage-testing §6). A batch is as large as anvil answers: clients
// that gather calls send more than the hundred of the specification.
const (
	maxBatch    = 5_000
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

// Server is the JSON-RPC of a node: in process, and on a socket where one is asked for.
type Server struct {
	// Stock calls go-ethereum's own eth_, txpool_ and debug_ methods.
	Stock *stock.Methods

	rpc    *rpc.Server
	client *rpc.Client
	port   *Port
	http   *http.Server // nil without a socket, as is listen
	listen net.Listener
	served sync.WaitGroup // the goroutine of http
}

func newServer(view *View) *Server {
	s := &Server{rpc: rpc.NewServer()}
	s.rpc.SetBatchLimits(maxBatch, maxResponse)
	s.rpc.SetHTTPBodyLimit(maxBody)
	s.rpc.SetWebsocketReadLimit(maxBody)
	s.client = rpc.DialInProc(s.rpc)
	s.port = &Port{client: s.client, view: view, tips: view.states.chain.tips}
	return s
}

// register adds services; a method of the same name replaces the earlier one.
func (s *Server) register(apis []rpc.API) error {
	for _, api := range apis {
		if err := s.rpc.RegisterName(api.Namespace, api.Service); err != nil {
			return err
		}
	}
	return nil
}

// open starts HTTP and WebSocket on the one port; an empty address opens none. Hosts and
// origins may ask beside this machine's.
func (s *Server) open(address string, hosts, origins []string) error {
	if address == "" {
		return nil
	}
	l, err := net.Listen("tcp", address)
	if err != nil {
		return fmt.Errorf("endpoint %q: %w: stop what listens there, or choose another port", address, err)
	}
	plain := gethnode.NewHTTPHandlerStack(s.rpc, slices.Concat(corsOrigins, origins), slices.Concat([]string{"localhost"}, hosts), nil, false)
	ws := s.rpc.WebsocketHandler(slices.Concat(wsOrigins, origins))
	s.listen = l
	s.http = &http.Server{
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
	s.served.Go(func() { _ = s.http.Serve(l) })
	return nil
}

// stop closes the endpoint, every subscription and the client. A nil server has none.
func (s *Server) stop() {
	if s == nil {
		return
	}
	if s.http != nil {
		// Requests on their way are answered; one that takes longer is cut.
		ctx, cancel := context.WithTimeout(context.Background(), drain)
		defer cancel()
		if s.http.Shutdown(ctx) != nil {
			_ = s.http.Close()
		}
		s.served.Wait()
	}
	s.port.shut()
	s.client.Close()
	s.rpc.Stop()
}

// Client returns a client of the whole JSON-RPC surface that uses no socket. It is the
// node's: do not close it.
func (s *Server) Client() *rpc.Client { return s.client }

// Port returns what answers who lives in this process. It is the node's: closing it does nothing.
func (s *Server) Port() *Port { return s.port }

// Handler answers JSON-RPC over HTTP in process, with the endpoint's limits and without
// its checks of host and origin: whoever serves it to others makes these itself.
func (s *Server) Handler() http.Handler { return s.rpc }

// Endpoint returns the URL of the HTTP endpoint ("ws" in place of "http" is the
// WebSocket's), or "" where there is none.
func (s *Server) Endpoint() string {
	if s.listen == nil {
		return ""
	}
	return "http://" + s.listen.Addr().String()
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
