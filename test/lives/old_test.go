package lives

import (
	"encoding/hex"
	"path/filepath"
	"runtime"
	"strconv"
	"testing"

	"bardo.run/bardo/internal/seed"
)

// old are the records of lives from before there were clocks, as the program of that
// day wrote them on amd64. Deaths have changed since.
var old = map[seed.Seed]string{
	3:  "e07287c566070361",
	12: "7363235e34d1be80",
	15: "8bdaef44d56e77a8",
	17: "7e80f56c30b4e790",
}

// A boot entry without clocks is lived as it was before there were any, to the byte:
// who replays an old life gets the records that it has.
func TestALifeFromBeforeTheClocksIsWhatItWas(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("the bytes were written on amd64, and each architecture has its own")
	}
	for s, want := range old {
		l, err := newLife(s, filepath.Join(t.TempDir(), strconv.Itoa(int(s))))
		if err != nil {
			t.Fatal(err)
		}
		l.boot.Clocks, l.boot.Credits.Rebalances = nil, false
		_, shut, err := l.live(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		records := l.digest.Sum()
		if got := hex.EncodeToString(records[:8]); got != want {
			t.Errorf("life %d of %d records: %s, it was %s", s, l.digest.Count(), got, want)
		}
		if err := shut(); err != nil {
			t.Error(err)
		}
	}
}
