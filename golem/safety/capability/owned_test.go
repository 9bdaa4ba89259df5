package capability

import (
	"errors"
	"testing"
)

// spec: safety §2.2 — a token that does not fit opens nothing, and each refusal has its
// own stable code.
func TestEachRefusalHasItsCode(t *testing.T) {
	for want, change := range map[string]func(*Use){
		"CAP_WRONG_TOOL":     func(u *Use) { u.Tool = "add_liquidity" },
		"CAP_WRONG_PARAMS":   func(u *Use) { u.Params[31]++ },
		"CAP_POLICY_CHANGED": func(u *Use) { u.Policy[31]++ },
		"CAP_VALUE_EXCEEDED": func(u *Use) { u.Value++ },
		"CAP_EXPIRED":        func(u *Use) { u.Tick++ },
	} {
		u := use()
		change(&u)
		if err := NewRegistry().Mint(grant()).Consume(u); err == nil || Code(err) != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// Voiding a permit ends its tokens, all of them, and no other's; tokens of one registry
// open each their own grant.
func TestAVoidedPermitEndsItsOwnTokensOnly(t *testing.T) {
	r := NewRegistry()
	a, b, c := grant(), grant(), grant()
	b.PermitID, b.Tool, c.PermitID = "p2", "add_liquidity", "p1"
	first, second, third := r.Mint(a), r.Mint(b), r.Mint(c)
	r.Void("p1")
	for _, token := range []*Token{first, third} {
		if err := token.Consume(use()); !errors.Is(err, ErrUsed) {
			t.Errorf("voided: %v", err)
		}
	}
	u := use()
	u.Tool = "add_liquidity"
	if err := second.Consume(u); err != nil {
		t.Errorf("another permit was voided with it: %v", err)
	}
}

// Whoever is to be told hears of every live token that is shown, before its holder does; and
// a token that cannot be told of opens nothing.
func TestATokenThatCannotBeToldOfOpensNothing(t *testing.T) {
	type told struct {
		permit  string
		refused error
	}
	var heard []told
	deaf := errors.New("the audit is full")
	var answer error
	r := NewRegistry()
	r.Tell(func(permit string, refused error) error {
		heard = append(heard, told{permit, refused})
		return answer
	})
	if err := r.Mint(grant()).Consume(use()); err != nil {
		t.Errorf("it fits and was told of: %v", err)
	}
	wrong := use()
	wrong.Value++
	if err := r.Mint(grant()).Consume(wrong); !errors.Is(err, ErrValue) {
		t.Errorf("above its value: %v", err)
	}
	answer = deaf
	if err := r.Mint(grant()).Consume(use()); !errors.Is(err, deaf) {
		t.Errorf("nobody could be told: %v", err)
	}
	if len(heard) != 3 || heard[0] != (told{"p1", nil}) || heard[1].permit != "p1" || !errors.Is(heard[1].refused, ErrValue) {
		t.Errorf("told %+v", heard)
	}
}
