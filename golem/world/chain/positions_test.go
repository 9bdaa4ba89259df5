package chain

import (
	"math/big"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/golem/host/turn"
)

// ids are those of the positions of a reading.
func ids(r turn.Reading) (all []string) {
	for _, p := range r.Positions {
		all = append(all, p.ID)
	}
	return all
}

// nothing is a position of the wallet that holds nothing and is owed nothing.
func nothing(id int64) lot {
	l := ours(id, new(big.Int))
	l.last0, l.last1, l.owed0, l.owed1 = grown(7), grown(9), 0, 0
	return l
}

// A position of the same fee in another pool is not valued at this pool's price.
func TestAPositionOfOtherTokensIsNotTheStrategys(t *testing.T) {
	other := common.Address{19: 0x99}
	for name, tokens := range map[string][2]common.Address{
		"another first": {other, weth}, "another second": {usdc, other}, "two others": {other, pool}, "the other way round": {weth, usdc},
	} {
		p := newStall(t)
		c := p.opens(plainConfig())
		foreign := ours(4, big.NewInt(1e12))
		foreign.tokens = tokens
		p.holds(foreign, ours(7, big.NewInt(1e12)))
		for _, about := range []string{"enumerated", "remembered"} {
			if got := ids(observed(t, c)); !slices.Equal(got, []string{"7"}) {
				t.Errorf("%s, %s: read %v", name, about, got)
			}
		}
	}
}

// What holds liquidity, or is owed a unit of either token, is the owner's and is read.
func TestAPositionWithAnythingInItIsRead(t *testing.T) {
	for name, c := range map[string]struct {
		put   func(*lot)
		value float64
		read  bool
	}{
		"nothing":           {func(*lot) {}, 0, false},
		"a unit of dollars": {func(l *lot) { l.owed0 = 1 }, 1e-6, true},
		"a unit of coin":    {func(l *lot) { l.owed1 = 1 }, 2_500e-18, true},
		"a dollar in coin":  {func(l *lot) { l.owed1 = 4e14 }, 1, true},
		// 20,000 × (1 − 1.0001^(−1,079/2)) are 1,050 units of coin.
		"liquidity without fees": {func(l *lot) { l.liquidity = big.NewInt(1) }, 1_050 * 2_500e-18, true},
	} {
		p := newStall(t)
		eyes := p.opens(plainConfig())
		l := nothing(7)
		c.put(&l)
		p.holds(l)
		r := observed(t, eyes)
		if read := len(r.Positions) == 1; read != c.read {
			t.Errorf("%s: read %+v", name, r.Positions)
		} else if read && (r.Positions[0].Value < c.value*0.999999 || r.Positions[0].Value > c.value*1.000001) {
			t.Errorf("%s: worth %g, want %g", name, r.Positions[0].Value, c.value)
		}
	}
}

// A wallet whose positions stay is asked for their ids once, and again when one became
// another, whichever end of its range tells.
func TestPositionsAreEnumeratedOnlyWhenTheyChange(t *testing.T) {
	for name, change := range map[string]func(*lot){
		"its lower end": func(l *lot) { l.lower -= 10 }, "its upper end": func(l *lot) { l.upper += 10 }, "its owner": func(l *lot) { l.id = 8 },
	} {
		p := newStall(t)
		c := p.opens(plainConfig())
		l := ours(7, big.NewInt(1e12))
		p.holds(l)
		observed(t, c)
		p.of("the wallet's position 0").asked = false
		if observed(t, c); p.of("the wallet's position 0").asked {
			t.Error("what is remembered is enumerated again")
		}
		p.says("owner of 7", positions, bind.NewNonfungiblePositionManager().PackOwnerOf(big.NewInt(7)), common.Address{1})
		change(&l)
		p.holds(l)
		r := observed(t, c)
		if at := r.Positions; len(at) != 1 || at[0].ID != strconv.FormatInt(l.id, 10) || int(at[0].Lower) != l.lower || int(at[0].Upper) != l.upper {
			t.Errorf("%s: %+v", name, at)
		}
	}
}

// Of more positions than are followed the dearest are, and of those that are as dear, the
// first: strangers' hide none of the owner's.
func TestWhatACrowdHides(t *testing.T) {
	owed := func(dollars, coin int64) func(int64) lot {
		return func(id int64) lot {
			l := nothing(id)
			l.owed0, l.owed1 = dollars, coin
			return l
		}
	}
	foreign := func(id int64) lot {
		l := ours(id, big.NewInt(1e12))
		l.fee = 3_000
		return l
	}
	earned := nothing(65) // five units of dollars grew for its unit of liquidity, which buys none
	earned.lower, earned.upper, earned.liquidity, earned.last1 = tick+aside, tick+2*aside, big.NewInt(1), new(big.Int)
	earned.last0 = new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 256), new(big.Int).Lsh(big.NewInt(5), 128))
	for name, c := range map[string]struct {
		crowd func(int64) lot // of 64
		last  lot
		seen  int
		sees  bool // the last
	}{
		"as dear as all others":                   {owed(1, 0), owed(1, 0)(65), 64, false},
		"dearer in dollars":                       {owed(1, 0), owed(2, 0)(65), 64, true},
		"dearer in coin":                          {owed(0, 1), owed(0, 1e16)(65), 64, true},
		"a unit in each that cannot be taken out": {owed(1, 0), func() lot { l := nothing(65); l.liquidity = big.NewInt(1); return l }(), 64, false},
		"fees alone, among those of other pools":  {foreign, earned, 1, true},
	} {
		t.Run(name, func(t *testing.T) {
			p := newStall(t)
			eyes := p.opens(plainConfig())
			var all []lot
			for id := range int64(maxPositions) {
				all = append(all, c.crowd(id+1))
			}
			p.holds(append(all, c.last)...)
			got := ids(observed(t, eyes))
			if len(got) != c.seen || slices.Contains(got, "65") != c.sees {
				t.Errorf("%d are read: %v", len(got), got)
			}
		})
	}
}

// A manager that says what cannot be is not believed: nothing is valued on it, and its market is as one
// that does not answer. Here nothing else prices the coin.
func TestAPositionThatCannotBeIsNoReading(t *testing.T) {
	p := newStall(t)
	c := p.opens(plainConfig())
	p.holds(ours(7, new(big.Int).Lsh(big.NewInt(1), 128)))
	if r, err := c.Observe(t.Context()); err == nil || !strings.Contains(err.Error(), "market weth-usdc-5 does not answer (MALFORMED)") || r.Positions != nil {
		t.Errorf("more liquidity than there can be: %+v, %v", r.Positions, err)
	}
	p.holds(ours(7, new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 128), big.NewInt(1))))
	if r := observed(t, c); len(r.Positions) != 1 {
		t.Errorf("as much as there can be: %+v", r.Positions)
	}
	p = newStall(t)
	c = p.opens(plainConfig())
	stranger := ours(8, big.NewInt(1))
	stranger.owner = common.Address{1}
	p.holds(stranger)
	if r, err := c.Observe(t.Context()); err == nil || !strings.Contains(err.Error(), "not the wallet's position as it was remembered: 8") {
		t.Errorf("a position of another owner: %+v, %v", r.Positions, err)
	}
}
