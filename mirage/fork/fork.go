package fork

import (
	"fmt"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core"
	"github.com/ethereum/go-ethereum/core/rawdb"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/ethdb"

	"bardo.run/bardo/evm/remote"
)

// Fork is a chain that goes on from a block of another one. It is safe for concurrent use.
type Fork struct {
	state *remote.State
	block *types.Header
	chain *core.BlockChain
	tries *state.MPTDatabase
	mark  common.Hash // root of a storage that lies over another
}

// Begin puts a block of another chain under an empty one in place of its block 0. The fork
// only reads the state of that block: whoever pinned it closes its client after the chain.
func Begin(s *remote.State, chain *core.BlockChain, db ethdb.Database) (*Fork, error) {
	f := &Fork{state: s, block: s.Header(), chain: chain}
	if err := f.begin(db); err != nil {
		return nil, fmt.Errorf("begin on block %d of the chain below: %w", f.block.Number, err)
	}
	return f, nil
}

func (f *Fork) begin(db ethdb.Database) error {
	var err error
	if f.mark, err = markRoot(db); err != nil {
		return err
	}
	if err := writeEmpty(db, f.block.Root); err != nil {
		return err
	}
	f.tries = state.NewMPTDatabase(f.chain.TrieDB(), state.NewCodeDB(db))
	// Nothing below the fork's block is here for go-ethereum's indexer to look for.
	rawdb.WriteTxIndexTail(db, 0)
	if f.block.Number.Sign() > 0 {
		rawdb.DeleteCanonicalHash(db, 0)
	}
	return f.chain.ResetWithGenesisBlock(types.NewBlockWithHeader(f.block))
}

// Block returns the header of the block that the fork begins on. The caller must not
// change it.
func (f *Fork) Block() *types.Header { return f.block }
