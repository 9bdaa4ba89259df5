package cage

import (
	"math/big"
	"testing"

	"bardo.run/bardo/evm/bind"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/tracing"
	"github.com/ethereum/go-ethereum/crypto"
)

// hooked is a shipped account whose token of bitcoin makes one call when it is approved: what
// the thief wrote into hook.
type hooked struct {
	*play
	t    *testing.T
	hook common.Address
	at   pool
}

func newHooked(t *testing.T) *hooked {
	t.Helper()
	w := newWorld(newKit(t), today(t), shippedTo(t, 10_000, 0))
	return &hooked{begin(w, 0, tally{}), t, w.asker, w.pools[0]}
}

// does has the token call to with data from now on.
func (h *hooked) does(to common.Address, data []byte) {
	h.SetCode(h.hook, trap(to, data), tracing.CodeChangeUnspecified)
	h.SetState(h.w.tokens[bitcoin], approveSlot, common.BytesToHash(h.hook[:]))
	h.end()
}

// calls is an allowance of the token that calls out: of nothing, which is enough.
func (h *hooked) calls() execution {
	return execution{h.w.tokens[bitcoin], new(big.Int), approveCall(h.w.npm, new(big.Int))}
}

// allows the position manager 2,000 dollars.
func (h *hooked) allows() execution {
	return execution{h.w.tokens[cash], new(big.Int), approveCall(h.w.npm, units(cash, 2_000_000))}
}

// mints a position of 2,000 dollars a step above or below the pool, whose edges it
// returns, the near one first.
func (h *hooked) mints() (call execution, near, far int64) {
	amount, gap := units(cash, 2_000_000), h.at.spacing
	here := h.w.tick(h.machine, h.at) / gap * gap
	a0, a1, lower, upper := amount, new(big.Int), here+gap, here+400
	near, far = lower, upper
	if h.at.token0 != cash {
		a0, a1, lower, upper = a1, a0, here-400, here-gap
		near, far = upper, lower
	}
	return execution{h.w.npm, new(big.Int), mintCall(h.at, h.w, lower, upper, a0, a1, h.w.account)}, near, far
}

// refused says that calls are, why, and that the account is worth what it was.
func (h *hooked) refused(want, name string, calls ...execution) {
	h.t.Helper()
	h.wealthy = nil
	before := h.wealth().total
	if no := h.sends(calls...); no != want || h.wealth().total.Cmp(before) != 0 {
		h.t.Errorf("%s: refused because of %q, want %s; %s of %s is left", name, no, want, show(h.wealth().total), show(before))
	}
}

// worked says that the trick that the token does works, where nothing else is done.
func (h *hooked) worked() {
	h.t.Helper()
	if no := h.sends(h.calls()); no != "" || h.GetState(h.hook, common.Hash{31: 2}).Big().Sign() == 0 {
		h.t.Fatalf("the token did not do it: %q", no)
	}
}

// A token moves the pool when it is approved. Where the pool stands behind the mint is what
// counts, so that neither a move in front of the mint nor one that was undone within hides it.
func TestAnAllowanceMovesThePoolBeforeAMint(t *testing.T) {
	h := newHooked(t)
	w := h.w
	mint, _, _ := h.mints()
	fair := w.root(h.machine, h.at)
	// Ether becomes dearer by a twentieth, beyond the position: it takes cash alone all the same.
	off := scaled(fair, 10_500)
	in, out := cash, ether
	if h.at.token0 == cash {
		off = scaled(fair, 9_524)
	}
	h.does(w.router, limitedSwap(w, in, out, h.at.fee, new(big.Int).Lsh(big.NewInt(1), 45), off, w.thief))
	h.worked()
	if got := w.root(h.machine, h.at); got.Cmp(off) != 0 {
		t.Fatalf("the pool stands at %s, and not at %s", got, off)
	}
	h.moveTo(w.maker, h.at, fair)
	h.refused("ValueLost", "moved in front", h.allows(), h.calls(), mint)
	h.refused("BatchNotAllowed", "and moved back behind", h.allows(), h.calls(), mint, h.calls())
	// Off before, and back within: it is minted at the feeds' price, and loses nothing.
	h.moveTo(w.thief, h.at, off)
	h.does(w.router, limitedSwap(w, out, in, h.at.fee, new(big.Int).Lsh(big.NewInt(1), 70), fair, w.thief))
	before := h.wealth().total
	if no := h.sends(h.allows(), h.calls(), mint); no != "" || w.root(h.machine, h.at).Cmp(fair) != 0 {
		t.Fatalf("moved back in front: %q", no)
	}
	if lost := new(big.Int).Sub(before, h.wealth().total); lost.Cmp(grain) > 0 {
		t.Errorf("%s dollars lost at the feeds' price", show(lost))
	}
}

// named is the cage's name of a position.
func (h *hooked) named(id *big.Int) int64 {
	key := crypto.Keccak256Hash(common.LeftPadBytes(h.w.npm[:], 32), common.LeftPadBytes(id.Bytes(), 32))
	return word(h.ask(h.w.enforcer, h.w.edition.call("CageEnforcer", "names", h.w.cages[0], key)), 0).Int64()
}

