package grant

import (
	"errors"
	"fmt"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/delegation"
	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/caveat"
	"bardo.run/bardo/golem/safety/loss"
	"bardo.run/bardo/golem/safety/worstday"
	"bardo.run/bardo/internal/money"
)

type (
	// Token is a token that a wish names, with its feed.
	Token = caveat.Token
	// Form is a form of call that a wish names.
	Form = caveat.Form
)

// Wish is what an owner wants to allow, before anything of it stands on the chain.
type Wish struct {
	Mode    Mode
	ChainID uint64
	Manager common.Address // MetaMask's DelegationManager
	Counter common.Address // MetaMask's LimitedCallsEnforcer; in LocalKey custody alone
	Owner   common.Address // owns cage and oracle of phases
	Account common.Address // holds the money, and knows the manager
	Key     common.Address // who will redeem
	Start   uint64         // unix seconds, both inclusive
	End     uint64

	Tokens []Token // what may be held, with their feeds; the first is cash
	Forms  []Form  // what may be called
	// Readings say who reads the calls of each contract among the forms, but of tokens, for the
	// cage; in Delegation custody alone.
	Readings []policycage.Reading
	Pools    []common.Address
	Limits   policycage.Limits
	// Caps are those of the Golem's settings. Where the account has a cage already, which is
	// Held, its caps hold there, whatever is asked.
	Caps  []Cap
	Held  *policycage.Config
	Worth money.USDC // of the account now, which limits on losses are shares of
	Mark  money.USDC // of it what the cage will see, in the wallet: the first high-water mark
	// Sanctions is the list of sanctioned addresses that the cage names; zero: none.
	Sanctions common.Address
	// Sequencer is the uptime feed of the rollup's sequencer; zero: there is none.
	Sequencer common.Address

	// WorstDay is what the worst day is computed from, which the owner reads.
	WorstDay worstday.Limits

	Calls uint64     // redemptions at most; in LocalKey custody alone
	Daily money.USDC // spent on openings and swaps a day; in LocalKey custody alone
	Salt  uint256.Int
}

// Limits are the cage's for a Golem's own: the same numbers, where a cage knows them. What
// may be lost is in dollars there, for an account of the given worth.
func Limits(p cage.Policy, worth money.USDC) policycage.Limits {
	l := policycage.DefaultLimits()
	l.PerTransaction, l.PerDay, l.PerSession = p.PerTransaction, p.PerDay, min(p.PerSession, l.PerSession)
	l.Position, l.Concentration, l.Drawdown = p.MaxPosition, p.MaxConcentration, p.MaxDrawdown
	l.Positions, l.Assets = uint64(max(1, p.MaxPositions)), uint64(max(1, p.MaxAssets)) //nolint:gosec // small
	l.MoveLoss, l.ExitLoss = p.Loss.Move, min(p.Loss.Exit, p.Loss.Move)
	l.DayLoss, l.SessionLoss = loss.Share(p.Loss.Day, worth), loss.Share(p.Loss.Session, worth)
	l.EmergencyDrawdown = max(l.EmergencyDrawdown, p.MaxDrawdown)
	return l
}

// Bound are what the worst day is computed from once the contracts of the wish stand, for an
// account of a value and a program that holds a policy. key is what the key itself may hold.
//
// spec: DESIGN §12.29
func (w Wish) Bound(p cage.Policy, v worstday.Valuation, key money.USDC) worstday.Limits {
	if w.Mode == LocalKey {
		return worstday.New(worstday.Granted, p, v, key, w.Daily)
	}
	l := worstday.New(worstday.Delegation, p, v, key, 0).Within(w.Limits)
	l.Capped = w.assetCaps()
	return l
}

// assetCaps is what all assets but cash may come to by their caps in the cage that is made; zero:
// not all have one.
func (w Wish) assetCaps() money.BPS {
	c := policycage.Config{Cash: w.Tokens[0].Address}
	for _, t := range w.Tokens {
		c.Assets = append(c.Assets, t.Address)
	}
	for _, x := range w.Caps {
		c.Caps = append(c.Caps, x.Cap)
	}
	if all := c.AssetCaps(); all < money.Whole {
		return all
	}
	return 0
}

// Register is the call by which the owner makes the Golem known to the oracle of phases.
func (w Wish) Register() []byte { return bind.NewVitalityOracle().PackRegisterGolem(w.Key) }

