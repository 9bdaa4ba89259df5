package golem

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	gethrpc "github.com/ethereum/go-ethereum/rpc"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/rpc/rpctest"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/ledger"
	"bardo.run/bardo/internal/seed"
	"bardo.run/bardo/internal/seglog"
)

const (
	// killIn makes the test binary live the life in that folder and die at the
	// operation on its logs that killAt names.
	killIn = "BARDO_GOLEM_KILL_IN"
	killAt = "BARDO_GOLEM_KILL_AT"
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(killIn); dir != "" && os.Getenv(siteAt) != "" {
		os.Exit(mortal(dir))
	} else if dir != "" {
		os.Exit(child(dir))
	}
	// Lives in real time wait, most of their time: more of them than cores may do so.
	flag.Parse()
	if err := flag.Set("test.parallel", "6"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	var err error
	if binaries, err = os.MkdirTemp("", "golem-tests-"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	code := m.Run()
	if err := os.RemoveAll(binaries); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = max(code, 1)
	}
	os.Exit(code)
}

// child is a Golem's process that kills itself, as the power going off would.
func child(dir string) int {
	at, err := strconv.ParseInt(os.Getenv(killAt), 10, 64)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	var done atomic.Int64
	f := flags{config: filepath.Join(dir, "golem.toml"), dir: dir, fault: func(_ seglog.Op, size int) (int, error) {
		if done.Add(1) == at {
			if err := syscall.Kill(os.Getpid(), syscall.SIGKILL); err == nil {
				select {} // until the signal is there
			}
		}
		return size, nil
	}}
	if err := live(context.Background(), f, os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return exit(err)
	}
	return 0
}

// victim is a life whose processes are killed, on a chain that is asked about it.
type victim struct {
	t      *testing.T
	dir    string
	chain  *gethrpc.Client
	proxy  *rpctest.Proxy
	random *rand.Rand
	tokens []common.Address
	traded atomic.Int64 // trades that it told of, where it is disturbed
}

// keyed is the section of a configuration that names a file with the Golem's key.
func keyed(t *testing.T) string {
	t.Helper()
	return "[custody.localkey]\nprivate_key_path = \"" + keyFile(t) + "\"\n"
}

// newVictim is a life on the market's devnet.
func newVictim(t *testing.T, m *evmtest.Market) *victim {
	t.Helper()
	return &victim{t: t, dir: settings(t, m, m.Chain().Server.Endpoint(), keyed(t)), chain: m.RPC, tokens: []common.Address{m.USDC, m.WETH}}
}

// behind puts a proxy between the life and the endpoint of its chain.
func (v *victim) behind(m *evmtest.Market, endpoint string) *victim {
	v.t.Helper()
	v.proxy, v.random = rpctest.New(v.t, endpoint), seed.Seed(5).Stream("kills")
	v.dir = settings(v.t, m, v.proxy.URL(), keyed(v.t))
	return v
}

// kill starts the life's next process and kills it at one moment: at an operation
// on its logs, or before or after the endpoint took a request of its.
func (v *victim) kill(how string) {
	v.t.Helper()
	self, err := os.Executable()
	if err != nil {
		v.t.Fatal(err)
	}
	at := int64(1) << 40
	if how == "write" {
		at = 1 + v.random.Int64N(120)
	}
	ctx, cancel := context.WithTimeout(v.t.Context(), time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, self)
	c.Env = append(os.Environ(), killIn+"="+v.dir, fmt.Sprintf("%s=%d", killAt, at), "GORACE=atexit_sleep_ms=0")
	var said bytes.Buffer
	c.Stdout, c.Stderr = &said, &said
	if err := c.Start(); err != nil {
		v.t.Fatal(err)
	}
	left := v.random.Int32N(3)
	v.proxy.Hear(func(method string, answered bool) {
		if method+strconv.FormatBool(answered) == how && atomic.AddInt32(&left, -1) < 0 {
			_ = c.Process.Kill() // it may be gone already
		}
	})
	defer v.proxy.Hear(nil)
	err = c.Wait()
	if died := (*exec.ExitError)(nil); !errors.As(err, &died) || died.Exited() || ctx.Err() != nil {
		v.t.Fatalf("%s: the process was not killed: %v\n%s", how, err, said.String())
	}
}

// spec: runtime §15, chain §8: a Golem killed at any moment goes on; nothing is
// sent twice, and its books are what the chain holds.
func TestALifeInRealTimeSurvivesBeingKilled(t *testing.T) {
	t.Parallel()
	m := market(t)
	newVictim(t, m).behind(m, m.Chain().Server.Endpoint()).survives(kills())
}

// kills is 50 in `make long`.
func kills() int {
	if os.Getenv("BARDO_LONG") != "" {
		return 50
	}
	return 10
}

// survives is killed so often, at log writes and before and after requests that send and
// that ask for receipts, in turn.
func (v *victim) survives(kills int) {
	v.t.Helper()
	kinds := []string{"write", "eth_sendRawTransactionfalse", "eth_sendRawTransactiontrue", "eth_getTransactionReceiptfalse", "eth_getTransactionReceipttrue"}
	for i := range kills {
		v.kill(kinds[i%len(kinds)])
	}
	v.settle()
	v.noneTwice(6)
	v.booksAgree()
	var out, errs bytes.Buffer
	if code := Main(v.t.Context(), []string{"replay", v.dir}, &out, &errs); code != exitOK {
		v.t.Errorf("replay: exit %d, %s%s", code, out.String(), errs.String())
	}
	if code := Main(v.t.Context(), []string{"audit", "verify", v.dir}, &out, &errs); code != exitOK {
		v.t.Errorf("audit verify: exit %d, %s%s", code, out.String(), errs.String())
	}
	v.t.Logf("%d kills, %d of them between signature and receipt; %s", kills, kills*4/5, strings.TrimSpace(out.String()))
}

// settle lets the Golem live until it has traded undisturbed and stops it.
func (v *victim) settle() {
	v.t.Helper()
	ctx, stop := context.WithTimeout(v.t.Context(), time.Minute)
	defer stop()
	trades := 0
	out, errs := &lines{each: func(line string) {
		if trades += strings.Count(line, "trade "); trades >= 2 {
			stop()
		}
	}}, &lines{}
	if code := Main(ctx, []string{"--config", filepath.Join(v.dir, "golem.toml")}, out, errs); code != exitOK || trades < 2 {
		log, _ := os.ReadFile(filepath.Join(v.dir, "logs", "heartbeat.jsonl"))
		v.t.Fatalf("exit %d after %d trades\n%s\n%s\n%s", code, trades, out, errs, log)
	}
}

// noneTwice holds the journal's signatures against the chain: each nonce was signed
// for once, all of them are on the chain, and there are at least so many.
func (v *victim) noneTwice(least uint64) {
	v.t.Helper()
	signed := v.signed()
	for nonce, offers := range signed {
		if len(offers) != 1 {
			v.t.Errorf("nonce %d was signed for %d times", nonce, len(offers))
		}
	}
	if next := v.nonce(); next != uint64(len(signed)) || next < least {
		v.t.Errorf("%d nonces were signed for, the chain counts %d", len(signed), next)
	}
}

func (v *victim) nonce() uint64 {
	v.t.Helper()
	next, err := rpc.New(v.chain).PendingNonce(v.t.Context(), wallet(v.t))
	if err != nil {
		v.t.Fatal(err)
	}
	return next
}

// signed is every transaction that the journal holds a signature of, by nonce, each
// once.
func (v *victim) signed() map[uint64][]*types.Transaction {
	v.t.Helper()
	r, err := journal.Read(filepath.Join(v.dir, home.JournalDir))
	if err != nil {
		v.t.Fatal(err)
	}
	defer r.Close()
	nonces := map[uint64][]*types.Transaction{}
	for e, err := range r.Entries(0) {
		if err != nil {
			v.t.Fatal(err)
		}
		var signed []struct {
			Hash common.Hash `cbor:"1,keyasint"`
			Raw  []byte      `cbor:"2,keyasint"`
		}
		if e.Kind != journal.KindNote || e.Decode(&signed) != nil {
			continue
		}
		for _, s := range signed {
			tx := new(types.Transaction)
			if err := tx.UnmarshalBinary(s.Raw); err != nil {
				v.t.Fatal(err)
			}
			known := nonces[tx.Nonce()]
			if !slices.ContainsFunc(known, func(o *types.Transaction) bool { return o.Hash() == tx.Hash() }) {
				nonces[tx.Nonce()] = append(known, tx)
			}
		}
	}
	return nonces
}

// booksAgree: every asset sums to zero, and the books' wallet is the chain's.
func (v *victim) booksAgree() {
	v.t.Helper()
	books, err := ledger.Read(filepath.Join(v.dir, home.LedgerDir))
	if err != nil {
		v.t.Fatal(err)
	}
	sums, held := map[string]*big.Int{}, map[string]*big.Int{}
	for _, line := range books.Balances() {
		if sums[line.Asset] == nil {
			sums[line.Asset] = new(big.Int)
		}
		sums[line.Asset].Add(sums[line.Asset], line.Balance)
		if line.Account == ledger.Golem {
			held[line.Asset] = line.Balance
		}
	}
	for asset, sum := range sums {
		if sum.Sign() != 0 {
			v.t.Errorf("%s sums to %s", asset, sum)
		}
	}
	onChain := map[string]*big.Int{ledger.Native: v.native()}
	for _, token := range v.tokens {
		onChain[token.Hex()] = v.token(token)
	}
	for asset, booked := range onChain {
		got := held[asset]
		if got == nil {
			got = new(big.Int)
		}
		if got.Cmp(booked) != 0 {
			v.t.Errorf("the books hold %s of %s, the chain %s", got, asset, booked)
		}
	}
}

func (v *victim) token(token common.Address) *big.Int {
	v.t.Helper()
	var text string
	call := map[string]any{"to": token, "data": hexutil.Encode(bind.NewERC20().PackBalanceOf(wallet(v.t)))}
	if err := v.chain.CallContext(v.t.Context(), &text, "eth_call", call, "latest"); err != nil {
		v.t.Fatal(err)
	}
	return new(big.Int).SetBytes(common.FromHex(text))
}

func (v *victim) native() *big.Int {
	v.t.Helper()
	var text string
	if err := v.chain.CallContext(v.t.Context(), &text, "eth_getBalance", wallet(v.t), "latest"); err != nil {
		v.t.Fatal(err)
	}
	n, ok := new(big.Int).SetString(text, 0)
	if !ok {
		v.t.Fatalf("a balance of %q", text)
	}
	return n
}
