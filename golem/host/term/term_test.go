package term

import (
	"errors"
	"testing"

	"pgregory.net/rapid"

	"bardo.run/bardo/internal/money"
)

func TestTimeThatIsNoneIsRefused(t *testing.T) {
	for _, c := range [][2]int64{{5, 5}, {5, 4}} {
		if _, err := New(c[0], c[1], 0); !errors.Is(err, ErrNone) {
			t.Errorf("%v: %v", c, err)
		}
	}
	if _, err := New(0, 1, -1); !errors.Is(err, ErrNone) {
		t.Errorf("a price below nothing: %v", err)
	}
	x, err := New(0, 10, 5)
	if err != nil {
		t.Fatal(err)
	}
	for _, by := range []int64{0, -1, Forever} {
		if err := x.Extend(by, 0); !errors.Is(err, ErrNone) || x.Until() != 10 {
			t.Errorf("%d more: %v, until %d", by, err, x.Until())
		}
	}
	if err := x.Extend(1, -1); !errors.Is(err, ErrNone) || x.Until() != 10 {
		t.Errorf("for less than nothing: %v", err)
	}
	if none := (*Term)(nil); none.Start() != 0 || none.Until() != 0 {
		t.Error("time that is not known has ends")
	}
}

// spec: mortality §2.3 — what is due never falls, is nothing before the birth and everything
// at the end, and an extension changes nothing of what was due before.
func TestTimeIsDueAsItPasses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		span := rapid.Int64Range(1, 1<<40)
		price := rapid.Custom(func(t *rapid.T) money.USDC { return money.USDC(rapid.Int64Range(0, 1<<40).Draw(t, "price")) })
		from := span.Draw(t, "from")
		all := price.Draw(t, "first")
		x, err := New(from, from+span.Draw(t, "long"), all)
		if err != nil {
			t.Fatal(err)
		}
		at, before := from-1, money.USDC(0)
		for range rapid.IntRange(1, 5).Draw(t, "times") {
			if due, err := x.Due(at); err != nil || due < before || due > all {
				t.Fatalf("%s is due at %d, %s before, %s in all, %v", due, at, before, all, err)
			} else {
				before = due
			}
			old, p := x.Until(), price.Draw(t, "more")
			was, _ := x.Due(min(at, old))
			by := span.Draw(t, "by")
			if err := x.Extend(by, p); err != nil || x.Until() != old+by || x.Start() != from {
				t.Fatalf("%v, until %d", err, x.Until())
			}
			if now, _ := x.Due(min(at, old)); now != was {
				t.Fatalf("an extension changed what is due from %s to %s", was, now)
			}
			all += p
			at += span.Draw(t, "passes")
		}
		if due, err := x.Due(x.Until()); err != nil || due != all {
			t.Fatalf("at the end %s is due of %s, %v", due, all, err)
		}
	})
}
