package owner_test

import (
	"context"
	"encoding/json"
	"errors"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/internal/conf"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/life/owner"
)

// ownerKey is the owner's: a key that everybody has.
const ownerKey = "59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d"

// desk is a kit that mines by itself, an owner with money, and what he asks for.
type desk struct {
	*evmtest.Kit
	t     *testing.T
	key   *signer.Signer
	owner *evmtest.Party
	ask   owner.Ask
	kept  string
	said  []string
}

func open(t *testing.T) *desk {
	t.Helper()
	k := evmtest.NewKit(t)
	key, err := signer.FromHex(evmtest.ChainID, []byte(ownerKey))
	if err != nil {
		t.Fatal(err)
	}
	d := &desk{Kit: k, t: t, key: key, owner: k.Known(ownerKey), kept: filepath.Join(t.TempDir(), "grant.json.steps")}
	k.Send(key.Address(), 5e18)
	k.Execute(k.At("USDC"), bind.NewERC20().PackTransfer(key.Address(), big.NewInt(10_000e6)))
	k.Chain().Miner.SetAutomine(true)
	now := k.Chain().Chain.Head().Time
	d.ask = owner.Ask{
		Config: d.settings(), Mode: grant.Delegation, Owner: key.Address(), Session: common.Address{1},
		Manager: k.At("DelegationManager"), Account: k.At("EIP7702StatelessDeleGator"), Counter: k.At("LimitedCallsEnforcer"),
		QuoteFeed: k.At("USDCFeed"), BaseFeed: k.At("ETHFeed"), QuoteAge: 1_200, BaseAge: 1_200, Start: now, End: now + 86_400, Daily: 1_000 * money.One, Calls: 100,
	}
	return d
}

func (d *desk) settings() config.GolemConfig {
	d.t.Helper()
	flag := func(key, text string) conf.Flag { return conf.Flag{Key: key, Text: text} }
	c, err := config.Load(conf.Options{Env: func(string) (string, bool) { return "", false }, Flags: []conf.Flag{
		flag("golem.network", "devnet"), flag("golem.custody_mode", "delegation"),
		flag("venue.pool", d.At("UniswapV3Pool").Hex()), flag("venue.quote", d.At("USDC").Hex()),
		flag("venue.router", d.At("SwapRouter").Hex()), flag("venue.position_manager", d.At("NonfungiblePositionManager").Hex()),
	}})
	if err != nil {
		d.t.Fatal(err)
	}
	return c
}

// grants does it all, or until progress says no.
func (d *desk) grants(ctx context.Context, progress func(string)) (grant.Grant, error) {
	n := d.notary(progress)
	o, err := n.Offer(ctx, d.ask)
	if err != nil {
		return grant.Grant{}, err
	}
	return n.Grant(ctx, d.ask, o)
}

func (d *desk) notary(progress func(string)) *owner.Notary {
	return &owner.Notary{Client: rpc.New(d.RPC), Key: d.key, Kept: d.kept, Progress: func(format string, _ ...any) {
		d.said = append(d.said, format)
		progress(format)
	}}
}

// sent counts the transactions of the owner's account.
func (d *desk) sent() (n hexutil.Uint64) {
	d.t.Helper()
	if err := d.RPC.Call(&n, "eth_getTransactionCount", d.key.Address(), "latest"); err != nil {
		d.t.Fatal(err)
	}
	return n
}

// A run that was cut off behind any of its steps goes on with the same command, and
// creates nothing twice.
func TestARunThatWasCutOffCreatesNothingTwice(t *testing.T) {
	whole := open(t)
	g, err := whole.grants(t.Context(), func(string) {})
	if err != nil || g.Check() != nil {
		t.Fatal(err)
	}
	want, steps := whole.sent(), len(whole.said)
	if steps != 11 { // the account, eight contracts, the cage's hold, the registration
		t.Fatalf("%d steps: %q", steps, whole.said)
	}
	for cut := 1; cut < steps; cut++ {
		d := open(t)
		ctx, stop := context.WithCancel(t.Context())
		if _, err := d.grants(ctx, func(string) {
			if len(d.said) == cut {
				stop()
			}
		}); !errors.Is(err, context.Canceled) {
			t.Fatalf("cut off behind step %d: %v", cut, err)
		}
		stop()
		g, err := d.grants(t.Context(), func(string) {})
		if err != nil || g.Check() != nil {
			t.Fatalf("behind step %d: %v", cut, err)
		}
		if got := d.sent(); got != want {
			t.Errorf("cut off behind step %d it took %d transactions, %d are needed", cut, got, want)
		}
	}
}

