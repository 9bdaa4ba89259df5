package turn

import "bardo.run/bardo/internal/money"

// Bounds limit what a Golem may risk, as shares of equity in basis points
// (heartbeat §15, safety §5).
type Bounds struct {
	MaxDrawdown money.BPS `cbor:"1,keyasint" json:"max_drawdown_bps"`
	MaxPosition money.BPS `cbor:"2,keyasint" json:"max_position_bps"` // one position, wallet or liquidity
	MaxDeployed money.BPS `cbor:"3,keyasint" json:"max_deployed_bps"` // everything that is not cash
	Reserve     money.BPS `cbor:"4,keyasint" json:"reserve_bps"`      // cash that entries leave alone
	Slippage    money.BPS `cbor:"5,keyasint" json:"slippage_bps"`     // of one swap or liquidity change
	// Gas is the coin that is kept for gas; 0: it is neither wrapped nor unwrapped.
	Gas money.USDC `cbor:"6,keyasint,omitzero" json:"gas_reserve,omitzero"`
}

// Tighter returns, bound by bound, the one that allows less.
func (b Bounds) Tighter(o Bounds) Bounds {
	return Bounds{
		MaxDrawdown: min(b.MaxDrawdown, o.MaxDrawdown),
		MaxPosition: min(b.MaxPosition, o.MaxPosition),
		MaxDeployed: min(b.MaxDeployed, o.MaxDeployed),
		Reserve:     max(b.Reserve, o.Reserve),
		Slippage:    min(b.Slippage, o.Slippage),
		Gas:         min(b.Gas, o.Gas),
	}
}
