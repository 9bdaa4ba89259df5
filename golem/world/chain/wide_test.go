package chain

import (
	"encoding/json"
	"fmt"
	"math/big"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/crypto"
	gethrpc "github.com/ethereum/go-ethereum/rpc"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/internal/clock"
)

// wide is a floor of sixteen markets and twelve assets, in which the account has twenty positions.
func wide(t testing.TB) (f *floor, handles []string) {
	t.Helper()
	f = newFloor(t)
	handles = []string{"weth-usdc-5", "weth-usdc-30", "wbtc-usdc-30", "wbtc-weth-5"}
	for i := range 9 {
		token := f.issues(fmt.Sprintf("T%d", i))
		h := fmt.Sprintf("t%d-usdc-30", i)
		f.pools[h] = f.opens(token, f.usdc, 3000, 1e18, 5e6)
		if handles = append(handles, h); i >= 3 {
			continue
		}
		h = fmt.Sprintf("t%d-weth-5", i)
		f.pools[h] = f.opens(token, f.weth, 500, 1e18, 2.5e15)
		handles = append(handles, h)
	}
	for i := range 20 {
		zero, one, amount0, amount1 := f.weth, f.usdc, big.NewInt(1e15), big.NewInt(2e6)
		if zero.Cmp(one) > 0 {
			zero, one, amount0, amount1 = one, zero, amount1, amount0
		}
		f.provides(zero, one, []int64{500, 3000}[i%2], amount0, amount1, f.Account)
	}
	return f, handles
}

// issues makes a token of the kit's account, which may pay it into positions.
func (f *floor) issues(symbol string) common.Address {
	f.t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "contracts", "out", "OddToken.json"))
	check(f.t, err)
	var compiled struct{ Bytecode hexutil.Bytes }
	check(f.t, json.Unmarshal(text, &compiled))
	supply := new(big.Int).Mul(big.NewInt(1e18), big.NewInt(1e9))
	key, err := f.Plan.Key()
	check(f.t, err)
	maker := f.Holder()
	token, _ := maker.Create(append(compiled.Bytecode, common.BigToHash(supply).Bytes()...))
	maker.Must(token, bind.NewERC20().PackTransfer(crypto.PubkeyToAddress(key.PublicKey), supply))
	maker.Must(token, naming(symbol))
	f.Own(token, nil, bind.NewERC20().PackApprove(f.npm, new(uint256.Int).SetAllOne().ToBig()))
	return token
}

// naming is the call that gives an odd token its symbol, of at most 32 letters.
func naming(symbol string) []byte {
	call := crypto.Keccak256([]byte("name(string)"))[:4]
	call = append(call, common.BigToHash(big.NewInt(32)).Bytes()...)
	call = append(call, common.BigToHash(big.NewInt(int64(len(symbol)))).Bytes()...)
	return append(call, common.RightPadBytes([]byte(symbol), 32)...)
}

// Sixteen markets, twelve assets and twenty positions are read with one request beside that for
// the head, whose hash all of it is pinned to, with the logs since the reading before. The first reading finds the positions, with three more.
//
// spec: chain §3
func TestAWideReadingIsOneRequest(t *testing.T) {
	f, handles := wide(t)
	c := f.config(true, handles...)
	c.Logs = true
	eyes := f.looks(c)
	for i, want := range []int64{5, 2, 2} {
		f.Mine() // whose logs are asked for
		f.asked.Store(0)
		r := observed(t, eyes)
		if n := f.asked.Load(); n != want || len(r.Markets) != 16 || len(r.Assets) != 12 || len(r.Positions) != 20 {
			t.Errorf("reading %d: %d requests, %d markets, %d assets, %d positions", i, n, len(r.Markets), len(r.Assets), len(r.Positions))
		}
		for i := range r.Assets {
			if a := &r.Assets[i]; a.Rate.IsZero() || a.Doubt != "" {
				t.Errorf("%s: %+v", a.Token.Symbol, a)
			}
		}
	}
}

// far is a link to a node: every request takes a round trip more.
type far struct{ trip time.Duration }

// RoundTrip implements http.RoundTripper.
func (l far) RoundTrip(r *http.Request) (*http.Response, error) {
	if err := (clock.System{}).WaitUntil(r.Context(), clock.System{}.Now().Add(l.trip)); err != nil {
		return nil, err
	}
	return http.DefaultTransport.RoundTrip(r)
}

// BenchmarkWideReading reads sixteen markets, twelve assets and twenty positions: in this process,
// over a link of 40 ms, and how much longer each market beyond the first takes.
func BenchmarkWideReading(b *testing.B) {
	f, handles := wide(b)
	client := rpc.New(f.RPC)
	node, err := gethrpc.DialOptions(b.Context(), f.Chain().Server.Endpoint(), gethrpc.WithHTTPClient(&http.Client{Transport: far{40 * time.Millisecond}}))
	check(b, err)
	b.Cleanup(node.Close)
	eyes := func(c *rpc.Client, handles ...string) *Chain {
		eyes, err := Open(b.Context(), c, f.config(true, handles...))
		check(b, err)
		observed(b, eyes)
		return eyes
	}
	all, linked, one := eyes(client, handles...), eyes(rpc.New(node), handles...), eyes(client, handles[0])
	var took [3]time.Duration
	n := 0
	for b.Loop() {
		for i, e := range []*Chain{all, linked, one} {
			watch := clock.Start()
			observed(b, e)
			took[i] += watch.Elapsed()
		}
		n++
	}
	each := func(d time.Duration) float64 { return float64(d) / float64(n) }
	b.ReportMetric(each(took[0]), "inprocess-ns")
	b.ReportMetric(each(took[1]), "link-ns")
	b.ReportMetric(each(took[0]-took[2])/float64(len(handles)-1), "market-ns")
}
