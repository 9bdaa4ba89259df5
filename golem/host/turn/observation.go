package turn

import (
	"fmt"
	"math"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/internal/money"
)

// Block names one block of the chain. Time is unix seconds.
type Block struct {
	Number uint64      `cbor:"1,keyasint" json:"number"`
	Hash   common.Hash `cbor:"2,keyasint" json:"hash"`
	Time   int64       `cbor:"3,keyasint" json:"time"`
}

// Reorg says that blocks which were read are not in the chain any more: From is the
// lowest height that may hold another block now, To the head, Depth how many blocks were
// left at most, as only the blocks of the last 64 readings are compared (chain §10.3).
type Reorg struct {
	From  uint64 `cbor:"1,keyasint" json:"from"`
	To    uint64 `cbor:"2,keyasint" json:"to"`
	Depth uint64 `cbor:"3,keyasint" json:"depth"`
}

// Agreement is what the endpoints of the chain say of the block at one height, or as
// close under it as all that are in step have come (chain §2).
type Agreement struct {
	Endpoints int    `cbor:"1,keyasint" json:"endpoints"` // that are configured
	Compared  int    `cbor:"2,keyasint" json:"compared"`  // that answered
	Number    uint64 `cbor:"3,keyasint" json:"number"`    // the height that was compared
	Differ    bool   `cbor:"4,keyasint" json:"differ"`    // they do not have the same block there
}

// Lag says what is wrong with a head; zero where nothing is (chain §2). Behind is how
// many blocks the chain must be ahead of it, Ahead how many seconds it lies in the
// future. It is part of the reading and of the simulation, so that a replay refuses what
// the life refused.
type Lag struct {
	Behind uint64 `cbor:"1,keyasint,omitzero" json:"behind,omitzero"`
	Ahead  uint64 `cbor:"2,keyasint,omitzero" json:"ahead,omitzero"`
}

// Position is liquidity in a market. Base and Quote are what removing all of it would return now;
// BaseFees and QuoteFees are uncollected. Lower and Upper are ticks of the market's Range, the first
// and the last one where that is Whole. Value is all four in the numeraire, for thinking.
type Position struct {
	ID        string      `cbor:"1,keyasint" json:"id"`
	Protocol  string      `cbor:"2,keyasint" json:"protocol"`
	Kind      string      `cbor:"3,keyasint" json:"kind"`
	Lower     int32       `cbor:"4,keyasint" json:"lower"`
	Upper     int32       `cbor:"5,keyasint" json:"upper"`
	Liquidity uint256.Int `cbor:"6,keyasint" json:"liquidity"`
	Base      uint256.Int `cbor:"7,keyasint" json:"base"`
	Quote     uint256.Int `cbor:"8,keyasint" json:"quote"`
	BaseFees  uint256.Int `cbor:"9,keyasint" json:"base_fees"`
	QuoteFees uint256.Int `cbor:"10,keyasint" json:"quote_fees"`
	Value     float64     `cbor:"11,keyasint" json:"value"`
	// Health is the health factor of a debt position; 0 where there is no debt.
	Health float64 `cbor:"12,keyasint,omitempty" json:"health,omitempty"`
	// Market is the handle of the market that the liquidity lies in.
	Market string `cbor:"13,keyasint" json:"market"`
	// Shares are the units of a token that stand for it, the market's own; zero where none does.
	Shares uint256.Int `cbor:"14,keyasint,omitzero" json:"shares,omitzero"`
}

// Size is what changes only where liquidity is added or removed, whatever the position earns.
func (p *Position) Size() uint256.Int {
	if p.Shares.IsZero() {
		return p.Liquidity
	}
	return p.Shares
}

// InRange reports whether the position's liquidity is active at tick.
func (p Position) InRange(tick int32) bool { return p.Lower <= tick && tick < p.Upper }

