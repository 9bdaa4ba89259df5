package signing

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/holiman/uint256"

	"bardo.run/bardo/internal/canon"
	"bardo.run/bardo/internal/money"
)

// Tier says to whom plain transfers may go.
type Tier string

// The tiers that this custody has. An unrestricted one needs a PolicyCage in the path of
// the money, which a provider's wallet does not have.
const (
	Strict Tier = "strict" // the owner's main wallet
	Clade  Tier = "clade"  // the owner's other Golems too
)

// ErrPolicy means that a policy is not whole, or contradicts itself.
var ErrPolicy = errors.New("the signing policy is not valid")

// Policy is what a wallet may sign. It is not changed after its construction.
type Policy struct {
	ChainID uint64
	Tier    Tier
	// Recipients of plain transfers: the owner's main wallet first.
	Recipients []common.Address
	// Tokens are those that may be transferred to them.
	Tokens    []common.Address
	Contracts []Contract

	MaxPerTx  money.USDC // of what one transaction pays, but to the owner
	MaxPerDay money.USDC // in any 24 hours
	// MaxLossDay is what any 24 hours may lose, of the account's worth; MaxMoveLoss and
	// MaxExitLoss are what one move and, beyond that, a sale into cash may, of its value.
	MaxLossDay, MaxMoveLoss, MaxExitLoss money.BPS
	MaxGas                               uint256.Int // wei offered for gas in any 24 hours
	NotAfter                             int64       // Unix seconds, inclusive
}

// Contract is one that may be called, and by which functions.
type Contract struct {
	Address   common.Address
	Functions []Function
}

// Function is a function with the arguments that are held.
type Function struct {
	Method abi.Method
	Pins   []Pin
}

// Pin holds one argument to some values. Path names it, through structs.
type Pin struct {
	Path  string   `json:"path"`
	OneOf []string `json:"one_of"`
}

// version of the document.
const version = 1

// Check says whether the policy is one to sign under.
func (p *Policy) Check() error {
	bad := func(format string, args ...any) error {
		return fmt.Errorf("%w: %s", ErrPolicy, fmt.Sprintf(format, args...))
	}
	switch {
	case p.ChainID == 0 || p.ChainID > 1<<53:
		return bad("chain id %d", p.ChainID)
	case p.Tier != Strict && p.Tier != Clade:
		return bad("tier %q; there are strict and clade, because no cage is in the path of this custody", p.Tier)
	case len(p.Recipients) == 0 || slices.Contains(p.Recipients, common.Address{}):
		return bad("it needs the owner's wallet as a recipient, and none of zero")
	case p.Tier == Strict && len(p.Recipients) != 1:
		return bad("strict has one recipient, the owner's wallet, and not %d", len(p.Recipients))
	case p.MaxPerTx <= 0 || p.MaxPerDay < p.MaxPerTx || p.MaxGas.IsZero():
		return bad("limits of %s a transaction, %s a day and %s wei of gas a day", p.MaxPerTx, p.MaxPerDay, p.MaxGas.Dec())
	case p.MaxLossDay <= 0 || p.MaxExitLoss <= 0 || p.MaxExitLoss > p.MaxMoveLoss:
		return bad("losses of %s a day, %s a move and %s a sale beyond that", p.MaxLossDay, p.MaxMoveLoss, p.MaxExitLoss)
	case p.NotAfter <= 0:
		return bad("it has no end")
	}
	for _, token := range p.Tokens {
		if slices.Contains(p.Recipients, token) || token == (common.Address{}) {
			return bad("token %s is a recipient too, or zero", token)
		}
	}
	for _, c := range p.Contracts {
		if slices.Contains(p.Recipients, c.Address) || c.Address == (common.Address{}) || len(c.Functions) == 0 {
			return bad("contract %s is a recipient too, zero, or has no function", c.Address)
		}
	}
	return nil
}

// document is the policy as it is written down and hashed.
type document struct {
	Version    int                `json:"version"`
	ChainID    uint64             `json:"chain_id"`
	Tier       Tier               `json:"tier"`
	Recipients []common.Address   `json:"allowed_recipients"`
	Tokens     []common.Address   `json:"transferable_tokens"`
	Contracts  []documentContract `json:"allowed_contracts"`
	MaxPerTx   int64              `json:"max_per_tx_micro_usd"`
	MaxPerDay  int64              `json:"max_per_day_micro_usd"`
	MaxLossDay int64              `json:"max_loss_day_bps"`
	MaxMove    int64              `json:"max_move_loss_bps"`
	MaxExit    int64              `json:"max_exit_loss_bps"`
	MaxGas     string             `json:"max_gas_wei_per_day"`
	NotAfter   int64              `json:"not_after"`
	Deny       bool               `json:"deny_arbitrary_calldata"`
	Hash       string             `json:"policy_hash,omitempty"`
}

type documentContract struct {
	Address   common.Address     `json:"address"`
	Selectors []string           `json:"selectors"`
	Functions []documentFunction `json:"functions"`
}

type documentFunction struct {
	ABI  json.RawMessage `json:"abi"`
	Pins []Pin           `json:"arguments"`
}

func (p *Policy) document() document {
	d := document{
		Version: version, ChainID: p.ChainID, Tier: p.Tier, Recipients: p.Recipients, Tokens: append([]common.Address{}, p.Tokens...),
		Contracts: []documentContract{}, MaxPerTx: int64(p.MaxPerTx), MaxPerDay: int64(p.MaxPerDay),
		MaxLossDay: int64(p.MaxLossDay), MaxMove: int64(p.MaxMoveLoss), MaxExit: int64(p.MaxExitLoss), MaxGas: p.MaxGas.Dec(), NotAfter: p.NotAfter, Deny: true,
	}
	for _, c := range p.Contracts {
		out := documentContract{Address: c.Address}
		for _, f := range c.Functions {
			out.Selectors = append(out.Selectors, hexutil.Encode(f.Method.ID))
			out.Functions = append(out.Functions, documentFunction{fragment(f.Method), append([]Pin{}, f.Pins...)})
		}
		d.Contracts = append(d.Contracts, out)
	}
	return d
}

// Hash is the SHA-256 of the policy's canonical JSON, without the hash itself.
//
// spec: provisioning §8.8
func (p *Policy) Hash() [sha256.Size]byte {
	return sha256.Sum256(always(canon.JSON(p.document())))
}

// MarshalJSON writes the policy with its hash, for people and for the record.
func (p *Policy) MarshalJSON() ([]byte, error) {
	d, sum := p.document(), p.Hash()
	d.Hash = hex.EncodeToString(sum[:])
	return canon.JSON(d)
}
