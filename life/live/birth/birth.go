// Package birth is what a life on a devnet is born with: its settings, its strategy, and the
// boot entry that they and the market make.
package birth

import (
	"context"
	"encoding/hex"
	"math/big"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/golem/host/booking"
	"bardo.run/bardo/golem/host/ledger"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/mortality"
	"bardo.run/bardo/golem/mind/strategy"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/tool"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/internal/seed"
	"bardo.run/bardo/life/live/environment"
	"bardo.run/bardo/mirage/history"
)

const (
	// rate is the price of an hour of a small machine (DESIGN §12.1).
	rate money.USDC = 50_000
	// blockTime is that of a world: four blocks a minute.
	blockTime = 15_000
)

// Terms are what a life is born with, whatever its market and its wallet.
type Terms struct {
	Seed     seed.Seed
	Fund     money.USDC    // trading capital, in the quote token
	Credit   money.USDC    // for gas and models
	Born     time.Duration // after the beginning of the market; whole minutes
	Realtime bool          // it takes as long as its market did, and follows its strategy's file
	Config   config.GolemConfig
	Strategy *strategy.Strategy
	Text     []byte // of the strategy
}

// Check refuses a credit that the life could not begin with.
func (t Terms) Check() error {
	return mortality.FromConfig(t.Config, false).Check(mortality.Birth{Credit: t.Credit})
}

// Dice roll for the Golem. In a devnet life their secret follows from the seed too.
func (t Terms) Dice() *mortality.Dice {
	s := t.Seed
	if own := t.Config.Mortality.Stochastic.Seed; own != 0 {
		s = seed.Seed(own)
	}
	hidden := s.Bytes("golem/fate")
	return mortality.NewDice(&hidden, golemID(t.Seed))
}

func golemID(s seed.Seed) string {
	id := s.Bytes("golem/id")
	return "golem-" + hex.EncodeToString(id[:6])
}

// Boot is the Golem's birth certificate: everything a replay needs.
func (t Terms) Boot(ctx context.Context, w *history.World, wallet common.Address) (agent.Boot, error) {
	m := w.Market()
	start, end := m.Start().Add(t.Born), m.End()
	paid, err := rate.MulDivUp(int64(end.Sub(start)/time.Second), 3600)
	if err != nil {
		return agent.Boot{}, err
	}
	at, err := environment.Survey(ctx, w, t.Config.Safety.ApprovedProtocols...)
	if err != nil {
		return agent.Boot{}, err
	}
	seen := at.Seen
	if err := cage.CheckCaps(t.Config.Safety, seen); err != nil {
		return agent.Boot{}, err
	}
	tokens, quote := seen.Tokens(), seen.Numeraire().Address
	origin := agent.Origin{
		Identity: turn.Identity{
			GolemID: golemID(t.Seed), Name: t.Strategy.Name, Wallet: wallet, Owner: ownerOf(t.Seed),
			CreatedAt: start.UnixMilli(), ChainID: environment.ChainID, Epoch: 1,
		},
		Strategy: t.Text,
		Birth: booking.Birth{
			Start: history.BlockTime(start, 0).UnixMilli(), Until: end.UnixMilli(), Credit: t.Credit, Paid: paid,
			Tokens: []ledger.Amount{{Asset: quote.Hex(), Units: *t.capital(m.Spec)}, {Asset: ledger.Native, Units: *t.gasMoney(m)}},
		},
		Venue:  tool.Venue{Account: wallet, Deployments: at.Deployments},
		Chain:  chain.Terms{Numeraire: quote, Poll: blockTime, Patience: 4 * blockTime},
		Tokens: tokens, Markets: seen.Markets, Custody: agent.Custody{Recovery: "the wallet's key follows from the seed of this devnet life"},
		// The paid time ends with the market's record, which says nothing of what an owner
		// would pay for: it ends the life, and is no reason to save before.
		Hosted: false,
	}
	b, err := origin.Born(named(t.Config, tokens))
	if err != nil {
		return b, err
	}
	if len(seen.Lending) > 0 { // the settings name no lending market of a devnet
		b.Policy.MinCollateral = t.Config.Safety.MinCollateral
	}
	b.Strategy.HotReload = b.Strategy.HotReload && t.Realtime
	b.Pauses = true
	b.Custody.KeyBalance = max(b.Custody.KeyBalance, t.Credit) // it is given coin for its whole credit
	b.Mortality.Clocks.Commitment, err = t.Dice().Commitment()
	return b, err
}

// capital is the trading capital in raw quote units.
func (t Terms) capital(s history.Spec) *uint256.Int {
	units := new(big.Int).Mul(big.NewInt(int64(t.Fund)), new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(s.QuoteToken().Decimals)), nil))
	return uint256.MustFromBig(units.Quo(units, big.NewInt(int64(money.One))))
}

// gasMoney is the wallet's native coin: as much as the whole credit would buy, so
// that the ledger and not the wallet is the limit.
func (t Terms) gasMoney(m history.Market) *uint256.Int {
	price := environment.NativePrice(m.Spec)
	if price == 0 {
		price = money.USDC(m.Spec.Price(m.Minute(int(t.Born/time.Minute)).Open) * float64(money.One))
	}
	wei := new(big.Int).Mul(big.NewInt(int64(t.Credit)), big.NewInt(1e18))
	return uint256.MustFromBig(wei.Quo(wei, big.NewInt(int64(price))))
}

// ownerOf is the address of a devnet life's owner; nobody holds its key.
func ownerOf(s seed.Seed) common.Address {
	b := s.Bytes("owner")
	return common.BytesToAddress(b[:20])
}

// Fund gives the capital to the account and the gas money to who signs.
func Fund(ctx context.Context, w *history.World, b agent.Boot) error {
	gas, capital := history.Purse{Native: &b.Birth.Tokens[1].Units}, history.Purse{Token1: &b.Birth.Tokens[0].Units}
	if w.Market().Spec.Quote == 0 {
		capital = history.Purse{Token0: &b.Birth.Tokens[0].Units}
	}
	if b.Venue.Grant == nil {
		capital.Native = gas.Native
		return w.Fund(ctx, b.Venue.Account, capital)
	}
	if err := w.Fund(ctx, b.Venue.Account, capital); err != nil {
		return err
	}
	return w.Fund(ctx, b.Venue.Sender(), gas)
}
