package caveat

import (
	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/policycage"
)

// empty is a pointer to a caveat of a kind, nil where there is none.
func empty(k Kind) Caveat {
	switch k {
	case KindGolemPhase:
		return &GolemPhase{}
	case KindMortalityTimeWindow:
		return &MortalityTimeWindow{}
	case KindDreamMode:
		return &DreamMode{}
	case KindVaultNAV:
		return &VaultNAV{}
	case KindReplicantBudget:
		return &ReplicantBudget{}
	case KindMaxSlippage:
		return &MaxSlippage{}
	case KindDailySpendLimit:
		return &DailySpendLimit{}
	}
	return nil
}

// named refuses addresses that are zero.
func named(addresses ...common.Address) error {
	for _, a := range addresses {
		if a == (common.Address{}) {
			return Refusal("Caveat: an address of the terms is zero")
		}
	}
	return nil
}

func (c *GolemPhase) fields() []any          { return []any{&c.Book, &c.Oracle, &c.Golem} }
func (c *MortalityTimeWindow) fields() []any { return []any{&c.Start, &c.End} }
func (c *DreamMode) fields() []any           { return []any{&c.Oracle, &c.Golem} }
func (c *VaultNAV) fields() []any            { return []any{&c.Book, &c.Vault, &c.Share} }
func (c *ReplicantBudget) fields() []any {
	return []any{&c.Book, &c.Budget, &c.Lifespan, &c.Born}
}
func (c *MaxSlippage) fields() []any     { return []any{&c.Book, &c.Slippage} }
func (c *DailySpendLimit) fields() []any { return []any{&c.Book, &c.Limit} }

// Kind implements Caveat.
func (*GolemPhase) Kind() Kind { return KindGolemPhase }

// Kind implements Caveat.
func (*MortalityTimeWindow) Kind() Kind { return KindMortalityTimeWindow }

// Kind implements Caveat.
func (*DreamMode) Kind() Kind { return KindDreamMode }

// Kind implements Caveat.
func (*VaultNAV) Kind() Kind { return KindVaultNAV }

// Kind implements Caveat.
func (*ReplicantBudget) Kind() Kind { return KindReplicantBudget }

// Kind implements Caveat.
func (*MaxSlippage) Kind() Kind { return KindMaxSlippage }

// Kind implements Caveat.
func (*DailySpendLimit) Kind() Kind { return KindDailySpendLimit }

// Terms implements Caveat.
func (c *GolemPhase) Terms() ([]byte, error) { return encode(c) }

// Terms implements Caveat.
func (c *MortalityTimeWindow) Terms() ([]byte, error) { return encode(c) }

// Terms implements Caveat.
func (c *DreamMode) Terms() ([]byte, error) { return encode(c) }

// Terms implements Caveat.
func (c *VaultNAV) Terms() ([]byte, error) { return encode(c) }

// Terms implements Caveat.
func (c *ReplicantBudget) Terms() ([]byte, error) { return encode(c) }

// Terms implements Caveat.
func (c *MaxSlippage) Terms() ([]byte, error) { return encode(c) }

// Terms implements Caveat.
func (c *DailySpendLimit) Terms() ([]byte, error) { return encode(c) }

func (c *GolemPhase) valid() error { return named(c.Book, c.Oracle, c.Golem) }

func (c *MortalityTimeWindow) valid() error {
	if c.End <= c.Start {
		return Refusal("MortalityTimeWindow: the window ends before it starts")
	}
	return nil
}

func (c *DreamMode) valid() error { return named(c.Oracle, c.Golem) }

func (c *VaultNAV) valid() error {
	if err := named(c.Book, c.Vault); err != nil {
		return err
	}
	if c.Share < 1 || c.Share > 10_000 {
		return Refusal("VaultNAV: the share is not between 1 and 10,000")
	}
	return nil
}

func (c *ReplicantBudget) valid() error {
	if err := named(c.Book); err != nil {
		return err
	}
	if c.Budget == 0 || c.Lifespan == 0 {
		return Refusal("ReplicantBudget: the terms allow nothing")
	}
	return nil
}

func (c *MaxSlippage) valid() error {
	if err := named(c.Book); err != nil {
		return err
	}
	if c.Slippage < 0 || c.Slippage > 10_000 {
		return Refusal("MaxSlippage: more than 10,000 basis points")
	}
	return nil
}

func (c *DailySpendLimit) valid() error {
	if err := named(c.Book); err != nil {
		return err
	}
	if c.Limit == 0 {
		return Refusal("DailySpendLimit: the terms allow nothing")
	}
	if c.Limit > policycage.MostCounted {
		return Refusal("DailySpendLimit: the terms allow more than can be counted")
	}
	return nil
}
