package golem

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/holiman/uint256"

	"bardo.run/bardo/app/bardo"
	"bardo.run/bardo/contracts"
	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/records"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/life/accounts"
	"bardo.run/bardo/wire"
)

// sessionKey is the Golem's where the owner's account holds the money.
const sessionKey = "5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a"

// bounded is a served devnet with MetaMask's framework on it, an owner with money, and the
// folder of a Golem in a custody that the owner grants.
type bounded struct {
	*evmtest.Lenders
	t       *testing.T
	dir     string
	owner   string // the owner's key
	session common.Address
	mode    grant.Mode
	poll    int64 // milliseconds between two looks for a receipt; 0: by default
}

func bound(t *testing.T, mode grant.Mode) *bounded {
	t.Helper()
	return boundOn(t, evmtest.NewServedLenders(t), mode, golemKey, sessionKey)
}

// boundOn has an owner with money on a devnet that may have others, by the keys of both.
func boundOn(t *testing.T, l *evmtest.Lenders, mode grant.Mode, owner, session string) *bounded {
	t.Helper()
	b := &bounded{Lenders: l, t: t, mode: mode, owner: owner, session: addressOf(t, session)}
	b.Provide(uniswap.MinUsableTick(10), uniswap.MaxUsableTick(10), uint256.NewInt(20_000_000_000_000), new(uint256.Int).Mul(uint256.NewInt(1e18), uint256.NewInt(10_000)))
	b.Execute(b.USDC, bind.NewERC20().PackTransfer(addressOf(t, owner), uint256.NewInt(10_000_000_000).ToBig()))
	b.Send(addressOf(t, owner), 5e18)
	b.Send(b.session, 1e18)
	if err := b.Chain().Miner.SetInterval(400 * time.Millisecond); err != nil {
		t.Fatal(err)
	}
	b.dir = settings(t, b.Market, b.Chain().Server.Endpoint(), "[custody]\nmax_key_balance = 100000.0\ngrant_path = \"grant.json\"\n")
	b.edit("name = \"restless\"\n", "name = \"restless\"\ncustody_mode = \""+string(mode)+"\"\n")
	return b
}

func (b *bounded) edit(old, new string) {
	b.t.Helper()
	path := filepath.Join(b.dir, "golem.toml")
	text, err := os.ReadFile(path)
	if err != nil || !bytes.Contains(text, []byte(old)) {
		b.t.Fatalf("the settings lack %q (%v)", old, err)
	}
	if err := os.WriteFile(path, bytes.Replace(text, []byte(old), []byte(new), 1), 0o600); err != nil {
		b.t.Fatal(err)
	}
}

// grants runs bardo grant as the owner.
func (b *bounded) grants(more ...string) (code int, said string) {
	b.t.Helper()
	b.t.Setenv("BARDO_OWNER_KEY", b.owner)
	var out, errs bytes.Buffer
	args := []string{
		"grant", "--config", filepath.Join(b.dir, "golem.toml"), "--session", b.session.Hex(), "--out", filepath.Join(b.dir, "grant.json"),
		"--manager", b.At("DelegationManager").Hex(), "--account-code", b.At("EIP7702StatelessDeleGator").Hex(),
		"--quote-feed", b.At("USDCFeed").Hex(), "--base-feed", b.At("ETHFeed").Hex(), "--days", "2",
	}
	if b.mode == grant.LocalKey { // no other hears of them
		args = append(args, "--counter", b.At("LimitedCallsEnforcer").Hex())
	}
	code = bardo.Main(b.t.Context(), append(args, more...), &out, &errs)
	return code, out.String() + errs.String()
}

// plenty are flags with which a day's sum stops nothing.
func (b *bounded) plenty() []string {
	if b.mode == grant.LocalKey {
		return []string{"--yes", "--daily", "100000"}
	}
	return []string{"--yes"}
}

// lives runs the Golem until a line says the words.
func (b *bounded) lives(words string) (code int, said string) {
	b.t.Helper()
	return runAs(b.t, sessionKey, 40*time.Second, b.dir, words)
}

// worstDays are the sentences of what a day can lose at most, in what a program says.
func worstDays(said string) (found []string) {
	for line := range strings.Lines(said) {
		if strings.HasPrefix(line, "A hostile mind ") || strings.HasPrefix(line, "Whoever steals the ") {
			found = append(found, strings.TrimSuffix(line, "\n"))
		}
	}
	return found
}

