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

// prepare makes the data folder ready for its database, once the lock is held: a folder
// with a chain is checked before anything opens it for writing, any other is begun.
func (n *Node) prepare() error {
	dir := n.cfg.DataDir
	if dir == "" {
		return nil
	}
	f, err := ReadFolder(dir)
	if err != nil {
		return err
	}
	if f != nil && f.Started {
		n.folder = f
		return f.sound(dir)
	}
	n.folder = &Folder{Format: folderFormat, ChainID: n.cfg.ChainID, Seed: n.cfg.Seed, Genesis: n.cfg.genesis}
	// What a start left that never finished was promised to nobody.
	if err := os.RemoveAll(filepath.Join(dir, instance, databaseName)); err != nil {
		return err
	}
	return n.folder.write(dir)
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

// resume brings the chain and its memory to where they were, or to a state that was
// given to begin with.
func (n *Node) resume() error {
	if n.cfg.State != nil {
		if err := n.install(n.cfg.State); err != nil {
			return err
		}
		n.cfg.State = nil
	}
	if err := n.recall(); err != nil || n.folder == nil {
		return err
	}
	n.folder.open = true
	return nil
}

// closeFolder closes the database and notes at which block, so that a folder that is
// damaged while it lies there is found out.
func (n *Node) closeFolder(stop func() error) error {
	if n.folder == nil || !n.folder.open {
		return stop()
	}
	head := n.Head().Hash()
	if err := stop(); err != nil {
		return err
	}
	n.folder.Closed = head
	return n.folder.write(n.cfg.DataDir)
}
