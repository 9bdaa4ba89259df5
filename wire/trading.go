package wire

// TradingSwapExecuted reports a swap; the amounts are decimal strings in whole tokens.
type TradingSwapExecuted struct {
	Pair        string            `json:"pair"`
	Side        string            `json:"side"`
	AmountIn    string            `json:"amount_in"`
	AmountOut   string            `json:"amount_out"`
	Price       float64           `json:"price"`
	SlippageBPS int64             `json:"slippage_bps"`
	GasUSD      float64           `json:"gas_usd"`
	PnLUSD      Optional[float64] `json:"pnl_usd,omitzero"`
	TxHash      string            `json:"tx_hash"`
	Venue       string            `json:"venue"`
}

// Type implements Payload.
func (TradingSwapExecuted) Type() Type { return TypeTradingSwapExecuted }

// TradingLPRebalanced reports a moved range of liquidity.
type TradingLPRebalanced struct {
	Pool             string  `json:"pool"`
	OldLowerTick     int32   `json:"old_lower_tick"`
	OldUpperTick     int32   `json:"old_upper_tick"`
	NewLowerTick     int32   `json:"new_lower_tick"`
	NewUpperTick     int32   `json:"new_upper_tick"`
	FeesCollectedUSD float64 `json:"fees_collected_usd"`
	GasUSD           float64 `json:"gas_usd"`
	TxHash           string  `json:"tx_hash"`
}

// Type implements Payload.
func (TradingLPRebalanced) Type() Type { return TypeTradingLPRebalanced }

// TradingVaultDeposit reports a deposit; the amounts are decimal strings.
type TradingVaultDeposit struct {
	VaultAddress   string `json:"vault_address"`
	AssetAmount    string `json:"asset_amount"`
	SharesReceived string `json:"shares_received"`
	TxHash         string `json:"tx_hash"`
}

// Type implements Payload.
func (TradingVaultDeposit) Type() Type { return TypeTradingVaultDeposit }

// TradingVaultWithdrawal reports a withdrawal; the amounts are decimal strings.
type TradingVaultWithdrawal struct {
	VaultAddress   string `json:"vault_address"`
	SharesBurned   string `json:"shares_burned"`
	AssetsReceived string `json:"assets_received"`
	TxHash         string `json:"tx_hash"`
}

// Type implements Payload.
func (TradingVaultWithdrawal) Type() Type { return TypeTradingVaultWithdrawal }

// TradingPositionLiquidated reports a position lost to a protocol.
type TradingPositionLiquidated struct {
	PositionID string  `json:"position_id"`
	Protocol   string  `json:"protocol"`
	LossUSD    float64 `json:"loss_usd"`
	Cause      string  `json:"cause"`
	TxHash     string  `json:"tx_hash"`
}

// Type implements Payload.
func (TradingPositionLiquidated) Type() Type { return TypeTradingPositionLiquidated }
