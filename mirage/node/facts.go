package node

import (
	"io/fs"
	"path/filepath"
	"time"
)

// Facts is what a node can tell of itself beside its chain.
type Facts struct {
	Snapshots int
	Uptime    time.Duration // by the node's clock
	DataDir   string        // empty in memory
	Disk      int64         // bytes in DataDir
}

// Facts counts and measures.
func (n *Node) Facts() (Facts, error) {
	n.gate.Lock()
	defer n.gate.Unlock()
	f := Facts{Snapshots: len(n.Snapshots.taken), Uptime: n.Pace.clock.Now().Sub(n.Pace.began), DataDir: n.home.dir}
	if f.DataDir == "" {
		return f, nil
	}
	return f, filepath.WalkDir(f.DataDir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return nil // the database removes files as it goes
		}
		if info, err := d.Info(); err == nil {
			f.Disk += info.Size()
		}
		return nil
	})
}
