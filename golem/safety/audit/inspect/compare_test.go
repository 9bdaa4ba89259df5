package inspect

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bardo.run/bardo/golem/safety/audit"
)

// spec: safety §12.3 — whoever verifies a copy of a chain learns which limit it breaks first,
// also where the file is no chain at all.
func TestAComparisonNamesTheFirstDifferenceAndGoesOn(t *testing.T) {
	dir, rs := t.TempDir(), chained(t, 4)
	write(t, dir, append(frames(t, rs), 1, 2, 3)) // a torn end is no fault
	c, err := Compare(dir)
	if err != nil || c.Stored() != 4 || c.Err() != nil {
		t.Fatalf("%d records, %v, %v", c.Stored(), err, c.Err())
	}
	for i, r := range append(slices.Clone(rs), rs[3], audit.Record{Seq: 4}, audit.Record{Seq: 5}) {
		if i == 1 || i == 2 {
			r.Tick++
		}
		if err := c.Append(r, false); err != nil {
			t.Error(err)
		}
	}
	if c.Equal != 3 || c.Absent != 2 || !errors.Is(c.Err(), audit.ErrDiffers) || !strings.Contains(c.Err().Error(), "record 1 in "+dir) {
		t.Errorf("%d equal, %d absent, %v", c.Equal, c.Absent, c.Err())
	}
	if c, err := Compare(t.TempDir()); err != nil || c.Stored() != 0 || c.Append(rs[0], false) != nil || c.Absent != 1 {
		t.Errorf("with no chain: %+v, %v", c, err)
	}
	rs[1].Tick++
	write(t, dir, frames(t, rs))
	var broken *audit.Broken
	if _, err := Compare(dir); !errors.As(err, &broken) || broken.Seq != 1 || !strings.HasPrefix(err.Error(), dir+": ") {
		t.Errorf("with a broken chain: %v", err)
	}
	folder := t.TempDir()
	check(t, os.Mkdir(filepath.Join(folder, audit.File), 0o700))
	if _, err := Compare(folder); err == nil || errors.Is(err, audit.ErrAbsent) || errors.As(err, new(*audit.Broken)) {
		t.Errorf("with a folder in the chain's place: %v", err)
	}
}

func TestAComparisonCountsWhatIsEqualAndWhatIsAbsent(t *testing.T) {
	dir, rs := t.TempDir(), chained(t, 3)
	write(t, dir, frames(t, rs))
	c, err := Compare(dir)
	check(t, err)
	if err := errors.Join(c.Append(rs[0], false), c.Append(rs[1], false)); err != nil || c.Equal != 2 || c.Stored() != 3 {
		t.Errorf("%v, %d equal of %d", err, c.Equal, c.Stored())
	}
	if err := c.Append(audit.Record{Seq: 2}, false); err != nil || !errors.Is(c.Err(), audit.ErrDiffers) || c.Equal != 2 {
		t.Errorf("got %v", c.Err())
	}
	if err := c.Append(audit.Record{Seq: 3}, false); err != nil || c.Absent != 1 {
		t.Errorf("%v, %d absent", err, c.Absent)
	}
}
