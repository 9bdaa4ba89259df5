package x402

import (
	"errors"
	"fmt"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/internal/eip55"
)

// Scheme is the only scheme: the payer fixes the amount.
const Scheme = "exact"

// Terms are what a route asks for a payment. Amounts are in the token's smallest unit.
type Terms struct {
	Token Token
	PayTo common.Address
	// Method is the call that the payee sends; Either also takes a signature for the other, which
	// is what stock clients send, and which anybody may execute.
	Method Method
	Either bool
	// Amount is what has to be paid; at least that, where More.
	Amount uint256.Int
	More   bool
	// Window is how many seconds an authorization must still hold when it is taken.
	Window uint64
}

// Network is the chain's CAIP-2 name.
func (t *Token) Network() string { return fmt.Sprintf("eip155:%d", t.ChainID) }

// legacy are the names of version 1.
var legacy = map[uint64]string{8453: "base", 84532: "base-sepolia"}

// named reports whether a network is the token's, by its name of either version. None is the one that
// is asked for.
func (t *Token) named(network string) bool {
	return network == "" || network == t.Network() || network == legacy[t.ChainID]
}

// Refusal is why a payment is not taken. Reason is the code of the protocol, Code that of Bardo
// (provisioning §13.9, compute §17).
type Refusal struct {
	Reason, Code string
	Detail       string
}

// Error implements error.
func (r *Refusal) Error() string { return fmt.Sprintf("%s: %s", r.Code, r.Detail) }

// Bardo's codes.
const (
	CodeInvalid      = "PAYMENT_INVALID"
	CodeInsufficient = "PAYMENT_INSUFFICIENT"
	CodeExpired      = "PAYMENT_EXPIRED"
	CodeTight        = "VALID_BEFORE_TOO_TIGHT"
)

func refuse(reason, code, format string, args ...any) *Refusal {
	return &Refusal{reason, code, fmt.Sprintf(format, args...)}
}

// ErrContract says that the account's key did not sign, so that only a contract at the account can
// tell: it is asked on the chain (ERC-1271, ERC-6492).
var ErrContract = errors.New("no key signed it: the account has to be asked")

// Check holds a payment against the terms at a time in unix seconds, without a chain (provisioning
// §13.5, 1 to 4). It returns the method that was signed for. The error is a *Refusal, or ErrContract
// for a signature that a contract may know.
func (t *Terms) Check(p *Payment, now uint64) (Method, error) {
	a := &p.Authorization
	switch {
	case p.Scheme != "" && p.Scheme != Scheme:
		return 0, refuse("unsupported_scheme", CodeInvalid, "the scheme is %.40q, want %q", p.Scheme, Scheme)
	case !t.Token.named(p.Network):
		return 0, refuse("invalid_network", CodeInvalid, "the network is %.40q, want %q", p.Network, t.Token.Network())
	case a.To != t.PayTo:
		return 0, refuse("invalid_exact_evm_recipient_mismatch", CodeInvalid, "it pays %s, want %s", a.To, t.PayTo)
	}
	if p.Accepted != nil {
		if asset, err := eip55.Parse(p.Accepted.Asset); err != nil || asset != t.Token.Address {
			return 0, refuse("invalid_exact_evm_asset_mismatch", CodeInvalid, "it pays in %.80q, want %s", p.Accepted.Asset, t.Token.Address)
		}
	}
	if err := t.pays(a, now); err != nil {
		return 0, err
	}
	return t.signedFor(p)
}

// pays checks amount and times.
func (t *Terms) pays(a *Authorization, now uint64) error {
	at := uint256.NewInt(now)
	switch {
	case a.Value.Lt(&t.Amount) || !t.More && !a.Value.Eq(&t.Amount):
		return refuse("invalid_exact_evm_payload_authorization_value_mismatch", CodeInsufficient, "it pays %s, want %s", a.Value.Dec(), t.Amount.Dec())
	case !a.ValidBefore.Gt(at):
		return refuse("invalid_exact_evm_payload_authorization_valid_before", CodeExpired, "it was valid before %s, and it is %d", a.ValidBefore.Dec(), now)
	case !a.ValidAfter.Lt(at):
		return refuse("invalid_exact_evm_payload_authorization_valid_after", CodeExpired, "it is valid after %s, and it is %d", a.ValidAfter.Dec(), now)
	case new(uint256.Int).Sub(&a.ValidBefore, at).LtUint64(t.Window):
		return refuse("invalid_exact_evm_payload_authorization_valid_before", CodeTight, "it holds for less than %d s", t.Window)
	}
	return nil
}

// signedFor tells by whom, and for which method, a payment was signed.
func (t *Terms) signedFor(p *Payment) (Method, error) {
	methods := []Method{t.Method}
	if t.Either {
		methods = append(methods, 1-t.Method)
	}
	for _, m := range methods {
		if who, ok := Recover(t.Token.Digest(m, &p.Authorization), p.Signature); ok && who == p.Authorization.From {
			return m, nil
		}
	}
	return t.Method, ErrContract
}
