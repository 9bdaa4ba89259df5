package mortality

import (
	"testing"

	"pgregory.net/rapid"

	"bardo.run/bardo/internal/money"
)

// spec: mortality §9.6 (check)
func TestTheBudgetOfADeathIsDivided(t *testing.T) {
	for _, c := range []struct {
		total     money.USDC
		positions int
		review    money.BPS
		want      Budget
	}{
		{1_590_000, 1, DefaultReview, Budget{1_590_000, 159_000, 954_000, 477_000, Rich}},
		{300_000, 0, DefaultReview, Budget{300_000, 30_000, 180_000, 90_000, Standard}},
		{300_000, 5, DefaultReview, Budget{300_000, 120_000, 120_000, 60_000, Standard}},
		{100_000, 8, DefaultReview, Budget{100_000, 100_000, 0, 0, Standard}},
		{99_999, 0, DefaultReview, Budget{99_999, 20_000, 53_332, 26_667, Necrotic}},
		{999_999, 0, 3_000, Budget{999_999, 99_999, 300_000, 600_000, Standard}},
		{1_000_000, 0, 8_000, Budget{1_000_000, 100_000, 800_000, 100_000, Rich}},
		{0, 3, DefaultReview, Budget{0, 0, 0, 0, Necrotic}},
		{-5, 3, DefaultReview, Budget{0, 0, 0, 0, Necrotic}},
	} {
		if got, err := Allot(c.total, c.positions, c.review); err != nil || got != c.want {
			t.Errorf("%s over %d positions, %d bps: %+v, want %+v (%v)", c.total, c.positions, c.review, got, c.want, err)
		}
	}
}

func TestABudgetIsDividedWithoutALoss(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		total := money.USDC(rapid.Int64Range(0, 1<<52).Draw(t, "total"))
		positions := rapid.IntRange(0, 1<<20).Draw(t, "positions")
		b, err := Allot(total, positions, money.BPS(rapid.IntRange(3_000, 8_000).Draw(t, "review")))
		check(t, err)
		if b.Settle+b.Review+b.Legacy != total || b.Settle < 0 || b.Review < 0 || b.Legacy < 0 {
			t.Fatalf("%+v of %s", b, total)
		}
	})
}
