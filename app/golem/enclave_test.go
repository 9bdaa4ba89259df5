package golem

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/privy"
	"bardo.run/bardo/evm/privy/privytest"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/core/secret"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/mind/thanatopsis"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/life/accounts"
	"bardo.run/bardo/mirage/enclave"
)

// appSecret is what opens the provider; no file or line may show it.
const appSecret = "app-secret-canary+2b7e/151628"

// ward is a served devnet, a provider with a wallet in it, the owner who owns that, and the
// folder of a Golem that signs by it.
type ward struct {
	*evmtest.Market
	*privytest.Server
	t       *testing.T
	dir     string
	account common.Address
	owner   *privy.Client
	holder  string // the owner's quorum
	wallet  string
	policy  string
}

// warded has the owner set everything up as the commands say.
func warded(t *testing.T) *ward {
	t.Helper()
	return wardedOn(t, evmtest.NewServedMarket(t), "")
}

func wardedOn(t *testing.T, m *evmtest.Market, more string) *ward {
	t.Helper()
	w := &ward{Market: m, Server: privytest.NewServer(t, clock.System{}, appSecret), t: t}
	key, err := privy.GenerateKey(func(b []byte) privy.Vault { return secret.New(b) })
	w.must(err)
	w.owner, err = privy.New(privy.Config{URL: w.Server.URL(), AppID: enclave.AppID, Secret: secret.New([]byte(appSecret)), Key: key, Clock: clock.System{}})
	w.must(err)
	holder, err := w.owner.CreateQuorum(t.Context(), "owner", "owner", w.owner.PublicKey())
	w.must(err)
	w.holder = holder.ID
	w.wallet, w.account = w.post("/v1/wallets", w.writes("policy", "wallet", holder.ID))
	m.Provide(uniswap.MinUsableTick(10), uniswap.MaxUsableTick(10), uint256.NewInt(20_000_000_000_000), new(uint256.Int).Mul(uint256.NewInt(1e18), uint256.NewInt(10_000)))
	m.Execute(m.USDC, bind.NewERC20().PackTransfer(w.account, big.NewInt(10_000_000_000)))
	m.Send(w.account, 5e18)
	w.must(m.Chain().Miner.SetInterval(400 * time.Millisecond))
	ends := clock.System{}.Now().Add(100 * time.Hour).UTC().Format(time.RFC3339)
	w.dir = settings(t, m, m.Chain().Server.Endpoint(), fmt.Sprintf(`[identity]
owner_address = %q
[custody.embedded]
url = %q
address = %q
expires_at = %q
authorization_key_path = %q
%s`, evmtest.Address("the owner").Hex(), w.Server.URL(), w.account.Hex(), ends, sessionFile, more))
	w.edit("name = \"restless\"\n", "name = \"restless\"\ncustody_mode = \"embedded\"\n")
	w.edit("[venue]\n", "[venue]\nnative_usd = 1900.0\n")
	w.entrust()
	return w
}

func (w *ward) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

func (w *ward) edit(old, new string) { (&bounded{t: w.t, dir: w.dir}).edit(old, new) }

