package node

import (
	"errors"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/rawdb"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/core/types"

	"bardo.run/bardo/evm/remote"
)

// ErrFork is wrapped where a fork cannot be combined with what else was asked for.
var ErrFork = errors.New("the fork is refused")

// forked is what a node has that begins on a block of another chain.
type forked struct {
	node  *Node
	state *remote.State
	block *types.Header
	tries *state.MPTDatabase
	mark  common.Hash // root of a storage that lies over another
}

// begin puts the fork's block under the chain in place of its block 0.
func (f *forked) begin() error {
	n := f.node
	var err error
	if f.mark, err = markRoot(n.db); err != nil {
		return err
	}
	if err := writeEmpty(n.db, f.block.Root); err != nil {
		return err
	}
	f.tries = state.NewMPTDatabase(n.chain.TrieDB(), state.NewCodeDB(n.db))
	// Nothing below the fork's block is here for go-ethereum's indexer to look for.
	rawdb.WriteTxIndexTail(n.db, 0)
	if f.block.Number.Sign() > 0 {
		rawdb.DeleteCanonicalHash(n.db, 0)
	}
	return n.chain.ResetWithGenesisBlock(types.NewBlockWithHeader(f.block))
}

// origin is the pace of the first local block: the chain goes on in the fork's time, and
// pays whom the fork's block paid.
func (n *Node) origin() pace {
	head := n.chain.Genesis().Header()
	p := pace{last: head.Time}
	if n.fork != nil {
		p.coinbase = head.Coinbase
		p.offset = time.Unix(int64(head.Time), 0).Sub(n.began.Truncate(time.Second))
	}
	return p
}

// ForkBlock returns the header of the block that a fork begins on, nil where there is
// none. The caller must not change it.
func (n *Node) ForkBlock() *types.Header {
	if n.fork == nil {
		return nil
	}
	return n.fork.block
}
