package lives

import (
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"
	"runtime"
	"strconv"
	"testing"

	"bardo.run/bardo/internal/seed"
)

// old are lives from before there were clocks: their records, and their testaments, as
// the program of that day wrote them on amd64.
var old = map[seed.Seed]string{
	3:  "e07287c566070361 2c3fb1d7d4614fc1",
	12: "7363235e34d1be80 7fd1009f763b3a44",
	15: "8bdaef44d56e77a8 81333a2d5bdae01d",
	17: "7e80f56c30b4e790 eb8d23b5fd970670",
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
		records, will := l.digest.Sum(), sha256.Sum256([]byte(l.papers["testament"]))
		if got := hex.EncodeToString(records[:8]) + " " + hex.EncodeToString(will[:8]); got != want {
			t.Errorf("life %d of %d records: %s, it was %s", s, l.digest.Count(), got, want)
		}
		if err := shut(); err != nil {
			t.Error(err)
		}
	}
}