// entrust makes the Golem's key and lets it sign what golem policy writes.
func (w *ward) entrust() {
	w.t.Helper()
	var out, errs bytes.Buffer
	if code := Main(w.t.Context(), []string{"key", "--session", "--data-dir", w.dir}, &out, &errs); code != exitOK {
		w.t.Fatalf("golem key: %d %s", code, &errs)
	}
	public, _, _ := strings.Cut(out.String(), "\n")
	out.Reset()
	errs.Reset()
	if code := Main(w.t.Context(), []string{"policy", "--config", filepath.Join(w.dir, "golem.toml")}, &out, &errs); code != exitOK || !strings.Contains(errs.String(), "no chain holds a limit") {
		w.t.Fatalf("golem policy: %d %s", code, &errs)
	}
	// 10,000 dollars, and 5 coins of 1,900.
	if said := worstDays(errs.String()); !slices.Equal(said, []string{
		"A hostile mind can take everything in a day, 19,500.00 USD at today's prices: what is bought and sold at a price that somebody bends, because not every asset has a price feed, is as much as the account is worth, and only the Golem's program holds a limit.",
		"Whoever steals the Golem's key to the enclave can take everything in a day, 19,500.00 USD at today's prices: the enclave knows neither prices nor sums, and no contract holds a limit.",
	}) {
		w.t.Fatalf("golem policy tells the worst day as %q", said)
	}
	var p privy.Policy
	w.must(json.Unmarshal(out.Bytes(), &p))
	p.Owner = w.holder
	policy, err := w.owner.CreatePolicy(w.t.Context(), "policy", p)
	w.must(err)
	signer, _ := w.post("/v1/key_quorums", w.writes("policy", "quorum", public))
	w.policy = policy.ID
	w.edit("[custody.embedded]\n", fmt.Sprintf("[custody.embedded]\napp_id = %q\nwallet_id = %q\nsigner_id = %q\npolicy_id = %q\n", enclave.AppID, w.wallet, signer, policy.ID))
	var lets struct {
		Signers []privy.WalletSigner `json:"additional_signers"`
	}
	w.must(json.Unmarshal(w.writes("policy", "signers", "--config", filepath.Join(w.dir, "golem.toml")), &lets))
	_, err = w.owner.SetSigners(w.t.Context(), w.wallet, lets.Signers...)
	w.must(err)
}

// writes is what a command writes.
func (w *ward) writes(args ...string) []byte {
	w.t.Helper()
	var out, errs bytes.Buffer
	if code := Main(w.t.Context(), args, &out, &errs); code != exitOK {
		w.t.Fatalf("golem %s: %d %s", strings.Join(args, " "), code, &errs)
	}
	return out.Bytes()
}

// post sends the provider a body as it was written.
func (w *ward) post(path string, body []byte) (id string, at common.Address) {
	w.t.Helper()
	r, err := http.NewRequestWithContext(w.t.Context(), http.MethodPost, w.Server.URL()+path, bytes.NewReader(body))
	w.must(err)
	r.SetBasicAuth(enclave.AppID, appSecret)
	r.Header.Set("privy-app-id", enclave.AppID)
	r.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(r)
	w.must(err)
	defer answer.Body.Close()
	var made struct {
		ID      string
		Address common.Address
	}
	if err := json.NewDecoder(answer.Body).Decode(&made); err != nil || answer.StatusCode != http.StatusOK || made.ID == "" {
		w.t.Fatalf("%s: %d %+v (%v)", path, answer.StatusCode, made, err)
	}
	return made.ID, made.Address
}

// lives runs the Golem until a line says the words.
func (w *ward) lives(words string) (code int, said string) {
	w.t.Helper()
	w.t.Setenv("PRIVY_APP_SECRET", appSecret)
	return runAs(w.t, "", 40*time.Second, w.dir, words)
}

// spec: provisioning §8.1, §8.8, §8.9, §8.11; issue 5, scope 4: the owner sets a wallet up by
// what the commands write, the Golem trades by it, goes on after a restart and an outage,
// and dies: the books are the chain's, the testament is signed, the life replays.
func TestAGolemTradesByAWalletInAnEnclave(t *testing.T) {
	for name, second := range map[string]bool{"the first router": false, "SwapRouter02": true} {
		t.Run(name, func(t *testing.T) {
			m := evmtest.NewServedMarket(t)
			if second {
				m.Router = m.Router02()
			}
			tradesByAnEnclave(t, wardedOn(t, m, ""))
		})
	}
}

