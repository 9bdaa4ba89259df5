package caveat

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/policycage"
)

// Judge refuses a redemption, or says what the enforcer writes down, nil for nothing.
func Judge(k Kind, terms []byte, r Redemption, f Facts) (*Entry, error) {
	calls, err := r.Calls()
	if err != nil {
		return nil, err
	}
	c, err := Decode(k, terms)
	if err != nil {
		return nil, err
	}
	return c.Judge(calls, r, f)
}

// Judge implements Caveat.
func (c *GolemPhase) Judge(calls []Call, _ Redemption, f Facts) (*Entry, error) {
	life, ok := f.Lives[Asked{c.Oracle, c.Golem}]
	if !ok {
		return nil, Refusal("the vitality oracle does not answer")
	}
	if !life.Registered {
		return nil, Refusal("GolemPhase: the golem is not registered")
	}
	allowed := Allowed(life.Phase)
	if allowed == 0 {
		return nil, Refusal("GolemPhase: there is no such phase")
	}
	return nil, f.each(c.Book, calls, func(_ *Book, a Action) error {
		if a.Classes&allowed == 0 {
			return Refusal("GolemPhase: the phase does not allow this action")
		}
		return nil
	})
}

// Judge implements Caveat.
func (c *MortalityTimeWindow) Judge(_ []Call, _ Redemption, f Facts) (*Entry, error) {
	switch {
	case f.Now < c.Start:
		return nil, Refusal("MortalityTimeWindow: the window has not started")
	case f.Now > c.End:
		return nil, Refusal("MortalityTimeWindow: the window is over")
	}
	return nil, nil
}

// Judge implements Caveat.
func (c *DreamMode) Judge(_ []Call, _ Redemption, f Facts) (*Entry, error) {
	dreaming, ok := f.Dreams[Asked{c.Oracle, c.Golem}]
	switch {
	case !ok:
		return nil, Refusal("the dream oracle does not answer")
	case dreaming:
		return nil, Refusal("DreamMode: the golem is dreaming")
	}
	return nil, nil
}

// Judge implements Caveat.
func (c *VaultNAV) Judge(calls []Call, _ Redemption, f Facts) (*Entry, error) {
	vault := f.Vaults[c.Vault]
	if vault.Total == nil {
		return nil, Refusal("the vault does not answer")
	}
	sum := new(big.Int)
	err := f.each(c.Book, calls, func(b *Book, a Action) error {
		v, err := b.units(f, vault.Asset, a.Token, a.Amount)
		if err != nil {
			return err
		}
		w, err := b.units(f, vault.Asset, a.Token2, a.Amount2)
		if err != nil {
			return err
		}
		if sum = new(big.Int).Add(sum, new(big.Int).Add(v, w)); sum.BitLen() > wordBits {
			return overflow
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return nil, c.share(sum, vault.Total)
}

func (c *VaultNAV) share(units, total *big.Int) error {
	has, err := product(units, big.NewInt(10_000))
	if err != nil {
		return err
	}
	may, err := product(total, big.NewInt(int64(c.Share)))
	if err != nil {
		return err
	}
	if has.Cmp(may) > 0 {
		return Refusal("VaultNAV: more than the share of the vault")
	}
	return nil
}

// Judge implements Caveat.
func (c *ReplicantBudget) Judge(calls []Call, r Redemption, f Facts) (*Entry, error) {
	switch {
	case f.Now < c.Born:
		return nil, Refusal("ReplicantBudget: the replicant is not born")
	case f.Now-c.Born > c.Lifespan:
		return nil, Refusal("ReplicantBudget: the replicant is too old")
	}
	e, err := f.spend(Slot{Kind: c.Kind(), Delegation: r.Delegation}, c.Book, calls)
	if err == nil && !(e.Sum.IsUint64() && e.Sum.Uint64() <= c.Budget) {
		return nil, Refusal("ReplicantBudget: over the budget")
	}
	return e, err
}

// Judge implements Caveat.
func (c *DailySpendLimit) Judge(calls []Call, r Redemption, f Facts) (*Entry, error) {
	value, err := f.value(c.Book, calls)
	if err != nil {
		return nil, err
	}
	slot := Slot{Kind: c.Kind(), Account: r.Account}
	sum, ok := policycage.SumOf(f.spent(slot))
	if most := new(big.Int).Add(value, big.NewInt(int64(sum.Day(f.Now)))); !ok || !most.IsUint64() || most.Uint64() > c.Limit {
		return nil, Refusal("DailySpendLimit: over the limit of the day")
	}
	if value.Sign() > 0 {
		sum = sum.Add(f.Now, value.Uint64())
	}
	return &Entry{slot, sum.Big()}, nil
}

// spend adds what calls pay to what stands in a slot.
func (f Facts) spend(s Slot, book common.Address, calls []Call) (*Entry, error) {
	value, err := f.value(book, calls)
	if err != nil {
		return nil, err
	}
	return &Entry{s, value.Add(value, f.spent(s))}, nil
}

// value is what calls pay.
func (f Facts) value(book common.Address, calls []Call) (*big.Int, error) {
	sum := new(big.Int)
	err := f.each(book, calls, func(b *Book, a Action) error {
		v, err := b.value(f, a)
		if err == nil {
			sum.Add(sum, v)
		}
		return err
	})
	return sum, err
}

// Judge implements Caveat.
func (c *MaxSlippage) Judge(calls []Call, _ Redemption, f Facts) (*Entry, error) {
	return nil, f.each(c.Book, calls, func(b *Book, a Action) error {
		if a.TokenOut == (common.Address{}) {
			return nil
		}
		return c.swap(b, a, f)
	})
}

// swap holds least / expected ≥ 1 − slippage, multiplied out, so that nothing is rounded.
func (c *MaxSlippage) swap(b *Book, a Action, f Facts) error {
	if a.Amount.Sign() == 0 || a.Amount.BitLen() > amountBits {
		return Refusal("MaxSlippage: the amount is out of range")
	}
	price, decimals, err := b.price(f, a.Token)
	if err != nil {
		return err
	}
	priceOut, decimalsOut, err := b.price(f, a.TokenOut)
	if err != nil {
		return err
	}
	up, upOut := power(max(decimalsOut, decimals)-decimals), power(max(decimalsOut, decimals)-decimalsOut)
	least, err := product(a.Least, big.NewInt(10_000), priceOut, upOut)
	if err != nil {
		return err
	}
	expected, err := product(big.NewInt(10_000-int64(c.Slippage)), a.Amount, price, up)
	if err != nil {
		return err
	}
	if least.Cmp(expected) < 0 {
		return Refusal("MaxSlippage: the swap asks for too little")
	}
	return nil
}
