package node

import (
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core"
	"github.com/ethereum/go-ethereum/core/txpool/legacypool"
	"github.com/ethereum/go-ethereum/event"

	"bardo.run/bardo/mirage/stock"
)

// waiters is the pool as go-ethereum's services see it.
type waiters struct{ *Node }

func (w waiters) Waiting() *legacypool.LegacyPool { return w.waiting() }

func (w waiters) Subscribe(ch chan<- core.NewTxsEvent) event.Subscription {
	return event.JoinSubscriptions(w.pool.SubscribeTransactions(ch, true), w.news.Subscribe(ch))
}

// observed is the chain as go-ethereum's services see it.
func (n *Node) observed() stock.Observed {
	b := stock.Backend{EthAPIBackend: n.eth.APIBackend, Pool: waiters{n}, Index: n.index}
	if n.fork == nil {
		return &b
	}
	return n.fork.Observed(b)
}

// known reports whether a hash is that of a block of the chain, or of a transaction on it
// or in the pool.
func (n *Node) known(hash common.Hash) bool { return stock.Known(n.chain, waiters{n}, hash) }
