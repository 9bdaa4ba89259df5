package golem

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/crypto"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grant"
)

// secondKey is that of another Golem of the same owner.
const secondKey = "7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6"

// spec: DESIGN §12.29 — the day's sums are the account's: a renewed grant, and another key in
// another folder, begin with what was spent and lost before them, and not with a day of their
// own.
func TestARenewalAndAnotherKeyShareTheDaysSums(t *testing.T) {
	b := bound(t, grant.Delegation)
	if code, said := b.grants("--yes"); code != 0 {
		t.Fatalf("exit %d\n%s", code, said)
	}
	if code, said := b.lives("trade 4"); code != exitOK {
		t.Fatalf("exit %d\n%s", code, said)
	}
	fences := func() (all []turn.Fence) {
		for _, r := range recorded(t, b.dir) {
			if f := r.Seen.Reading.Fence; f != nil && f.Unread == "" {
				all = append(all, *f)
			}
		}
		return all
	}
	first := fences()
	last := first[len(first)-1]
	if fresh := first[0]; fresh.Loss.Left != fresh.Loss.Day || last.Loss.Left >= fresh.Loss.Left || last.DayLeft >= fresh.DayLeft || last.Loss.SessionLeft >= fresh.Loss.SessionLeft {
		t.Fatalf("it began with %+v and came to %+v", fresh, last)
	}
	begins := func(name string, f turn.Fence) {
		t.Helper()
		if f.Loss.Left > last.Loss.Left || f.Loss.SessionLeft > last.Loss.SessionLeft || f.DayLeft > last.DayLeft || f.Loss.Day != last.Loss.Day || f.Revoked {
			t.Errorf("%s begins with %+v, before it there were %+v", name, f, last)
		}
	}
	if code, said := b.grants("--yes", "--salt", "1", "--days", "3"); code != 0 || strings.Contains(said, "create PolicyCage") {
		t.Fatalf("the renewal: exit %d\n%s", code, said)
	}
	if code, said := b.lives("trade 6"); code != exitOK {
		t.Fatalf("under the renewed grant: exit %d\n%s", code, said)
	}
	renewed := turn.Fence{}
	for _, f := range fences()[len(first):] {
		if f.Ends != last.Ends {
			renewed = f
			break
		}
	}
	if renewed.Ends <= last.Ends {
		t.Fatalf("no reading is under the renewed grant, which ends later than %d", last.Ends)
	}
	begins("the renewed grant", renewed)

	all := fences()
	last = all[len(all)-1]
	key, err := crypto.HexToECDSA(secondKey)
	if err != nil {
		t.Fatal(err)
	}
	other := t.TempDir()
	for _, name := range []string{"golem.toml", "STRATEGY.md"} {
		text, err := os.ReadFile(filepath.Join(b.dir, name))
		if err == nil {
			err = os.WriteFile(filepath.Join(other, name), text, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	b.dir, b.session = other, crypto.PubkeyToAddress(key.PublicKey)
	b.Submit(b.Sign(b.session, 1e18, nil))
	b.Mine()
	if code, said := b.grants("--yes"); code != 0 || strings.Contains(said, "create PolicyCage") {
		t.Fatalf("the second key: exit %d\n%s", code, said)
	}
	if code, said := runAs(t, secondKey, time.Minute, b.dir, "trade 1"); code != exitOK {
		t.Fatalf("with the second key: exit %d\n%s", code, said)
	}
	begins("another key in another folder", fences()[0])
}
