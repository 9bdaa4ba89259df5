package turn

import (
	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/internal/money"
)

// Fence is what bounds the Golem on the chain, read at the block of its reading: whether
// its delegation holds, and the cage's limits, which nobody but the owner sets (safety
// §7.6). Every limit of it holds beside the Golem's own; the stricter decides.
type Fence struct {
	// Unread says why the cage could not be read; then nothing else is known, and
	// nothing is opened (S-10).
	Unread  string `cbor:"1,keyasint,omitempty" json:"unread,omitempty"`
	Revoked bool   `cbor:"2,keyasint,omitempty" json:"revoked,omitempty"`
	Ends    uint64 `cbor:"3,keyasint" json:"ends"` // unix seconds; the last one in which it holds
	// Caged says that there is a cage, of which the rest tells.
	Caged  bool     `cbor:"4,keyasint,omitempty" json:"caged,omitempty"`
	Policy [32]byte `cbor:"5,keyasint,omitzero" json:"-"` // hash of all that the cage allows
	Halted bool     `cbor:"6,keyasint,omitempty" json:"halted,omitempty"`

	PerTransaction money.USDC `cbor:"7,keyasint,omitempty" json:"per_transaction,omitempty"`
	DayLeft        money.USDC `cbor:"8,keyasint,omitempty" json:"day_left,omitempty"` // of any 24 hours
	Position       money.BPS  `cbor:"9,keyasint,omitempty" json:"max_position_bps,omitempty"`
	Concentration  money.BPS  `cbor:"10,keyasint,omitempty" json:"max_concentration_bps,omitempty"`
	Drawdown       money.BPS  `cbor:"11,keyasint,omitempty" json:"max_drawdown_bps,omitempty"`
	Positions      uint64     `cbor:"12,keyasint,omitempty" json:"max_positions,omitempty"`
	Open           uint64     `cbor:"13,keyasint,omitempty" json:"open_positions,omitempty"`

	// Exits says that DayLeft is all that the day leaves for openings and for exits, which
	// the chain counts alike; Counted that so many Orders are left in all.
	Exits   bool   `cbor:"14,keyasint,omitempty" json:"day_left_counts_exits,omitempty"`
	Counted bool   `cbor:"15,keyasint,omitempty" json:"orders_are_counted,omitempty"`
	Orders  uint64 `cbor:"16,keyasint,omitempty" json:"orders_left,omitempty"`

	// Summed says that SumLeft is all that is left of what may be spent in all.
	Summed  bool       `cbor:"18,keyasint,omitempty" json:"sum_is_counted,omitempty"`
	SumLeft money.USDC `cbor:"19,keyasint,omitempty" json:"sum_left,omitempty"`

	Loss   FenceLoss  `cbor:"20,keyasint,omitzero" json:"loss,omitzero"`
	PerDay money.USDC `cbor:"21,keyasint,omitempty" json:"per_day,omitempty"` // that 24 hours may open in all

	// Moves is how many transactions the account sent itself. Only its owner's key signs one:
	// what the Golem's key redeems is sent by that key.
	Moves uint64 `cbor:"22,keyasint,omitempty" json:"account_nonce,omitempty"`

	// Session says that no chain bounds the Golem: a provider has the key and signs for it
	// until Ends.
	Session bool `cbor:"17,keyasint,omitempty" json:"session,omitempty"`

	Caps []FenceCap `cbor:"23,keyasint,omitempty" json:"caps,omitempty"`
	// AssetCaps is what all assets but cash may come to by their caps; zero: not all have one,
	// or the cage counts what open positions cost too.
	AssetCaps money.BPS `cbor:"24,keyasint,omitempty" json:"asset_caps_bps,omitempty"`
}

// FenceCap is the most that a cage on the chain lets lie in an asset, a market or a protocol, of
// what the account holds, and what positions there cost. Of is the name of the cap in settings
// (max_asset, max_market, max_protocol), Subject the token, the pool or lender, or the protocol's
// reader.
type FenceCap struct {
	Of      string         `cbor:"1,keyasint" json:"of"`
	Subject common.Address `cbor:"2,keyasint" json:"subject"`
	Share   money.BPS      `cbor:"3,keyasint" json:"share_bps"`
	Placed  money.USDC     `cbor:"4,keyasint,omitempty" json:"placed,omitempty"`
}

// Over says that the delegation, or the session, does not hold in a block of the given
// time, in unix seconds: nothing can be redeemed or signed, neither an opening nor an exit.
func (f Fence) Over(at int64) bool { return f.Unread == "" && (f.Revoked || at > int64(f.Ends)) } //nolint:gosec // a time

// FenceLoss is what the cage on the chain lets be lost, and what it counts as lost, whoever
// lost it, and under whatever grant.
type FenceLoss struct {
	Bounded bool      `cbor:"1,keyasint,omitempty" json:"bounded,omitempty"` // there are bounds, of which the rest tells
	Move    money.BPS `cbor:"2,keyasint,omitempty" json:"max_move_bps,omitempty"`
	Exit    money.BPS `cbor:"3,keyasint,omitempty" json:"max_exit_bps,omitempty"` // by a sale into cash, beyond the sums

	// Of 24 hours: what may be lost in all, what is, what is left of it, and when more of it
	// is allowed, in unix seconds; 0 where nothing is lost.
	Day    money.USDC `cbor:"4,keyasint,omitempty" json:"max_day,omitempty"`
	Lost   money.USDC `cbor:"5,keyasint,omitempty" json:"lost_day,omitempty"`
	Left   money.USDC `cbor:"6,keyasint,omitempty" json:"left,omitempty"`
	MoreAt uint64     `cbor:"7,keyasint,omitempty" json:"more_at,omitempty"`

	// And since the owner began the session.
	Session     money.USDC `cbor:"8,keyasint,omitempty" json:"max_session,omitempty"`
	SessionLost money.USDC `cbor:"9,keyasint,omitempty" json:"lost_session,omitempty"`
	SessionLeft money.USDC `cbor:"10,keyasint,omitempty" json:"session_left,omitempty"`
}
