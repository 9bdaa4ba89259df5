package wire

// Code is a stable error code: clients branch on it, people look it up.
type Code string

// The codes of this version.
const (
	CodeCapAlreadyConsumed           Code = "CAP_ALREADY_CONSUMED"
	CodeCapExpired                   Code = "CAP_EXPIRED"
	CodeCapPolicyChanged             Code = "CAP_POLICY_CHANGED"
	CodeCapValueExceeded             Code = "CAP_VALUE_EXCEEDED"
	CodeCapWrongParams               Code = "CAP_WRONG_PARAMS"
	CodeCapWrongTool                 Code = "CAP_WRONG_TOOL"
	CodeConfigChainMismatch          Code = "CONFIG_CHAIN_MISMATCH"
	CodeConfigInvalid                Code = "CONFIG_INVALID"
	CodeConfigMismatch               Code = "CONFIG_MISMATCH"
	CodeConfigNoCode                 Code = "CONFIG_NO_CODE"
	CodeConfigVenue                  Code = "CONFIG_VENUE"
	CodeConfigToolInvalid            Code = "CONFIG_TOOL_INVALID"
	CodeConstitutionMismatch         Code = "CONSTITUTION_MISMATCH"
	CodeDelegationDisabled           Code = "DELEGATION_DISABLED"
	CodeExecutionNotSent             Code = "EXECUTION_NOT_SENT"
	CodeExecutionNoRetry             Code = "EXECUTION_NO_RETRY"
	CodeExecutionPending             Code = "EXECUTION_PENDING"
	CodeExecutionPreviewFailed       Code = "EXECUTION_PREVIEW_FAILED"
	CodeExecutionReverted            Code = "EXECUTION_REVERTED"
	CodeExecutionSimTimeout          Code = "EXECUTION_SIM_TIMEOUT"
	CodeExecutionSimUnavailable      Code = "EXECUTION_SIM_UNAVAILABLE"
	CodeExecutionTimeout             Code = "EXECUTION_TIMEOUT"
	CodeExecutionTxReverted          Code = "EXECUTION_TX_REVERTED"
	CodeExecutionTxTimeout           Code = "EXECUTION_TX_TIMEOUT"
	CodeHookFailed                   Code = "HOOK_FAILED"
	CodeNoAdapter                    Code = "NO_ADAPTER"
	CodeOracleAccuracy               Code = "ORACLE_ACCURACY"
	CodeOracleInaction               Code = "ORACLE_INACTION"
	CodeOracleInsufficientData       Code = "ORACLE_INSUFFICIENT_DATA"
	CodeOracleSize                   Code = "ORACLE_SIZE"
	CodePermitExpired                Code = "PERMIT_EXPIRED"
	CodePermitNotActive              Code = "PERMIT_NOT_ACTIVE"
	CodePermitParamsChanged          Code = "PERMIT_PARAMS_CHANGED"
	CodePermitPolicyChanged          Code = "PERMIT_POLICY_CHANGED"
	CodeRoutingInsufficientLiquidity Code = "ROUTING_INSUFFICIENT_LIQUIDITY"
	CodeRoutingNoRoute               Code = "ROUTING_NO_ROUTE"
	CodeSafetyCageUnread             Code = "SAFETY_CAGE_UNREAD"
	CodeSafetyCapabilityRequired     Code = "SAFETY_CAPABILITY_REQUIRED"
	CodeSafetyCollateralRatio        Code = "SAFETY_COLLATERAL_RATIO"
	CodeSafetyConcentrationLimit     Code = "SAFETY_CONCENTRATION_LIMIT"
	CodeSafetyConstraint             Code = "SAFETY_CONSTRAINT"
	CodeSafetyDegraded               Code = "SAFETY_DEGRADED"
	CodeSafetyDrawdown               Code = "SAFETY_DRAWDOWN"
	CodeSafetyGasPartition           Code = "SAFETY_GAS_PARTITION"
	CodeSafetyGasReserve             Code = "SAFETY_GAS_RESERVE"
	CodeSafetyHalted                 Code = "SAFETY_HALTED"
	CodeSafetyHeadsDiffer            Code = "SAFETY_HEADS_DIFFER"
	CodeSafetyHealthFactor           Code = "SAFETY_HEALTH_FACTOR"
	CodeSafetyKeyDue                 Code = "SAFETY_KEY_DUE"
	CodeSafetyLossLimit              Code = "SAFETY_LOSS_LIMIT"
	CodeSafetyLoopDetected           Code = "SAFETY_LOOP_DETECTED"
	CodeSafetyMaxAssets              Code = "SAFETY_MAX_ASSETS"
	CodeSafetyMaxPositions           Code = "SAFETY_MAX_POSITIONS"
	CodeSafetyOwnerApprovalRequired  Code = "SAFETY_OWNER_APPROVAL_REQUIRED"
	CodeSafetyPaper                  Code = "SAFETY_PAPER"
	CodeSafetyPhaseBlocked           Code = "SAFETY_PHASE_BLOCKED"
	CodeSafetyPoolNotApproved        Code = "SAFETY_POOL_NOT_APPROVED"
	CodeSafetyPositionLimit          Code = "SAFETY_POSITION_LIMIT"
	CodeSafetyPriceDeviation         Code = "SAFETY_PRICE_DEVIATION"
	CodeSafetyPriceImpact            Code = "SAFETY_PRICE_IMPACT"
	CodeSafetyPriceMissing           Code = "SAFETY_PRICE_MISSING"
	CodeSafetyProfileNoWrite         Code = "SAFETY_PROFILE_NO_WRITE"
	CodeSafetyProtocolNotApproved    Code = "SAFETY_PROTOCOL_NOT_APPROVED"
	CodeSafetyRateLimit              Code = "SAFETY_RATE_LIMIT"
	CodeSafetyRiskSize               Code = "SAFETY_RISK_SIZE"
	CodeSafetySanctioned             Code = "SAFETY_SANCTIONED"
	CodeSafetySimulationDiverged     Code = "SAFETY_SIMULATION_DIVERGED"
	CodeSafetySimulationFailed       Code = "SAFETY_SIMULATION_FAILED"
	CodeSafetySlippage               Code = "SAFETY_SLIPPAGE"
	CodeSafetySpendingLimitExceeded  Code = "SAFETY_SPENDING_LIMIT_EXCEEDED"
	CodeSafetyStageShadow            Code = "SAFETY_STAGE_SHADOW"
	CodeSafetyStaleHead              Code = "SAFETY_STALE_HEAD"
	CodeSafetyTaint                  Code = "SAFETY_TAINT"
	CodeSafetyTokenNotAllowed        Code = "SAFETY_TOKEN_NOT_ALLOWED"
	CodeSafetyUnexplained            Code = "SAFETY_UNEXPLAINED"
	CodeSafetyUnknownPosition        Code = "SAFETY_UNKNOWN_POSITION"
	CodeSanctionsOracleUnavailable   Code = "SANCTIONS_ORACLE_UNAVAILABLE"
	CodeValidationAddressOrigin      Code = "VALIDATION_ADDRESS_ORIGIN"
	CodeValidationSchema             Code = "VALIDATION_SCHEMA"
	CodeWalletError                  Code = "WALLET_ERROR"
	CodeWalletNotConfigured          Code = "WALLET_NOT_CONFIGURED"
	CodePhaseChanged                 Code = "phase_changed"
)

