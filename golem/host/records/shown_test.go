package records

import "testing"

// What is shown is there for another reader while the writer lives on, and a reader that knows
// the first of it reads on from there.
func TestWhatIsShownIsReadBesideItsWriter(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, Options{})
	seen := func(skip uint64) (ticks []uint64) {
		r := open(t, dir, Options{ReadOnly: true})
		for e, err := range r.From(skip) {
			check(t, err)
			ticks = append(ticks, e.Record.Tick)
		}
		if r.Len() != skip+uint64(len(ticks)) {
			t.Errorf("%d records behind the first %d, of %d", len(ticks), skip, r.Len())
		}
		return ticks
	}
	for tick := range uint64(3) {
		check(t, s.Write(record(tick)))
	}
	if got := seen(0); len(got) != 0 {
		t.Fatalf("unshown, %v is there, so this shows nothing", got)
	}
	check(t, s.Show())
	if got := seen(0); len(got) != 3 {
		t.Errorf("shown: %v", got)
	}
	check(t, s.Write(record(3)))
	check(t, s.Show())
	if got := seen(3); len(got) != 1 || got[0] != 3 {
		t.Errorf("behind the first three: %v", got)
	}
	if err := open(t, dir, Options{ReadOnly: true}).Show(); err == nil {
		t.Error("a reader shows something")
	}
}
