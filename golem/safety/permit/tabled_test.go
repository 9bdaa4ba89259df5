package permit

import (
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/approval"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/safety/tier"
	"bardo.run/bardo/wire"
)

// spec: safety §3 — Privileged: missing or bad approval ⇒ SAFETY_OWNER_APPROVAL_REQUIRED;
// §4.4 — so is what is Critical while no Warden delays it. Here a swap plays the tool that
// needs it: no tool of today's does.
func TestAPrivilegedCallNeedsTheOwnersApprovalOnce(t *testing.T) {
	owner, err := crypto.ToECDSA(crypto.Keccak256([]byte("owner")))
	check(t, err)
	for name, row := range map[string]tier.Row{
		"privileged": {Tool: "swap", Tier: tier.Privileged, Risk: tier.Standard}, "critical": {Tool: "swap", Tier: tier.Write, Risk: tier.Critical},
	} {
		d, o, _ := setUp()
		d.judge.tools = func(tool string) (tier.Row, bool) { return row, tool == "swap" }
		alone := permitted(t, d)
		if x, err := d.Commit(t.Context(), alone); err != nil || code(x) != wire.CodeSafetyOwnerApprovalRequired || o.executions.Load() != 0 || len(o.reserved) != 0 {
			t.Errorf("%s, nobody to approve: %+v, %v", name, x, err)
		}
		if x, err := d.Commit(t.Context(), alone); err != nil || code(x) != wire.CodePermitNotActive {
			t.Errorf("%s, the same permit again: %+v, %v", name, x, err)
		}
		box := approval.NewBox("golem-1", 8453, approval.Wallet{Address: crypto.PubkeyToAddress(owner.PublicKey)})
		d.judge.approvals = box
		if x, err := d.Commit(t.Context(), permitted(t, d)); err != nil || code(x) != wire.CodeSafetyOwnerApprovalRequired || len(o.reserved) != 0 {
			t.Errorf("%s, not approved: %+v, %v", name, x, err)
		}
		a := approval.Approval{GolemID: "golem-1", Tool: "swap", Params: action(t, buy()).Hash(), Nonce: common.Hash{1}, Deadline: 1_000, ChainID: 8453}
		digest, err := a.Digest()
		check(t, err)
		a.Signature, err = crypto.Sign(digest[:], owner)
		check(t, err)
		a.Signature[64] += 27
		check(t, box.Give(t.Context(), a, o.now/1000))
		if x, err := d.Commit(t.Context(), permitted(t, d)); err != nil || x.Status != turn.StatusExecuted {
			t.Errorf("%s, approved: %+v, %v", name, x, err)
		}
		if x, err := d.Commit(t.Context(), permitted(t, d)); err != nil || code(x) != wire.CodeSafetyOwnerApprovalRequired || o.executions.Load() != 1 {
			t.Errorf("%s, the same again: %+v, %v", name, x, err)
		}
	}
}

func action(t *testing.T, p turn.Proposal) grammar.Action {
	t.Helper()
	a, err := grammar.Parse(p.Body, new(reading()))
	check(t, err)
	return a
}

// spec: safety §25 point 8 — none is reachable without tier, phase rule and risk tier.
func TestAToolWithoutARowIsNotReached(t *testing.T) {
	d, o, _ := setUp()
	d.judge.tools = func(string) (tier.Row, bool) { return tier.Row{}, false }
	answer, err := d.Preview(t.Context(), buy())
	if err != nil || answer.Refusal == nil || answer.Refusal.Code != wire.CodeSafetyCapabilityRequired || o.executions.Load() != 0 {
		t.Errorf("%+v, %v", answer.Refusal, err)
	}
}

// approvals note the second they are asked at.
type approvals struct{ at int64 }

func (a *approvals) Use(_ string, _ [32]byte, now int64) error {
	a.at = now
	return nil
}

// An approval's deadline is a second of the life's clock, and a tool that is in no table any
// more needs one: nobody knows what it may do.
func TestAnApprovalIsUsedAtTheSecondOfTheCommit(t *testing.T) {
	d, o, _ := setUp()
	o.now = 5_000_999
	given := &approvals{}
	d.judge.tools = func(tool string) (tier.Row, bool) { return tier.Row{Tool: tool, Tier: tier.Privileged}, true }
	d.judge.approvals = given
	if x, err := d.Commit(t.Context(), permitted(t, d)); err != nil || x.Status != turn.StatusExecuted || given.at != 5_000 {
		t.Errorf("%+v, %v, asked at %d", x, err, given.at)
	}
	d.judge.tools, d.judge.approvals = tier.Of, nil
	id := permitted(t, d)
	d.judge.tools = func(string) (tier.Row, bool) { return tier.Row{}, false }
	if x, err := d.Commit(t.Context(), id); err != nil || code(x) != wire.CodeSafetyOwnerApprovalRequired {
		t.Errorf("a tool that went: %+v, %v", x, err)
	}
}
