package golem

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"math"
	"os"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/golem/host/ledger"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy"
	"bardo.run/bardo/golem/world/tool"
	"bardo.run/bardo/internal/clock"
)

// Waiting for a receipt in a real life, in milliseconds (chain §8).
const (
	poll     = 1_000
	patience = 60_000
)

// forever is the end of the paid time of a life that nobody bounds: its credit
// ends it.
const forever = math.MaxInt64 / 4

// birth makes the boot entry of a new Golem: who it is, what it may do, and what
// its wallet holds.
func (l *life) birth(ctx context.Context) (agent.Boot, error) {
	text, err := os.ReadFile(l.strategyPath())
	if err != nil {
		return agent.Boot{}, &strategyError{err}
	}
	compiled, err := strategy.Compile(text, strategy.DefaultPolicy())
	if err != nil {
		return agent.Boot{}, &strategyError{fmt.Errorf("%s: %w", l.strategyPath(), err)}
	}
	now := clock.System{}.Now().Truncate(time.Millisecond)
	id, err := identity(l.config, l.wallet, compiled.Name, now)
	if err != nil {
		return agent.Boot{}, err
	}
	seen, err := l.first(ctx)
	if err != nil {
		return agent.Boot{}, err
	}
	b := agent.Boot{
		Identity: id, Strategy: text, Heartbeat: agent.Rhythm(l.config), Venue: l.venue(),
		Pool: l.at(l.config.Venue.Pool), Quote: l.at(l.config.Venue.Quote), Start: now.UnixMilli(), PaidUntil: until(l.config, now),
		Credit: l.config.Golem.Funding.USDC(), Poll: poll, Patience: patience, Runs: true, Version: "1",
		PermitTTL: l.config.Permits.TTL().Milliseconds(), Stage: l.config.Risk.StartStage, HotReload: l.config.Strategy.HotReload,
	}
	b.Policy = agent.Limits(l.config, []turn.Token{seen.Pool.Token0, seen.Pool.Token1}, b.Pool)
	b.Policy.Shadow = l.paper
	b.Tokens = purse(seen)
	return b, nil
}

// identity names a new Golem. Its id is no secret and decides nothing, but no two
// may share one.
func identity(c config.GolemConfig, wallet common.Address, name string, at time.Time) (turn.Identity, error) {
	id := turn.Identity{
		GolemID: c.Identity.GolemID, Name: c.Golem.Name, Wallet: wallet, Owner: common.HexToAddress(c.Identity.OwnerAddress),
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
		return forever
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
	return tool.Venue{Account: l.wallet, Router: l.at(v.Router), Positions: l.at(v.PositionManager)}
}

func (l *life) at(address string) common.Address { return common.HexToAddress(address) }
