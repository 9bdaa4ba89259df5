package node

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core"
	"github.com/ethereum/go-ethereum/core/filtermaps"
	"github.com/ethereum/go-ethereum/core/rawdb"
	"github.com/ethereum/go-ethereum/core/txpool/legacypool"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/eth"
	"github.com/ethereum/go-ethereum/eth/ethconfig"
	"github.com/ethereum/go-ethereum/ethdb"
	"github.com/ethereum/go-ethereum/event"
	gethnode "github.com/ethereum/go-ethereum/node"
	"github.com/ethereum/go-ethereum/p2p"
	"github.com/ethereum/go-ethereum/rpc"

	"bardo.run/bardo/mirage/fork"
	"bardo.run/bardo/mirage/stock"
)

// Node is a running devnet. It is safe for concurrent use; blocks, cheats,
// snapshots and reverts happen one after the other. Close it once.
type Node struct {
	cfg    Config
	stack  *gethnode.Node
	eth    *eth.Ethereum
	chain  *core.BlockChain
	db     ethdb.Database
	signer types.Signer
	warm   *warm // state, nil on a fork
	pool   *legacypool.LegacyPool
	news   event.Feed             // of transactions that never waited in the pool
	index  *filtermaps.FilterMaps // of logs, switched off

	rpc    *rpc.Server    // everything that is served
	stock  *stock.Methods // go-ethereum's own eth, for what is built over it
	client *rpc.Client
	http   *http.Server
	listen net.Listener
	served sync.WaitGroup // the goroutine of http
	views  views
	folder *Folder    // of a persistent chain, nil in memory
	fork   *fork.Fork // of a chain that begins on another one's block, else nil
	tolls  *tolls     // of a chain that charges as a rollup, else nil
	began  time.Time

	background background

	mu        sync.Mutex // guards everything below, and the order of blocks
	closed    bool
	noCheats  bool
	automine  bool
	poolStale bool // a block was made since the pool last looked
	pace      pace
	interval  *ticker
	snapshots []snapshot
	retained  retained
	nextID    uint64
	queue     []*types.Transaction // disguised transactions waiting for a block

	impersonated map[common.Address]struct{}    // who may send without a key
	anyone       bool                           // everybody may
	disguised    map[common.Hash]common.Address // who sent without one
}

// New starts a devnet. It refuses an environment named production, and an endpoint
// that other machines can reach.
func New(cfg Config) (*Node, error) {
	cfg, err := cfg.existing()
	if err != nil {
		return nil, err
	}
	if cfg, err = cfg.forks(); err != nil {
		return nil, err
	}
	if cfg, err = cfg.rollsUp(); err != nil {
		return nil, err
	}
	cfg = cfg.withDefaults()
	if err := cfg.check(); err != nil {
		return nil, err
	}
	stack, err := gethnode.New(&gethnode.Config{
		Name: "mirage", Version: "2.0.0", DataDir: cfg.DataDir,
		P2P: p2p.Config{NoDiscovery: true, NoDial: true},
	})
	if err != nil {
		return nil, fmt.Errorf("devnet: %w", inUse(err))
	}
	n := &Node{
		cfg: cfg, stack: stack, began: cfg.Clock.Now(), automine: true, poolStale: true, nextID: 1,
		impersonated: map[common.Address]struct{}{}, disguised: map[common.Hash]common.Address{},
	}
	if cfg.Rollup != nil {
		n.tolls = &tolls{node: n}
	}
	if err := n.start(); err != nil {
		return nil, errors.Join(fmt.Errorf("start devnet: %w", err), n.Close())
	}
	return n, nil
}

func (n *Node) start() error {
	if err := n.prepare(); err != nil {
		return err
	}
	service, err := eth.New(n.stack, ethConfig(n.cfg))
	if err != nil {
		return err
	}
	if err := n.take(service); err != nil {
		return err
	}
	if n.cfg.Fork != nil {
		if n.fork, err = fork.Begin(n.cfg.Fork, n.chain, n.db); err != nil {
			return err
		}
	} else {
		n.warm = newWarm(n.chain.TrieDB(), n.db, n.cfg.KeepStates == 0)
	}
	n.pace = n.origin()
	if err := n.equip(); err != nil {
		return err
	}
	if err := n.resume(); err != nil {
		return err
	}
	return n.serve()
}

// ethConfig keeps every state for ever (hash scheme, no pruning: the path scheme
// comes back at block 0 after a kill), and every cache small: the defaults are sized
// for mainnet and take gigabytes.
func ethConfig(c Config) *ethconfig.Config {
	e := ethconfig.Defaults
	e.Genesis = c.genesis
	e.NetworkId = c.ChainID
	e.SyncMode = ethconfig.FullSync
	e.StateScheme = rawdb.HashScheme
	e.NoPruning = true
	e.NoPrefetch = true
	e.DatabaseCache, e.DatabaseHandles = 16, 64
	e.TrieCleanCache, e.TrieDirtyCache, e.SnapshotCache = 16, 0, 0
	e.LogNoHistory = true
	e.TransactionHistory = 0
	e.TxPool.NoLocals = true
	e.TxPool.Journal = ""
	e.TxPool.AccountSlots, e.TxPool.GlobalSlots = 4096, 16384
	e.BlobPool.Datadir = ""
	e.RPCTxFeeCap = 0
	e.RPCGasCap = 1 << 32
	return &e
}

// Close stops the chain and waits for what it started. It is safe to call twice.
func (n *Node) Close() error {
	n.mu.Lock()
	if n.closed {
		n.mu.Unlock()
		return nil
	}
	n.closed = true
	interval := n.interval
	n.interval = nil
	n.mu.Unlock()
	err := interval.stop()
	n.background.stop()
	n.stopServing()
	return errors.Join(err, n.closeFolder(n.halt))
}

// Head returns the header of the latest block. The caller must not change it.
func (n *Node) Head() *types.Header { return n.chain.CurrentBlock() }

// Block returns the block of the number, or nil.
func (n *Node) Block(number uint64) *types.Block { return n.chain.GetBlockByNumber(number) }

// Receipts returns the receipts of a block in order, nil where it is unknown.
func (n *Node) Receipts(hash common.Hash) types.Receipts { return n.chain.GetReceiptsByHash(hash) }
