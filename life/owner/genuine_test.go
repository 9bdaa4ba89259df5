package owner_test

import (
	"context"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/life/owner"
	"bardo.run/bardo/mirage/artifact"
)

// impostor answers every question with an address, as an account code of the manager would
// answer delegationManager(), and would do anything else.
func impostor(says common.Address) []byte {
	return append(append([]byte{0x73}, says[:]...), 0x5f, 0x52, 0x60, 0x20, 0x5f, 0xf3)
}

// spec: provisioning §8.1: the owner's whole account goes to that code.
func TestAnAccountTakesOnThePublishedCodeOnly(t *testing.T) {
	d := open(t)
	before := d.sent()
	code := impostor(d.ask.Manager)
	fake := d.Deploy(code)
	d.ask.Account = fake
	refused := func(want string) {
		t.Helper()
		if _, err := d.grants(t.Context(), func(string) {}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
		if d.sent() != before {
			t.Error("a transaction was sent")
		}
	}
	refused("is not EIP7702StatelessDeleGator")
	d.ask.Accept = []common.Hash{crypto.Keccak256Hash(append(code, 0))}
	refused("--accept-code " + crypto.Keccak256Hash(code).Hex())
	d.ask.Accept = []common.Hash{crypto.Keccak256Hash(code)}
	refused("is not EntryPoint07") // its entry point is the manager
	d.ask.Account = d.At("EIP7702StatelessDeleGator")
	d.ask.Accept = nil
	if _, err := d.grants(t.Context(), func(string) {}); err != nil {
		t.Error(err)
	}
}

// An account that took on false code before is found out as well, and so is each other
// part that a grant rests on.
func TestEachPartOfTheFrameworkIsCompared(t *testing.T) {
	d := open(t)
	fake := d.Deploy(impostor(d.ask.Manager))
	d.Chain().Miner.SetAutomine(false)
	d.owner.Become(fake)
	d.Chain().Miner.SetAutomine(true)
	if _, err := d.grants(t.Context(), func(string) {}); err == nil || !strings.Contains(err.Error(), "is not EIP7702StatelessDeleGator") {
		t.Errorf("an account of false code: %v", err)
	}
	d = open(t)
	d.ask.Mode, d.ask.Counter = grant.LocalKey, d.Deploy(impostor(common.Address{}))
	if _, err := d.grants(t.Context(), func(string) {}); err == nil || !strings.Contains(err.Error(), "is not LimitedCallsEnforcer") {
		t.Errorf("a false counter: %v", err)
	}
}

func TestWithoutArtifactsNothingIsCompared(t *testing.T) {
	d := open(t)
	t.Setenv(artifact.Env, t.TempDir())
	if _, err := d.grants(t.Context(), func(string) {}); err == nil || !strings.Contains(err.Error(), "bardo artifacts fetch") {
		t.Errorf("%v", err)
	}
}

// spec: safety §1.4 S-10
func TestAPriceHoldsForTwentyMinutesOrForAReason(t *testing.T) {
	d := open(t)
	good := d.ask
	for name, c := range map[string]struct {
		spoil func(*owner.Ask)
		want  string
	}{
		"older without a reason": {func(a *owner.Ask) { a.BaseAge = 1_201 }, "needs a reason"},
		"a blank reason":         {func(a *owner.Ask) { a.QuoteAge, a.AgeReason = 86_400, " " }, "needs a reason"},
		"a day for both":         {func(a *owner.Ask) { a.QuoteAge, a.BaseAge, a.AgeReason = 86_400, 86_400, "heartbeats" }, "must be below 86400"},
		"none":                   {func(a *owner.Ask) { a.QuoteAge = 0 }, "at least a second"},
		"no uptime feed":         {func(a *owner.Ask) { a.Sequencer = d.At("ETHFeed") }, "no uptime feed"},
	} {
		d.ask = good
		c.spoil(&d.ask)
		if _, err := d.grants(t.Context(), func(string) {}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	d.ask = good
	d.ask.QuoteAge, d.ask.AgeReason, d.ask.Sequencer = 86_400, "its feed beats once a day", d.At("SequencerFeed")
	if o, err := d.offers(); err != nil || !strings.Contains(o.Plan.String(), "86400 s for cash, 1200 s for the other token; your reason: its feed beats once a day") ||
		!strings.Contains(o.Plan.String(), "while the rollup's sequencer is down") {
		t.Errorf("%v\n%s", err, o.Plan)
	}
}

// Base's sequencer is watched by its known feed; Base Sepolia's is named, or its absence is.
func TestARollupIsNotPricedUnwatched(t *testing.T) {
	base, _ := owner.Known(8453)
	sepolia, _ := owner.Known(84532)
	if base.Sequencer == (common.Address{}) || !base.Rollup || sepolia.Sequencer != (common.Address{}) || !sepolia.Rollup || base.Manager != sepolia.Manager {
		t.Errorf("%+v\n%+v", base, sepolia)
	}
	if dev, ok := owner.Known(evmtest.ChainID); !ok || dev.Rollup {
		t.Errorf("%+v", dev)
	}
	if _, ok := owner.Known(1); ok {
		t.Error("mainnet is known")
	}
}

func (d *desk) offers() (owner.Offer, error) {
	return d.notary(func(string) {}).Offer(context.Background(), d.ask)
}
