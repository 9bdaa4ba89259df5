package cage

import (
	"crypto/sha256"
	"math/big"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

// Codes of what the chain's own bounds refuse.
const (
	CodeDelegation = wire.CodeDelegationDisabled
	CodeFence      = wire.CodeSafetyCageUnread
	CodeHalted     = wire.CodeSafetyHalted
	CodeKeyDue     = wire.CodeSafetyKeyDue
)

// maxAge is how many blocks old the reading of a cage may be when an action is judged on
// it (safety §7.6).
const maxAge = 10

// What is kept of a delegation for leaving what was opened under it: the seconds before
// its end, and so many orders. A delegation bounds exits as it does openings.
//
// spec: safety §1.4 S-7
const (
	ending = 3_600
	kept   = 10
)

// Digest names the limits in force at a reading: the policy, and what the cage on the
// chain allows. A permit or capability of another digest is void (S-5).
func (c *Cage) Digest(seen turn.Reading) [sha256.Size]byte {
	own := c.policy.Digest()
	if f := seen.Fence; f != nil && f.Caged {
		return sha256.Sum256(append(own[:], f.Policy[:]...))
	}
	return own
}

// bounds are the limits in force at a reading: of the policy's and the chain's the
// stricter ones.
func (p Policy) bounds(seen turn.Reading) Policy {
	f := seen.Fence
	if f == nil || !f.Caged {
		return p
	}
	p.PerTransaction = min(p.PerTransaction, f.PerTransaction)
	p.MaxPosition, p.MaxConcentration, p.MaxDrawdown = min(p.MaxPosition, f.Position), min(p.MaxConcentration, f.Concentration), min(p.MaxDrawdown, f.Drawdown)
	p.MaxPositions = min(p.MaxPositions, int(min(f.Positions, 1<<31)))
	p.Caps = p.Caps.within(f.Caps, p.Markets)
	if f.Loss.Bounded {
		p.Loss.Move, p.Loss.Exit = min(p.Loss.Move, f.Loss.Move), min(p.Loss.Exit, f.Loss.Exit)
	}
	return p
}

// held refuses what the account would not let happen: everything where the delegation
// does not hold, and what opens a risk where the chain says halt, or says nothing.
//
// spec: safety §7.6, §8, §1.4 S-7 and S-10
func (p Policy) held(k Case) *turn.Refusal {
	f := k.Seen.Fence
	opens := k.Opens()
	if f == nil {
		if p.Fenced && opens {
			return refuse(CodeFence, "the cage on the chain was not read at block %d", k.Seen.Block.Number)
		}
		return nil
	}
	switch {
	case f.Revoked:
		return refuse(CodeDelegation, "the owner has revoked the delegation")
	case f.Session && f.Over(max(k.Seen.Block.Time, k.Now/1000)):
		return refuse(CodeDelegation, "the session in which the wallet is signed for ended at unix second %d: nothing can be opened or left before its owner gives another", f.Ends)
	case f.Over(max(k.Seen.Block.Time, k.Now/1000)):
		return refuse(CodeDelegation, "the delegation ended at unix second %d: its owner can grant another", f.Ends)
	case opens && f.Over(max(k.Seen.Block.Time, k.Now/1000)+ending):
		return refuse(CodeDelegation, "orders can be made until unix second %d only, within the hour, and what is opened could not be closed behind it", f.Ends)
	case opens && f.Counted && f.Orders < kept:
		return refuse(CodeDelegation, "%d orders are left of the delegation; they are kept for exits", f.Orders)
	case f.Unread != "" && opens:
		return refuse(CodeFence, "the cage on the chain cannot be read: %.200s", f.Unread)
	case f.Halted && opens:
		return refuse(CodeHalted, "the owner has halted the cage on the chain: only exits pass")
	}
	return nil
}

// recent refuses to open on a reading of the cage that is too old by the block of the
// simulation.
func recent(k Case, s turn.Simulation) *turn.Refusal {
	if k.Seen.Fence == nil || k.Seen.Fence.Session || s.Block.Number <= k.Seen.Block.Number+maxAge {
		return nil
	}
	return refuse(CodeFence, "the cage on the chain was read at block %d, %d blocks ago; %d are allowed",
		k.Seen.Block.Number, s.Block.Number-k.Seen.Block.Number, maxAge)
}

// leavable refuses an opening that the day's sum on the chain would not let be sold again:
// it counts exits like openings, so that what is held after it has to fit too.
//
// spec: safety §1.4 S-7
func leavable(k Case, value money.USDC, risk *big.Int) *turn.Refusal {
	f := k.Seen.Fence
	if f == nil || !f.Exits {
		return nil
	}
	whole := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(k.Seen.Numeraire().Decimals)), nil)
	need := new(big.Int).Mul(risk, big.NewInt(int64(money.One)))
	need.Add(need.Quo(need, whole), big.NewInt(int64(value)))
	if need.Cmp(big.NewInt(int64(f.DayLeft))) <= 0 {
		return nil
	}
	return refuse(CodeSpend, "%s USDC are left of the delegation's day: %s more could not all be sold again today", f.DayLeft, value)
}

// today is what the cage on the chain still lets be spent: of any 24 hours, in six-hour steps.
func today(f *turn.Fence, value money.USDC) *turn.Refusal {
	if f == nil || !f.Caged || value <= f.DayLeft {
		return nil
	}
	return refuse(CodeSpend, "%s USDC is above the %s that the cage on the chain leaves; what was spent is free again after 24 to 30 hours", value, f.DayLeft)
}
