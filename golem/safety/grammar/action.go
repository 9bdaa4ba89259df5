package grammar

import (
	"crypto/sha256"
	"encoding/json"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/internal/money"
)

// Kind names a type of action. Each kind has exactly one executor.
type Kind string

// The kinds whose executors exist. Lending is called as the protocols call it: the deposit of
// safety §5 is a vault's word.
const (
	Swap            Kind = "swap"
	AddLiquidity    Kind = "add_liquidity"
	RemoveLiquidity Kind = "remove_liquidity"
	ClaimFees       Kind = "claim_fees"
	Supply          Kind = "supply"
	Withdraw        Kind = "withdraw"
	Borrow          Kind = "borrow"
	Repay           Kind = "repay"
	Wrap            Kind = "wrap"   // the chain's coin, as the asset that stands for it
	Unwrap          Kind = "unwrap" // that asset, as coin
)

// Anchor is the kind of the Golem's own that anchors its audit: no proposal is parsed to
// it (safety §12.3).
const Anchor Kind = "anchor_audit"

// Declare is the kind of the Golem's own that tells the chain of its last phase, and that
// it is dead (provisioning §8.5): no proposal is parsed to it either.
const Declare Kind = "declare_phase"

// HandOver is the kind of the Golem's own by which a session key leaves its coin to the one
// that takes over (provisioning §9.1). No proposal is parsed to it.
const HandOver Kind = "hand_over"

// Sweep is the kind of the Golem's own by which a dead wallet's asset goes to its owner
// (provisioning §8.9). No proposal is parsed to it.
const Sweep Kind = "sweep"

// Own reports whether the kind is one of the Golem's own, which trades nothing.
func (k Kind) Own() bool { return k == Anchor || k == Declare || k == HandOver || k == Sweep }

// Kinds lists every kind the grammar accepts, in the order of the specification.
func Kinds() []Kind {
	return []Kind{Swap, AddLiquidity, RemoveLiquidity, ClaimFees, Supply, Withdraw, Borrow, Repay, Wrap, Unwrap}
}

// Action is a parsed proposal. Only the fields of its kind are set; amounts are
// raw units. Its handles were resolved by the reading that it was parsed with.
type Action struct {
	Kind       Kind
	Market     string // handle of where it goes: an exchange, or a lending market
	Protocol   string // of that market, or of the position; empty where the reading has neither
	TokenIn    common.Address
	TokenOut   common.Address
	AmountIn   *uint256.Int
	Base       *uint256.Int // of the market's tokens, to provide
	Quote      *uint256.Int
	TickLower  int32
	TickUpper  int32
	PositionID *uint256.Int
	Percent    uint8
	Slippage   money.BPS
	Asset      common.Address // that is lent or owed, or stands for the coin
	Amount     *uint256.Int   // of Asset; all bits set is everything, see All
	Payload    []byte         // of an order of the Golem's own; of HandOver the address of the next key, of Sweep the asset's

	Constraints Constraints
}

// Constraints may only narrow what the policy allows. A nil list does not
// narrow; MaxValue 0 does not bound.
type Constraints struct {
	MaxValue  money.USDC
	Tokens    []common.Address
	Protocols []string
}

// Converts reports whether the action makes coin of the asset that stands for it, or that of coin.
func (a Action) Converts() bool { return a.Kind == Wrap || a.Kind == Unwrap }

// Opens reports whether the action takes on market risk. Leaving a position,
// paying a debt back and collecting what is owed never does (safety §1.4, S-7).
func (a Action) Opens() bool {
	return a.Kind == Swap || a.Kind == AddLiquidity || a.Kind == Supply || a.Kind == Borrow
}

// Canonical returns the one encoding of the action: sorted keys, decimal amounts, the addresses
// that handles of assets stand for, in lower case, and the protocol beside a market's handle, which
// a position has too. Equal actions have equal bytes, others have others.
func (a Action) Canonical() []byte {
	params := map[string]any{}
	for _, f := range forms[a.Kind] {
		params[f.name] = f.value(&a)
	}
	if a.Market != "" {
		params["market"] = a.Market
	}
	if a.Protocol != "" {
		params["protocol"] = a.Protocol
	}
	if a.Kind == Anchor || a.Kind == HandOver || a.Kind == Sweep {
		params["payload"] = a.Payload
	}
	out, err := json.Marshal(map[string]any{"type": a.Kind, "params": params, "constraints": a.Constraints.canonical()})
	if err != nil {
		panic("grammar: an action always encodes: " + err.Error())
	}
	return out
}

// Hash is the SHA-256 of Canonical: what permits and capabilities are bound to.
func (a Action) Hash() [sha256.Size]byte { return sha256.Sum256(a.Canonical()) }

func (c Constraints) canonical() map[string]any {
	out := map[string]any{}
	if c.MaxValue > 0 {
		out["max_value_usd"] = c.MaxValue.String()
	}
	if c.Tokens != nil {
		out["approved_tokens"] = c.Tokens
	}
	if c.Protocols != nil {
		out["approved_protocols"] = c.Protocols
	}
	return out
}