// Bind is the call by which the account is held by its cage, for every grant.
func (w Wish) Bind(at Standing) []byte { return bind.NewCageEnforcer().PackBind(at.Cage) }

// Terminal is what the Golem tells the oracle of phases when it begins to die: from then
// on it only settles, whoever has its key.
func (g Grant) Terminal() []byte {
	return bind.NewVitalityOracle().PackUpdatePhase(uint8(turn.Terminal), 0)
}

// Dead is what it tells when nothing is left to settle: the delegation lets nothing
// through any more.
func (g Grant) Dead() []byte { return bind.NewVitalityOracle().PackDeregisterGolem(g.Key()) }

// Grant is the wish over contracts that stand, to be signed by the account's owner.
func (w Wish) Grant(at Standing) (Grant, error) {
	g := Grant{Mode: w.Mode, ChainID: w.ChainID, Manager: w.Manager, Ends: w.End, Cage: at.Cage, Lives: at.Lives}
	var caveats []delegation.Caveat
	var fault error
	add := func(kind caveat.Kind, enforcer common.Address, terms []byte, err error) {
		fault = errors.Join(fault, err)
		g.Enforcers = append(g.Enforcers, Enforcer{kind, enforcer})
		caveats = append(caveats, delegation.Caveat{Enforcer: enforcer, Terms: terms})
	}
	ours := func(enforcer common.Address, c caveat.Caveat) {
		terms, err := c.Terms()
		add(c.Kind(), enforcer, terms, err)
	}
	ours(at.Window, &caveat.MortalityTimeWindow{Start: w.Start, End: w.End})
	if w.Mode == LocalKey {
		add(KindLimitedCalls, w.Counter, common.BigToHash(new(big.Int).SetUint64(w.Calls)).Bytes(), nil)
		ours(at.Daily, &caveat.DailySpendLimit{Book: at.Book, Limit: uint64(max(0, w.Daily))})
	} else {
		ours(at.Phase, &caveat.GolemPhase{Book: at.Book, Oracle: at.Lives, Golem: w.Key})
		add(KindPolicyCage, at.Enforcer, policycage.Terms(at.Cage), nil)
	}
	g.Delegation = delegation.New(w.Account, w.Key, &w.Salt, caveats...)
	if fault != nil {
		return g, fmt.Errorf("%w: %w", ErrGrant, fault)
	}
	return g, nil
}

// unread is a contract among the forms whose calls no cage reads; zero: there is none. Allowances it
// reads by itself.
func (w Wish) unread() common.Address {
	for _, f := range w.Forms {
		allowance := policycage.Allowance([4]byte(f.Blank)) || policycage.Approves([4]byte(f.Blank)) || slices.ContainsFunc(w.Tokens, func(t Token) bool { return t.Address == f.Target })
		if !allowance && !slices.ContainsFunc(w.Readings, func(r policycage.Reading) bool { return r.Target == f.Target }) {
			return f.Target
		}
	}
	return common.Address{}
}

func (w Wish) check() error {
	switch {
	case w.Mode != Delegation && w.Mode != LocalKey:
		return fmt.Errorf("%w: there is no custody %q", ErrGrant, w.Mode)
	case len(w.Tokens) == 0 || len(w.Forms) == 0:
		return fmt.Errorf("%w: nothing is allowed: a wish needs tokens and calls", ErrGrant)
	case w.Mode == Delegation && w.unread() != (common.Address{}):
		return fmt.Errorf("%w: no cage reads the calls of %s", ErrGrant, w.unread())
	case w.Key == w.Owner || w.Key == w.Account:
		return fmt.Errorf("%w: the key %s is the owner's own: nothing would bound it", ErrGrant, w.Key)
	case w.End <= w.Start:
		return fmt.Errorf("%w: it ends at %d, before it starts at %d", ErrGrant, w.End, w.Start)
	case w.Mode == LocalKey && uint64(max(0, w.Daily)) > policycage.MostCounted:
		return fmt.Errorf("%w: %s a day is more than the chain can count: allow at most %s", ErrGrant, Dollars(w.Daily), Dollars(policycage.MostCounted))
	case w.Mode == LocalKey && (w.Calls == 0 || w.Daily <= 0 || w.Counter == common.Address{}):
		return fmt.Errorf("%w: a local key needs a number of calls, a daily limit and MetaMask's LimitedCallsEnforcer", ErrGrant)
	}
	return nil
}
