package owner

import (
	"context"
	"errors"
	"fmt"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/delegation"
	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/safety/loss"
	"bardo.run/bardo/golem/safety/worstday"
	"bardo.run/bardo/internal/eip55"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/life/owner/place"
)

// Ask is what an owner asks for: a Golem's settings, its key, and on which contracts of
// others the grant stands.
type Ask struct {
	Config  config.GolemConfig
	Mode    grant.Mode
	Owner   common.Address // whose account holds the money; its key signs, or, where it is a contract, it does
	Session common.Address // the Golem's key

	Manager common.Address // MetaMask's DelegationManager
	Account common.Address // the code that the owner's account takes on, where it has none (EIP-7702)
	Counter common.Address // MetaMask's LimitedCallsEnforcer

	// Accept are hashes of code that the owner checked elsewhere; all other code of the
	// framework has to be the published.
	Accept []common.Hash

	// QuoteFeed is the price feed in US dollars, as Chainlink's, of the cash, BaseFeed that of the
	// first market's other token; those of further assets are the settings'. An answer of the
	// cash's holds for QuoteAge seconds, of the other one for BaseAge.
	QuoteFeed, BaseFeed common.Address
	QuoteAge, BaseAge   uint32
	AgeReason           string         // why one holds for longer than 1,200
	Sequencer           common.Address // uptime feed of the rollup's sequencer
	Unwatched           bool           // the owner says that there is none

	Start, End uint64 // unix seconds
	Daily      money.USDC
	Calls      uint64
	Salt       uint256.Int

	Signature []byte // of the account, where it is a contract (ERC-1271); none yet
}

// ErrAsk says that a grant cannot be made as it was asked for.
var ErrAsk = errors.New("GRANT_REFUSED")

// wish reads the market and turns the ask into a wish, in words for the owner too. It goes on
// with what a run before began.
func (a Ask) wish(ctx context.Context, client *rpc.Client, began kept) (grant.Wish, grant.Words, error) {
	if err := a.supported(); err != nil {
		return grant.Wish{}, grant.Words{}, err
	}
	at := eip55.Must
	v := a.Config.Venue
	there, err := place.Open(ctx, client, a.place())
	if err != nil {
		return grant.Wish{}, grant.Words{}, err
	}
	seen := there.Seen
	tokens, err := a.tokens(ctx, client, seen)
	if err != nil {
		return grant.Wish{}, grant.Words{}, err
	}
	policy := cage.FromConfig(a.Config, seen.Tokens(), seen.Markets)
	worth, mark, limits := a.sums(seen, policy, began)
	w := grant.Wish{
		Mode: a.Mode, ChainID: a.Config.ChainID(), Manager: a.Manager, Counter: a.Counter, Owner: a.Owner, Account: a.Owner, Key: a.Session,
		Start: a.Start, End: a.End, Tokens: tokens, Forms: there.Forms, Readings: there.Readings, Pools: there.Pools(), Caps: there.Caps,
		Limits: limits, Worth: worth, Mark: mark, Calls: a.Calls, Daily: a.Daily, Salt: a.Salt, Sanctions: at(a.Config.Safety.SanctionsOracle),
		Sequencer: a.Sequencer,
	}
	value := worstday.Value(seen)
	value.Fed = value.Fed && v.PriceFeed != "" // the program does not hear what the grant alone names
	w.WorstDay = w.Bound(policy, value, a.Config.Custody.MaxKeyBalance.USDC())
	return w, grant.Words{Market: there.Words(), Cash: seen.Numeraire().Symbol}, nil
}

// place is what the grant is of.
func (a Ask) place() place.Asked {
	return place.Asked{Config: a.Config, Owner: a.Owner, Mode: a.Mode, Feed: a.BaseFeed}
}

// supported refuses what no grant can be of.
func (a Ask) supported() error {
	switch {
	case a.Mode != grant.Delegation && a.Mode != grant.LocalKey:
		return fmt.Errorf("%w: golem.custody_mode is %q", ErrAsk, a.Mode)
	case a.Session == a.Owner || a.Session == common.Address{}:
		return fmt.Errorf("%w: the Golem needs a key of its own, and %s is the owner's or none", ErrAsk, a.Session)
	}
	if err := a.place().Check(); err != nil {
		return fmt.Errorf("%w: %w", ErrAsk, err)
	}
	return a.ages()
}

// sums are what the account is worth, and of it what its cage will see, or was when a run began
// that was cut off and asked for the same limits; and the limits that follow. What the owner
// opened before the cage stood it knows nothing of: a high-water mark that counted it would stop
// openings at once.
func (a Ask) sums(seen turn.Reading, p cage.Policy, began kept) (worth, mark money.USDC, _ policycage.Limits) {
	if l := grant.Limits(p, began.Worth); began.Worth > 0 && a.Mode == grant.Delegation && l.DayLoss == began.Day && l.SessionLoss == began.Session {
		return began.Worth, began.Mark, l
	}
	if prices, ok := loss.Latest(seen); ok {
		mark = prices.Held(seen).Wallet()
	}
	worth = worstday.Value(seen).Worth
	return worth, mark, grant.Limits(p, worth)
}

// manager checks that the manager signs for this chain.
func (a Ask) manager(ctx context.Context, client *rpc.Client, block common.Hash) error {
	if err := delegation.IsManager(ctx, client, block, a.Config.ChainID(), a.Manager); err != nil {
		return fmt.Errorf("%w: %w", ErrAsk, err)
	}
	return nil
}
