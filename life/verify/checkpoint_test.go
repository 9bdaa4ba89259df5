package verify

import (
	"crypto/sha256"
	"testing"

	"bardo.run/bardo/golem/agent/checkpoint"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/journal"
)

// A checkpoint that has the journal's sum, and does not tell what the journal has of what was said before it, is
// reported: a start would forget it.
//
// spec: runtime §14.3
func TestACheckpointThatForgotAWordIsReported(t *testing.T) {
	word, key, later := journal.Entry{Seq: 3, Kind: journal.KindWord, Body: []byte{1}}, journal.Entry{Seq: 5, Kind: journal.KindKey, Body: []byte{2}}, journal.Entry{Seq: 9, Kind: journal.KindWord, Body: []byte{3}}
	other := word
	other.Body = []byte{4}
	for name, c := range map[string]struct {
		heard []journal.Entry
		want  int
	}{
		"all": {[]journal.Entry{word, key}, 0}, "none": {nil, 1}, "no key": {[]journal.Entry{word}, 1}, "another word": {[]journal.Entry{other, key}, 1}, "a later one": {[]journal.Entry{word, key, later}, 1},
	} {
		text, err := checkpoint.Checkpoint{Place: journal.Place{Seq: 7}, Heard: c.heard}.Seal()
		if err != nil {
			t.Fatal(err)
		}
		file := home.CheckpointDir + "/" + checkpoint.Name(7)
		k := &check{told: []journal.Entry{word, key, later}, stood: map[string]journal.Checkpoint{file: {File: sha256.Sum256(text)}}, files: map[string]bool{}, findings: map[string]Finding{}}
		if !k.checkpoint(file, text) || len(k.findings) != c.want {
			t.Errorf("%s: %+v", name, k.findings)
		}
	}
}
