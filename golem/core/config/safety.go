package config

import "bardo.run/bardo/internal/money"

// Safety are the limits that the Golem cannot change (runtime §4.6, safety §22).
type Safety struct {
	Profile           string         `conf:"profile" oneof:"standard|conservative" doc:"conservative: at most 10 orders in a rolling hour, or max_trades_per_hour where that is less"`
	ApprovedAssets    []string       `conf:"approved_assets" match:"0x[0-9a-fA-F]{40}|[A-Za-z][A-Za-z0-9.]{0,15}" eip55:"yes" doc:"assets it may hold, by address or by the symbol of the network's list; empty means no write is possible"`
	ApprovedProtocols []string       `conf:"approved_protocols" list:"protocols" doc:"protocols it may use; empty means no write is possible"`
	MaxAssetCount     int64          `conf:"max_asset_count" range:"[1,]" doc:"different assets held at once"`
	MaxPositions      int64          `conf:"max_positions" range:"[1,]" doc:"positions open at once"`
	MaxPosition       money.BPS      `conf:"max_position_bps" range:"[1,10000]" unit:"bps" doc:"largest position, of the portfolio"`
	MaxConcentration  money.BPS      `conf:"max_concentration_bps" range:"[1,10000]" unit:"bps" doc:"largest share of everything that is not the quote token, together, of the portfolio; max_asset bounds single assets"`
	MaxAsset          []string       `conf:"max_asset" match:"[A-Za-z0-9.]{1,16} [0-9]{1,3}(\\.[0-9]{1,2})?%" doc:"the most of single assets, of the portfolio, wherever it lies: wallet, positions, lending markets; as in wbtc 20%. Every custody's program holds it, and under a delegation the account's cage on the chain, where a position counts whole for each of its tokens, at cost; no other contract and no enclave does. A start refuses what the Golem does not read"`
	MaxMarket         []string       `conf:"max_market" match:"[A-Za-z0-9.-]{1,64} [0-9]{1,3}(\\.[0-9]{1,2})?%" doc:"the most that lies in single markets and lending markets, of the portfolio, as in weth-usdc-30 10%; held as max_asset is, by the cage for the pool or lender, at cost"`
	MaxProtocol       []string       `conf:"max_protocol" match:"[a-z0-9-]{1,64} [0-9]{1,3}(\\.[0-9]{1,2})?%" doc:"the most that lies in single protocols, of the portfolio, by name and share; held as max_asset is, by the cage at cost"`
	MinCollateral     money.BPS      `conf:"min_collateral_ratio_bps" range:"[10500,]" unit:"bps" doc:"least collateral behind a debt, as a share of the debt"`
	MaxDrawdown       money.BPS      `conf:"max_drawdown_bps" range:"[1,10000]" unit:"bps" doc:"loss, from the highest equity of the life, that stops new risk"`
	EmergencyDrawdown money.BPS      `conf:"emergency_drawdown_bps" range:"[1,10000]" unit:"bps" doc:"loss, from the highest equity of the life, that closes everything; the Golem then waits for golem resume. From four fifths of it on what is at risk is reduced, the largest first"`
	MaxLossDay        money.BPS      `conf:"max_loss_day_bps" range:"[1,10000]" unit:"bps" doc:"what trades may lose in any 24 hours, of the equity, and one dollar at least: the value given less the value received, at the price feed's prices, or the pool's where none is configured. At the limit nothing is opened; what is held can still be sold within max_exit_loss_bps. A market that falls is no such loss"`
	MaxLossSession    money.BPS      `conf:"max_loss_session_bps" range:"[1,10000]" unit:"bps" doc:"the same within one run of the process"`
	MaxMoveLoss       money.BPS      `conf:"max_move_loss_bps" range:"[1,10000]" unit:"bps" doc:"what one swap or new position may lose at worst, of its value, fee and slippage included"`
	MaxExitLoss       money.BPS      `conf:"max_exit_loss_bps" range:"[1,10000]" unit:"bps" doc:"what a sale into the quote token may lose at worst, of its value, once the day's or the run's limit is reached; not above max_move_loss_bps"`
	MaxSlippage       money.BPS      `conf:"max_slippage_bps" env:"BARDO_MAX_SLIPPAGE_BPS" range:"[1,5000]" unit:"bps" doc:"worst execution accepted, against the quote"`
	MaxPriceImpact    money.BPS      `conf:"max_price_impact_bps" env:"BARDO_MAX_PRICE_IMPACT_BPS" range:"[1,5000]" unit:"bps" doc:"largest move of the pool that its own trade may cause"`
	MaxDivergence     money.BPS      `conf:"max_simulation_divergence_bps" range:"[10,1000]" unit:"bps" doc:"largest difference between preview and commit"`
	MaxPriceSpread    money.BPS      `conf:"max_price_spread_bps" range:"[50,2000]" unit:"bps" doc:"how far two sources of a price may be apart, two markets, a market and a price feed, or this block and those before it; beyond it the price is in doubt: nothing is opened, for 70 minutes no fall of the equity is judged by it, and what is held can be left. Kept at birth"`
	MaxTrades         int64          `conf:"max_trades_per_hour" env:"BARDO_RATE_LIMIT" range:"[1,50]" doc:"orders in a rolling hour; above it nothing is opened, and closing goes on up to 50"`
	SanctionsOracle   string         `conf:"sanctions_oracle" match:"(0x[0-9a-fA-F]{40})?" eip55:"yes" doc:"list of sanctioned addresses, a contract with isSanctioned(address); nothing is opened where it names whom an order reaches, or does not answer. Empty: none but the one that a cage names"`
	GasReserve        USD            `conf:"gas_reserve" range:"[0,]" doc:"what is kept of the chain's coin for gas, in dollars: it is unwrapped up to that and no further, in any 24 hours no more than that, and wrapped down to that; 0: neither is done. It takes the protocol that wraps the coin among approved_protocols, and a wallet of the Golem's own: under a grant neither is done, and an enclave only unwraps"`
	SpendingLimits    SpendingLimits `conf:"spending_limits"`
}

// conservative is how many orders a rolling hour may hold in that profile (safety §14), which is
// a ceiling and no default.
const conservative = 10

// TradesPerHour is the lower of what the profile and the owner's own figure allow.
//
// spec: safety §14
func (s Safety) TradesPerHour() int64 {
	if s.Profile == "conservative" {
		return min(s.MaxTrades, conservative)
	}
	return s.MaxTrades
}

// SpendingLimits bound what leaves the wallet.
type SpendingLimits struct {
	PerTransaction USD `conf:"per_transaction" env:"GOLEM_SPEND_LIMIT_TX" range:"[0,]" doc:"value of one transaction"`
	PerSession     USD `conf:"per_session" range:"[0,]" doc:"value of what is opened within one run of the process"`
	PerDay         USD `conf:"per_day" env:"GOLEM_SPEND_LIMIT_DAILY" range:"[0,]" doc:"value within a day"`
}
