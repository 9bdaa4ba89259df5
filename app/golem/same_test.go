package golem

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/uniswap"
)

// An owner that no one can be stops the first start and golem doctor, with the address.
//
// issue: the house, the list (6)
func TestALifeIsNotBegunForAnOwnerThatIsNoAccount(t *testing.T) {
	t.Parallel()
	m := market(t)
	for _, owner := range []common.Address{{}, m.Pool, m.WETH, m.USDC, m.Router, m.Positions, wallet(t), {19: 1}, common.HexToAddress("0xdEaD")} {
		dir := settings(t, m, m.Chain().Server.Endpoint(), keyed(t)+"\n[identity]\nowner_address = \""+owner.Hex()+"\"\n")
		code, said := run(t, dir, "trade 1")
		if code != exitConfig || !strings.Contains(said, "identity.owner_address") || !strings.Contains(said, owner.Hex()) && owner != (common.Address{}) {
			t.Errorf("%s: exit %d: %s", owner, code, said)
		}
		if code, said := examined(t, dir); code == exitOK || !strings.Contains(said, "identity.owner_address") || strings.Contains(said, "ok    owner") {
			t.Errorf("doctor of %s: exit %d: %s", owner, code, said)
		}
	}
}

// The feed of another token stops the first start and golem doctor, with both prices.
func TestALifeIsNotBegunOnTheFeedOfAnotherToken(t *testing.T) {
	t.Parallel()
	l := evmtest.NewServedLenders(t)
	l.Provide(uniswap.MinUsableTick(10), uniswap.MaxUsableTick(10), uint256.NewInt(20_000_000_000_000), new(uint256.Int).Mul(uint256.NewInt(1e18), uint256.NewInt(10_000)))
	l.Execute(l.USDC, bind.NewERC20().PackTransfer(wallet(t), uint256.NewInt(10_000_000_000).ToBig()))
	l.Send(wallet(t), 5e18)
	if err := l.Chain().Miner.SetInterval(500 * time.Millisecond); err != nil {
		t.Fatal(err)
	}
	dir := settings(t, l.Market, l.Chain().Server.Endpoint(), keyed(t))
	path := filepath.Join(dir, "golem.toml")
	edit(t, path, "[venue]\n", "[venue]\nprice_feed = \""+l.At("USDCFeed").Hex()+"\"\n")
	if code, said := run(t, dir, "trade 1"); code != exitConfig || !strings.Contains(said, "it says 1.00 and the markets 1849.96") {
		t.Errorf("exit %d: %s", code, said)
	}
	if code, said := examined(t, dir); code == exitOK || !strings.Contains(said, "it says 1.00 and the markets 1849.96") {
		t.Errorf("doctor: exit %d: %s", code, said)
	}
	edit(t, path, l.At("USDCFeed").Hex(), l.At("ETHFeed").Hex())
	if code, said := examined(t, dir); code != exitOK {
		t.Errorf("doctor of the right one: exit %d: %s", code, said)
	}
}

// What a life was born with stays: another name, owner or length in the settings stops its next
// start with both values, and golem doctor says so before.
func TestABornLifeKeepsWhatItWasBornWith(t *testing.T) {
	t.Parallel()
	m := market(t)
	const owner, other = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359"
	dir := settings(t, m, m.Chain().Server.Endpoint(), keyed(t)+"\n[identity]\nowner_address = \""+owner+"\"\n")
	path := filepath.Join(dir, "golem.toml")
	if code, said := run(t, dir, "trade 1"); code != exitOK {
		t.Fatalf("exit %d: %s", code, said)
	}
	if code, said := examined(t, dir); code != exitOK || !strings.Contains(said, "goes on under these settings") {
		t.Errorf("doctor: exit %d: %s", code, said)
	}
	for _, c := range []struct {
		was, now string
		said     []string
	}{
		{`name = "restless"`, `name = "calm"`, []string{`"calm"`, `"restless"`}},
		{owner, other, []string{owner, other}},
		{`name = "restless"`, "name = \"restless\"\nlifetime = \"7h\"", []string{"golem.lifetime is 7h", "golem extend"}},
		{"max_trades_per_hour = 50", "max_trades_per_hour = 51", []string{"max_trades_per_hour"}},
	} {
		edit(t, path, c.was, c.now)
		code, said := run(t, dir, "trade 9")
		doctors, examination := examined(t, dir)
		for _, want := range c.said {
			if code == exitOK || !strings.Contains(said, want) {
				t.Errorf("%s: exit %d: %s", c.now, code, said)
			}
			if doctors == exitOK || !strings.Contains(examination, want) {
				t.Errorf("doctor of %s: exit %d: %s", c.now, doctors, examination)
			}
		}
		edit(t, path, c.now, c.was)
	}
	if code, said := run(t, dir, "trade 2"); code != exitOK {
		t.Errorf("as it was born: exit %d: %s", code, said)
	}
}

// examined is what golem doctor says of a folder.
func examined(t *testing.T, dir string) (code int, said string) {
	t.Helper()
	keyIn(t, dir)
	var out bytes.Buffer
	code = Main(t.Context(), []string{"doctor", "--config", filepath.Join(dir, "golem.toml")}, &out, &out)
	return code, out.String()
}
