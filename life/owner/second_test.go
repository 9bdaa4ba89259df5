package owner_test

import (
	"encoding/json"
	"errors"
	"math/big"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"

	"bardo.run/bardo/contracts"
	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/life/owner"
)

// A second grant, from another folder and for another key, is held by the account's one
// cage; one that needs what this does not allow is refused before anything is sent.
func TestASecondGrantIsHeldByTheSameCage(t *testing.T) {
	d := open(t)
	first, err := d.grants(t.Context(), func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	d.kept, d.ask.Session = filepath.Join(t.TempDir(), "other.steps"), common.Address{2}
	second, err := d.grants(t.Context(), func(string) {})
	if err != nil || second.Cage != first.Cage || second.Delegation.Hash() == first.Delegation.Hash() {
		t.Fatalf("%s and %s: %v", first.Cage, second.Cage, err)
	}
	n := d.notary(func(string) {})
	d.ask.Config.Safety.MaxLossDay = 400
	o, err := n.Offer(t.Context(), d.ask)
	if err != nil || !strings.Contains(o.Plan.String(), "2.00% of its value by the price feeds") || !strings.Contains(strings.Join(o.Transactions, "\n"), "differs from that cage's limits") {
		t.Errorf("the offer says %s, %q (%v)", o.Plan, o.Transactions, err)
	}
	if day := o.Plan.WorstDay[1].Parts[0].Amount; day != 200*money.One {
		t.Errorf("the worst day is told with a day's loss of %s", day)
	}
	before := d.sent()
	d.ask.Config.Venue.AavePool = d.At("AavePool").Hex()
	if _, err := d.grants(t.Context(), func(string) {}); err == nil || !strings.Contains(err.Error(), "the contract "+d.At("AavePool").Hex()) {
		t.Errorf("%v", err)
	}
	if d.sent() != before {
		t.Error("something was sent")
	}
}

// What a second grant asks for and the account's cage does not hold is said call by call, and
// who makes those calls has it, after the delays that were said.
func TestTheLimitsThatDifferAreSaidCallByCall(t *testing.T) {
	d := open(t)
	first, err := d.grants(t.Context(), func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	d.kept, d.ask.Session = filepath.Join(t.TempDir(), "other.steps"), common.Address{2}
	d.ask.Config.Safety.MaxLossDay, d.ask.Config.Safety.MaxPosition = 400, 1_000
	o, err := d.notary(func(string) {}).Offer(t.Context(), d.ask)
	if err != nil {
		t.Fatal(err)
	}
	said := strings.Join(o.Transactions, "\n")
	for _, words := range []string{
		"max_loss_per_day from 200.000000 USD to 400.000000 USD waits 24 h, and holds when it is applied after that (bardo cage apply), by the call 0x",
		"max_position_bps from 2500 bps to 1000 bps holds at once, by the call 0x",
	} {
		if !strings.Contains(said, words) {
			t.Fatalf("it does not say %q: %s", words, said)
		}
	}
	codec, waits := bind.NewPolicyCage(), [][32]byte{}
	d.Chain().Miner.SetAutomine(false)
	for _, call := range regexp.MustCompile("the call (0x[0-9a-f]+)").FindAllStringSubmatch(said, -1) {
		for _, l := range d.owner.Must(first.Cage, hexutil.MustDecode(call[1])).Logs {
			if e, err := codec.UnpackChangeScheduledEvent(l); err == nil {
				waits = append(waits, e.Id)
			}
		}
	}
	if _, err := d.Chain().Pace.AddTime(24 * time.Hour); err != nil {
		t.Fatal(err)
	}
	for _, id := range waits {
		d.owner.Must(first.Cage, codec.PackApplyChange(id))
	}
	d.Chain().Miner.SetAutomine(true)
	if o, err = d.notary(func(string) {}).Offer(t.Context(), d.ask); err != nil || len(waits) != 1 || strings.Contains(strings.Join(o.Transactions, "\n"), "differs") {
		t.Errorf("%d changes waited; it still says %s (%v)", len(waits), o.Transactions, err)
	}
}

// A cage keeps what an earlier grant had it approve: what the account has in such a pool can be
// left under a later grant too. The offer names it, with the call that takes it back.
func TestWhatTheCageApprovesBesideTheGrantIsNamed(t *testing.T) {
	d := open(t)
	lender := d.At("AavePool").Hex()
	d.ask.Config.Venue.AavePool = lender
	first, err := d.grants(t.Context(), func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	d.kept, d.ask.Session, d.ask.Config.Venue.AavePool = filepath.Join(t.TempDir(), "other.steps"), common.Address{2}, ""
	named := func() []string {
		t.Helper()
		o, err := d.notary(func(string) {}).Offer(t.Context(), d.ask)
		if err != nil {
			t.Fatal(err)
		}
		return regexp.MustCompile("approves (0x[0-9a-fA-F]+) too, .* calls the cage: (0x[0-9a-f]+)").FindStringSubmatch(strings.Join(o.Transactions, "\n"))
	}
	said := named()
	if len(said) != 3 || said[1] != lender {
		t.Fatalf("it names %v, want %s", said, lender)
	}
	d.Chain().Miner.SetAutomine(false)
	d.owner.Must(first.Cage, hexutil.MustDecode(said[2]))
	d.Chain().Miner.SetAutomine(true)
	if said := named(); said != nil {
		t.Errorf("it was taken back, and it still names %v", said)
	}
}

// A plan that names other prices than the standing cage's is refused with both, and nothing is
// sent: the cage reckons with its own.
func TestASecondGrantWithOtherFeedsIsRefused(t *testing.T) {
	d := open(t)
	if _, err := d.grants(t.Context(), func(string) {}); err != nil {
		t.Fatal(err)
	}
	d.Chain().Miner.SetAutomine(false)
	other, _ := d.owner.Create(slices.Concat(feedCode(t), bind.NewPriceFeed().PackConstructor("", 8, big.NewInt(2_000e8))))
	uptime, _ := d.owner.Create(slices.Concat(feedCode(t), bind.NewPriceFeed().PackConstructor("", 0, new(big.Int))))
	d.Chain().Miner.SetAutomine(true)
	d.kept, d.ask.Session = filepath.Join(t.TempDir(), "other.steps"), common.Address{2}
	before, good := d.sent(), d.ask
	for name, c := range map[string]struct {
		edit func(*owner.Ask)
		want string
	}{
		"another feed":      {func(a *owner.Ask) { a.BaseFeed = other }, "is " + d.At("ETHFeed").Hex() + " and not " + other.Hex() + " (--base-feed)"},
		"another age":       {func(a *owner.Ask) { a.BaseAge = 1_199 }, "may be 1200 s old and not 1199 (--base-feed-age)"},
		"another age still": {func(a *owner.Ask) { a.QuoteAge = 600 }, "may be 1200 s old and not 600 (--quote-feed-age)"},
		"another sequencer": {func(a *owner.Ask) { a.Sequencer = uptime }, "uptime feed is none and not " + uptime.Hex() + " (--sequencer-feed)"},
	} {
		d.ask = good
		c.edit(&d.ask)
		_, err := d.grants(t.Context(), func(string) {})
		if !errors.Is(err, owner.ErrAsk) || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "setPriceOracle") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if d.sent() != before {
		t.Error("something was sent")
	}
	d.ask = good
	if _, err := d.grants(t.Context(), func(string) {}); err != nil {
		t.Errorf("the same feeds: %v", err)
	}
}

// feedCode is the code that creates a price feed, without its arguments.
func feedCode(t *testing.T) []byte {
	t.Helper()
	text, err := contracts.Kit.ReadFile("out/PriceFeed.json")
	var c struct{ Bytecode hexutil.Bytes }
	if err == nil {
		err = json.Unmarshal(text, &c)
	}
	if err != nil {
		t.Fatal(err)
	}
	return c.Bytecode
}
