package uniswapv3

import (
	"errors"
	"math/big"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/world/protocol"
)

// A mint is read as the position manager reads it, into the market that has its tokens and its fee
// and is of this protocol; every other call, and one that is cut, is refused.
func TestAMintIsReadAsItWasMade(t *testing.T) {
	zero, one := turn.Token{Address: common.Address{1}}, turn.Token{Address: common.Address{2}}
	ranged := &turn.Range{Spacing: 10, Inverse: true}
	seen := turn.Reading{Markets: []turn.Market{
		{Handle: "of another protocol", Protocol: "another", Base: one, Quote: zero, BaseFee: 500, Range: ranged},
		{Handle: "of another fee", Protocol: Name, Base: one, Quote: zero, BaseFee: 3_000, Range: ranged},
		{Handle: "its own", Protocol: Name, Base: one, Quote: zero, BaseFee: 500, Range: ranged},
	}}
	npm := bind.NewNonfungiblePositionManager()
	params := func(change func(*bind.INonfungiblePositionManagerMintParams)) []byte {
		p := bind.INonfungiblePositionManagerMintParams{
			Token0: zero.Address, Token1: one.Address, Fee: big.NewInt(500), TickLower: big.NewInt(-887_270), TickUpper: big.NewInt(70),
			Amount0Desired: big.NewInt(11), Amount1Desired: big.NewInt(12), Amount0Min: big.NewInt(3), Amount1Min: big.NewInt(4), Recipient: common.Address{9}, Deadline: big.NewInt(5),
		}
		change(&p)
		return npm.PackMint(p)
	}
	data := params(func(*bind.INonfungiblePositionManagerMintParams) {})
	m, market, err := Mint(data, seen)
	if err != nil || market != &seen.Markets[2] || m.Lower != -887_270 || m.Upper != 70 {
		t.Fatalf("%+v of %+v: %v", m, market, err)
	}
	for i, want := range [][2]uint64{{11, 3}, {12, 4}} {
		if !m.Most[i].Eq(uint256.NewInt(want[0])) || !m.Least[i].Eq(uint256.NewInt(want[1])) {
			t.Errorf("token %d: at most %s, at least %s", i, m.Most[i], m.Least[i])
		}
	}
	for name, d := range map[string][]byte{
		"nothing":            nil,
		"three bytes":        data[:3],
		"another call of it": npm.PackBurn(big.NewInt(1)),
	} {
		if _, _, err := Mint(d, seen); !errors.Is(err, protocol.ErrNoMint) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, d := range map[string][]byte{
		"cut":           data[:len(data)-1],
		"another fee":   params(func(p *bind.INonfungiblePositionManagerMintParams) { p.Fee = big.NewInt(100) }),
		"the other way": params(func(p *bind.INonfungiblePositionManagerMintParams) { p.Token0, p.Token1 = p.Token1, p.Token0 }),
	} {
		if _, market, err := Mint(d, seen); err == nil || market != nil || errors.Is(err, protocol.ErrNoMint) {
			t.Errorf("%s: %+v, %v", name, market, err)
		}
	}
	wide := params(func(*bind.INonfungiblePositionManagerMintParams) {})
	wide[4+3*32+8] = 1 // a tick that is no int24
	if _, _, err := Mint(wide, seen); err == nil || !strings.Contains(err.Error(), "read a mint") {
		t.Errorf("a tick beyond its type: %v", err)
	}
}
