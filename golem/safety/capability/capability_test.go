package capability

import (
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"testing"

	"bardo.run/bardo/internal/money"
)

func grant() Grant {
	return Grant{Tool: "swap", PermitID: "p1", Params: Digest{1}, Policy: Digest{2}, ValueLimit: 4000 * money.One, ExpiresAt: 13}
}

func use() Use {
	return Use{Tool: "swap", Params: Digest{1}, Policy: Digest{2}, Value: 4000 * money.One, Tick: 12}
}

// spec: safety §2.2 — minted at tick 10 with lifetime 3: valid at 10, 11, 12; invalid at 13.
func TestATokenLivesForItsTicksOnly(t *testing.T) {
	r := NewRegistry()
	for _, tick := range []uint64{10, 11, 12} {
		u := use()
		u.Tick = tick
		if err := r.Mint(grant()).Consume(u); err != nil {
			t.Errorf("tick %d: %v", tick, err)
		}
	}
	u := use()
	u.Tick = 13
	if err := r.Mint(grant()).Consume(u); !errors.Is(err, ErrExpired) {
		t.Errorf("tick 13: got %v, want ErrExpired", err)
	}
}

// spec: safety §2.2, runtime §11.2 — one of 100 concurrent uses succeeds.
func TestOneOfAHundredConcurrentUsesSucceeds(t *testing.T) {
	token := NewRegistry().Mint(grant())
	var wg sync.WaitGroup
	results := make([]error, 100)
	for i := range results {
		wg.Go(func() { results[i] = token.Consume(use()) })
	}
	wg.Wait()
	used := 0
	for _, err := range results {
		if errors.Is(err, ErrUsed) {
			used++
		} else if err != nil {
			t.Errorf("unexpected error %v", err)
		}
	}
	if used != 99 {
		t.Fatalf("%d uses were refused, want 99", used)
	}
}

// spec: safety §2.2, runtime §11.2
func TestATokenIsBoundToToolParamsPolicyAndValue(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*Use)
		want   error
	}{
		{"another tool", func(u *Use) { u.Tool = "add_liquidity" }, ErrTool},
		{"other parameters", func(u *Use) { u.Params = Digest{9} }, ErrParams},
		{"another policy", func(u *Use) { u.Policy = Digest{9} }, ErrPolicy},
		{"4,000.01 USD of 4,000", func(u *Use) { u.Value += 10_000 }, ErrValue},
	} {
		token, u := NewRegistry().Mint(grant()), use()
		c.change(&u)
		if err := token.Consume(u); !errors.Is(err, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, err, c.want)
		}
		if err := token.Consume(use()); !errors.Is(err, ErrUsed) {
			t.Errorf("%s: a failed use left the token alive: %v", c.name, err)
		}
	}
}

// spec: safety §1.4 S-8
func TestAForgedOrVoidedTokenOpensNothing(t *testing.T) {
	if err := new(Token).Consume(use()); !errors.Is(err, ErrForged) {
		t.Errorf("zero value: %v", err)
	}
	if err := (*Token)(nil).Consume(use()); !errors.Is(err, ErrForged) {
		t.Errorf("nil: %v", err)
	}
	r := NewRegistry()
	token := r.Mint(grant())
	r.Void("p1")
	if err := token.Consume(use()); !errors.Is(err, ErrUsed) {
		t.Errorf("voided: %v", err)
	}
}

func TestATokenCannotBeReadOrSerialised(t *testing.T) {
	token := NewRegistry().Mint(grant())
	if got := fmt.Sprintf("%v %s", token, token); got != "[capability] [capability]" {
		t.Errorf("printed %q", got)
	}
	if _, err := json.Marshal(token); err == nil {
		t.Error("a token was serialised")
	}
}
