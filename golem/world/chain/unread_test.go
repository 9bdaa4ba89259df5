package chain

import (
	"math/big"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/golem/world/price"
)

// A token that refuses to tell what the account has of it, or answers what nobody can read, hides
// nothing else. What was last read of it counts, in doubt, and it opens and judges nothing; where
// nothing is held of it, it is dust, and stops nothing but itself.
//
// spec: chain §2, safety §1.4
func TestATokenThatDoesNotTellHidesNoOther(t *testing.T) {
	for name, c := range map[string]struct {
		code string
		kind string
		held int64
	}{
		"it reverts":            {"0x60006000fd", "REVERTED", 40e8},
		"it answers a byte":     {"0x60016000f3", "MALFORMED", 40e8},
		"nothing is held of it": {"0x60006000fd", "REVERTED", 0},
		"nothing, by no answer": {"0x", "MALFORMED", 0},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFloor(t)
			eyes, memory := f.looks(f.config(true, "weth-usdc-5", "wbtc-usdc-30")), price.NewMemory(price.Spread)
			if c.held > 0 {
				f.Own(f.wbtc, nil, bind.NewERC20().PackTransfer(f.Account, big.NewInt(c.held)))
			}
			f.Mine()
			whole := observed(t, eyes)
			memory.Doubt(&whole)
			if whole.Doubtful() {
				t.Fatalf("%+v", whole.Assets)
			}
			f.becomes(f.wbtc, common.FromHex(c.code))
			for range 3 {
				r := observed(t, eyes)
				memory.Doubt(&r)
				wbtc, _ := r.Named("wbtc")
				if wbtc.Unread != c.kind || wbtc.Units.Uint64() != uint64(c.held) || !strings.Contains(wbtc.Shaky(), "does not tell what the account holds of it") {
					t.Errorf("WBTC is %+v", wbtc)
				}
				if weth, _ := r.Named("weth"); weth.Price == 0 || weth.Shaky() != "" || r.Doubtful() != (c.held > 0) || len(r.Markets) != len(whole.Markets) {
					t.Errorf("WETH is %+v, doubtful %v, of %d markets", weth, r.Doubtful(), len(r.Markets))
				}
			}
		})
	}
}
