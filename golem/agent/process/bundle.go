package process

import (
	"archive/tar"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"time"

	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/site"
	"bardo.run/bardo/internal/atomicfile"
)

// Content is a file of the death bundle, whole.
type Content struct {
	Name   string `json:"name"`
	Bytes  int    `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// Index is the first file of a death bundle.
type Index struct {
	GolemID     string    `json:"golem_id"`
	Cause       string    `json:"cause"`
	JournalSeq  uint64    `json:"journal_entries"`
	JournalHash string    `json:"journal_hash"`
	Contents    []Content `json:"contents"`
}

// Bundle packs what a dead Golem leaves to others into one file (mortality §10): the
// testament, the tombstone, the strategy and the last reading of the chain. paper returns the
// text of a document; what could not be written is left out. The bytes depend on the life only.
func Bundle(g *agent.Agent, m home.Manifest, paper func(file string) ([]byte, error)) ([]byte, error) {
	snapshot, err := json.MarshalIndent(g.State().Positions().Reading, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("bundle: %w", err)
	}
	names, texts := []string{"snapshot.json", "STRATEGY.md"}, [][]byte{append(snapshot, '\n'), g.StrategyText()}
	for _, file := range []string{home.TestamentFile, home.TombstoneFile} {
		text, err := paper(file)
		if err != nil {
			continue // the log says so
		}
		names, texts = append(names, path.Base(file)), append(texts, text)
	}
	index := Index{GolemID: m.GolemID, Cause: m.Cause, JournalSeq: m.JournalSeq, JournalHash: hex.EncodeToString(m.JournalHash[:])}
	for i, name := range names {
		index.Contents = append(index.Contents, Content{name, len(texts[i]), sum(texts[i])})
	}
	head, err := json.MarshalIndent(index, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("bundle: %w", err)
	}
	return pack(append([]string{"index.json"}, names...), append([][]byte{append(head, '\n')}, texts...))
}

// BundleSum is the text of the file beside a bundle, as sha256sum reads it.
func BundleSum(packed []byte) []byte { return []byte(sum(packed) + "  bundle.tar\n") }

// bundle writes the bundle, and the file of its hash.
func (p *process) bundle(m home.Manifest) error {
	packed, err := Bundle(p.golem, m, func(file string) ([]byte, error) { return os.ReadFile(home.Paper(p.Home.Dir(), file)) })
	if err != nil {
		return err
	}
	name, at := documentName(home.BundleFile), p.Home.Path(home.BundleFile)
	if err := p.Sites.Around(site.Document, name, func() error {
		return atomicfile.WriteTo(unnamed{sites: p.Sites, what: name}, at, 0o600, packed)
	}); err != nil {
		return err
	}
	return atomicfile.Write(p.Home.Path(home.BundleFile+".sha256"), 0o600, BundleSum(packed))
}

func sum(text []byte) string {
	h := sha256.Sum256(text)
	return hex.EncodeToString(h[:])
}

// pack writes a tar without times and owners.
func pack(names []string, texts [][]byte) ([]byte, error) {
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	for i, name := range names {
		h := &tar.Header{Name: name, Mode: 0o600, Size: int64(len(texts[i])), ModTime: time.Unix(0, 0).UTC(), Format: tar.FormatUSTAR}
		if err := w.WriteHeader(h); err != nil {
			return nil, err
		}
		if _, err := w.Write(texts[i]); err != nil {
			return nil, err
		}
	}
	return out.Bytes(), w.Close()
}
