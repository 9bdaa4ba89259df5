package booking

import (
	"fmt"
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
	"pgregory.net/rapid"

	"bardo.run/bardo/golem/host/ledger"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// Whatever the write path does, in any order and with refusals in between, every
// asset sums to zero and the wallet by the books is what the receipts say.
//
// DESIGN §4 (Money): Σ is zero per asset, always.
func TestEveryAssetSumsToZeroAfterAnySequence(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d, books := setUp(t)
		wallet := map[common.Address]*big.Int{usdc: big.NewInt(10_000e6), weth: new(big.Int)}
		for i := range rapid.IntRange(1, 30).Draw(t, "steps") {
			id := fmt.Sprint("permit-", i)
			switch rapid.SampledFrom([]string{"swap", "add_liquidity", "remove_liquidity", "claim_fees", "gas", "time"}).Draw(t, "step") {
			case "gas":
				if d.Gas.ReserveGas(id, money.USDC(rapid.Int64Range(0, 2e6).Draw(t, "most")), rapid.Bool().Draw(t, "exempt")) == nil {
					x := turn.Execution{Cost: money.USDC(rapid.Int64Range(0, 3e6).Draw(t, "cost")), GasWei: *uint256.NewInt(rapid.Uint64Range(0, 1e15).Draw(t, "wei"))}
					if d.Gas.SettleGas(id, x) != nil {
						_ = d.Gas.ReleaseGas(id)
					}
				}
			case "time":
				_ = d.Credit.Tick(uint64(i), birth+rapid.Int64Range(-1000, 4*86_400_000).Draw(t, "at"))
			case "swap":
				in, out := delta(t, true), delta(t, false)
				if out.Token = usdc; in.Token == usdc {
					out.Token = weth
				}
				play(t, d, wallet, done("swap", id, inMarket, in, out))
			case "add_liquidity":
				play(t, d, wallet, done("add_liquidity", id, `{}`, delta(t, true)))
			case "remove_liquidity":
				play(t, d, wallet, done("remove_liquidity", id, `{"params":{"position_id":"12"}}`, delta(t, false)))
			case "claim_fees":
				play(t, d, wallet, done("claim_fees", id, `{"params":{"position_id":"12"}}`, delta(t, false)))
			}
			for _, asset := range []string{usdc.Hex(), weth.Hex(), ledger.Credit, ledger.Native} {
				if sum := books.Sum(asset); sum.Sign() != 0 {
					t.Fatalf("step %d: %s sums to %s", i, asset, sum)
				}
			}
			for token, want := range wallet {
				if have := books.Wallet.Holdings(token.Hex()); have.Cmp(want) != 0 {
					t.Fatalf("step %d: the books hold %s of %s, the receipts say %s", i, have, token, want)
				}
			}
		}
	})
}

// delta draws a movement of one token; what goes out is USDC half of the time.
func delta(t *rapid.T, out bool) turn.Delta {
	token := rapid.SampledFrom([]common.Address{usdc, weth}).Draw(t, "token")
	return turn.Delta{Token: token, Out: out, Units: *uint256.NewInt(rapid.Uint64Range(1, 4_000e6).Draw(t, "units"))}
}

// play books an action and follows the wallet; what it paid and did not hold was given.
func play(t *rapid.T, d *Desk, wallet map[common.Address]*big.Int, act turn.Action) {
	for _, x := range act.Execution.Deltas {
		amount := x.Units.ToBig()
		if x.Out {
			amount.Neg(amount)
		}
		if wallet[x.Token].Add(wallet[x.Token], amount); wallet[x.Token].Sign() < 0 {
			wallet[x.Token].SetUint64(0)
		}
	}
	if err := d.Tokens.Executed(act, seen()); err != nil {
		t.Fatalf("%s %+v: %v", act.Preview.Kind, act.Execution.Deltas, err)
	}
}

func TestTimeIsChargedOnceAndWhollyByTheEnd(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d, books := setUp(t)
		at, tick := int64(birth), uint64(0)
		for at < death {
			at += rapid.Int64Range(1, 86_400_000).Draw(t, "step")
			check(t, d.Credit.Tick(tick, at))
			// What is due is the share of the time that passed, rounded down.
			due := new(big.Int).Mul(big.NewInt(3_600_001), big.NewInt(min(at, death)-birth))
			due.Quo(due, big.NewInt(death-birth))
			if charged := balance(books, ledger.Compute, ledger.Credit); charged != due.Int64() {
				t.Fatalf("%d ms lived, %d charged, %s are due", at-birth, charged, due)
			}
			tick++
		}
		if left := balance(books, ledger.Time, ledger.Credit); left != 0 {
			t.Fatalf("%d are left at the end", left)
		}
		if err := d.Credit.Tick(tick, at+1); err != nil || balance(books, ledger.Compute, ledger.Credit) != 3_600_001 {
			t.Fatalf("a tick after the end: %v, %d charged", err, balance(books, ledger.Compute, ledger.Credit))
		}
	})
}

// A charge that the books refuse stays due.
func TestARefusedChargeIsMadeWithTheNext(t *testing.T) {
	d, books := setUp(t)
	check(t, d.Credit.Tick(5, birth+86_400_000))
	if err := d.Credit.Tick(5, birth+86_400_000+3_600_000); err == nil {
		t.Fatal("one tick was charged twice")
	}
	check(t, d.Credit.Tick(6, death))
	expect(t, books, ledger.Time, ledger.Credit, 0)
}