// spec: provisioning §8.1, §8.6, §8.10: the owner grants, the Golem trades with a key that
// holds no money, and its life replays; everything that moved moved in the owner's account.
func TestAGolemTradesInItsOwnersAccount(t *testing.T) {
	for name, mode := range map[string]grant.Mode{
		"delegation": grant.Delegation, "localkey": grant.LocalKey,
		"delegation, SwapRouter02": grant.Delegation, "localkey, SwapRouter02": grant.LocalKey,
	} {
		t.Run(name, func(t *testing.T) {
			b := bound(t, mode)
			if strings.HasSuffix(name, "02") {
				b.edit(b.Router.Hex(), b.At("SwapRouter02").Hex())
			}
			if code, said := b.lives("born"); code != exitStorage || !strings.Contains(said, "grant.json") {
				t.Fatalf("without a grant: exit %d\n%s", code, said)
			}
			code, said := b.grants()
			if code != 0 || !strings.Contains(said, "It may spend at most") || !strings.Contains(said, "A hostile mind takes at most ") || !strings.Contains(said, "Whoever steals the key ") || !strings.Contains(said, "nothing was sent") {
				t.Fatalf("the plan: exit %d\n%s", code, said)
			}
			t.Log(said)
			if _, err := os.Stat(filepath.Join(b.dir, "grant.json")); err == nil {
				t.Fatal("a plan left a grant")
			}
			if code, said = b.grants(b.plenty()...); code != 0 {
				t.Fatalf("exit %d\n%s", code, said)
			}
			granted := worstDays(said)
			if code, said = b.lives("trade 2"); len(granted) != 2 || !slices.Equal(granted, worstDays(said)) {
				t.Errorf("the owner signs %q, and reads %q at the start", granted, worstDays(said))
			}
			if code != exitOK || !strings.Contains(said, "for the account "+wallet(t).Hex()) {
				t.Fatalf("exit %d\n%s", code, said)
			}
			if code, said = b.lives("trade 3"); code != exitOK {
				t.Fatalf("it does not go on: exit %d\n%s", code, said)
			}
			whole(t, b.dir)
			var out, errs bytes.Buffer
			if code := Main(t.Context(), []string{"kill", "--data-dir", b.dir}, &out, &errs); code != exitOK {
				t.Fatalf("kill: %d %s%s", code, &out, &errs)
			}
			if code, said = b.lives("never"); code != exitOK || !strings.Contains(said, "dead") {
				t.Fatalf("its death: exit %d\n%s", code, said)
			}
			if code := Main(t.Context(), []string{"replay", b.dir}, &out, &errs); code != exitOK {
				t.Errorf("replay: %d %s%s", code, &out, &errs)
			}
			whole(t, b.dir)
			b.owned()
		})
	}
}

// owned asserts where the money is: in the owner's account, to the unit of the books, and
// nothing of it with the session key.
func (b *bounded) owned() {
	b.t.Helper()
	s, err := accounts.Of(b.dir)
	if err != nil {
		b.t.Fatal(err)
	}
	if !s.Sound() || s.Executed() < 3 {
		b.t.Errorf("the books do not add up: %+v", s)
	}
	erc := bind.NewERC20()
	for _, token := range []common.Address{b.USDC, b.WETH} {
		held, err := erc.UnpackBalanceOf(b.Ask(token, erc.PackBalanceOf(b.session)))
		if err != nil || held.Sign() != 0 {
			b.t.Errorf("the session key holds %v of %s (%v)", held, token, err)
		}
	}
}

// Bad input, one line each: the Golem does not start, and the chain is not touched.
//
// spec: provisioning §8.3, §8.12; issue: custody, bad input
func TestAGrantThatDoesNotFitEndsTheStart(t *testing.T) {
	b := bound(t, grant.Delegation)
	if code, said := b.grants("--yes"); code != 0 {
		t.Fatalf("exit %d\n%s", code, said)
	}
	path := filepath.Join(b.dir, "grant.json")
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	change := func(old, new string) []byte {
		if !bytes.Contains(good, []byte(old)) {
			t.Fatalf("the grant lacks %q", old)
		}
		return bytes.ReplaceAll(good, []byte(old), []byte(new))
	}
	var g grant.Grant
	if err := json.Unmarshal(good, &g); err != nil {
		t.Fatal(err)
	}
	lower := func(a common.Address) string { return strings.ToLower(a.Hex()) }
	for name, c := range map[string]struct {
		text []byte
		want string
		code int
	}{
		"cut in half":         {good[:len(good)/2], "GRANT_INVALID", exitWallet},
		"empty":               {nil, "GRANT_INVALID", exitWallet},
		"another chain":       {change(`"chain_id": 31337`, `"chain_id": 8453`), "chain 8453", exitWallet},
		"another custody":     {change(`"mode": "delegation"`, `"mode": "localkey"`), "GRANT_INVALID", exitWallet},
		"another key":         {change(lower(b.session), lower(common.Address{9})), "GRANT_INVALID", exitWallet},
		"an unknown enforcer": {change(`"PolicyCage"`, `"Anything"`), "GRANT_INVALID", exitWallet},
		"a longer life":       {change(`"ends": `, `"ends": 1`), "the grant says", exitWallet},
		"another cage":        {change(lower(g.Cage), lower(b.USDC)), "there is no policy cage", exitConfig},
		"no manager":          {change(lower(g.Manager), lower(b.USDC)), "no delegation manager", exitConfig},
	} {
		if err := os.WriteFile(path, c.text, 0o600); err != nil {
			t.Fatal(err)
		}
		if code, said := b.lives("born"); code != c.code || !strings.Contains(said, c.want) {
			t.Errorf("%s: exit %d, want %d and %q\n%s", name, code, c.code, c.want, said)
		}
	}
	if err := os.WriteFile(path, good, 0o600); err != nil {
		t.Fatal(err)
	}
	if code, said := b.lives("trade 1"); code != exitOK {
		t.Errorf("the good one: exit %d\n%s", code, said)
	}
}

