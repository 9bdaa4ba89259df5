package golem

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/agent/process"
	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/golem/host/booking"
	"bardo.run/bardo/golem/host/ledger"
	"bardo.run/bardo/golem/host/term"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/protocol/table"
	"bardo.run/bardo/golem/world/tool"
	"bardo.run/bardo/internal/eip55"
)

// Waiting for a receipt in a real life, in milliseconds (chain §8).
const (
	poll     = 1_000
	patience = 60_000
)

// watched is how deep below the head an order is watched for a reorg, in blocks: as
// many headers as are kept (chain §10.3).
const watched = 64

// errPaper says that a life that trades would go on without sending anything.
var errPaper = fmt.Errorf("%w: a life that trades does not go back to paper; golem halt --level freeze stops every signature, or choose another --data-dir", errUsage)

// errOwner says that the owner cannot be meant.
var errOwner = errors.New("the owner is no account")

// errLooser says that the settings loosen a limit in force.
var errLooser = errors.New("limits are only tightened in a life; write them as they are in force, or begin another life in another folder")

// boot makes the boot entry: what the configuration says, and who the Golem is and
// what it was given, which a life that goes on keeps.
func (l *life) boot(ctx context.Context, born *agent.Boot) (agent.Boot, error) {
	if err := l.bounded(born); err != nil {
		return agent.Boot{}, err
	}
	seen, err := l.eyes.Observe(ctx)
	if err != nil {
		return agent.Boot{}, err
	}
	for i := range seen.Assets {
		if a := &seen.Assets[i]; a.Feed != nil && a.Feed.Unread != "" {
			l.log.Warn("the price feed says no price: is it the right one?", "token", a.Token.Symbol, "feed", l.eyes.Feed(a.Token.Address), "cause", a.Feed.Unread)
		}
	}
	if err := l.keys.Enclave().Compile(l.venue(), seen); err != nil {
		return agent.Boot{}, err
	}
	if err := l.lean(ctx, seen); err != nil {
		return agent.Boot{}, err
	}
	b, err := l.settled(seen)
	if err != nil {
		return b, err
	}
	l.limits.reading = seen
	l.pledge(ctx, b, seen)
	if err := l.owned(seen); err != nil {
		return b, err
	}
	if err := genuine(ctx, l, seen); err != nil {
		return b, err
	}
	if err := l.proven(ctx, b.Venue, born == nil); err != nil {
		return b, err
	}
	if born == nil {
		l.limits.last = b.Policy
		return b, l.birth(&b, seen)
	}
	if b.Venue.Grant != nil && born.Venue.Grant != nil {
		b.Venue.Grant = born.Venue.Grant // another one arrives in its course
	}
	if b.Custody.Enclave != nil && born.Custody.Enclave != nil {
		b.Custody.Enclave = born.Custody.Enclave // another policy may bound it in its course
	}
	if loosened := l.limits.inForce.Loosened(b.Policy); len(loosened) > 0 {
		return b, fmt.Errorf("%w: %s", errLooser, strings.Join(loosened, "; "))
	}
	if b.Policy = born.Policy; born.Policy.Paper { // born without a key, perhaps
		b.Anchor = born.Anchor
	}
	if err := l.same(born); err != nil {
		return b, err
	}
	b.Custody.Recovery = born.Custody.Recovery
	b.Identity, b.Birth.Start, b.Birth.Until, b.Birth.Tokens, b.Birth.Credit, b.Birth.Plan = born.Identity, born.Birth.Start, born.Birth.Until, born.Birth.Tokens, born.Birth.Credit, born.Birth.Plan
	b.Birth.Paid = born.Birth.Paid
	if err := l.fate.redraw(&b, born); err != nil {
		return b, err
	}
	b.Strategy.Policy = born.Strategy.Policy
	if b.Strategy.Text = born.Strategy.Text; !born.Strategy.HotReload {
		b.Strategy.Text, _, err = l.compiled(b.Strategy.Policy)
	}
	return b, err
}

