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

	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/golem/host/booking"
	"bardo.run/bardo/golem/host/ledger"
	"bardo.run/bardo/golem/host/term"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy"
	"bardo.run/bardo/golem/world/chain"
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
	if f := seen.Feed; f != nil && f.Unread != "" {
		l.log.Warn("the price feed says no price: is venue.price_feed the right one?", "feed", l.config.Venue.PriceFeed, "cause", f.Unread)
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
	l.limits.tokens, l.limits.pool = []turn.Token{seen.Pool.Token0, seen.Pool.Token1}, b.Chain.Pool
	l.pledge(ctx, b, seen)
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
	b.Custody.Recovery = born.Custody.Recovery
	b.Identity, b.Birth.Start, b.Birth.Until, b.Birth.Tokens, b.Birth.Credit, b.Birth.Plan = born.Identity, born.Birth.Start, born.Birth.Until, born.Birth.Tokens, born.Birth.Credit, born.Birth.Plan
	if err := l.fate.redraw(&b, born); err != nil {
		return b, err
	}
	if b.Strategy.Text = born.Strategy.Text; !born.Strategy.HotReload {
		b.Strategy.Text, _, err = l.compiled()
	}
	return b, err
}

// settled is the part of the boot entry that follows from the configuration. Large orders are
// always witnessed, with one endpoint too, so that another can be added to a life without
// making it another one.
func (l *life) settled(seen turn.Reading) (agent.Boot, error) {
	c := l.config
	b, err := agent.Origin{
		Birth: booking.Birth{Credit: c.Golem.Funding.USDC()}, Venue: l.venue(), Hosted: rents(c), Runs: true,
		Chain:   chain.Terms{Pool: l.at(c.Venue.Pool), Quote: l.at(c.Venue.Quote), Poll: l.seams.poll, Patience: l.seams.patience, Watched: watched, Witnessed: true, Rollup: l.eyes.Rollup()},
		Tokens:  []turn.Token{seen.Pool.Token0, seen.Pool.Token1},
		Custody: agent.Custody{Recovery: l.keys.Recovery(), Enclave: l.keys.Enclave().Birth()},
	}.Born(c)
	b.Anchor = b.Anchor && !l.paper
	b.Policy = l.policy(c, b.Policy)
	return b, err
}

// birth adds who is born, and with what.
func (l *life) birth(b *agent.Boot, seen turn.Reading) error {
	text, compiled, err := l.compiled()
	if err != nil {
		return err
	}
	now := l.seams.clock.Now().Truncate(time.Millisecond)
	if b.Identity, err = identity(l.config, l.keys.Wallet(), compiled.Name, now); err != nil {
		return err
	}
	b.Strategy.Text, b.Birth.Start, b.Birth.Until, b.Birth.Tokens = text, now.UnixMilli(), until(l.config, now), purse(seen)
	return l.fate.draw(b)
}

// compiled reads the strategy file.
func (l *life) compiled() ([]byte, *strategy.Strategy, error) {
	text, err := l.strategy()
	if err != nil {
		return nil, nil, &strategyError{err}
	}
	s, err := strategy.Compile(text, strategy.DefaultPolicy())
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
	if c.Golem.LifetimeHours == 0 {
		return term.Forever
	}
	return birth.Add(time.Duration(c.Golem.LifetimeHours) * time.Hour).UnixMilli()
}

// purse is what the wallet holds at birth.
func purse(seen turn.Reading) []ledger.Amount {
	var held []ledger.Amount
	for _, b := range seen.Balances {
		if !b.Units.IsZero() {
			held = append(held, ledger.Amount{Asset: b.Token.Address.Hex(), Units: b.Units})
		}
	}
	if !seen.Native.IsZero() {
		held = append(held, ledger.Amount{Asset: ledger.Native, Units: seen.Native})
	}
	return held
}

func (l *life) venue() tool.Venue {
	v := l.config.Venue
	return l.keys.Venue(tool.Venue{
		Router: l.at(v.Router), Positions: l.at(v.PositionManager), V2Router: l.at(v.V2Router), V4: l.v4(),
		Aave: l.at(v.AavePool), Morpho: l.at(v.Morpho), MorphoParams: l.eyes.MorphoParams(),
	})
}

// v4 is the pool of Uniswap v4; zero where none is configured.
func (l *life) v4() uniswap.V4 {
	v := l.config.Venue
	if v.V4Router == "" {
		return uniswap.V4{}
	}
	return uniswap.V4{Router: l.at(v.V4Router), StateView: l.at(v.V4StateView), Fee: v.V4Fee, TickSpacing: int32(v.V4TickSpacing)}
}

func (l *life) at(address string) common.Address { return eip55.Must(address) }