// An owner who takes money out of his account is no thief: the Golem trades on with the rest,
// and counts it neither as a loss nor as missing.
//
// spec: safety §1.4 S-10
func TestAnOwnerTakesMoneyOutOfTheAccount(t *testing.T) {
	b := bound(t, grant.Delegation)
	if code, said := b.grants(b.plenty()...); code != 0 {
		t.Fatalf("exit %d\n%s", code, said)
	}
	if code, said := b.lives("trade 2"); code != exitOK {
		t.Fatalf("exit %d\n%s", code, said)
	}
	b.Known(golemKey).Must(b.USDC, bind.NewERC20().PackTransfer(elsewhere, big.NewInt(50_000_000)))
	if code, said := b.lives("trade 4"); code != exitOK {
		t.Fatalf("it opens nothing any more: exit %d\n%s", code, said)
	}
	whole(t, b.dir)
	var out, errs bytes.Buffer
	if code := Main(t.Context(), []string{"replay", b.dir}, &out, &errs); code != exitOK {
		t.Errorf("replay: %d %s%s", code, &out, &errs)
	}
	var told []string
	first, taken := 0.0, false
	for _, r := range recorded(t, b.dir) {
		for _, d := range r.Differences {
			told = append(told, fmt.Sprint(d.Kind, " ", d.Units.Dec()))
		}
		if first == 0 {
			first = r.Seen.Reading.Equity()
		}
		taken = taken || len(r.Differences) > 0
		if e := r.Seen.Reading.Equity(); !taken && e < first-10 || taken && e > first-40 {
			t.Errorf("tick %d: worth %v of %v", r.Tick, e, first)
		}
	}
	if !slices.Equal(told, []string{"withdrawn 50000000"}) {
		t.Errorf("told of %q", told)
	}
	b.owned()
}

// The owner's word ends it: revoked on the chain, the Golem looks on and sends nothing.
//
// spec: safety §8 (Revoked: every write DELEGATION_DISABLED, it stays in observe mode)
func TestARevokedDelegationLeavesAGolemThatLooksOn(t *testing.T) {
	b := bound(t, grant.Delegation)
	if code, said := b.grants("--yes"); code != 0 {
		t.Fatalf("exit %d\n%s", code, said)
	}
	text, err := os.ReadFile(filepath.Join(b.dir, "grant.json"))
	if err != nil {
		t.Fatal(err)
	}
	g, err := grant.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	if code, said := b.lives("trade 1"); code != exitOK {
		t.Fatalf("exit %d\n%s", code, said)
	}
	b.Known(golemKey).Must(g.Manager, g.Delegation.DisableCall())
	before := b.nonce()
	code, said := b.looksOn("DELEGATION_DISABLED")
	if after := b.nonce(); code != exitOK || after != before {
		t.Errorf("exit %d, %d transactions behind the revocation\n%s", code, after-before, said)
	}
	if n := b.refusals("DELEGATION_DISABLED"); n == 0 {
		t.Error("nothing was refused for the revocation")
	}
}

// The owner names a list of sanctioned addresses in its cage, on which the pool is: what is
// held is sold, and nothing is bought any more.
//
// spec: safety §7.5 (tightening at once), §7.6, §1.4 S-7
func TestAListOfSanctionedAddressesInTheCageStopsOpening(t *testing.T) {
	b := bound(t, grant.Delegation)
	if code, said := b.grants("--yes"); code != 0 {
		t.Fatalf("exit %d\n%s", code, said)
	}
	if code, said := b.lives("trade 1"); code != exitOK {
		t.Fatalf("exit %d\n%s", code, said)
	}
	owner := b.Known(golemKey)
	text, err := contracts.Kit.ReadFile("out/SanctionsList.json")
	if err != nil {
		t.Fatal(err)
	}
	var c struct{ Bytecode hexutil.Bytes }
	if err := json.Unmarshal(text, &c); err != nil {
		t.Fatal(err)
	}
	list, _ := owner.Create(c.Bytecode)
	owner.Must(list, bind.NewSanctionsList().PackSet(b.Pool, true))
	owner.Must(b.grant().Cage, bind.NewPolicyCage().PackSetSanctionsOracle(list))
	before := b.nonce()
	code, said := b.looksOn(wire.CodeSafetySanctioned)
	if after := b.nonce(); code != exitOK || after != before+1 {
		t.Errorf("exit %d, %d transactions behind the listing, want the sale alone\n%s", code, after-before, said)
	}
	if n := b.refusals(wire.CodeSafetySanctioned); n == 0 {
		t.Error("nothing was refused for the listing")
	}
}

