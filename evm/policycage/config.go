package policycage

import (
	"errors"
	"fmt"
	"math/big"
	"slices"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/internal/money"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
)

// ErrConfig says that no cage can be made of a configuration.
var ErrConfig = errors.New("the cage's configuration is not valid")

// Limits are the numbers of a cage. PerSession, EmergencyDrawdown, DrawdownWindow,
// MinRebalanceInterval and MaxRebalances hold in the mirror only (safety §7.2).
type Limits struct {
	Position          money.BPS  `json:"max_position_bps"`      // one asset or position, of the portfolio
	Concentration     money.BPS  `json:"max_concentration_bps"` // everything but cash
	PerTransaction    money.USDC `json:"max_per_tx"`
	PerDay            money.USDC `json:"max_per_day"` // in any 24 hours
	PerSession        money.USDC `json:"max_per_session"`
	Positions         uint64     `json:"max_open_positions"`
	Assets            uint64     `json:"max_asset_count"`
	Collateral        uint64     `json:"min_collateral_ratio_bps"` // of a debt
	Drawdown          money.BPS  `json:"max_drawdown_bps"`
	EmergencyDrawdown money.BPS  `json:"emergency_drawdown_bps"`
	MoveLoss          money.BPS  `json:"max_move_loss_bps"` // of what one move gives, at the feeds' prices
	ExitLoss          money.BPS  `json:"max_exit_loss_bps"` // of a sale into cash when a limit on losses is reached
	DayLoss           money.USDC `json:"max_loss_per_day"`  // by moves, in any 24 hours
	SessionLoss       money.USDC `json:"max_loss_per_session"`

	DrawdownWindow       uint32 `json:"drawdown_window"`
	MinRebalanceInterval uint32 `json:"min_rebalance_interval"`
	MaxRebalances        uint32 `json:"max_rebalances_per_day"`
}

// DefaultLimits are those of safety §7.2. What may be lost in a day and in a session is for
// an account of 10,000 USD: 2 and 10 % of it.
func DefaultLimits() Limits {
	return Limits{
		Position: 2_500, Concentration: 3_000, Collateral: 12_500, Drawdown: 1_300, EmergencyDrawdown: 2_000,
		PerTransaction: 10_000 * money.One, PerDay: 100_000 * money.One, PerSession: 50_000 * money.One,
		MoveLoss: 200, ExitLoss: 100, DayLoss: 200 * money.One, SessionLoss: 1_000 * money.One,
		Positions: 10, Assets: 10, DrawdownWindow: 86_400, MinRebalanceInterval: 3_600, MaxRebalances: 24,
	}
}

// Selector is one function of one contract.
type Selector struct {
	Target common.Address `json:"target"`
	Method [4]byte        `json:"-"`
}

// Deeds are what the calls of a contract may be for a cage, a bit each as the contract counts
// them (CageDeed): a reader that takes a call for another deed is not believed.
type Deeds uint16

// What the three kinds of contracts do that a cage knows.
const (
	Swaps     Deeds = 1 << 1                           // exchanges: one token for another
	Positions Deeds = 1<<2 | 1<<3 | 1<<5 | 1<<6 | 1<<7 // liquidity: mint, increase, decrease, collect, burn
	Joins     Deeds = 1<<4 | 1<<5                      // liquidity of pools that are open while they are paid: join, decrease
	Lends     Deeds = 1<<8 | 1<<9 | 1<<10              // lenders: supply, withdraw, repay
	allDeeds        = Swaps | Positions | Joins | Lends
)

// Allowance reports whether a function lets a spender take tokens at Permit2, which a cage reads
// without a reader (CageActions).
func Allowance(method [4]byte) bool {
	return method == [4]byte(crypto.Keccak256([]byte("approve(address,address,uint160,uint48)")))
}

// Approves reports whether a function lets a spender take tokens of the contract that is called, which
// a cage reads at whatever that is.
func Approves(method [4]byte) bool { return method == [4]byte{0x09, 0x5e, 0xa7, 0xb3} }

// Reading is a binding before the reader stands: Reader is the name of one of Readers.
type Reading struct {
	Target common.Address
	Reader string
	Deeds  Deeds
}

// Binding is the reading with the place where its reader stands.
func (r Reading) Binding() (Binding, error) {
	at, err := ReaderAt(r.Reader)
	return Binding{Target: r.Target, Reader: at, Deeds: r.Deeds}, err
}

// Binding says who reads the calls of a contract for a cage, and what they may be. Reader is
// where one of Readers stands.
type Binding struct {
	Target common.Address `json:"target"`
	Reader common.Address `json:"reader"`
	Deeds  Deeds          `json:"deeds"`
}

// Config is what a cage is made of. Owner, Account, Cash and Constitution are for ever.
type Config struct {
	Owner           common.Address
	Account         common.Address // whose money is guarded
	Enforcer        common.Address // zero: the account asks for itself
	Cash            common.Address // the asset that exits end in; one of Assets
	PriceOracle     common.Address
	SanctionsOracle common.Address // zero: none
	Constitution    common.Hash
	HighWaterMark   money.USDC
	Limits          Limits
	Assets          []common.Address
	Protocols       []common.Address // routers, position managers, lenders, and pools
	Selectors       []Selector
	Readers         []Binding // of each contract that calls reach
	Caps            []Cap
}