// owned refuses a contract that the Golem trades with as its owner: what it sent there would be
// lost.
func (l *life) owned(seen turn.Reading) error {
	owner := eip55.Must(l.config.Identity.OwnerAddress)
	if owner == (common.Address{}) {
		return nil
	}
	taken, err := dealings(l, seen)
	if err != nil {
		return err
	}
	for _, contract := range taken {
		if owner == contract.Address {
			return fmt.Errorf("%w: identity.owner_address is %s, which is %s: name an account of yours", errOwner, owner, contract.What)
		}
	}
	if number := owner.Big(); number.IsUint64() && number.Uint64() <= 0xffff {
		return fmt.Errorf("%w: identity.owner_address is %s, for which nobody has a key: name an account of yours", errOwner, owner)
	}
	return nil
}

// dealings are the contracts that a Golem deals with, by what each is.
func dealings(l *life, seen turn.Reading) (all []protocol.Contract, _ error) {
	all = append(all, protocol.Contract{What: "the Golem's own wallet", Address: l.keys.Wallet()}, protocol.Contract{What: "the sanctions oracle", Address: eip55.Must(l.config.Safety.SanctionsOracle)})
	for _, a := range seen.Assets {
		all = append(all,
			protocol.Contract{What: "the token " + a.Token.Symbol, Address: a.Token.Address},
			protocol.Contract{What: "the price feed of " + a.Token.Symbol, Address: l.eyes.Feed(a.Token.Address)})
	}
	for _, m := range seen.Markets {
		all = append(all, protocol.Contract{What: "the market " + m.Handle, Address: m.Address})
	}
	for _, d := range l.eyes.Deployments() {
		of, err := table.Contracts(d)
		if err != nil {
			return nil, err
		}
		for _, c := range of {
			all = append(all, protocol.Contract{What: "the " + c.What + " of " + d.Handle, Address: c.Address})
		}
	}
	return all, nil
}

// same refuses settings of the birth that the boot entry keeps and nothing else would miss.
func (l *life) same(born *agent.Boot) error {
	c, id := l.config, born.Identity
	var changed []string
	if c.Golem.Name != "" && c.Golem.Name != id.Name {
		changed = append(changed, fmt.Sprintf("golem.name is %q and was %q", c.Golem.Name, id.Name))
	}
	if owner := eip55.Must(c.Identity.OwnerAddress); owner != id.Owner {
		changed = append(changed, fmt.Sprintf("identity.owner_address is %s and was %s", owner, id.Owner))
	}
	if end := until(c, time.UnixMilli(born.Birth.Start)); l.host == nil && end != born.Birth.Until {
		changed = append(changed, fmt.Sprintf("golem.lifetime is %s and was %s; golem extend moves the end of a life", c.Golem.Lifetime, lifetime(born.Birth)))
	}
	if spread := c.Safety.MaxPriceSpread; spread != born.Chain.Spread {
		changed = append(changed, fmt.Sprintf("safety.max_price_spread_bps is %d and was %d", spread, born.Chain.Spread))
	}
	if len(changed) > 0 {
		return fmt.Errorf("%w: %s", process.ErrOther, strings.Join(changed, "; "))
	}
	return nil
}

// lifetime is golem.lifetime of a birth.
func lifetime(b booking.Birth) config.Span {
	if b.Until == term.Forever {
		return 0
	}
	return config.Span(time.Duration(b.Until-b.Start) * time.Millisecond)
}

// proven makes a round trip through the venue, in a simulation. A life does not begin on one
// that fails. One that goes on does, because it may hold what has to be closed elsewhere, and a
// stranger who empties a pool must not keep it from coming back.
func (l *life) proven(ctx context.Context, v tool.Venue, newborn bool) error {
	foresight, err := l.foresight(v)
	if err != nil {
		return err
	}
	trips, err := foresight.Prove(ctx)
	if err != nil {
		return err
	}
	err = tool.Proven(trips)
	if err != nil && !newborn {
		l.log.Warn("what the Golem trades with fails in a simulation", "error", err)
		return nil
	}
	return err
}

