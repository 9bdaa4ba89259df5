package node

import (
	"math/big"
	"sync/atomic"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/eth"
	"github.com/ethereum/go-ethereum/ethdb"

	"bardo.run/bardo/mirage/fork"
)

// Chain is the blocks that were made. What it returns must not be changed.
type Chain struct {
	core      *core.BlockChain
	db        ethdb.Database
	signer    types.Signer
	fork      *fork.Fork // of a chain that begins on another one's block, else nil
	uncapped  bool       // whether a transaction may take a whole block
	disguises *Disguises
	tips      *tips
	window    *window
	latest    atomic.Pointer[latest]
	extension *extension // where old blocks go, else nil
	born      atomic.Pointer[birth]
}

func newChain(g *gate, e *eth.Ethereum, cfg Config) (*Chain, error) {
	core, db := e.BlockChain(), e.ChainDb()
	signer := types.LatestSigner(core.Config())
	c := &Chain{core: core, db: db, signer: signer, uncapped: cfg.NoTxGasCap, tips: newTips(core), window: newWindow(cfg.KeepBlocks)}
	c.disguises = &Disguises{gate: g, db: db, signer: signer, from: map[common.Hash]common.Address{}}
	c.born.Store(&birth{cfg.genesis, cfg.Seed})
	var err error
	if cfg.KeepBlocks > 0 {
		c.extension, err = newExtension(core)
	}
	if cfg.Fork != nil {
		c.fork, err = fork.Begin(cfg.Fork, core, db)
	}
	return c, err
}

// birth is what block 0 was made of.
type birth struct {
	genesis *core.Genesis
	seed    uint64
}

// Head returns the header of the latest block.
func (c *Chain) Head() *types.Header { return c.core.CurrentBlock() }

// Block returns the block of the number, or nil.
func (c *Chain) Block(number uint64) *types.Block { return c.core.GetBlockByNumber(number) }

// Receipts returns the receipts of a block in order, nil where it is unknown.
func (c *Chain) Receipts(hash common.Hash) types.Receipts { return c.core.GetReceiptsByHash(hash) }

// Signer returns the signer of the chain's transactions.
func (c *Chain) Signer() types.Signer { return c.signer }

// ID returns the chain's id; the caller may change it.
func (c *Chain) ID() *big.Int { return new(big.Int).Set(c.core.Config().ChainID) }

// HardFork names the rules of every block: osaka, or older ones that were asked for, or on a
// fork those of the chain below.
func (c *Chain) HardFork() string {
	switch rules := c.core.Config(); {
	case rules.OsakaTime != nil:
		return "osaka"
	case rules.PragueTime != nil:
		return "prague"
	case rules.CancunTime != nil:
		return "cancun"
	}
	return "shanghai"
}

// ForkBlock returns the header of the block that a fork begins on, nil where there is
// none.
func (c *Chain) ForkBlock() *types.Header {
	if c.fork == nil {
		return nil
	}
	return c.fork.Block()
}

// FundedAtGenesis reports whether block 0 gives the account a balance.
func (c *Chain) FundedAtGenesis(account common.Address) bool {
	a, ok := c.born.Load().genesis.Alloc[account]
	return ok && a.Balance != nil && a.Balance.Sign() > 0
}

// randao is the randomness of a block where nobody sets it.
func (c *Chain) randao(number uint64) common.Hash {
	return prevRandao(c.core.Config().ChainID.Uint64(), c.born.Load().seed, number)
}

// Uncapped reports whether a transaction may take a whole block under rules that cap it (EIP-7825).
func (c *Chain) Uncapped() bool { return c.uncapped && c.core.Config().OsakaTime != nil }
