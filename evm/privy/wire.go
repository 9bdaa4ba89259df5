package privy

import (
	"encoding/json"

	"github.com/ethereum/go-ethereum/common"
)

// Wallet is a server wallet. Its owner may change what it allows; its signers may only
// use it, each within the policies named beside it.
type Wallet struct {
	ID        string         `json:"id"`
	Address   common.Address `json:"address"`
	ChainType string         `json:"chain_type"`
	Policies  []string       `json:"policy_ids"`
	Owner     string         `json:"owner_id"` // a key quorum
	Signers   []WalletSigner `json:"additional_signers"`
}

// WalletSigner is a key quorum that may use a wallet within its own policies. Without
// any it would be free.
type WalletSigner struct {
	ID       string   `json:"signer_id"`
	Policies []string `json:"override_policy_ids"`
}

// Quorum is a set of authorization keys.
type Quorum struct {
	ID        string      `json:"id"`
	Threshold int         `json:"authorization_threshold"`
	Keys      []QuorumKey `json:"authorization_keys"`
}

// QuorumKey is one of them.
type QuorumKey struct {
	PublicKey string `json:"public_key"`
}

// Policy is a policy of the provider: what no rule allows is denied, and a rule that
// denies goes before one that allows.
type Policy struct {
	ID        string `json:"id,omitempty"`
	Version   string `json:"version"`
	Name      string `json:"name"` // at most 50 characters
	ChainType string `json:"chain_type"`
	Rules     []Rule `json:"rules"`
	Owner     string `json:"owner_id,omitempty"` // a key quorum
}

// Rule applies where all its conditions hold.
type Rule struct {
	Name       string      `json:"name"`
	Method     string      `json:"method"` // an RPC method
	Action     string      `json:"action"` // ALLOW or DENY
	Conditions []Condition `json:"conditions"`
}

// Methods and actions of a rule.
const (
	SignTransaction = "eth_signTransaction"
	SignTypedData   = "eth_signTypedData_v4"
	Allow           = "ALLOW"
)

// Condition compares a field of what is to be signed with a value. Values are texts; In
// takes several.
type Condition struct {
	Source   string          `json:"field_source"`
	Field    string          `json:"field"`
	Operator string          `json:"operator"`
	Value    any             `json:"value"`         // string or []string
	ABI      json.RawMessage `json:"abi,omitempty"` // of Calldata
}

// Sources of a condition's field, and its operators. All of these the enclave knows from
// what is signed alone.
const (
	Transaction = "ethereum_transaction"       // to, value, chain_id
	Calldata    = "ethereum_calldata"          // function_name, or function.parameter
	TypedDomain = "ethereum_typed_data_domain" // chainId, verifyingContract
	System      = "system"                     // current_unix_timestamp
	Eq          = "eq"
	In          = "in"
	LTE         = "lte"
)
