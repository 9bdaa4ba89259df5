package loss

import (
	"errors"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
)

// Each token's answer is held to its own age, and another token's to the rest's.
//
// spec: safety §1.4 S-10, chain §20
func TestAnAnswerIsAsOldAsItsOwnFeedLetsIt(t *testing.T) {
	r := turntest.Fed(seen(at2000, 0), weth.Address, &turn.Feed{Price: 2_000, Answer: *uint256.NewInt(2_000e8), Decimals: 8, Updated: 1_000})
	r.Block.Time = 1_000 + 86_400
	var a Ages
	a.Rest = 1_200
	for _, c := range []struct {
		of      common.Address
		seconds int64
		silent  bool
	}{{usdc.Address, 86_400, true}, {weth.Address, 86_399, true}, {weth.Address, 86_400, false}, {weth.Address, 1_200, true}} {
		a.Set(c.of, c.seconds)
		if _, err := At(r, a, usdc.Address, weth.Address); errors.Is(err, ErrSilent) != c.silent || err != nil && !c.silent {
			t.Errorf("%+v: %v", a, err)
		}
	}
	if len(a.Own) != 2 || a.Of(usdc.Address) != 86_400 || a.Of(weth.Address) != 1_200 || a.Of(common.Address{9}) != 1_200 || a.Own[0].Token.Cmp(a.Own[1].Token) > 0 {
		t.Errorf("%+v", a)
	}
	copied := a
	copied.Set(common.Address{9}, 7)
	if len(a.Own) != 2 {
		t.Errorf("a copy that is given an age changes what it was copied from: %+v", a)
	}
}
