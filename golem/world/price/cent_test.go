package price

import (
	"testing"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// What lies in a vault whose shares leap in each block, or that does not answer, is disputed, and not the
// asset: a cent of it that a stranger sent stops no opening and hides no fall, whatever the vault says that it
// pays, and a stake stops the opening of anything, and the judging of a fall for 70 minutes.
//
// spec: heartbeat §3, safety §16.8
func TestACentInAVaultDisputesNothingElse(t *testing.T) {
	for name, c := range map[string]struct {
		shares, leap uint64 // what the shares pay, in millionths of a dollar, and what they pay in every other block
		mute         bool
		doubtful     bool
		drawdown     money.BPS // of an account that loses 15,000 of 35,000 dollars, beside what is lent
	}{
		"a cent that leaps":            {shares: 10_000, leap: 20_000, drawdown: 4_285},
		"a cent said to be a fortune":  {shares: 10_000, leap: 1_000_000_000e6, drawdown: 4_285},
		"a cent where nobody answers":  {shares: 10_000, mute: true, drawdown: 4_285},
		"a stake that leaps":           {shares: 5_000e6, leap: 10_000e6, doubtful: true},
		"a stake said to be nothing":   {shares: 5_000e6, leap: 1, doubtful: true},
		"a stake where nobody answers": {shares: 5_000e6, mute: true, doubtful: true},
	} {
		m, seen := NewMemory(Spread), turn.Positions{}
		read := func(number uint64, ether int64) *turn.Reading {
			r := holding([]turn.Token{usdc, weth}, traded("weth-usdc-5", weth, usdc, ether, 1, 10_000_000))
			r.Block = turn.Block{Number: number, Time: 10_000 + int64(number)*12} //nolint:gosec // small
			r.Assets[0].Units, r.Assets[1].Units = *uint256.NewInt(10_000e6), *uint256.NewInt(1e19)
			r.Assets[1].Feed = &turn.Feed{Price: float64(ether), Updated: r.Block.Time, Holds: 3_600}
			pays := c.shares
			if number > 5 && number%2 == 0 && c.leap > 0 {
				pays = c.leap
			}
			r.Lending = []turn.Lending{{Handle: "vault", Loan: usdc.Address, Reserves: []turn.Reserve{{Token: usdc, Supplied: *uint256.NewInt(pays), SupplyShares: *uint256.NewInt(1_000)}}}}
			if c.mute && number > 5 {
				r.Lending = nil
				silence(r, "vault")
			}
			Value(r, Spread)
			m.Doubt(r)
			seen.Take(*r)
			return r
		}
		for n := uint64(1); n <= 5; n++ {
			read(n, 2_500)
		}
		for n := uint64(6); n <= 12; n++ {
			r := read(n, 1_000)
			if a := r.Assets[0]; a.Doubt != "" || r.Doubtful() != c.doubtful || r.Equity() > 25_001 {
				t.Errorf("%s, block %d: doubtful %v, an equity of %.2f, of USDC it says %q", name, n, r.Doubtful(), r.Equity(), a.Doubt)
			}
			if contradicted := r.Silent("vault"); !contradicted {
				if _, contradicted = r.Contradicted("vault"); !contradicted {
					t.Errorf("%s, block %d: more may be lent there", name, n)
				}
			}
		}
		if seen.Drawdown != c.drawdown {
			t.Errorf("%s: a fall of %s", name, seen.Drawdown)
		}
		if r := read(401, 1_000); seen.Drawdown < 3_000 || r.Doubtful() != c.doubtful {
			t.Errorf("%s: after 70 minutes a fall of %s, doubtful %v", name, seen.Drawdown, r.Doubtful())
		}
	}
}