// Reading is one batched read of the chain, pinned to Block. It is what the
// journal takes of an observation; world/chain produces it.
type Reading struct {
	Block Block `cbor:"1,keyasint" json:"block"`
	// Assets are what the account may hold and what it holds of each. The first is the
	// numeraire, in which everything else is told and limits are counted.
	Assets []Asset `cbor:"2,keyasint" json:"assets"`
	// GasPrice is what a transaction sent now is expected to pay per gas: base fee
	// and tip.
	GasPrice  uint256.Int `cbor:"3,keyasint" json:"gas_price_wei"`
	Native    uint256.Int `cbor:"4,keyasint" json:"native_wei"`
	NativeUSD float64     `cbor:"5,keyasint" json:"native_usd"`
	// Markets are where the assets are traded, the strategy's first one first.
	Markets   []Market   `cbor:"6,keyasint" json:"markets"`
	Positions []Position `cbor:"7,keyasint" json:"positions"`
	// NativePrice is the price of one whole native coin for paying: it turns gas
	// into micro-USDC.
	NativePrice money.USDC `cbor:"8,keyasint" json:"native_price"`
	// MaxFee and Tip are what an order judged on this reading offers per gas, in
	// wei: MaxFee is reserved, and nothing above it is ever signed (chain §8).
	MaxFee uint256.Int `cbor:"9,keyasint" json:"max_fee_wei"`
	Tip    uint256.Int `cbor:"10,keyasint" json:"tip_wei"`
	// Before is what the chain has now at the height of the reading before: another
	// hash than that one's is a reorg. Zero where there was none to ask about.
	Before Block `cbor:"11,keyasint,omitzero" json:"before,omitzero"`
	// Lag is how far Block is from being the newest block there is.
	Lag Lag `cbor:"12,keyasint,omitzero" json:"lag,omitzero"`
	// Reorg is what the chain left since the reading before; zero where it only grew.
	Reorg Reorg `cbor:"13,keyasint,omitzero" json:"reorg,omitzero"`
	// Lending is what the wallet has in the configured lending markets; absent where
	// none is configured.
	Lending []Lending `cbor:"14,keyasint,omitempty" json:"lending,omitempty"`
	// SwapFee is the most, in wei, that a rollup now charges for a swap beside its gas;
	// absent on a chain that charges nothing else (chain §7 point 8).
	SwapFee uint256.Int `cbor:"15,keyasint,omitzero" json:"swap_fee_wei,omitzero"`
	// Fence is what bounds the Golem on the chain; nil where it acts for its own account.
	Fence *Fence `cbor:"17,keyasint,omitempty" json:"fence,omitempty"`
	// Screen is what lists of sanctioned addresses say; nil where there is none.
	Screen *Screen `cbor:"30,keyasint,omitempty" json:"screen,omitempty"`
	// Crowd is how many liquidity positions the account holds where strangers sent it so
	// many that only the dearest are in Positions; 0 where all are.
	Crowd uint64 `cbor:"31,keyasint,omitempty" json:"crowd,omitempty"`
	// Unbooked is what of all this others sent and the books do not hold yet, in the numeraire;
	// below zero it is what the owner took out and they still hold. One reading alone may be of
	// a chain that is left again. No part of the equity.
	Unbooked float64 `cbor:"32,keyasint,omitempty" json:"unbooked,omitempty"`
	// Mute are the markets and lending markets that gave no answer that can be read.
	Mute []Mute `cbor:"33,keyasint,omitempty" json:"mute,omitempty"`
	// Contrary is what the logs since an earlier reading contradict.
	Contrary []Contrary `cbor:"34,keyasint,omitempty" json:"contrary,omitempty"`
	// Wrapper is what stands for the chain's coin; zero where that cannot be wrapped.
	Wrapper Wrapper `cbor:"35,keyasint,omitzero" json:"wrapper,omitzero"`
}

// Wrapper is an asset that stands for the chain's coin, one for one, and the protocol that makes the
// one of the other.
type Wrapper struct {
	Token    common.Address `cbor:"1,keyasint" json:"token"`
	Protocol string         `cbor:"2,keyasint" json:"protocol"`
}

// Coin is how a delta names the chain's coin, which has no address.
var Coin common.Address

