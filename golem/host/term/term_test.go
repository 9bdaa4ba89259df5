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

// spec: compute §7, §16.3 — wherever a host moves the end, what is due never falls and comes to
// all that was paid at the end.
func TestAnEndIsCorrected(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const from = 1_000
		all := money.USDC(rapid.Int64Range(0, 1<<40).Draw(t, "price"))
		x, err := New(from, from+rapid.Int64Range(1, 1<<40).Draw(t, "long"), all)
		if err != nil {
			t.Fatal(err)
		}
		at, before := int64(from), money.USDC(0)
		for range rapid.IntRange(1, 12).Draw(t, "times") {
			at += rapid.Int64Range(0, 1<<38).Draw(t, "passes")
			if rapid.Bool().Draw(t, "pays") {
				p := money.USDC(rapid.Int64Range(0, 1<<40).Draw(t, "more"))
				if err := x.Extend(rapid.Int64Range(1, 1<<39).Draw(t, "by"), p); err != nil {
					t.Fatal(err)
				}
				all += p
			}
			end := rapid.Int64Range(from+1, from+1<<42).Draw(t, "end")
			if err := x.Correct(end); err != nil || x.Until() != end || x.Start() != from {
				t.Fatalf("%v, from %d until %d, want %d", err, x.Start(), x.Until(), end)
			}
			due, err := x.Due(at)
			if err != nil || due < before || due > all {
				t.Fatalf("%s is due at %d, %s before, %s in all, %v", due, at, before, all, err)
			}
			before = due
		}
		if due, err := x.Due(x.Until()); err != nil || due != all {
			t.Fatalf("at the end %s is due of %s, %v", due, all, err)
		}
		for _, end := range []int64{from, from - 1, Forever + 1} {
			if until := x.Until(); !errors.Is(x.Correct(end), ErrNone) || x.Until() != until {
				t.Fatalf("an end at %d was taken", end)
			}
		}
	})
	if err := new(Term).Correct(5); !errors.Is(err, ErrNone) {
		t.Errorf("of a time that is not known: %v", err)
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
