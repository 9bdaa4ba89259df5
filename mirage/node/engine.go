package node

import (
	"errors"

	"github.com/ethereum/go-ethereum/core/filtermaps"
	"github.com/ethereum/go-ethereum/core/rawdb"
	"github.com/ethereum/go-ethereum/core/txpool/legacypool"
	"github.com/ethereum/go-ethereum/eth"
	"github.com/ethereum/go-ethereum/eth/ethconfig"
	gethnode "github.com/ethereum/go-ethereum/node"
	"github.com/ethereum/go-ethereum/p2p"
)

// engine is go-ethereum's service of a chain, which is never started. Its network, its
// hand-over of transactions to peers and its index of logs would take the time of a start
// and wake up at every block, for nobody; its pools, which run by themselves, are closed.
type engine struct {
	stack *gethnode.Node
	eth   *eth.Ethereum          // nil where it could not be made
	index *filtermaps.FilterMaps // of logs, switched off
}

// newEngine takes the data folder's lock, where there is one.
func newEngine(dir string) (*engine, error) {
	stack, err := gethnode.New(&gethnode.Config{
		Name: "mirage", Version: "2.0.0", DataDir: dir,
		P2P: p2p.Config{NoDiscovery: true, NoDial: true},
	})
	return &engine{stack: stack}, err
}

// begin makes the chain.
func (e *engine) begin(c Config) error {
	service, err := eth.New(e.stack, ethConfig(c))
	if err != nil {
		return err
	}
	e.eth = service
	service.SetSynced()
	service.BlobCache().Stop()
	return service.TxPool().Close()
}

// watch puts an index of logs on the chain that says to whoever asks that it is switched
// off.
func (e *engine) watch() error {
	chain := e.eth.BlockChain()
	head := chain.CurrentBlock()
	view := filtermaps.NewChainView(chain, head.Number.Uint64(), head.Hash())
	index, err := filtermaps.NewFilterMaps(e.eth.ChainDb(), view, 0, 0, filtermaps.DefaultParams, filtermaps.Config{Disabled: true, HashScheme: true})
	if err != nil {
		return err
	}
	index.Start()
	e.index = index
	return nil
}

// halt ends what stands on the chain, then the chain, then its database: go-ethereum's own
// order. The pool may be nil.
func (e *engine) halt(pool *legacypool.LegacyPool) error {
	if e.eth == nil {
		return e.stack.Close()
	}
	e.eth.Downloader().Terminate()
	var errs []error
	if e.index != nil {
		e.index.Stop()
	}
	if pool != nil {
		errs = append(errs, pool.Close())
	}
	e.eth.BlockChain().Stop()
	errs = append(errs, e.eth.Engine().Close())
	rawdb.PopUncleanShutdownMarker(e.eth.ChainDb()) // set at the start
	return errors.Join(append(errs, e.stack.Close())...)
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
	if c.DataDir == "" {
		e.TrieCleanCache = 0 // it would hold 32 MB of what is in memory twice, and what is let go
	}
	e.LogNoHistory = true
	e.TransactionHistory = 0
	e.TxPool.NoLocals = true
	e.TxPool.Journal = ""
	e.TxPool.PriceBump = 1 // percent that a replacement pays more; anvil asks for anything more
	e.TxPool.AccountSlots, e.TxPool.GlobalSlots = 4096, 16384
	e.BlobPool.Datadir = ""
	e.RPCTxFeeCap = 0
	e.RPCGasCap = 1 << 32
	return &e
}