// Validate holds the configuration to the builder's ranges; the error names every field
// that is outside of them.
//
// spec: safety §7.7
func (c Config) Validate() error {
	l := c.Limits
	var faults []error
	say := func(bad bool, format string, args ...any) {
		if bad {
			faults = append(faults, fmt.Errorf("%w: "+format, append([]any{ErrConfig}, args...)...))
		}
	}
	within := func(name string, value, least, most int64) {
		say(value < least || value > most, "%s is %d, it must be from %d to %d", name, value, least, most)
	}
	zero := common.Address{}
	say(c.Owner == zero || c.Account == zero, "owner and account are needed")
	say(c.Enforcer == c.Owner && c.Owner != zero, "the owner is no enforcer")
	say(c.PriceOracle == zero, "a price oracle is needed: no value could be computed")
	say(len(c.Assets) == 0 || !slices.Contains(c.Assets, c.Cash), "the assets must hold the cash %s", c.Cash)
	say(slices.Contains(c.Assets, zero) || slices.Contains(c.Protocols, zero), "the zero address is on a list")
	for i, b := range c.Readers {
		say(b.Target == zero || b.Reader == zero, "the zero address reads, or is read")
		say(b.Deeds == 0 || b.Deeds&^allDeeds != 0, "the calls of %s may be %#x, which are no deeds", b.Target, b.Deeds)
		say(slices.ContainsFunc(c.Readers[:i], func(x Binding) bool { return x.Target == b.Target }), "%s has two readers", b.Target)
	}
	c.caps(say)
	within("max_asset_count", int64(min(l.Assets, 1<<62)), int64(max(1, len(c.Assets))), 50)
	within("max_position_bps", int64(l.Position), 1, 10_000)
	within("max_concentration_bps", int64(l.Concentration), 500, 10_000)
	within("min_collateral_ratio_bps", int64(min(l.Collateral, 1<<62)), 10_500, 1_000_000)
	within("max_drawdown_bps", int64(l.Drawdown), 100, 5_000)
	within("emergency_drawdown_bps", int64(l.EmergencyDrawdown), 500, 5_000)
	within("max_per_tx", int64(l.PerTransaction), 100*int64(money.One), 1_000_000*int64(money.One))
	within("max_per_day", int64(l.PerDay), 1_000*int64(money.One), 10_000_000*int64(money.One))
	within("max_per_session", int64(l.PerSession), 1_000*int64(money.One), 10_000_000*int64(money.One))
	within("max_move_loss_bps", int64(l.MoveLoss), 1, 5_000)
	within("max_exit_loss_bps", int64(l.ExitLoss), 1, int64(l.MoveLoss))
	within("max_loss_per_day", int64(l.DayLoss), int64(money.One), 10_000_000*int64(money.One))
	within("max_loss_per_session", int64(l.SessionLoss), int64(money.One), 10_000_000*int64(money.One))
	within("max_open_positions", int64(min(l.Positions, 1<<62)), 1, 1_000)
	say(c.HighWaterMark < 0, "the high-water mark is %s", c.HighWaterMark)
	return errors.Join(faults...)
}

// Setup is the constructor's argument. A drawdown below what a contract takes, 500 bps,
// is held by the mirror and is 500 here.
func (c Config) Setup() (bind.CageSetup, error) {
	if err := c.Validate(); err != nil {
		return bind.CageSetup{}, err
	}
	l := c.Limits
	s := bind.CageSetup{
		Owner: c.Owner, Account: c.Account, Enforcer: c.Enforcer, Cash: c.Cash,
		PriceOracle: c.PriceOracle, SanctionsOracle: c.SanctionsOracle, ConstitutionHash: c.Constitution,
		HighWaterMark:  big.NewInt(int64(c.HighWaterMark)),
		Limits:         l.words(),
		DrawdownWindow: l.DrawdownWindow, MinRebalanceInterval: l.MinRebalanceInterval, MaxRebalancesPerDay: l.MaxRebalances,
		Assets: c.Assets, Protocols: c.Protocols,
	}
	for _, x := range c.Selectors {
		s.Selectors = append(s.Selectors, bind.CageSelector{Target: x.Target, Selector: x.Method})
	}
	for _, b := range c.Readers {
		s.Readers = append(s.Readers, bind.CageBinding{Target: b.Target, Reader: b.Reader, Deeds: uint16(b.Deeds)})
	}
	for _, x := range c.Caps {
		s.Caps = append(s.Caps, bind.CageCap{Kind: uint8(x.Of), Subject: x.Subject, Share: uint16(x.Share)}) //nolint:gosec // validated
	}
	return s, nil
}

// words are the limits in the contract's order (CageLimit).
func (l Limits) words() [14]uint64 {
	return [14]uint64{
		uint64(l.Position), uint64(l.Concentration), uint64(l.PerTransaction), uint64(l.PerDay),
		uint64(max(500, l.Drawdown)), uint64(l.MoveLoss), uint64(l.DayLoss), uint64(l.SessionLoss),
		uint64(l.ExitLoss), l.Positions, l.Assets, l.Collateral, uint64(l.EmergencyDrawdown), uint64(l.PerSession),
	}
}