// grant is the one that the owner signed.
func (b *bounded) grant() grant.Grant {
	b.t.Helper()
	text, err := os.ReadFile(filepath.Join(b.dir, "grant.json"))
	if err != nil {
		b.t.Fatal(err)
	}
	g, err := grant.Parse(text)
	if err != nil {
		b.t.Fatal(err)
	}
	return g
}

// looksOn runs the Golem until a line tells of a refusal with the code, lets it look on for
// a while, and stops it in order.
func (b *bounded) looksOn(refused wire.Code) (code int, said string) {
	b.t.Helper()
	b.t.Setenv("GOLEM_PRIVATE_KEY", sessionKey)
	ctx, stop := context.WithTimeout(b.t.Context(), time.Minute)
	defer stop()
	out := &lines{each: func(line string) {
		if strings.Contains(line, string(refused)) {
			go func() {
				_ = clock.System{}.WaitUntil(ctx, clock.System{}.Now().Add(2*time.Second))
				stop()
			}()
		}
	}}
	code = Main(ctx, []string{"--config", filepath.Join(b.dir, "golem.toml")}, out, out)
	return code, out.String()
}

// A renewed grant is taken while the Golem lives, and again after a restart: the old one is
// revoked, and it trades on under the new one. Its life replays.
//
// spec: provisioning §8.12 (new grant, same session key, higher salt)
func TestARenewedGrantIsTakenWhileTheGolemLives(t *testing.T) {
	b := bound(t, grant.Delegation)
	if code, said := b.grants("--yes"); code != 0 {
		t.Fatalf("exit %d\n%s", code, said)
	}
	old, err := os.ReadFile(filepath.Join(b.dir, "grant.json"))
	if err != nil {
		t.Fatal(err)
	}
	g, err := grant.Parse(old)
	if err != nil {
		t.Fatal(err)
	}
	renewed := false
	code, said := b.livesWith("trade 3", func(line string) {
		if renewed || !strings.Contains(line, "trade 1") {
			return
		}
		renewed = true
		if code, said := b.grants("--yes", "--salt", "1"); code != 0 {
			t.Errorf("exit %d\n%s", code, said)
		}
		b.Known(golemKey).Must(g.Manager, g.Delegation.DisableCall())
	})
	if code != exitOK || !renewed {
		t.Fatalf("exit %d\n%s", code, said)
	}
	whole(t, b.dir)
	if code, said = b.lives("trade 4"); code != exitOK {
		t.Fatalf("it does not go on: exit %d\n%s", code, said)
	}
	var out, errs bytes.Buffer
	if code := Main(t.Context(), []string{"replay", b.dir}, &out, &errs); code != exitOK {
		t.Errorf("replay: %d %s%s", code, &out, &errs)
	}
}

// livesWith is lives, and hands every line on.
func (b *bounded) livesWith(words string, each func(line string)) (code int, said string) {
	b.t.Helper()
	b.t.Setenv("GOLEM_PRIVATE_KEY", sessionKey)
	ctx, stop := context.WithTimeout(b.t.Context(), time.Minute)
	defer stop()
	out := &lines{each: func(line string) {
		each(line)
		if strings.Contains(line, words) {
			stop()
		}
	}}
	code = Main(ctx, []string{"--config", filepath.Join(b.dir, "golem.toml")}, out, out)
	return code, out.String()
}

// nonce counts the transactions of the session key.
func (b *bounded) nonce() (n hexutil.Uint64) {
	b.t.Helper()
	if err := b.RPC.Call(&n, "eth_getTransactionCount", b.session, "latest"); err != nil {
		b.t.Fatal(err)
	}
	return n
}

// refusals counts those with a code in the records.
func (b *bounded) refusals(code wire.Code) (n int) {
	b.t.Helper()
	s, err := records.Open(filepath.Join(b.dir, home.CyclesDir), records.Options{ReadOnly: true})
	if err != nil {
		b.t.Fatal(err)
	}
	defer s.Close()
	for r, err := range s.Settled() {
		if err != nil {
			b.t.Fatal(err)
		}
		for _, a := range r.Actions {
			if x := a.Preview.Refusal; x != nil && x.Code == code {
				n++
			}
		}
	}
	return n
}
