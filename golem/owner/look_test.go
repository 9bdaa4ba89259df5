package owner_test

import (
	"os"
	"path/filepath"
	"testing"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/owner"
	"bardo.run/bardo/golem/owner/ownertest"
)

// Letters that wait come in the order in which they are heard, answers the newest first; what
// is no letter is left out.
func TestAFolderOfLettersIsLookedInto(t *testing.T) {
	dir := t.TempDir()
	if len(owner.Waiting(dir)) != 0 || len(owner.Heard(dir, 5)) != 0 {
		t.Error("there is something in nothing")
	}
	for _, id := range []string{"3", "1", "2"} {
		ownertest.Post(t, dir, id, owner.HaltAt(turn.HaltFreeze))
	}
	if err := os.WriteFile(filepath.Join(dir, "0.json"), []byte("no letter"), 0o600); err != nil {
		t.Fatal(err)
	}
	waiting := owner.Waiting(dir)
	if len(waiting) != 3 || waiting[0].ID != "1" || waiting[2].ID != "3" || waiting[0].Kind() != "halt" {
		t.Fatalf("%+v", waiting)
	}
	f := owner.NewFolder(dir, nil)
	for i, l := range waiting {
		f.Answer(l, owner.Answer{Status: owner.Accepted, Tick: uint64(7 + i)})
	}
	heard := owner.Heard(dir, 2)
	if len(heard) != 2 || heard[0].Letter.ID != "3" || heard[0].Answer.Tick != 9 || heard[1].Letter.ID != "2" || len(owner.Waiting(dir)) != 0 {
		t.Errorf("%+v", heard)
	}
}
