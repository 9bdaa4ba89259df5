package cheat

import (
	"context"
	"fmt"
	"math/big"

	"bardo.run/bardo/mirage/node"

	"github.com/ethereum/go-ethereum/common"
)

// raise finds the slot of the token whose change makes a view answer the amount more,
// and leaves it changed on the scratch. apart also asks that the supply stays.
func (w minting) raise(ctx context.Context, view []byte, more []common.Hash, apart bool) (write, error) {
	w.scratch.Forget()
	now, ok, err := w.ask(ctx, view)
	if err != nil {
		return write{}, err
	}
	slots := append(w.read(w.scratch.Reads()), more...)
	if !ok {
		return write{}, w.undetected("it does not answer %x", view[:4])
	}
	want := new(big.Int).Add(now, w.amount)
	if want.BitLen() > 256 {
		return write{}, invalid("amount %s and the %s that are there do not fit 256 bits", w.amount, now)
	}
	keep, err := w.constants(ctx, apart)
	if err != nil {
		return write{}, err
	}
	for _, slot := range slots {
		found, ok, err := w.fits(ctx, slot, now, func(ctx context.Context) (bool, error) {
			return w.holds(ctx, append(keep, expected{view, want}))
		})
		if ok || err != nil {
			return found, err
		}
	}
	return write{}, w.undetected("no slot raises it by exactly %s", w.amount)
}

func (w minting) undetected(format string, args ...any) error {
	return &Error{Code: CodeSlotDetectionFailed, Message: fmt.Sprintf("token %s: ", w.token) + fmt.Sprintf(format, args...) + ": nothing was written"}
}

// read are the token's own slots of those that were read, the last one first: a balance
// is read behind what leads to it.
func (w minting) read(slots []node.Slot) (own []common.Hash) {
	for i := len(slots) - 1; i >= 0; i-- {
		if slots[i].Account == w.token {
			own = append(own, slots[i].Slot)
		}
	}
	return own
}

// expected is what a view must answer.
type expected struct {
	view  []byte
	value *big.Int // nil: it must fail
}

// constants are what the right slot leaves as it is: the balance of somebody else, and
// for a balance the total supply, for the supply the balance.
func (w minting) constants(ctx context.Context, balance bool) ([]expected, error) {
	views := [][]byte{w.balance(w.token), w.balance(w.to)}
	if balance {
		views[1] = totalSupply
	}
	if w.token == w.to {
		views[0] = w.balance(common.Address{0: 1, 19: 1})
	}
	var out []expected
	for _, view := range views {
		v, _, err := w.ask(ctx, view)
		if err != nil {
			return nil, err
		}
		out = append(out, expected{view, v})
	}
	return out, nil
}

func (w minting) holds(ctx context.Context, all []expected) (bool, error) {
	for _, e := range all {
		v, ok, err := w.ask(ctx, e.view)
		if err != nil {
			return false, err
		}
		if ok != (e.value != nil) || (ok && v.Cmp(e.value) != 0) {
			return false, nil
		}
	}
	return true, nil
}

// fits tries a slot: at every byte where it could hold the number now, the amount is
// added. A slot that does not do it is put back.
func (w minting) fits(ctx context.Context, slot common.Hash, now *big.Int, right func(context.Context) (bool, error)) (write, bool, error) {
	old := w.scratch.Storage(w.token, slot)
	for shift := uint(0); shift < 256; shift += 8 {
		field := new(big.Int).Rsh(old.Big(), shift)
		field.And(field, new(big.Int).Sub(new(big.Int).Lsh(common.Big1, uint(now.BitLen())), common.Big1))
		next := new(big.Int).Add(old.Big(), new(big.Int).Lsh(w.amount, shift))
		if field.Cmp(now) != 0 || next.BitLen() > 256 {
			continue
		}
		w.scratch.SetStorage(w.token, slot, common.BigToHash(next))
		ok, err := right(ctx)
		if ok || err != nil {
			return write{slot, old, common.BigToHash(next)}, ok, err
		}
		w.scratch.SetStorage(w.token, slot, old)
	}
	return write{}, false, nil
}