func tradesByAnEnclave(t *testing.T, w *ward) {
	t.Helper()
	code, said := w.lives("trade 2")
	if code != exitOK || !strings.Contains(said, "the enclave") || !strings.Contains(said, "the Golem's signer") {
		t.Fatalf("exit %d\n%s", code, said)
	}
	t.Log(said)
	w.Fail(enclave.Late(), enclave.Status(500, `{"error":"oops"}`), enclave.Twice())
	if code, said = w.lives("trade 4"); code != exitOK {
		t.Fatalf("it does not go on: exit %d\n%s", code, said)
	}
	whole(t, w.dir)
	if sealed, err := os.Stat(filepath.Join(w.dir, "seal.key")); err != nil || sealed.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", sealed, err)
	}
	var out, errs bytes.Buffer
	if code := Main(t.Context(), []string{"kill", "--data-dir", w.dir}, &out, &errs); code != exitOK {
		t.Fatalf("kill: %d %s%s", code, &out, &errs)
	}
	if code, said = w.lives("never"); code != exitOK || !strings.Contains(said, "dead") {
		t.Fatalf("its death: exit %d\n%s", code, said)
	}
	if _, err := os.Stat(filepath.Join(w.dir, home.IdentityFile)); err == nil {
		t.Error("the identity of the dead lies there still")
	}
	if code := Main(t.Context(), []string{"replay", w.dir}, &out, &errs); code != exitOK {
		t.Errorf("replay: %d %s%s", code, &out, &errs)
	}
	whole(t, w.dir)
	s, err := accounts.Of(w.dir)
	if err != nil || !s.Sound() || s.Executed() < 4 {
		t.Errorf("the books: %+v (%v)", s, err)
	}
	text, err := os.ReadFile(filepath.Join(w.dir, home.TestamentFile))
	w.must(err)
	w.sentHome(text)
	if signed, err := thanatopsis.Verify(text); err != nil || !signed || !strings.Contains(string(text), "owns the wallet "+w.wallet) {
		t.Errorf("the testament is signed: %v (%v)\n%s", signed, err, text)
	}
}

// sentHome: what the wallet held is its owner's, to the last unit, and the testament says so.
func (w *ward) sentHome(testament []byte) {
	w.t.Helper()
	owner, codec := evmtest.Address("the owner"), bind.NewERC20()
	var will thanatopsis.Testament
	w.must(json.Unmarshal(testament, &will))
	swept := map[string]thanatopsis.Swept{}
	for _, s := range will.Wallet.Swept {
		swept[s.Asset] = s
	}
	for _, token := range []common.Address{w.USDC, w.WETH} {
		held := new(big.Int).SetBytes(w.Ask(token, codec.PackBalanceOf(owner)))
		left := new(big.Int).SetBytes(w.Ask(token, codec.PackBalanceOf(w.account)))
		if s := swept[token.Hex()]; left.Sign() != 0 || held.Sign() != 0 && (s.State != "swept" || s.Units != held.String() || s.TxHash == "") {
			w.t.Errorf("the owner has %s of %s, the wallet %s, the testament says %+v", held, token, left, s)
		}
	}
	var home, rest hexutil.Big
	w.must(w.RPC.Call(&home, "eth_getBalance", owner, "latest"))
	w.must(w.RPC.Call(&rest, "eth_getBalance", w.account, "latest"))
	if s := swept["native"]; rest.ToInt().Sign() != 0 || s.State != "swept" || s.Units != home.ToInt().String() {
		w.t.Errorf("the owner has %s wei, the wallet %s, the testament says %+v", home.ToInt(), rest.ToInt(), s)
	}
	if s := will.Stats; s.End < s.Start*9/10 || s.Return < -0.1 || s.NetPnL != s.End-s.Start {
		w.t.Errorf("what went home counts as lost: %+v", s)
	}
	if _, usdc := swept[w.USDC.Hex()]; !usdc {
		w.t.Errorf("nothing was sent home: %+v", will.Wallet)
	}
}

