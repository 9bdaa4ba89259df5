package cage

import (
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/loss"
	"bardo.run/bardo/internal/money"
)

// Policy is the set of limits in force. Its Digest binds permits and
// capabilities: a changed policy makes every outstanding one worthless (S-5).
// The zero value allows nothing.
type Policy struct {
	Tokens    []common.Address `json:"tokens"`
	Markets   []Listing        `json:"markets"`
	Protocols []string         `json:"protocols"`
	// MaxPosition bounds one position, MaxConcentration all risk together, as
	// shares of equity after the action.
	MaxPosition      money.BPS  `json:"max_position_bps"`
	MaxConcentration money.BPS  `json:"max_concentration_bps"`
	MaxSlippage      money.BPS  `json:"max_slippage_bps"`
	MaxImpact        money.BPS  `json:"max_impact_bps"`
	MaxDrawdown      money.BPS  `json:"max_drawdown_bps"`
	PerTransaction   money.USDC `json:"per_transaction"`
	PerSession       money.USDC `json:"per_session"` // one run of the process
	PerDay           money.USDC `json:"per_day"`
	Loss             LossLimits `json:"loss"`
	// FeedAge is how old the answer of each price feed may be; where none is configured nothing
	// is asked.
	FeedAge loss.Ages `json:"feed_age_s,omitzero"`
	// Caps are those of single assets, markets and protocols.
	Caps         Caps `json:"caps,omitzero"`
	MaxAssets    int  `json:"max_assets"` // held at once
	MaxPositions int  `json:"max_positions"`
	// PerHour is how many orders there may be in a rolling hour before one may not open a
	// risk any more.
	PerHour int `json:"orders_per_hour"`
	// MaxBehind is how many blocks the head may be behind the chain (chain §2). A chain
	// in the same process is never behind.
	MaxBehind uint64 `json:"max_behind,omitempty"`
	// MinCollateral is the least collateral behind a debt, as a share of it, both at
	// the lending market's prices; 0 where no lending market is configured, and
	// nothing is lent or borrowed then.
	MinCollateral money.BPS `json:"min_collateral_ratio_bps,omitempty"`
	// GasReserve is the coin that is kept for gas: what is unwrapped brings it up to that, and what is
	// wrapped down to that. Zero: nothing is.
	GasReserve money.USDC `json:"gas_reserve,omitempty"`
	// Fenced says that a grant on the chain bounds the Golem too, which has to be read.
	Fenced bool `json:"fenced,omitempty"`
	// Screened says that a list of sanctioned addresses has to be read.
	Screened bool `json:"screened,omitempty"`
	// Sourced says that what is above Standard needs a price feed beside the pool (safety
	// §16.8). A life whose market is a tape has no second source and needs none: the market is
	// its own record, and no one bends it while the life trades.
	Sourced bool `json:"sourced,omitempty"`
	// Shadow stops every opening action after its simulation (start stage).
	Shadow bool `json:"shadow"`
	// Paper stops every action after its simulation, those too that leave.
	Paper bool `json:"paper,omitempty"`
}

// Listing is an approved market: what its handle stood for when it was approved.
type Listing struct {
	Handle   string         `json:"handle"`
	Protocol string         `json:"protocol"`
	Address  common.Address `json:"address"`
	ID       common.Hash    `json:"id"`
}

// Listed is the listing of a market that was read.
func Listed(m turn.Market) Listing { return Listing{m.Handle, m.Protocol, m.Address, m.ID} }

func (l Listing) compare(m Listing) int {
	return cmp.Or(strings.Compare(l.Handle, m.Handle), strings.Compare(l.Protocol, m.Protocol), l.Address.Cmp(m.Address), l.ID.Cmp(m.ID))
}

// LossLimits bound what may be lost: Day and Session what any 24 hours and one run of the
// process may lose, as shares of the equity; Move and Exit what one move and, beyond those
// sums, a sale into cash may, as shares of its value. The zero value lets nothing be lost.
type LossLimits struct {
	Day     money.BPS `json:"day_bps"`
	Session money.BPS `json:"session_bps"`
	Move    money.BPS `json:"move_bps"`
	Exit    money.BPS `json:"exit_bps"`
}

// Digest is the SHA-256 of the policy's canonical JSON.
func (p Policy) Digest() [sha256.Size]byte {
	// Appended to an empty list, so that no list and an empty one are the same.
	p.Tokens, p.Markets = append([]common.Address{}, p.Tokens...), append([]Listing{}, p.Markets...)
	p.Protocols = append([]string{}, p.Protocols...)
	slices.SortFunc(p.Tokens, common.Address.Cmp)
	slices.SortFunc(p.Markets, Listing.compare)
	slices.Sort(p.Protocols)
	canonical, err := json.Marshal(p)
	if err != nil {
		panic("cage: a policy always encodes: " + err.Error())
	}
	return sha256.Sum256(canonical)
}
