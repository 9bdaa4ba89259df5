package money

import (
	"errors"
	"math"
	"math/big"
	"testing"

	"github.com/holiman/uint256"
	"pgregory.net/rapid"
)

func TestParseAndPrintAreInverse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := USDC(rapid.Int64Range(math.MinInt64+1, math.MaxInt64).Draw(t, "a"))
		back, err := ParseUSDC(a.String())
		if err != nil || back != a {
			t.Fatalf("%s read back as %s (%v)", a, back, err)
		}
	})
}

func TestParseRefusesWhatIsNotAnAmount(t *testing.T) {
	for _, text := range []string{"", "-", ".", "1.", ".5", "1e6", " 1", "1 ", "+1", "0.0000001", "1,5", "--1", "१"} {
		if a, err := ParseUSDC(text); !errors.Is(err, ErrSyntax) {
			t.Errorf("%q: got %s, %v; want ErrSyntax", text, a, err)
		}
	}
	if _, err := ParseUSDC("9223372036855"); !errors.Is(err, ErrOverflow) {
		t.Errorf("got %v, want ErrOverflow", err)
	}
}

func TestArithmeticEqualsBigIntegersOrOverflows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.Int64().Draw(t, "a"), rapid.Int64().Draw(t, "b")
		same(t, "add", new(big.Int).Add(big.NewInt(a), big.NewInt(b)), func() (USDC, error) { return USDC(a).Add(USDC(b)) })
		same(t, "sub", new(big.Int).Sub(big.NewInt(a), big.NewInt(b)), func() (USDC, error) { return USDC(a).Sub(USDC(b)) })
		num, den := rapid.Int64Range(0, math.MaxInt64).Draw(t, "num"), rapid.Int64Range(1, math.MaxInt64).Draw(t, "den")
		down := new(big.Int).Mul(big.NewInt(a), big.NewInt(num))
		down.Quo(down, big.NewInt(den))
		same(t, "down", down, func() (USDC, error) { return USDC(a).MulDivDown(num, den) })
	})
}

func same(t *rapid.T, op string, want *big.Int, f func() (USDC, error)) {
	got, err := f()
	if want.IsInt64() && want.Int64() != math.MinInt64 {
		if err != nil || int64(got) != want.Int64() {
			t.Fatalf("%s: got %d, %v; want %s", op, got, err, want)
		}
	} else if !want.IsInt64() && !errors.Is(err, ErrOverflow) {
		t.Fatalf("%s: got %d, %v; want ErrOverflow for %s", op, got, err, want)
	}
}

func TestRoundingDirectionIsInTheName(t *testing.T) {
	down, _ := BPS(1).OfDown(99_999)
	up, _ := BPS(1).OfUp(99_999)
	if down != 9 || up != 10 {
		t.Fatalf("1 bps of 99,999 µUSDC: down %d, up %d; want 9 and 10", down, up)
	}
}

// spec: safety §5
func TestUnitsAreDigitsOnly(t *testing.T) {
	if u, err := ParseUnits("1000000000000000000"); err != nil || FormatUnits(u, 18) != "1" {
		t.Fatalf("got %v, %v", u, err)
	}
	for _, text := range []string{"1e18", "0", "-1", "", "0x10", "1.5"} {
		if _, err := ParseUnits(text); err == nil {
			t.Errorf("%q was accepted", text)
		}
	}
}

func TestFormatUnitsKeepsEveryDigit(t *testing.T) {
	for _, c := range []struct {
		units    uint64
		decimals uint8
		want     string
	}{{1_500_000, 6, "1.5"}, {1, 6, "0.000001"}, {0, 18, "0"}, {42, 0, "42"}, {1_000_000, 6, "1"}} {
		if got := FormatUnits(uint256.NewInt(c.units), c.decimals); got != c.want {
			t.Errorf("%d with %d decimals: %q, want %q", c.units, c.decimals, got, c.want)
		}
	}
}

// What coin is worth is rounded up, and bounded.
func TestCoinIsWorthNoLessThanItIs(t *testing.T) {
	for _, c := range []struct {
		wei         *uint256.Int
		price, want USDC
	}{
		{uint256.NewInt(1), 1, 1},
		{new(uint256.Int), 2_000 * One, 0},
		{uint256.NewInt(1e18), 2_000 * One, 2_000 * One},
		{uint256.NewInt(1e18 + 1), 2_000 * One, 2_000*One + 1},
		{new(uint256.Int).Mul(uint256.NewInt(1e18), uint256.NewInt(1e9)), 9e9, 9e18},
		{new(uint256.Int).SetAllOne(), math.MaxInt64, math.MaxInt64},
	} {
		if got := OfCoin(c.wei, c.price); got != c.want {
			t.Errorf("%s wei at %d are worth %d, want %d", c.wei, c.price, got, c.want)
		}
	}
}