// spec: provisioning §8.9, runtime §3: each thing that is wrong with the wallet stops the
// start with an error that says what to do, and nothing is signed.
func TestAWalletThatIsNotWhatItShouldBeStopsTheStart(t *testing.T) {
	w := warded(t)
	path := filepath.Join(w.dir, "golem.toml")
	good, err := os.ReadFile(path)
	w.must(err)
	key, err := os.ReadFile(filepath.Join(w.dir, sessionFile))
	w.must(err)
	rules := func(change func([]enclave.Rule) []enclave.Rule) {
		w.ChangePolicy(w.policy, func(p *enclave.Policy) { p.Rules = change(p.Rules) })
	}
	var kept []enclave.Rule
	for name, c := range map[string]struct {
		spoil, mend func()
		secret      string
		code        int
		word        string
	}{
		"no secret":        {secret: "-", code: exitWallet, word: "set PRIVY_APP_SECRET"},
		"another secret":   {secret: "wrong", code: exitWallet, word: "does not accept the app's credentials"},
		"no wallet id":     {spoil: func() { w.edit("wallet_id = \""+w.wallet+"\"\n", "") }, code: exitWallet, word: "needs custody.embedded.wallet_id"},
		"another wallet":   {spoil: func() { w.edit("wallet_id = \""+w.wallet, "wallet_id = \"x"+w.wallet) }, code: exitWallet, word: "does not know it"},
		"another address":  {spoil: func() { w.edit("address = \""+w.account.Hex(), "address = \""+evmtest.Address("x").Hex()) }, code: exitWallet, word: "other rules than were compiled"},
		"another end":      {spoil: func() { w.edit("expires_at = \"20", "expires_at = \"21") }, code: exitWallet, word: "golem policy writes"},
		"another policy":   {spoil: func() { rules(func(r []enclave.Rule) []enclave.Rule { kept = r; return r[1:] }) }, mend: func() { rules(func([]enclave.Rule) []enclave.Rule { return kept }) }, code: exitWallet, word: "other rules than were compiled"},
		"a key of another": {spoil: func() { w.another() }, mend: func() { put(t, w.dir, sessionFile, string(key)) }, code: exitWallet, word: "not this Golem's key"},
		"no key":           {spoil: func() { put(t, w.dir, sessionFile, "hello") }, mend: func() { put(t, w.dir, sessionFile, string(key)) }, code: exitWallet, word: "not an authorization key"},
		"an empty key":     {spoil: func() { put(t, w.dir, sessionFile, "\n") }, mend: func() { put(t, w.dir, sessionFile, string(key)) }, code: exitWallet, word: "is empty"},
		"a grant too":      {spoil: func() { w.edit("[custody.embedded]\n", "[custody]\ngrant_path = \"g\"\n[custody.embedded]\n") }, code: exitConfig, word: "by no grant"},
		"another custody":  {spoil: func() { w.edit("custody_mode = \"embedded\"", "custody_mode = \"localkey\"") }, code: exitWallet, word: "no key"},
	} {
		if c.spoil != nil {
			c.spoil()
		}
		t.Setenv("PRIVY_APP_SECRET", strings.TrimPrefix(map[string]string{"": appSecret, "-": "-"}[c.secret]+strings.TrimPrefix(c.secret, "-"), "-"))
		code, said := runAs(t, "", 20*time.Second, w.dir, "trade 1")
		if code != c.code || !strings.Contains(said, c.word) || strings.Contains(said, appSecret) || strings.Contains(said, "trade 1") {
			t.Errorf("%s: exit %d, want %d and %q\n%s", name, code, c.code, c.word, said)
		}
		w.must(os.WriteFile(path, good, 0o600))
		if c.mend != nil {
			c.mend()
		}
	}
	if n := w.Signed(w.wallet); n != 0 {
		t.Errorf("the wallet's key was used %d times", n)
	}
	if code, said := w.lives("trade 1"); code != exitOK {
		t.Errorf("mended: exit %d\n%s", code, said)
	}
}

// another puts another key in the place of the Golem's.
func (w *ward) another() {
	w.t.Helper()
	w.must(os.Remove(filepath.Join(w.dir, sessionFile)))
	w.must(makeSession(&voice{out: new(bytes.Buffer)}, w.dir))
}

// A life that has the secret that seals lost goes on no more, and changes nothing.
func TestASealThatIsLostIsAClearError(t *testing.T) {
	w := warded(t)
	if code, said := w.lives("trade 1"); code != exitOK {
		t.Fatalf("exit %d\n%s", code, said)
	}
	path := filepath.Join(w.dir, "seal.key")
	seal, err := os.ReadFile(path)
	w.must(err)
	for name, spoil := range map[string]func() error{
		"gone":    func() error { return os.Remove(path) },
		"cut":     func() error { return os.WriteFile(path, seal[:31], 0o600) },
		"another": func() error { return os.WriteFile(path, bytes.Repeat([]byte{1}, 32), 0o600) },
	} {
		w.must(spoil())
		if code, said := w.lives("trade"); code != exitStorage || !strings.Contains(said, "copy") {
			t.Errorf("%s: exit %d\n%s", name, code, said)
		}
	}
	w.must(os.WriteFile(path, seal, 0o600))
	if code, said := w.lives("trade 2"); code != exitOK {
		t.Errorf("restored: exit %d\n%s", code, said)
	}
}