// Explanation is what a code says to a person: what happened, whether funds are
// safe, and what to do next (safety §21).
type Explanation struct {
	Code  Code
	What  string
	Funds string
	Next  string
}

// Sentences that many explanations share.
const (
	nothingSent = "nothing was sent; funds did not move"
	outcomeOpen = "the transaction was sent; its outcome is in its receipt"
	gasOnly     = "only gas was spent; the chain undid the rest"
)

// explanations lists the codes in alphabetical order.
var explanations = []Explanation{
	{CodeCapAlreadyConsumed, "the capability was used before", nothingSent, "preview the action again; each preview may be committed once"},
	{CodeCapExpired, "the capability was used after its last tick", nothingSent, "preview the action again and commit it within three ticks"},
	{CodeCapPolicyChanged, "the owner's policy changed after the preview", nothingSent, "preview the action again under the new policy"},
	{CodeCapValueExceeded, "the action is worth more than its capability allows", nothingSent, "preview the larger amount, or commit the previewed one"},
	{CodeCapWrongParams, "the action is not the one that the capability was made for", nothingSent, "report this: what is sent must be what was previewed"},
	{CodeCapWrongTool, "the capability opens another tool", nothingSent, "report this: what is sent must be what was previewed"},
	{CodeConfigChainMismatch, "the endpoint answers for another chain than the configured one", nothingSent, "correct chain.rpc_url or golem.network"},
	{CodeConfigInvalid, "a configured value is unknown, ill-typed or out of its range", nothingSent, "correct the keys listed above; docs/configuration.md lists their ranges"},
	{CodeConfigMismatch, "a contract names another than the configured one", nothingSent, "correct the addresses of router, position manager and pool"},
	{CodeConfigNoCode, "a configured contract address has no code on this chain", nothingSent, "correct the address, or the chain"},
	{CodeConfigToolInvalid, "a tool's declaration is not valid", nothingSent, "correct the tool named above, or disable it in tools.disable"},
	{CodeConfigVenue, "a round trip through a configured contract fails in a simulation", nothingSent, "name another contract or market; golem doctor tries each"},
	{CodeConstitutionMismatch, "the constitution on chain differs from the one built in", nothingSent, "run the version of the program that the cage was deployed with"},
	{CodeDelegationDisabled, "the owner's delegation was revoked, has expired or is used up", nothingSent, "sign a new delegation, or let the Golem settle"},
	{CodeExecutionNotSent, "the transaction could not be made or handed over", nothingSent, "read the reason; check the endpoint and the wallet's native coin"},
	{CodeExecutionNoRetry, "the same action failed in this tick before", nothingSent, "no step is needed; the Golem may try again in a later tick"},
	{CodeExecutionPending, "an earlier order is under way and its outcome is not known", nothingSent, "no step is needed: the Golem looks for it with every tick, and offers more where it is stuck"},
	{CodeExecutionPreviewFailed, "the preview broke", nothingSent, "read the fault in the record of the tick"},
	{CodeExecutionReverted, "the chain rejected the call", gasOnly, "read the revert reason; the Golem does not repeat the same action"},
	{CodeExecutionSimTimeout, "the simulation did not end within its limits", nothingSent, "check the speed of the endpoint in chain.rpc_url"},
	{CodeExecutionSimUnavailable, "the action could not be simulated", nothingSent, "check the endpoint in chain.rpc_url; the Golem tries again"},
	{CodeExecutionTimeout, "a tool did not answer in time", nothingSent, "look at the endpoint's health, then let the Golem try again"},
	{CodeExecutionTxReverted, "the transaction reverted", gasOnly, "read the revert reason; the Golem does not repeat the same action"},
	{CodeExecutionTxTimeout, "no receipt arrived in time", outcomeOpen, "look the transaction up by its hash; the Golem resolves it before it acts again"},
	{CodeHookFailed, "an extension failed while it was asked about the call", nothingSent, "read the log for the error of the extension named"},
	{CodeNoAdapter, "no adapter can make the calls of this action", nothingSent, "read the reason; the position or the pool may be another than thought"},
	{CodeOracleAccuracy, "the Golem's predictions were not right often enough for what the action costs", nothingSent, "no step is needed; the report shows its accuracy by category"},
	{CodeOracleInaction, "doing nothing was right more often than acting", nothingSent, "no step is needed; the report shows what was held back and what it would have gained"},
	{CodeOracleInsufficientData, "the Golem has not predicted enough yet to take a new risk", nothingSent, "wait; it takes about two hours, and some time in each kind of market"},
	{CodeOracleSize, "the accuracy of the last predictions permits less", nothingSent, "let the strategy ask for less, or wait for a better accuracy"},
	{CodePermitExpired, "the permit was committed after its lifetime", nothingSent, "preview the action again, or raise permits.ttl_secs"},
	{CodePermitNotActive, "the permit was used, cancelled or blocked before", nothingSent, "preview the action again"},
	{CodePermitParamsChanged, "the action is not the one that was previewed", nothingSent, "report this: a permit freezes its action"},
	{CodePermitPolicyChanged, "the owner's policy changed after the preview", nothingSent, "preview the action again under the new policy"},
	{CodeRoutingInsufficientLiquidity, "the pools on the route are too thin for this amount", nothingSent, "trade a smaller amount"},
	{CodeRoutingNoRoute, "no approved pool connects the two assets", nothingSent, "approve a protocol that trades the pair in safety.approved_protocols"},
	{CodeSafetyCageUnread, "the cage on the chain could not be read, or the reading is too old", nothingSent, "closing stays possible; check the endpoint and the cage's address"},
	{CodeSafetyCapabilityRequired, "a write was attempted without a capability", nothingSent, "report this: every write must pass a preview"},
	{CodeSafetyCollateralRatio, "too little collateral would stand behind the debt", nothingSent, "borrow less, supply more, or lower safety.min_collateral_ratio_bps"},
	{CodeSafetyConcentrationLimit, "all positions together would be too large a share of the equity", nothingSent, "wait for positions to close, or begin another life with a higher safety.max_concentration_bps"},
	{CodeSafetyConstraint, "the proposal's own constraints exclude it", nothingSent, "the Golem drops the proposal; no step is needed"},
	{CodeSafetyDegraded, "too much went wrong, or too little is left, to take on new risk", nothingSent, "closing stays possible; the detail names the cause, ten ticks after whose end it is over"},
	{CodeSafetyDrawdown, "the equity fell too far from its peak to take on new risk", nothingSent, "closing stays possible; look at the strategy, or begin another life with a higher safety.max_drawdown_bps"},
	{CodeSafetyGasPartition, "the credit for gas, or its share of the day, is too small", nothingSent, "wait for 00:00 UTC, or give more credit"},
	{CodeSafetyGasReserve, "the coin would pass its reserve for gas: more would be unwrapped than the reserve is, or less than it be left", nothingSent, "ask for less, or begin another life with a higher safety.gas_reserve"},
	{CodeSafetyHalted, "the owner, or an emergency, halted what was asked for", nothingSent, "look at the positions; golem resume lifts the halt when its cause is settled"},
	{CodeSafetyHeadsDiffer, "two endpoints do not have the same chain, or one could not be asked before a large order", nothingSent, "check chain.rpc_url and chain.rpc_fallbacks; one of them may be on a fork, or lie"},
	{CodeSafetyHealthFactor, "the health factor of the debt would be too low", nothingSent, "borrow or withdraw less, or repay first"},
	{CodeSafetyKeyDue, "the session key is due to be replaced, and nothing is opened with it any more", nothingSent, "closing stays possible; grant to the new key that the log names (bardo grant --session)"},
	{CodeSafetyLoopDetected, "the same call was about to be repeated once too often", nothingSent, "read the earlier answers of this call; the Golem goes on without it"},
	{CodeSafetyLossLimit, "the action might lose more than one move, a day or a run of the process may lose", nothingSent, "leaving positions, withdrawing, repaying and selling close to the worth stay possible; the detail says when more is allowed, and both prices where pool and price feed are apart; the limits are safety.max_move_loss_bps, max_loss_day_bps and max_loss_session_bps"},
	{CodeSafetyMaxAssets, "more assets would be held at once than are allowed", nothingSent, "wait for a position to close, or begin another life with a higher safety.max_asset_count"},
	{CodeSafetyMaxPositions, "as many positions are open as are allowed", nothingSent, "wait for one to close, or begin another life with a higher safety.max_positions"},
	{CodeSafetyOwnerApprovalRequired, "the action needs the owner's signature", nothingSent, "approve or decline the action"},
	{CodeSafetyPaper, "the Golem lives on paper: it is simulated, not sent", nothingSent, "start it without --paper, once you like what it would have done"},
	{CodeSafetyPhaseBlocked, "the phase of life does not allow this action", nothingSent, "close positions only, or extend the life"},
	{CodeSafetyPoolNotApproved, "the pool is not approved", nothingSent, "trade in the pool that the Golem was given"},
	{CodeSafetyPositionLimit, "the position would be too large a share of the equity", nothingSent, "propose less, or begin another life with a higher safety.max_position_bps"},
	{CodeSafetyPriceDeviation, "the price moved so fast that it may not be the market's", nothingSent, "wait; the next tick looks again, and closing stays possible"},
	{CodeSafetyPriceImpact, "the trade would move the pool too far", nothingSent, "trade less, or begin another life with a higher safety.max_price_impact_bps"},
	{CodeSafetyPriceMissing, "the pool had no price, or there was no equity to measure against", nothingSent, "check the endpoint and the pool"},
	{CodeSafetyProfileNoWrite, "the profile of tools is read-only", nothingSent, "choose a profile with write tools, if this Golem should trade"},
	{CodeSafetyProtocolNotApproved, "the protocol is not approved", nothingSent, "add it to safety.approved_protocols, if you trust it"},
	{CodeSafetyRateLimit, "too many transactions within the hour", nothingSent, "wait, or begin another life with a higher safety.max_trades_per_hour; closing and withdrawing stay possible"},
	{CodeSafetyRiskSize, "the risk engine allows less than was asked for", nothingSent, "ask for the size that the detail names; bardo report says how far the strategy is trusted"},
	{CodeSafetySanctioned, "a list of sanctioned addresses names one that the order reaches", nothingSent, "look at golem report for the address; what is held can still be left"},
	{CodeSafetySimulationDiverged, "the market moved between preview and commit", nothingSent, "preview the action again"},
	{CodeSafetySimulationFailed, "the action fails when it is simulated", nothingSent, "read the revert reason in the preview"},
	{CodeSafetySlippage, "the proposal allows more slippage than the limit", nothingSent, "propose less, or begin another life with a higher safety.max_slippage_bps"},
	{CodeSafetySpendingLimitExceeded, "the action exceeds a spending limit", nothingSent, "order less at a time: lower the amounts in STRATEGY.md. The limits of a day and of a run reset; none is raised within a life, so begin another with higher safety.spending_limits if they are too low"},
	{CodeSafetyStageShadow, "at the stage that the strategy stands at, nothing can be staked yet: what it opens is simulated, not sent", nothingSent, "the detail names the stage and what is lacking; wait until enough of its trades were followed and gain. start_stage under [risk] says only where it begins: where it fell from there, another strategy begins anew, and where it began in shadow, set it in STRATEGY.md or golem.toml, if it is proven"},
	{CodeSafetyStaleHead, "the newest block that the endpoints have is too old, or lies in the future", nothingSent, "check the endpoints and the machine's clock; closing stays possible"},
	{CodeSafetyTaint, "words that nobody vouches for, or a secret, were about to flow where they must not", nothingSent, "report this: the audit names label and sink, never the words"},
	{CodeSafetyTokenNotAllowed, "the asset is not approved", nothingSent, "add it to safety.approved_assets, if you trust it"},
	{CodeSafetyUnexplained, "money is missing from the wallet that no order explains", nothingSent, "read bardo ledger DIR; if it was not you, move what is left with another key: closing stays possible, and opening is again when it is back"},
	{CodeSafetyUnknownPosition, "the position is not the Golem's", nothingSent, "the Golem drops the proposal; no step is needed"},
	{CodeSanctionsOracleUnavailable, "the sanctions list could not be read", nothingSent, "check the endpoint; the Golem refuses until the list answers"},
	{CodeValidationAddressOrigin, "an address came from untrusted text", nothingSent, "name the address in the configuration, if you trust it"},
	{CodeValidationSchema, "the proposed action does not follow the action grammar", nothingSent, "the Golem drops the proposal; no step is needed"},
	{CodeWalletError, "the wallet could not be opened or used", nothingSent, "check the custody section of the configuration and the keystore file"},
	{CodeWalletNotConfigured, "no wallet is configured", nothingSent, "set custody.localkey.private_key_path, or another way of custody"},
	{CodePhaseChanged, "the phase of life got worse between preview and commit", nothingSent, "no step is needed; closing stays possible"},
}

// Explanations returns the table of codes in alphabetical order.
func Explanations() []Explanation { return append([]Explanation(nil), explanations...) }

// Explain returns the explanation of a code. It reports false for a code that
// is not in the table.
func Explain(c Code) (Explanation, bool) {
	for _, e := range explanations {
		if e.Code == c {
			return e, true
		}
	}
	return Explanation{}, false
}
