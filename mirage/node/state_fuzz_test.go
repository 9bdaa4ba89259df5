package node_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"testing"

	"bardo.run/bardo/mirage/node"
)

// However a state is changed, and its checksum made right again, it is read as the chain
// it was or refused; it never breaks the reader.
func FuzzState(f *testing.F) {
	n, _ := open(f, withCounter)
	mine(f, n, node.BlockSpec{})
	send(f, n, 0, &counter, 0, nil)
	s, err := n.Archive.Dump()
	check(f, err)
	whole, err := s.Encode()
	check(f, err)
	body := whole[:len(whole)-sha256.Size]
	f.Add(body)
	f.Add(body[:len(body)/2])
	f.Add([]byte("mirage state\n{\"format\":1}\n"))
	f.Add(bytes.Replace(bytes.Clone(body), []byte(`"chain_id":31337`), []byte(`"chain_id":1`), 1))
	f.Fuzz(func(t *testing.T, b []byte) {
		if _, err := node.DecodeState(b); err == nil || !errors.Is(err, node.ErrState) {
			t.Fatalf("without a sum: %v", err)
		}
		sum := sha256.Sum256(b)
		got, err := node.DecodeState(append(bytes.Clone(b), sum[:]...))
		if err != nil {
			if !errors.Is(err, node.ErrState) {
				t.Fatal(err)
			}
			return
		}
		if got.Header.Block > 2 {
			t.Fatalf("it ends at block %d", got.Header.Block)
		}
	})
}
