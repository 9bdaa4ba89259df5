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
	n.mu.Lock()
	defer n.mu.Unlock()
	f := Facts{Snapshots: len(n.snapshots), Uptime: n.cfg.Clock.Now().Sub(n.began), DataDir: n.cfg.DataDir}
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
