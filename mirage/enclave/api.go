package enclave

import (
	"encoding/json"
	"strings"
)

// What follows is the provider's API by its own public reference, and not by the client's
// structs: a name that both had wrong would pass every test. Answers have what a client does not
// ask for, in an order of their own, and addresses without their checksum.

// Wallet is a wallet as the API answers it.
type Wallet struct {
	Signers   []WalletSigner `json:"additional_signers"`
	Address   string         `json:"address"`
	ChainType string         `json:"chain_type"`
	Created   int64          `json:"created_at"` // milliseconds
	Exported  *int64         `json:"exported_at"`
	ID        string         `json:"id"`
	Imported  *int64         `json:"imported_at"`
	Owner     *string        `json:"owner_id"`
	Policies  []string       `json:"policy_ids"`
}

// WalletSigner is a key quorum that uses a wallet beside its owner.
type WalletSigner struct {
	Policies []string `json:"override_policy_ids"`
	ID       string   `json:"signer_id"`
}

// quorum is a key quorum.
type quorum struct {
	Keys      []quorumKey `json:"authorization_keys"`
	Threshold int         `json:"authorization_threshold"`
	Name      string      `json:"display_name"`
	ID        string      `json:"id"`
	Users     []string    `json:"user_ids"`
}

type quorumKey struct {
	Name      *string `json:"display_name"`
	PublicKey string  `json:"public_key"`
}

// Policy is a policy.
type Policy struct {
	ChainType string  `json:"chain_type"`
	Created   int64   `json:"created_at"`
	ID        string  `json:"id"`
	Name      string  `json:"name"`
	Owner     *string `json:"owner_id"`
	Rules     []Rule  `json:"rules"`
	Version   string  `json:"version"`
}

// Rule is one of its rules, to which the provider gives an id.
type Rule struct {
	Action     string      `json:"action"`
	Conditions []Condition `json:"conditions"`
	ID         string      `json:"id"`
	Method     string      `json:"method"`
	Name       string      `json:"name"`
}

// Condition is what has to hold for a rule to apply.
type Condition struct {
	ABI      json.RawMessage `json:"abi,omitempty"`
	Field    string          `json:"field"`
	Source   string          `json:"field_source"`
	Operator string          `json:"operator"`
	Value    any             `json:"value"`
}

// named are the rules as they are kept: each with an id, its addresses in small letters.
func (t *things) named(rules []Rule) []Rule {
	for i := range rules {
		rules[i].ID = t.id()
		for j := range rules[i].Conditions {
			c := &rules[i].Conditions[j]
			switch v := c.Value.(type) {
			case string:
				c.Value = small(v)
			case []any:
				for k := range v {
					if text, ok := v[k].(string); ok {
						v[k] = small(text)
					}
				}
			}
		}
	}
	return rules
}

// small is an address without its checksum.
func small(text string) string {
	if len(text) == 42 && strings.HasPrefix(text, "0x") {
		return strings.ToLower(text)
	}
	return text
}
