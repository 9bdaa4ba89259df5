package wire

// Code is a stable error code: clients branch on it, people look it up.
type Code string

// The codes of this version.
const (
	CodeCapAlreadyConsumed           Code = "CAP_ALREADY_CONSUMED"
	CodeCapExpired                   Code = "CAP_EXPIRED"
	CodeCapPolicyChanged             Code = "CAP_POLICY_CHANGED"
	CodeCapValueExceeded             Code = "CAP_VALUE_EXCEEDED"
	CodeConfigChainMismatch          Code = "CONFIG_CHAIN_MISMATCH"
	CodeConfigInvalid                Code = "CONFIG_INVALID"
	CodeConfigNoCode                 Code = "CONFIG_NO_CODE"
	CodeConfigToolInvalid            Code = "CONFIG_TOOL_INVALID"
	CodeConstitutionMismatch         Code = "CONSTITUTION_MISMATCH"
	CodeDelegationDisabled           Code = "DELEGATION_DISABLED"
	CodeExecutionReverted            Code = "EXECUTION_REVERTED"
	CodeExecutionSimTimeout          Code = "EXECUTION_SIM_TIMEOUT"
	CodeExecutionTimeout             Code = "EXECUTION_TIMEOUT"
	CodeExecutionTxReverted          Code = "EXECUTION_TX_REVERTED"
	CodeExecutionTxTimeout           Code = "EXECUTION_TX_TIMEOUT"
	CodePermitExpired                Code = "PERMIT_EXPIRED"
	CodePermitNotActive              Code = "PERMIT_NOT_ACTIVE"
	CodeRoutingInsufficientLiquidity Code = "ROUTING_INSUFFICIENT_LIQUIDITY"
	CodeRoutingNoRoute               Code = "ROUTING_NO_ROUTE"
	CodeSafetyCapabilityRequired     Code = "SAFETY_CAPABILITY_REQUIRED"
	CodeSafetyHalted                 Code = "SAFETY_HALTED"
	CodeSafetyLoopDetected           Code = "SAFETY_LOOP_DETECTED"
	CodeSafetyOwnerApprovalRequired  Code = "SAFETY_OWNER_APPROVAL_REQUIRED"
	CodeSafetyPhaseBlocked           Code = "SAFETY_PHASE_BLOCKED"
	CodeSafetyProfileNoWrite         Code = "SAFETY_PROFILE_NO_WRITE"
	CodeSafetyRateLimit              Code = "SAFETY_RATE_LIMIT"
	CodeSafetySimulationDiverged     Code = "SAFETY_SIMULATION_DIVERGED"
	CodeSafetySimulationFailed       Code = "SAFETY_SIMULATION_FAILED"
	CodeSafetySpendingLimitExceeded  Code = "SAFETY_SPENDING_LIMIT_EXCEEDED"
	CodeSafetyTokenNotAllowed        Code = "SAFETY_TOKEN_NOT_ALLOWED"
	CodeSanctionsOracleUnavailable   Code = "SANCTIONS_ORACLE_UNAVAILABLE"
	CodeValidationAddressOrigin      Code = "VALIDATION_ADDRESS_ORIGIN"
	CodeValidationSchema             Code = "VALIDATION_SCHEMA"
	CodeWalletError                  Code = "WALLET_ERROR"
	CodeWalletNotConfigured          Code = "WALLET_NOT_CONFIGURED"
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
	{CodeConfigChainMismatch, "the endpoint answers for another chain than the configured one", nothingSent, "correct chain.rpc_url or golem.network"},
	{CodeConfigInvalid, "a configured value is unknown, ill-typed or out of its range", nothingSent, "correct the keys listed above; docs/configuration.md lists their ranges"},
	{CodeConfigNoCode, "a configured contract address has no code on this chain", nothingSent, "correct the address, or the chain"},
	{CodeConfigToolInvalid, "a tool's declaration is not valid", nothingSent, "correct the tool named above, or disable it in tools.disable"},
	{CodeConstitutionMismatch, "the constitution on chain differs from the one built in", nothingSent, "run the version of the program that the cage was deployed with"},
	{CodeDelegationDisabled, "the owner's delegation was revoked, has expired or is used up", nothingSent, "sign a new delegation, or let the Golem settle"},
	{CodeExecutionReverted, "the chain rejected the call", gasOnly, "read the revert reason; the Golem does not repeat the same action"},
	{CodeExecutionSimTimeout, "the simulation did not end within its limits", nothingSent, "check the speed of the endpoint in chain.rpc_url"},
	{CodeExecutionTimeout, "a tool did not answer in time", nothingSent, "look at the endpoint's health, then let the Golem try again"},
	{CodeExecutionTxReverted, "the transaction reverted", gasOnly, "read the revert reason; the Golem does not repeat the same action"},
	{CodeExecutionTxTimeout, "no receipt arrived in time", outcomeOpen, "look the transaction up by its hash; the Golem resolves it before it acts again"},
	{CodePermitExpired, "the permit was committed after its lifetime", nothingSent, "preview the action again, or raise permits.ttl_secs"},
	{CodePermitNotActive, "the permit was used, cancelled or blocked before", nothingSent, "preview the action again"},
	{CodeRoutingInsufficientLiquidity, "the pools on the route are too thin for this amount", nothingSent, "trade a smaller amount"},
	{CodeRoutingNoRoute, "no approved pool connects the two assets", nothingSent, "approve a protocol that trades the pair in safety.approved_protocols"},
	{CodeSafetyCapabilityRequired, "a write was attempted without a capability", nothingSent, "report this: every write must pass a preview"},
	{CodeSafetyHalted, "writes are frozen", nothingSent, "lift the halt when its cause is settled"},
	{CodeSafetyLoopDetected, "the same call was about to be repeated once too often", nothingSent, "read the earlier answers of this call; the Golem goes on without it"},
	{CodeSafetyOwnerApprovalRequired, "the action needs the owner's signature", nothingSent, "approve or decline the action"},
	{CodeSafetyPhaseBlocked, "the phase of life does not allow this action", nothingSent, "close positions only, or extend the life"},
	{CodeSafetyProfileNoWrite, "the profile of tools is read-only", nothingSent, "choose a profile with write tools, if this Golem should trade"},
	{CodeSafetyRateLimit, "too many transactions within the hour", nothingSent, "wait; closing and withdrawing stay possible"},
	{CodeSafetySimulationDiverged, "the market moved between preview and commit", nothingSent, "preview the action again"},
	{CodeSafetySimulationFailed, "the action fails when it is simulated", nothingSent, "read the revert reason in the preview"},
	{CodeSafetySpendingLimitExceeded, "the action exceeds a spending limit", nothingSent, "wait for the limit to reset, or raise it in safety.spending_limits"},
	{CodeSafetyTokenNotAllowed, "the asset or protocol is not approved", nothingSent, "add it to safety.approved_assets or safety.approved_protocols, if you trust it"},
	{CodeSanctionsOracleUnavailable, "the sanctions list could not be read", nothingSent, "check the endpoint; the Golem refuses until the list answers"},
	{CodeValidationAddressOrigin, "an address came from untrusted text", nothingSent, "name the address in the configuration, if you trust it"},
	{CodeValidationSchema, "the proposed action does not follow the action grammar", nothingSent, "the Golem drops the proposal; no step is needed"},
	{CodeWalletError, "the wallet could not be opened or used", nothingSent, "check the custody section of the configuration and the keystore file"},
	{CodeWalletNotConfigured, "no wallet is configured", nothingSent, "set custody.localkey.private_key_path, or another way of custody"},
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