// settled is the part of the boot entry that follows from the configuration. Large orders are
// always witnessed, with one endpoint too, so that another can be added to a life without
// making it another one.
func (l *life) settled(seen turn.Reading) (agent.Boot, error) {
	c := l.config
	if err := l.fits(seen); err != nil {
		return agent.Boot{}, err
	}
	b, err := agent.Origin{
		Birth: booking.Birth{Credit: c.Golem.Funding.USDC(), Paid: l.host.paid()}, Venue: l.venue(), Hosted: rents(c), Runs: true,
		Chain:  chain.Terms{Numeraire: eip55.Must(c.Venue.Quote), Poll: l.seams.poll, Patience: l.seams.patience, Watched: watched, Witnessed: true, Rollup: l.eyes.Rollup()},
		Tokens: seen.Tokens(), Markets: seen.Markets,
		Custody: agent.Custody{Recovery: l.keys.Recovery(), Enclave: l.keys.Enclave().Birth()},
	}.Born(c)
	b.Anchor = b.Anchor && !l.paper
	b.Policy = l.policy(c, b.Policy)
	return b, err
}

// fits refuses settings that are not of what was read: caps of nothing, and a token that is
// another than the network's list says.
func (l *life) fits(seen turn.Reading) error {
	for _, t := range seen.Tokens() {
		if err := l.config.CheckToken(t.Address, t.Symbol, t.Decimals); err != nil {
			return fmt.Errorf("%w: %w", protocol.ErrSelfReport, err)
		}
	}
	return cage.CheckCaps(l.config.Safety, seen)
}

// birth adds who is born, and with what.
func (l *life) birth(b *agent.Boot, seen turn.Reading) error {
	text, compiled, err := l.compiled(b.Strategy.Policy)
	if err != nil {
		return err
	}
	now := l.seams.clock.Now().Truncate(time.Millisecond)
	if b.Identity, err = identity(l.config, l.keys.Wallet(), compiled.Name, now); err != nil {
		return err
	}
	b.Strategy.Text, b.Birth.Start, b.Birth.Until, b.Birth.Tokens = text, now.UnixMilli(), l.host.until(l.config, now), purse(seen)
	return l.fate.draw(b)
}

// compiled reads the strategy file, under what the life may do.
func (l *life) compiled(p strategy.Policy) ([]byte, *strategy.Strategy, error) {
	text, err := l.strategy()
	if err != nil {
		return nil, nil, &strategyError{err}
	}
	s, err := strategy.Compile(text, p)
	if err != nil {
		return nil, nil, &strategyError{fmt.Errorf("%s: %w", l.strategyPath(), err)}
	}
	return text, s, nil
}

// identity names a new Golem. Its id is no secret and decides nothing, but no two
// may share one.
func identity(c config.GolemConfig, wallet common.Address, name string, at time.Time) (turn.Identity, error) {
	id := turn.Identity{
		GolemID: c.Identity.GolemID, Name: c.Golem.Name, Wallet: wallet, Owner: eip55.Must(c.Identity.OwnerAddress),
		CreatedAt: at.UnixMilli(), ChainID: c.ChainID(), Epoch: 1,
	}
	if id.Name == "" {
		id.Name = name
	}
	if id.GolemID != "" {
		return id, nil
	}
	var random [6]byte
	if _, err := rand.Read(random[:]); err != nil {
		return id, fmt.Errorf("name the Golem: %w", err)
	}
	id.GolemID = "golem-" + hex.EncodeToString(random[:])
	return id, nil
}

func until(c config.GolemConfig, birth time.Time) int64 {
	if c.Golem.Lifetime == 0 {
		return term.Forever
	}
	return birth.Add(time.Duration(c.Golem.Lifetime)).UnixMilli()
}

// purse is what the wallet holds at birth.
func purse(seen turn.Reading) []ledger.Amount {
	var held []ledger.Amount
	for _, a := range seen.Assets {
		if !a.Units.IsZero() {
			held = append(held, ledger.Amount{Asset: a.Token.Address.Hex(), Units: a.Units})
		}
	}
	if !seen.Native.IsZero() {
		held = append(held, ledger.Amount{Asset: ledger.Native, Units: seen.Native})
	}
	return held
}

func (l *life) venue() tool.Venue {
	return l.keys.Venue(tool.Venue{Deployments: l.eyes.Deployments()})
}