// Mute is a market, or a lending market, whose contracts gave no answer that can be read: nothing is
// opened there. What the account has in it is as it was when it was last read, and the market without
// a rate; neither is in the reading where it never was.
//
// Of what they said instead only the kind is kept: the words may be an attacker's.
type Mute struct {
	Handle string `cbor:"1,keyasint" json:"handle"`
	Code   string `cbor:"2,keyasint" json:"code"`
	// Lies says that the account has something there, and no dust, and Since since which block's second it
	// does not answer.
	Lies  bool  `cbor:"3,keyasint,omitempty" json:"lies,omitempty"`
	Since int64 `cbor:"4,keyasint,omitempty" json:"since,omitempty"`
}

// String tells it to people.
func (m Mute) String() string {
	return fmt.Sprintf("something lies in %s, which does not answer (%s)", m.Handle, m.Code)
}

// Silent reports whether a market gave no answer.
func (r *Reading) Silent(handle string) bool {
	return slices.ContainsFunc(r.Mute, func(m Mute) bool { return m.Handle == handle })
}

// GasGwei returns the gas price for thinking.
func (r Reading) GasGwei() float64 { return r.GasPrice.Float64() / 1e9 }

// Equity returns everything the Golem holds on chain in the numeraire, for
// thinking: assets, positions, the native coin, and what lies in lending markets
// less what is owed there, are counted once each, and what the books do not hold yet is not.
func (r Reading) Equity() float64 {
	sum := r.Native.Float64() / 1e18 * r.NativeUSD
	for i := range r.Assets {
		sum += r.Assets[i].Value
	}
	for i := range r.Positions {
		sum += r.Positions[i].Value
	}
	for i := range r.Lending {
		sum += r.Lending[i].Value
	}
	if sum -= r.Unbooked; math.Abs(sum) <= dust {
		return 0
	}
	return sum
}

// dust is less than any amount is worth, in the numeraire.
const dust = 1e-9

// coinDecimals are those of every chain's coin.
const coinDecimals = 18

// Worth is what units of an asset are worth in the numeraire, for thinking. asset is the
// address of one of Assets, or no address: the chain's coin. What is not among them is worth
// nothing.
func (r Reading) Worth(asset string, units *uint256.Int) float64 {
	for i := range r.Assets {
		if a := &r.Assets[i]; a.Token.Address.Hex() == asset {
			return money.Float(units, a.Token.Decimals) * a.Price
		}
	}
	if common.IsHexAddress(asset) {
		return 0
	}
	return money.Float(units, coinDecimals) * r.NativeUSD
}

// Glance is the small read of a gamma tick: Price and Tick are of the strategy's first market.
type Glance struct {
	Block    Block       `cbor:"1,keyasint" json:"block"`
	Price    float64     `cbor:"2,keyasint" json:"price"`
	Tick     int32       `cbor:"3,keyasint" json:"tick"`
	GasPrice uint256.Int `cbor:"4,keyasint" json:"gas_price_wei"`
}

// ProbeResult is the finding of one probe (heartbeat §4). Value and Threshold
// are in the probe's own unit and always finite.
type ProbeResult struct {
	Probe     string   `cbor:"1,keyasint" json:"probe"`
	Severity  Severity `cbor:"2,keyasint" json:"severity"`
	Value     float64  `cbor:"3,keyasint" json:"value"`
	Threshold float64  `cbor:"4,keyasint" json:"threshold"`
	Detail    string   `cbor:"5,keyasint,omitempty" json:"detail,omitempty"`
}

// Observation is what one theta tick saw: the reading and what was made of it.
type Observation struct {
	Reading    Reading       `cbor:"1,keyasint" json:"reading"`
	Probes     []ProbeResult `cbor:"2,keyasint" json:"probes"`
	Regime     Regime        `cbor:"3,keyasint" json:"regime"`
	Confidence float64       `cbor:"4,keyasint" json:"regime_confidence"`
	// Stale lists the sources whose data is older than allowed (heartbeat §3).
	Stale []string `cbor:"5,keyasint,omitempty" json:"stale,omitempty"`
}

// Anomalies returns the probes that found something, in probe order.
func (o Observation) Anomalies() []ProbeResult {
	var found []ProbeResult
	for _, p := range o.Probes {
		if p.Severity > None {
			found = append(found, p)
		}
	}
	return found
}
