package x402

import (
	"errors"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"
)

const now = 1_800_000_000

// route asks for what signed pays, by the call that the payee sends.
func route() Terms {
	return Terms{Token: base, PayTo: payee, Method: Receive, Amount: *uint256.NewInt(2_400_000), More: true, Window: 300}
}

// pay is a payment that a new key signed, after edit.
func pay(t *testing.T, token Token, m Method, edit func(p *Payment)) *Payment {
	t.Helper()
	key, err := crypto.GenerateKey()
	if err != nil {
		t.Fatal(err)
	}
	accepted := asked()
	p := &Payment{Version: 2, Scheme: accepted.Scheme, Network: accepted.Network, Accepted: &accepted, Authorization: signed}
	p.Authorization.From = crypto.PubkeyToAddress(key.PublicKey)
	edit(p)
	digest := token.Digest(m, &p.Authorization)
	if p.Signature, err = crypto.Sign(digest[:], key); err != nil {
		t.Fatal(err)
	}
	p.Signature[64] += 27
	return p
}

// spec: provisioning §13.5, §13.9, §20.12, compute §4.3, §17 — what does not pay what is asked is
// refused with the code of the protocol's and Bardo's tables; the token compares both times strictly.
func TestWhatDoesNotPayWhatIsAskedIsRefused(t *testing.T) {
	for name, c := range map[string]struct {
		method Method
		edit   func(p *Payment)
		terms  func(r *Terms)
		code   string // empty: it is taken
	}{
		"as asked":           {method: Receive},
		"more":               {method: Receive, edit: func(p *Payment) { p.Authorization.Value.SetUint64(2_400_001) }},
		"more than exactly":  {method: Receive, edit: func(p *Payment) { p.Authorization.Value.SetUint64(2_400_001) }, terms: func(r *Terms) { r.More = false }, code: CodeInsufficient},
		"less":               {method: Receive, edit: func(p *Payment) { p.Authorization.Value.SetUint64(2_399_999) }, code: CodeInsufficient},
		"nothing":            {method: Receive, edit: func(p *Payment) { p.Authorization.Value.Clear() }, code: CodeInsufficient},
		"to another":         {method: Receive, edit: func(p *Payment) { p.Authorization.To = payer }, code: CodeInvalid},
		"by another scheme":  {method: Receive, edit: func(p *Payment) { p.Scheme = "upto" }, code: CodeInvalid},
		"on another chain":   {method: Receive, edit: func(p *Payment) { p.Network = "eip155:1" }, code: CodeInvalid},
		"as version 1":       {method: Receive, edit: func(p *Payment) { p.Version, p.Network, p.Accepted = 1, "base", nil }},
		"bare":               {method: Receive, edit: func(p *Payment) { *p = Payment{Authorization: p.Authorization} }},
		"another v1 network": {method: Receive, edit: func(p *Payment) { p.Version, p.Network, p.Accepted = 1, "base-sepolia", nil }, code: CodeInvalid},
		"in another token":   {method: Receive, edit: func(p *Payment) { p.Accepted.Asset = payer.Hex() }, code: CodeInvalid},
		"in no token":        {method: Receive, edit: func(p *Payment) { p.Accepted.Asset = "USDC" }, code: CodeInvalid},
		"in its last second": {method: Receive, edit: func(p *Payment) { p.Authorization.ValidBefore.SetUint64(now + 1) }, terms: func(r *Terms) { r.Window = 1 }},
		"expired":            {method: Receive, edit: func(p *Payment) { p.Authorization.ValidBefore.SetUint64(now) }, code: CodeExpired},
		"too early":          {method: Receive, edit: func(p *Payment) { p.Authorization.ValidAfter.SetUint64(now) }, code: CodeExpired},
		"just in time":       {method: Receive, edit: func(p *Payment) { p.Authorization.ValidAfter.SetUint64(now - 1) }},
		"for ever":           {method: Receive, edit: func(p *Payment) { p.Authorization.ValidBefore.SetAllOne() }},
		"too tight":          {method: Receive, edit: func(p *Payment) { p.Authorization.ValidBefore.SetUint64(now + 299) }, code: CodeTight},
		"tight":              {method: Receive, edit: func(p *Payment) { p.Authorization.ValidBefore.SetUint64(now + 300) }},
		"for the other":      {method: Transfer, code: "contract"},
		"for either":         {method: Transfer, terms: func(r *Terms) { r.Either = true }},
		"in another's name":  {method: Receive, terms: func(r *Terms) { r.Token = sepolia }, edit: func(p *Payment) { p.Network, p.Accepted = "", nil }, code: "contract"},
	} {
		if c.edit == nil {
			c.edit = func(*Payment) {}
		}
		r := route()
		if c.terms != nil {
			c.terms(&r)
		}
		m, err := r.Check(pay(t, base, c.method, c.edit), now)
		var refused *Refusal
		switch {
		case c.code == "contract" && errors.Is(err, ErrContract):
		case c.code == "" && err == nil && m == c.method:
		case errors.As(err, &refused) && refused.Code == c.code && refused.Reason != "" && refused.Detail != "":
		default:
			t.Errorf("%s: %s, %v; want %q", name, m, err, c.code)
		}
	}
}

// One changed bit of what was signed, or of the signature, is nobody's payment.
func TestAChangedPaymentIsNobodys(t *testing.T) {
	r := route()
	r.Window = 0
	for name, change := range map[string]func(p *Payment){
		"payer":        func(p *Payment) { p.Authorization.From = payer },
		"value":        func(p *Payment) { p.Authorization.Value.AddUint64(&p.Authorization.Value, 1) },
		"valid after":  func(p *Payment) { p.Authorization.ValidAfter.SetUint64(1) },
		"valid before": func(p *Payment) { p.Authorization.ValidBefore.AddUint64(&p.Authorization.ValidBefore, 1) },
		"nonce":        func(p *Payment) { p.Authorization.Nonce = common.Hash{1} },
		"r":            func(p *Payment) { p.Signature[3] ^= 1 },
		"s":            func(p *Payment) { p.Signature[40] ^= 1 },
		"v":            func(p *Payment) { p.Signature[64] ^= 7 },
	} {
		p := pay(t, base, Receive, func(*Payment) {})
		if _, err := r.Check(p, now); err != nil {
			t.Fatal(err)
		}
		change(p)
		if m, err := r.Check(p, now); !errors.Is(err, ErrContract) {
			t.Errorf("%s: %s, %v", name, m, err)
		}
	}
}