// A token brings a position of the thief's when it is approved. Behind a mint that would be taken
// for the new one; in front of it the new one keeps its name.
func TestAGiftIsNotTakenForAMint(t *testing.T) {
	h := newHooked(t)
	w := h.w
	mint, near, far := h.mints()
	gift := func() *big.Int {
		out, _, err := h.do(w.thief, w.npm, mintCall(h.at, w, min(near, far), max(near, far), units(h.at.token0, 1), units(h.at.token1, 1), w.thief))
		check(t, err)
		id := word(out, 0)
		h.always(w.thief, w.npm, approveCall(h.hook, id))
		h.does(w.npm, append(append(append(crypto4("transferFrom(address,address,uint256)"), common.BytesToHash(w.thief[:]).Bytes()...), common.BytesToHash(w.account[:]).Bytes()...), common.BigToHash(id).Bytes()...))
		return id
	}
	gift()
	h.worked()
	if n := len(w.positions(h.machine)); n != 1 {
		t.Fatalf("%d positions were given", n)
	}
	id := gift()
	h.refused("BatchNotAllowed", "a gift behind it", h.allows(), mint, h.calls())
	if no := h.sends(h.allows(), h.calls(), mint); no != "" {
		t.Fatalf("a gift in front of it: %q", no)
	}
	list := w.positions(h.machine)
	if len(list) != 3 || list[1].id.Cmp(id) != 0 || h.named(id) != 0 || h.named(list[2].id) == 0 {
		t.Errorf("%d positions; the gift is named %d, the new one %d", len(list), h.named(id), h.named(list[2].id))
	}
	cost, call := h.deployed(), func(data []byte) execution { return execution{w.npm, new(big.Int), data} }
	if no := h.sends(call(decreaseCall(id, list[1].liquidity)), call(collectCall(id, w.account))); no != "" || h.deployed() != cost || cost == 0 {
		t.Errorf("the gift is left: %q; the new one cost %d of %d", no, h.deployed(), cost)
	}
}

// put is dust that a stranger puts into a position of the account's, as anybody may.
func (p *play) put(by common.Address, x position) {
	_, _, _ = p.do(by, p.w.npm, increaseCall(x.id, units(x.pool.token0, 1), units(x.pool.token1, 1)))
}

// A stranger puts dust into the position before each exit: burning what is not empty reverts, and
// the exit with it; without burning each passes, and leaves the dust.
func TestAStrangersDustHoldsUpNoExit(t *testing.T) {
	w := newWorld(newKit(t), today(t), profiles[3])
	p := begin(w, 0, tally{})
	if no := p.sends(p.beside(0)...); no != "" {
		t.Fatal("mint: ", no)
	}
	call := func(data []byte) execution { return execution{w.npm, new(big.Int), data} }
	first := w.positions(p.machine)[0].liquidity
	for n := range 3 {
		x := w.positions(p.machine)[0] // what the Golem reads
		p.put(w.thief, x)
		if now := w.positions(p.machine)[0].liquidity; now.Cmp(x.liquidity) <= 0 {
			t.Fatalf("exit %d: no dust: %s became %s", n, x.liquidity, now)
		}
		steps := []execution{call(decreaseCall(x.id, x.liquidity)), call(collectCall(x.id, w.account))}
		if no := p.sends(append(steps, call(bind.NewNonfungiblePositionManager().PackBurn(x.id)))...); no != "Not cleared" {
			t.Errorf("exit %d, with burn: %q", n, no)
		}
		if no := p.sends(steps...); no != "" {
			t.Errorf("exit %d: %q", n, no)
		}
		if left := w.positions(p.machine)[0].liquidity; new(big.Int).Lsh(left, 9).Cmp(first) > 0 {
			t.Errorf("exit %d leaves %s of %s", n, left, first)
		}
	}
}

// What the owner opened by himself is left in a pool that he approved, and stays in another: it
// would come out as something to sell that no limit counts.
func TestWhatTheOwnerHasInAnotherPoolStays(t *testing.T) {
	for n, want := range map[int]string{1: "", 2: "ProtocolNotApproved"} {
		w := newWorld(newKit(t), today(t), profiles[3])
		p := begin(w, 0, tally{})
		at := w.pools[n]
		edge, one := 887_000/at.spacing*at.spacing, [2]*big.Int{units(at.token0, 100), units(at.token1, 100)}
		for i, token := range []int{at.token0, at.token1} {
			p.always(w.account, w.tokens[token], approveCall(w.npm, one[i]))
		}
		p.always(w.account, w.npm, mintCall(at, w, -edge, edge, one[0], one[1], w.account))
		x := w.positions(p.machine)[0]
		call := func(data []byte) execution { return execution{w.npm, new(big.Int), data} }
		decrease, collect, burn := call(decreaseCall(x.id, x.liquidity)), call(collectCall(x.id, w.account)), call(bind.NewNonfungiblePositionManager().PackBurn(x.id))
		if want != "" {
			for _, step := range []execution{decrease, collect, burn} {
				if no := p.sends(step); no != want {
					t.Errorf("pool %d: a step of leaving: %q", n, no)
				}
			}
		}
		if no := p.sends(decrease, collect, burn); no != want || (len(w.positions(p.machine)) == 0) != (want == "") {
			t.Errorf("pool %d: %q, want %q", n, no, want)
		}
	}
}
