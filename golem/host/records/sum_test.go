package records

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
)

// closedStore is a store of some records that was closed.
func closedStore(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	s, err := Open(dir, Options{})
	check(t, err)
	for tick := range uint64(20) {
		check(t, s.Write(record(tick)))
	}
	check(t, s.Close())
	check(t, errors.Join(CheckSum(dir), CheckIndex(dir, true)))
	return dir
}

// wrong holds the file that is named to the one that is damaged.
func wrong(t *testing.T, dir, want string, about ...any) {
	t.Helper()
	var found *IndexError
	err := CheckSum(dir)
	if err == nil {
		err = CheckIndex(dir, true)
	}
	if !errors.As(err, &found) || found.File != want {
		t.Fatalf("%s: %v, want %s named", fmt.Sprint(about...), err, want)
	}
}

// Every flipped bit of the index and of its sum is named, also where SQLite keeps nothing; and
// the next start derives the index anew.
func TestAFlippedBitOfTheIndexIsNamedAndMended(t *testing.T) {
	dir, draw := closedStore(t), rand.New(rand.NewPCG(1, 2))
	for _, name := range []string{IndexName, SumName} {
		path := filepath.Join(dir, name)
		b, err := os.ReadFile(path)
		check(t, err)
		for range 200 {
			at, bit := draw.IntN(len(b)), byte(1)<<draw.IntN(8)
			b[at] ^= bit
			check(t, os.WriteFile(path, b, 0o600))
			wrong(t, dir, name, "byte ", at)
			b[at] ^= bit
		}
		b[len(b)/2] ^= 1
		check(t, os.WriteFile(path, b, 0o600))
		s, err := Open(dir, Options{})
		check(t, err)
		check(t, s.Close())
		check(t, CheckIndex(dir, true))
	}
}

// An index that has its sum and is another's, an older one, and one that is gone are named.
func TestAnIndexThatIsNotTheOneOfItsRecordsIsNamed(t *testing.T) {
	older := closedStore(t)
	dir := closedStore(t)
	s, err := Open(dir, Options{})
	check(t, err)
	r := record(20)
	r.Cost.Total = 77
	check(t, s.Write(r))
	check(t, s.Close())
	check(t, CheckIndex(dir, true))
	for _, name := range []string{IndexName, SumName} {
		b, err := os.ReadFile(filepath.Join(older, name))
		check(t, err)
		check(t, os.WriteFile(filepath.Join(dir, name), b, 0o600))
	}
	wrong(t, dir, IndexName, "an older index")
	check(t, CheckIndex(dir, false)) // a process may not have written it yet
	db, err := database("file:" + filepath.Join(dir, IndexName))
	check(t, err)
	_, err = db.Exec("UPDATE cycle_index SET total_cost = total_cost + 1 WHERE tick = 7")
	check(t, errors.Join(err, db.Close(), note(filepath.Join(dir, IndexName))))
	wrong(t, dir, IndexName, "another content")
	check(t, os.Remove(filepath.Join(dir, SumName)))
	wrong(t, dir, SumName, "no sum")
	check(t, os.Remove(filepath.Join(dir, IndexName)))
	wrong(t, dir, IndexName, "no index")
}