// What was signed and waits, or never arrived, is handed over again, the same bytes.
func TestACreationThatWaitsIsHandedOverAgain(t *testing.T) {
	for _, lost := range []bool{false, true} {
		d := open(t)
		ctx, stop := context.WithTimeout(t.Context(), 3*time.Second)
		_, err := d.grants(ctx, func(string) { d.Chain().Miner.SetAutomine(false) }) // the account is one; the first creation waits
		stop()
		if err == nil || len(d.said) != 1 {
			t.Fatalf("nothing is mined, and %d steps are done: %v", len(d.said), err)
		}
		before := d.sent()
		var kept struct {
			Sent map[common.Hash]struct{ Raw hexutil.Bytes }
		}
		text, err := os.ReadFile(d.kept)
		if err == nil {
			err = json.Unmarshal(text, &kept)
		}
		if err != nil || len(kept.Sent) != 1 {
			t.Fatalf("kept is %s (%v)", text, err)
		}
		if lost {
			n, err := d.Chain().Pool.Drop(func(tx *types.Transaction, _ common.Address) bool {
				return kept.Sent[crypto.Keccak256Hash(tx.Data())].Raw != nil
			})
			if err != nil || n != 1 {
				t.Fatalf("%d transactions were dropped (%v)", n, err)
			}
		}
		d.Chain().Miner.SetAutomine(true)
		if !lost {
			d.Mine()
		}
		if _, err := d.grants(t.Context(), func(string) {}); err != nil {
			t.Fatal(err)
		}
		if got := d.sent() - before; got != 10 { // eight creations, the cage's hold and the registration
			t.Errorf("lost %v: %d transactions more, 10 are needed", lost, got)
		}
	}
}

// Contracts that a file names and this chain does not have are created again.
func TestAFileOfAnotherChainsContractsIsNotBelieved(t *testing.T) {
	one := open(t)
	if _, err := one.grants(t.Context(), func(string) {}); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(one.kept)
	if err != nil {
		t.Fatal(err)
	}
	other := open(t)
	var kept map[string]any
	if err := json.Unmarshal(text, &kept); err != nil {
		t.Fatal(err)
	}
	moved := map[string]string{}
	for name := range kept["created"].(map[string]any) {
		moved[name] = common.Address{9}.Hex()
	}
	kept["created"] = moved
	if text, err = json.Marshal(kept); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(other.kept, text, 0o600); err != nil {
		t.Fatal(err)
	}
	g, err := other.grants(t.Context(), func(string) {})
	if err != nil || g.Cage == (common.Address{9}) {
		t.Errorf("the cage is %s: %v", g.Cage, err)
	}
}

// What cannot be granted is refused before anything is sent.
func TestWhatCannotBeGrantedSendsNothing(t *testing.T) {
	d := open(t)
	good, before := d.ask, d.sent()
	for name, c := range map[string]struct {
		spoil func(*owner.Ask)
		want  string
	}{
		"the feed of another token": {func(a *owner.Ask) { a.BaseFeed = d.At("BTCFeed") }, "is it the right one"},
		"no feed":                   {func(a *owner.Ask) { a.QuoteFeed = d.At("USDC") }, "no price feed"},
		"no manager":                {func(a *owner.Ask) { a.Manager = d.At("USDC") }, "no delegation manager"},
		"no account code":           {func(a *owner.Ask) { a.Account = common.Address{} }, "no account code"},
		"the owner's own key":       {func(a *owner.Ask) { a.Session = a.Owner }, "a key of its own"},
		"another owner":             {func(a *owner.Ask) { a.Owner = common.Address{8} }, "the owner is"},
	} {
		d.ask = good
		c.spoil(&d.ask)
		if _, err := d.grants(t.Context(), func(string) {}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	if after := d.sent(); after != before {
		t.Errorf("%d transactions were sent", after-before)
	}
}

// A grant that could be used for nothing, because a feed of it is silent, is not signed.
//
// spec: safety §1.4 S-10
func TestASilentFeedIsRefused(t *testing.T) {
	d := open(t)
	for name, c := range map[string]struct {
		feed string
		ago  int64
		want string // empty: it is taken
	}{
		"two hours old":          {"ETHFeed", 7_200, " s ago, and an answer holds for 1200 s: while it is older nothing is opened and nothing sold. Wait until it answers, name another feed, or, where its operator lets it answer that seldom, give --base-feed-age with a --feed-age-reason"},
		"a quote two hours old":  {"USDCFeed", 7_200, "give --quote-feed-age with"},
		"an hour ahead":          {"ETHFeed", -3_600, " s ahead of the chain: no contract takes such an answer"},
		"just within what holds": {"ETHFeed", 1_190, ""},
	} {
		d.Chain().Miner.SetAutomine(false)
		d.Own(d.At(c.feed), nil, bind.NewPriceFeed().PackFreeze(uint64(int64(d.Chain().Chain.Head().Time)-c.ago))) //nolint:gosec // a time
		d.Chain().Miner.SetAutomine(true)
		_, err := d.offers()
		if (err == nil) != (c.want == "") || err != nil && (!errors.Is(err, owner.ErrAsk) || !strings.Contains(err.Error(), d.At(c.feed).Hex()) || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v", name, err)
		}
		d.Chain().Miner.SetAutomine(false)
		d.Own(d.At(c.feed), nil, bind.NewPriceFeed().PackFreeze(0))
		d.Chain().Miner.SetAutomine(true)
	}
}
