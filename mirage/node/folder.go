package node

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"bardo.run/bardo/internal/atomicfile"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core"
	gethnode "github.com/ethereum/go-ethereum/node"
)

// ErrFolder is wrapped where a data folder cannot be opened: it is another chain's,
// it is damaged, or it is no devnet's at all. The folder is as it was.
var ErrFolder = errors.New("the data folder is refused")

// ErrInUse is wrapped where another process holds the data folder.
var ErrInUse = errors.New("the data folder is in use by another devnet: stop that one, or choose another folder")

const (
	folderFile   = "devnet.json" // what a data folder is, beside its database
	folderFormat = 1
	instance     = "mirage" // the sub-folder of the database, and of its lock
	databaseName = "chaindata"
)

// Folder is what stands in a data folder's devnet.json. The genesis is kept whole,
// because block 0 holds the moment it was made and who was funded.
type Folder struct {
	Format  int           `json:"format"`
	ChainID uint64        `json:"chain_id"`
	Seed    uint64        `json:"seed"`
	Genesis *core.Genesis `json:"genesis"`
	// Started means that block 0 is in the database. Before, nothing was ever promised.
	Started bool `json:"started"`
	// Closed is the head at an orderly end, and zero while the devnet runs: after a kill
	// nobody knows better than the database.
	Closed common.Hash `json:"closed"`
}

// ReadFolder reads what chain a data folder holds, and changes nothing. A folder that is
// absent or empty gives nil; one with other files in it is an ErrFolder.
func ReadFolder(dir string) (*Folder, error) {
	text, err := os.ReadFile(filepath.Join(dir, folderFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, vacant(dir)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFolder, err)
	}
	var f Folder
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&f); err != nil {
		return nil, fmt.Errorf("%w: %s is damaged: %w", ErrFolder, filepath.Join(dir, folderFile), err)
	}
	if f.Format != folderFormat {
		return nil, fmt.Errorf("%w: %s has format %d, this program reads %d", ErrFolder, dir, f.Format, folderFormat)
	}
	if f.Genesis == nil || f.Genesis.Config == nil || f.Genesis.Config.ChainID == nil || f.Genesis.Config.ChainID.Uint64() != f.ChainID {
		return nil, fmt.Errorf("%w: %s is damaged: its genesis is not of chain %d", ErrFolder, filepath.Join(dir, folderFile), f.ChainID)
	}
	return &f, nil
}

// vacant reports why a chain cannot begin in a folder.
func vacant(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrFolder, err)
	}
	for _, e := range entries {
		if !begun(dir, e.Name()) {
			return fmt.Errorf("%w: %s holds %q and no devnet: choose an empty folder", ErrFolder, dir, e.Name())
		}
	}
	return nil
}

// begun reports whether a name is what go-ethereum makes in a folder before devnet.json
// is written: its lock and an empty place for keys.
func begun(dir, name string) bool {
	switch name {
	case "keystore":
		return true
	case instance:
		_, err := os.Stat(filepath.Join(dir, instance, databaseName))
		return errors.Is(err, fs.ErrNotExist)
	}
	return false
}

// write replaces devnet.json.
func (f *Folder) write(dir string) error {
	text, err := json.MarshalIndent(f, "", " ")
	if err != nil {
		return err
	}
	return atomicfile.Write(filepath.Join(dir, folderFile), 0o600, append(text, '\n'))
}

// under returns the configuration of a chain that exists: its genesis goes before what c
// says of block 0. Another chain id is an ErrFolder.
func (f *Folder) under(c Config) (Config, error) {
	if f == nil {
		return c, nil
	}
	if c.ChainID != 0 && c.ChainID != f.ChainID {
		return c, fmt.Errorf("%w: %s holds chain %d, not chain %d: choose another folder", ErrFolder, c.DataDir, f.ChainID, c.ChainID)
	}
	if c.State != nil && f.Started {
		return c, fmt.Errorf("%w: %s holds a chain already, and a state is loaded into an empty folder", ErrFolder, c.DataDir)
	}
	if !f.Started {
		return c, nil
	}
	c.begin(f.Genesis, f.Seed)
	return c, nil
}

// begin makes block 0 that of a chain which exists.
func (c *Config) begin(g *core.Genesis, seed uint64) {
	c.genesis, c.ChainID, c.Seed = g, g.Config.ChainID.Uint64(), seed
	c.GenesisTime = time.Unix(int64(g.Timestamp), 0)
	if c.GasLimit == 0 {
		c.GasLimit = g.GasLimit
	}
}

// existing returns the configuration as the data folder, or the state to begin with,
// allows it.
func (c Config) existing() (Config, error) {
	if c.State != nil {
		if c.ChainID != 0 && c.ChainID != c.State.Header.ChainID {
			return c, fmt.Errorf("%w: it is of chain %d, not %d", ErrState, c.State.Header.ChainID, c.ChainID)
		}
	}
	if c.DataDir != "" {
		f, err := ReadFolder(c.DataDir)
		if err != nil {
			return c, err
		}
		if c, err = f.under(c); err != nil {
			return c, err
		}
	}
	if c.State != nil {
		c.begin(c.State.genesis, c.State.Header.Seed)
	}
	return c, nil
}

// inUse puts our words to go-ethereum's lock.
func inUse(err error) error {
	if errors.Is(err, gethnode.ErrDatadirUsed) {
		return ErrInUse
	}
	return err
}
