package node

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core"
	"github.com/ethereum/go-ethereum/core/rawdb"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/core/txpool"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/core/vm"
	"github.com/ethereum/go-ethereum/params"

	"bardo.run/bardo/evm/remote"
	"bardo.run/bardo/evm/rpc"
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
	pool  *txpool.TxPool
}

// forks makes the configuration that of a chain on another one's block.
func (c Config) forks() (Config, error) {
	s := c.Fork
	if s == nil {
		return c, nil
	}
	switch {
	case s.Header() == nil:
		return c, fmt.Errorf("%w: its block was not pinned", ErrFork)
	case c.ChainID != 0 && c.ChainID != s.Chain():
		return c, fmt.Errorf("%w: the chain below has id %d, not %d: leave the id out", ErrFork, s.Chain(), c.ChainID)
	case c.DataDir != "" || c.State != nil:
		return c, fmt.Errorf("%w: it lives in memory and begins on its block: it takes no data folder and no state", ErrFork)
	case c.KeepStates != 0:
		return c, fmt.Errorf("%w: it keeps every state", ErrFork)
	case len(c.Alloc)+len(c.Code) > 0:
		return c, fmt.Errorf("%w: its accounts are the chain's below: change them when it runs", ErrFork)
	case s.Header().BaseFee == nil:
		return c, fmt.Errorf("%w: block %d has no base fee (EIP-1559)", ErrFork, s.Block().Number)
	}
	c.ChainID = s.Chain()
	if c.GasLimit == 0 {
		c.GasLimit = s.Header().GasLimit
	}
	c.GenesisTime = time.Unix(int64(s.Header().Time), 0)
	c.NoSystemCalls = true
	rules, err := forkRules(context.Background(), s)
	if err != nil {
		return c, &UpstreamError{err}
	}
	c = c.withDefaults()
	c.genesis.Config = rules
	return c, nil
}

// probe is creation code that returns CLZ(0), an instruction that Osaka brought.
const probe = "0x5f1e5f5260205ff3"

// forkRules finds out which rules a block is run under: Osaka where the chain below knows
// Osaka's instruction there, else what the header has fields of, Cancun at least.
func forkRules(ctx context.Context, s *remote.State) (*params.ChainConfig, error) {
	c := chainConfig(s.Chain())
	pin := json.RawMessage(fmt.Sprintf(`{"blockHash":%q}`, s.Block().Hash))
	answer, err := s.Ask(ctx, "eth_call", map[string]string{"data": probe}, pin)
	if errors.Is(err, rpc.ErrTransport) || errors.Is(err, rpc.ErrMalformed) || errors.Is(err, rpc.ErrRateLimited) {
		return nil, err
	}
	if err == nil && string(answer) == fmt.Sprintf(`"0x%064x"`, 256) {
		return c, nil
	}
	c.OsakaTime = nil
	if s.Header().RequestsHash == nil {
		c.PragueTime = nil
	}
	return c, nil
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
	if err := n.chain.ResetWithGenesisBlock(types.NewBlockWithHeader(f.block)); err != nil {
		return err
	}
	return f.openPool()
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

// stateAt opens the state after a block for a request. The reader is nil but on a fork,
// where a request that goes on with the state begins at it.
func (n *Node) stateAt(ctx context.Context, header *types.Header) (*state.StateDB, *forkReader, error) {
	if n.fork == nil {
		st, err := n.chain.StateAt(header.Root, header.Number, header.Time)
		return st, nil, err
	}
	return n.fork.open(ctx, header.Root)
}

func (f *forked) open(ctx context.Context, root common.Hash) (*state.StateDB, *forkReader, error) {
	r := &forkReader{below: f}
	r.begin(ctx, nil)
	st, err := state.New(root, &forkDB{f.tries, r})
	return st, r, err
}

// surroundings is what a block's transactions see of it. On a fork BLOCKHASH goes on below.
func (n *Node) surroundings(ctx context.Context, header *types.Header, author *common.Address) vm.BlockContext {
	in := core.NewEVMBlockContext(header, n.chain, author)
	if n.fork != nil {
		n.fork.extend(&in, header, func() (context.Context, *faults, error) { return ctx, faultsOf(ctx), nil })
	}
	return in
}

// extend lets BLOCKHASH see the chain below, and the rules be those after the merge also
// on a chain whose headers have a difficulty. request says whose look it is.
func (f *forked) extend(in *vm.BlockContext, header *types.Header, request func() (context.Context, *faults, error)) {
	if header.Difficulty.Sign() != 0 {
		in.Difficulty, in.Random = new(big.Int), &header.MixDigest
	}
	local, first := in.GetHash, f.block.Number.Uint64()
	in.GetHash = func(number uint64) common.Hash {
		if number >= first {
			return local(number)
		}
		ctx, faults, err := request()
		if err != nil {
			return common.Hash{}
		}
		hash, err := f.state.BlockHash(ctx, number)
		if err != nil {
			_ = faults.fail(err)
		}
		return hash
	}
}

// warm fetches what a call is likely to touch, where the recipient is new here.
func (f *forked) warm(ctx context.Context, r *forkReader, call *rpc.Call) error {
	r.begin(ctx, call)
	var err error
	if _, known := f.state.Known(call.To); known {
		err = f.state.Want(ctx, call.From, f.block.Coinbase)
	} else {
		r.begin(ctx, nil)
		err = f.state.Prefetch(ctx, *call, f.block.Coinbase)
	}
	if err != nil {
		return faultsOf(ctx).fail(err)
	}
	return nil
}

// ForkBlock returns the header of the block that a fork begins on, nil where there is
// none. The caller must not change it.
func (n *Node) ForkBlock() *types.Header {
	if n.fork == nil {
		return nil
	}
	return n.fork.block
}