// A session that is over at the start stops none: the Golem looks on and says so.
//
// spec: provisioning §8.12
func TestAGolemLooksOnBehindItsSession(t *testing.T) {
	w := warded(t)
	text, err := os.ReadFile(filepath.Join(w.dir, "golem.toml"))
	w.must(err)
	_, rest, _ := strings.Cut(string(text), "expires_at = \"")
	at, _, _ := strings.Cut(rest, "\"")
	w.edit(at, "2026-01-01T00:00:00Z")
	var out, errs bytes.Buffer
	if code := Main(t.Context(), []string{"policy", "--config", filepath.Join(w.dir, "golem.toml")}, &out, &errs); code != exitOK {
		t.Fatalf("golem policy: %d %s", code, &errs)
	}
	var p privy.Policy
	w.must(json.Unmarshal(out.Bytes(), &p))
	p.ID = w.policy
	w.must(w.owner.UpdatePolicy(t.Context(), p))
	t.Setenv("PRIVY_APP_SECRET", appSecret)
	code, said := runAs(t, "", 10*time.Second, w.dir, "trade 1")
	if n := (&bounded{t: t, dir: w.dir}).refusals("DELEGATION_DISABLED"); n == 0 {
		t.Error("nothing was refused for the session")
	}
	if !strings.Contains(said, "the wallet's session is over") || strings.Contains(said, "trade 1") || w.Signed(w.wallet) != 0 {
		t.Errorf("exit %d, %d signatures\n%s", code, w.Signed(w.wallet), said)
	}
}

func TestASessionKeyIsMadeOnce(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "golem")
	var out, errs bytes.Buffer
	if code := Main(t.Context(), []string{"key", "--session", "--data-dir", dir}, &out, &errs); code != exitOK {
		t.Fatalf("exit %d: %s", code, &errs)
	}
	path := filepath.Join(dir, sessionFile)
	text, err := os.ReadFile(path)
	if info, _ := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("%v (%v)", info, err)
	}
	key, err := privy.ParseKey(bytes.Clone(text), func(b []byte) privy.Vault { return secret.New(b) })
	if err != nil || !strings.HasPrefix(out.String(), key.PublicKey()+"\n") || strings.Contains(out.String(), string(text)) {
		t.Errorf("%s (%v)", &out, err)
	}
	if code := Main(t.Context(), []string{"key", "--session", "--data-dir", dir}, &out, &errs); code != exitUsage {
		t.Errorf("again: exit %d", code)
	}
	if again, err := os.ReadFile(path); err != nil || !bytes.Equal(text, again) {
		t.Error("it was written over")
	}
}

// What is no key, and settings that name nothing yet, are refused before anything is written.
func TestARequestToTheProviderIsNotWrittenHalf(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "golem.toml")
	if err := os.WriteFile(path, []byte("[golem]\nnetwork = \"devnet\"\nmarkets = [\"weth-usdc-5\"]\n[chain]\nrpc_url = \"http://127.0.0.1:1\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for want, args := range map[string][]string{
		"PUBLIC_KEY":                            {"quorum"},
		"it is no base64":                       {"quorum", "a key"},
		"it is no public key of P-256 in DER":   {"quorum", "QUJD"},
		"OWNER_QUORUM":                          {"wallet", ""},
		"custody.embedded.wallet_id is not set": {"signers", "--config", path},
	} {
		var out, errs bytes.Buffer
		if code := Main(t.Context(), append([]string{"policy"}, args...), &out, &errs); code == exitOK || code == exitInternal || out.Len() > 0 || !strings.Contains(errs.String(), want) {
			t.Errorf("%v: exit %d, %s%s", args, code, &out, &errs)
		}
	}
}
