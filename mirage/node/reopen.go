package node

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/rawdb"
	"github.com/ethereum/go-ethereum/ethdb/pebble"
)

// home is the data folder of a persistent chain, and nothing of one in memory.
type home struct {
	dir    string
	folder *Folder // nil in memory
	open   bool    // the chain stands where the folder says
}

// prepare makes the data folder ready for its database, once the lock is held: a folder
// with a chain is checked before anything opens it for writing, any other is begun.
func (h *home) prepare(c Config) error {
	if h.dir == "" {
		return nil
	}
	f, err := ReadFolder(h.dir)
	if err != nil {
		return err
	}
	if f != nil && f.Started {
		h.folder = f
		return f.sound(h.dir)
	}
	h.folder = &Folder{Format: folderFormat, ChainID: c.ChainID, Seed: c.Seed, Genesis: c.genesis}
	// What a start left that never finished was promised to nobody.
	if err := os.RemoveAll(filepath.Join(h.dir, instance, databaseName)); err != nil {
		return err
	}
	return h.folder.write(h.dir)
}

// recall brings the chain to where the last record says, and the memory back. In a new
// folder it notes block 0 (or the head of a state that was loaded), and the folder holds a
// chain from now on.
func (h *home) recall(s *Snapshots) error {
	if h.folder == nil {
		return nil
	}
	if h.folder.Started {
		if err := s.recall(); err != nil {
			return err
		}
		h.folder.Closed = common.Hash{}
	} else {
		if err := s.notes.state(); err != nil {
			return err
		}
		h.folder.Started = true
	}
	if err := h.folder.write(h.dir); err != nil {
		return err
	}
	h.open = true
	return nil
}

// close stops the chain and notes at which block, so that a folder that is damaged while
// it lies there is found out.
func (h *home) close(chain *Chain, stop func() error) error {
	if !h.open {
		return stop()
	}
	head := chain.Head().Hash()
	if err := stop(); err != nil {
		return err
	}
	h.folder.Closed = head
	return h.folder.write(h.dir)
}

// sound reads the whole database without writing to it: its checksums, its block 0 and
// its head. It costs about a second for each gigabyte.
func (f *Folder) sound(dir string) error {
	path := filepath.Join(dir, instance, databaseName)
	if _, err := os.Stat(filepath.Join(path, "CURRENT")); err != nil && !hasMarker(path) {
		return fmt.Errorf("%w: %s is damaged: its database is gone", ErrFolder, dir)
	}
	db, err := pebble.New(path, 16, 64, "", true)
	if err != nil {
		return fmt.Errorf("%w: %s is damaged: %w", ErrFolder, dir, err)
	}
	err = f.whole(db)
	if err := errors.Join(err, db.Close()); err != nil {
		return fmt.Errorf("%w: %s is damaged: %w: restore it from a copy, or choose another folder", ErrFolder, dir, err)
	}
	return nil
}

// hasMarker reports whether a database of pebble's newer kind is in the folder, which
// has a marker file in place of CURRENT.
func hasMarker(path string) bool {
	found, err := filepath.Glob(filepath.Join(path, "marker.manifest.*"))
	return err == nil && len(found) > 0
}

// readAll reads every entry, which checks the sums of all tables. go-ethereum lets the
// database panic at a wrong one.
func readAll(db *pebble.Database) (err error) {
	it := db.NewIterator(nil, nil)
	defer it.Release()
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%v", p)
		}
	}()
	for it.Next() {
	}
	return it.Error()
}

// whole checks the database against devnet.json and against itself.
func (f *Folder) whole(db *pebble.Database) error {
	if err := readAll(db); err != nil {
		return err
	}
	plain := rawdb.NewDatabase(db)
	if got, want := rawdb.ReadCanonicalHash(plain, 0), f.Genesis.ToBlock().Hash(); got != want {
		return fmt.Errorf("block 0 is %s, not %s", got, want)
	}
	head, err := readHead(db)
	if err != nil {
		return err
	}
	if f.Closed != (common.Hash{}) && f.Closed != head.Hash {
		return fmt.Errorf("it was closed at block %s and ends at %s", f.Closed, head.Hash)
	}
	number, ok := rawdb.ReadHeaderNumber(db, head.Hash)
	if !ok {
		return fmt.Errorf("its latest block %s is gone", head.Hash)
	}
	block := rawdb.ReadBlock(plain, head.Hash, number)
	if block == nil || len(rawdb.ReadRawReceipts(plain, head.Hash, number)) != len(block.Transactions()) {
		return fmt.Errorf("its latest block %d is incomplete", number)
	}
	if !rawdb.HasLegacyTrieNode(db, block.Root()) {
		return fmt.Errorf("the state of block %d is gone", number)
	}
	return nil
}
