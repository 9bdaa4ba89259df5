package node

import (
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core"
	"github.com/ethereum/go-ethereum/core/txpool/legacypool"
	"github.com/ethereum/go-ethereum/event"
	"github.com/ethereum/go-ethereum/rpc"

	"bardo.run/bardo/mirage/logindex"
	"bardo.run/bardo/mirage/stock"
)

// waiters is the pool as go-ethereum's services see it.
type waiters struct{ *Pool }

func (w waiters) Waiting() *legacypool.LegacyPool { return w.waiting.look() }

func (w waiters) Subscribe(ch chan<- core.NewTxsEvent) event.Subscription {
	return event.JoinSubscriptions(w.waiting.pool.SubscribeTransactions(ch, true), w.waiting.news.Subscribe(ch))
}

// observed is the chain as go-ethereum's services see it.
func (n *Node) observed() stock.Observed {
	b := stock.Backend{EthAPIBackend: n.engine.eth.APIBackend, Chain: n.Chain.core, Pool: waiters{n.Pool}, Index: n.engine.index, Next: n.Miner.Preview}
	if w := n.Chain.window; w.keep > 0 {
		return &stock.Recent{Backend: &b, Refuse: w.refuse, Oldest: w.first.Load}
	}
	if n.Chain.fork == nil {
		return &b
	}
	return n.Chain.fork.Observed(b)
}

// serve registers go-ethereum's services, the node's own and what its configuration adds,
// and opens the endpoint.
func (n *Node) serve(c Config) error {
	n.Server = newServer(n.View)
	chain := n.observed()
	if err := n.Server.serveStock(n.engine.eth.APIs(), chain); err != nil {
		return err
	}
	if err := n.Server.register(n.services(chain)); err != nil {
		return err
	}
	for _, services := range c.Services {
		more, err := services(n)
		if err != nil {
			return err
		}
		if err := n.Server.register(more); err != nil {
			return err
		}
	}
	return n.Server.open(c.HTTP, c.Hosts, c.Origins)
}

// serveStock registers what is served of go-ethereum's own services, and keeps all of it to call.
func (s *Server) serveStock(apis []rpc.API, chain stock.Observed) error {
	var called []any
	for _, api := range apis {
		if !slices.Contains([]string{"eth", "txpool", "debug"}, api.Namespace) {
			continue
		}
		if err := stock.Adopt(api.Service, chain); err != nil {
			return err
		}
		called = append(called, api.Service)
		if api.Namespace == "debug" {
			continue // some of it touches files, or moves the head: what is served is called by its name
		}
		if err := s.register([]rpc.API{api}); err != nil {
			return err
		}
	}
	s.Stock = stock.NewMethods(called...)
	return nil
}

// services are the node's own, over go-ethereum's.
func (n *Node) services(chain stock.Observed) []rpc.API {
	known := func(hash common.Hash) bool { return stock.Known(n.Chain.core, waiters{n.Pool}, hash) }
	logs, traces := stock.NewLogs(chain, known, n.Chain.index()), stock.NewTraces(chain)
	apis := []rpc.API{
		{Namespace: "eth", Service: logs},
		{Namespace: "web3", Service: web3{}},
		{Namespace: "net", Service: network{n.Chain.ID().String()}},
		{Namespace: "debug", Service: traces},
	}
	methods := n.Server.Stock
	if f := n.Chain.fork; f != nil {
		below := f.Answers(known)
		methods.Wrap(below.Call)
		apis = append(apis, below.Services(methods, logs, traces)...)
	}
	if tolls := n.Miner.tolls; tolls != nil {
		methods.Wrap(tolls.call)
		apis = append(apis, rpc.API{Namespace: "eth", Service: rollupEth{methods}})
	}
	return apis
}

// index finds the chain's logs; nil where it lets blocks go.
func (c *Chain) index() *logindex.Index {
	if c.window.keep > 0 {
		return nil
	}
	return logindex.New(c.core, c.db)
}
