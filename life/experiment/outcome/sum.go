package outcome

import (
	"encoding/hex"
	"path/filepath"

	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/records"
)

// Sum is the hash over all entries of the journal in a life's folder, each of which was read and
// found whole. Two lives of the same records may have other sums: a life that was cut off has
// another boot in its journal.
func Sum(dir string) (string, error) {
	j, err := journal.Read(filepath.Join(dir, home.JournalDir))
	if err != nil {
		return "", err
	}
	defer j.Close()
	if err := j.Verify(); err != nil {
		return "", err
	}
	_, hash := j.Head()
	return hex.EncodeToString(hash[:]), nil
}

// digest is the SHA-256 over the records of a life, as bardo replay prints it.
func digest(dir string) (string, error) {
	s, err := records.Open(filepath.Join(dir, home.CyclesDir), records.Options{ReadOnly: true})
	if err != nil {
		return "", err
	}
	defer s.Close()
	d, err := s.Digest()
	return hex.EncodeToString(d[:]), err
}
