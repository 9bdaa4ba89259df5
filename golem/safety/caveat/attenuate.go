package caveat

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"github.com/ethereum/go-ethereum/common"
)

// ErrNotAttenuated means that a child delegation would allow more than its parent.
var ErrNotAttenuated = errors.New("the delegation is not as strict as its parent")

// Bound is a caveat of a delegation as it is signed.
type Bound struct {
	Enforcer common.Address
	Terms    []byte
}

// Attenuated checks that each caveat of a parent delegation is answered by one of the
// child's that is at least as strict, field by field (safety §8). kinds tells which
// contracts are Bardo's enforcers; a caveat of another must be repeated as it is, because
// which of two terms is stricter is known of our own alone. What the child has beyond that
// only narrows it.
func Attenuated(parent, child []Bound, kinds map[common.Address]Kind) error {
	for _, p := range parent {
		if err := answered(p, child, kinds); err != nil {
			return err
		}
	}
	return nil
}

func answered(p Bound, child []Bound, kinds map[common.Address]Kind) error {
	kind, ours := kinds[p.Enforcer]
	if !ours {
		if slices.ContainsFunc(child, func(c Bound) bool { return c.Enforcer == p.Enforcer && bytes.Equal(c.Terms, p.Terms) }) {
			return nil
		}
		return fmt.Errorf("%w: it does not repeat the caveat of %s", ErrNotAttenuated, p.Enforcer)
	}
	limit, err := Decode(kind, p.Terms)
	if err != nil {
		return fmt.Errorf("%s of the parent: %w", kind, err)
	}
	reason := errors.New("the child has none")
	for _, c := range child {
		if c.Enforcer != p.Enforcer {
			continue
		}
		narrow, err := Decode(kind, c.Terms)
		if err != nil {
			return fmt.Errorf("%s of the child: %w", kind, err)
		}
		if reason = narrow.within(limit); reason == nil {
			return nil
		}
	}
	return fmt.Errorf("%w: %s: %w", ErrNotAttenuated, kind, reason)
}

// field is one comparison of a child's field with its parent's.
type field struct {
	name string
	ok   bool
}

// all names the first field that is looser than the parent's.
func all(fields ...field) error {
	for _, f := range fields {
		if !f.ok {
			return fmt.Errorf("%s is looser than the parent's", f.name)
		}
	}
	return nil
}

func (c *GolemPhase) within(parent Caveat) error {
	p := parent.(*GolemPhase)
	return all(field{"book", c.Book == p.Book}, field{"oracle", c.Oracle == p.Oracle}, field{"golem", c.Golem == p.Golem})
}

func (c *MortalityTimeWindow) within(parent Caveat) error {
	p := parent.(*MortalityTimeWindow)
	return all(field{"start", c.Start >= p.Start}, field{"end", c.End <= p.End})
}

func (c *DreamMode) within(parent Caveat) error {
	p := parent.(*DreamMode)
	return all(field{"oracle", c.Oracle == p.Oracle}, field{"golem", c.Golem == p.Golem})
}

func (c *VaultNAV) within(parent Caveat) error {
	p := parent.(*VaultNAV)
	return all(field{"book", c.Book == p.Book}, field{"vault", c.Vault == p.Vault}, field{"share", c.Share <= p.Share})
}

// within compares ends of life and not lifespans: who is born later dies no later.
func (c *ReplicantBudget) within(parent Caveat) error {
	p := parent.(*ReplicantBudget)
	left := p.Lifespan - min(p.Lifespan, c.Born-min(c.Born, p.Born))
	return all(field{"book", c.Book == p.Book}, field{"budget", c.Budget <= p.Budget},
		field{"birth", c.Born >= p.Born}, field{"lifespan", c.Lifespan <= left})
}

func (c *MaxSlippage) within(parent Caveat) error {
	p := parent.(*MaxSlippage)
	return all(field{"book", c.Book == p.Book}, field{"slippage", c.Slippage <= p.Slippage})
}

func (c *DailySpendLimit) within(parent Caveat) error {
	p := parent.(*DailySpendLimit)
	return all(field{"book", c.Book == p.Book}, field{"limit", c.Limit <= p.Limit})
}
