package rpc_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	gethrpc "github.com/ethereum/go-ethereum/rpc"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/rpc"
)

// fakeNode answers eth_chainId honestly and everything else as reply says.
func fakeNode(t *testing.T, status int, reply func(id string) string) *rpc.Client {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var one struct {
			ID     json.RawMessage
			Method string
		}
		var all []json.RawMessage
		var body json.RawMessage
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
			t.Error(err)
		}
		batch := json.Unmarshal(body, &all) == nil
		if batch {
			body = all[0]
		}
		if err := json.Unmarshal(body, &one); err != nil {
			t.Error(err)
		}
		if one.Method == "eth_chainId" {
			fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":"0x7a69"}`, one.ID)
			return
		}
		w.WriteHeader(status)
		text := reply(string(one.ID))
		if batch && strings.HasPrefix(text, "{") && strings.HasSuffix(text, "}") {
			text = "[" + text + "]"
		}
		fmt.Fprint(w, text)
	}))
	t.Cleanup(server.Close)
	c, err := rpc.Dial(t.Context(), server.URL, 31337)
	check(t, err)
	t.Cleanup(c.Close)
	return c
}

func answers(format string) func(string) string {
	return func(id string) string { return fmt.Sprintf(format, id) }
}

func says(text string) func(string) string { return func(string) string { return text } }

func TestHostileAnswersAreErrorsThatSayWhatCame(t *testing.T) {
	for _, c := range []struct {
		name   string
		status int
		reply  func(string) string
		kind   error
		says   string
	}{
		{"a proxy's page", 200, says("<html>log in first</html>"), rpc.ErrMalformed, "log in first"},
		{"a proxy's error page", 502, says("<html>bad gateway</html>"), rpc.ErrTransport, "bad gateway"},
		{"a cut answer", 200, says(`{"jsonrpc":"2.0","id":1,"result":"0x1`), rpc.ErrMalformed, `\"0x1`},
		{"nothing", 200, says(""), rpc.ErrMalformed, ""},
		{"null", 200, answers(`{"jsonrpc":"2.0","id":%s,"result":null}`), rpc.ErrMissing, ""},
		{"no result", 200, answers(`{"jsonrpc":"2.0","id":%s}`), rpc.ErrMissing, ""},
		{"an empty number", 200, answers(`{"jsonrpc":"2.0","id":%s,"result":"0x"}`), rpc.ErrMalformed, "0x"},
		{"a decimal", 200, answers(`{"jsonrpc":"2.0","id":%s,"result":12}`), rpc.ErrMalformed, "12"},
		{"an object", 200, answers(`{"jsonrpc":"2.0","id":%s,"result":{}}`), rpc.ErrMalformed, "{}"},
		{"a number too long", 200, answers(`{"jsonrpc":"2.0","id":%s,"result":"0x1` + strings.Repeat("0", 64) + `"}`), rpc.ErrMalformed, ""},
		{"429", 429, says("slow down"), rpc.ErrRateLimited, "slow down"},
		{"-32005", 200, answers(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32005,"message":"limit exceeded"}}`), rpc.ErrRateLimited, "limit exceeded"},
		{"-32601", 200, answers(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no such thing"}}`), rpc.ErrUnsupported, ""},
		{"no block", 200, answers(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32000,"message":"header not found"}}`), rpc.ErrNoBlock, ""},
		{"pruned state", 200, answers(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32000,"message":"missing trie node ab"}}`), rpc.ErrNoBlock, ""},
		{"another error", 200, answers(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32603,"message":"on fire"}}`), rpc.ErrNode, "on fire"},
		{"another request's answer", 200, says(`{"jsonrpc":"2.0","id":987654,"result":"0x1"}`), rpc.ErrMissing, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := fakeNode(t, c.status, c.reply).At(common.Hash{1})
			read := b.Balance(common.Address{})
			err := b.Do(t.Context())
			if !errors.Is(err, c.kind) || !strings.Contains(err.Error(), c.says) {
				t.Fatalf("got %v, want %v saying %q", err, c.kind, c.says)
			}
			if v, err := read.Value(); err == nil {
				t.Fatalf("a value %v came out of it", v)
			}
		})
	}
}

func TestABlockThatIsNotTheOneAskedForIsRefused(t *testing.T) {
	const header = `{"jsonrpc":"2.0","id":%s,"result":{"number":"0x5","hash":"0x0500000000000000000000000000000000000000000000000000000000000000",` +
		`"parentHash":"0x0400000000000000000000000000000000000000000000000000000000000000","timestamp":"0x1","gasLimit":"0x1","gasUsed":"0x0",` +
		`"miner":"0x0000000000000000000000000000000000000000"}}`
	c := fakeNode(t, 200, answers(header))
	if b, err := c.Head(t.Context()); err != nil || b.Number != 5 || b.BaseFee != nil {
		t.Errorf("head %+v (%v)", b, err)
	}
	if _, err := c.BlockByHash(t.Context(), common.Hash{6}); !errors.Is(err, rpc.ErrMalformed) {
		t.Errorf("by hash: %v", err)
	}
	if _, err := c.BlockByNumber(t.Context(), 6); !errors.Is(err, rpc.ErrMalformed) {
		t.Errorf("by number: %v", err)
	}
	partial := fakeNode(t, 200, answers(strings.Replace(header, `"timestamp":"0x1",`, "", 1)))
	if _, err := partial.Head(t.Context()); !errors.Is(err, rpc.ErrMalformed) {
		t.Errorf("without a time: %v", err)
	}
}

func TestAConfirmationOfAnotherTransactionIsRefused(t *testing.T) {
	c := fakeNode(t, 200, answers(`{"jsonrpc":"2.0","id":%s,"result":"0x0500000000000000000000000000000000000000000000000000000000000000"}`))
	if _, err := c.Send(t.Context(), []byte{1}); !errors.Is(err, rpc.ErrMalformed) {
		t.Errorf("got %v", err)
	}
}

// A receipt decides whether money moved and what it cost: what is not in it is
// not guessed.
func TestAnIncompleteReceiptIsRefused(t *testing.T) {
	tx := common.Hash{5}
	whole := `"transactionHash":"` + tx.Hex() + `","blockNumber":"0x8","blockHash":"` + common.Hash{8}.Hex() + `","status":"0x1",` +
		`"effectiveGasPrice":"0x7","gasUsed":"0x5208","cumulativeGasUsed":"0x5208","logsBloom":"0x` + strings.Repeat("0", 512) + `","logs":[]`
	for name, c := range map[string]struct {
		old, new string
		want     error
	}{
		"whole":                   {"", "", nil},
		"no status":               {`"status":"0x1",`, "", rpc.ErrMalformed},
		"a null status":           {`"status":"0x1"`, `"status":null`, rpc.ErrMalformed},
		"a status of two":         {`"status":"0x1"`, `"status":"0x2"`, rpc.ErrMalformed},
		"no price":                {`"effectiveGasPrice":"0x7",`, "", rpc.ErrMalformed},
		"no block number":         {`"blockNumber":"0x8",`, "", rpc.ErrMalformed},
		"no block hash":           {`"blockHash"`, `"blockHasch"`, rpc.ErrMalformed},
		"a log that is null":      {`"logs":[]`, `"logs":[null]`, rpc.ErrMalformed},
		"no logs":                 {`,"logs":[]`, "", rpc.ErrMalformed},
		"no gas":                  {`"gasUsed":"0x5208",`, "", rpc.ErrMalformed},
		"a fee for data of nil":   {`"logs":[]`, `"logs":[],"l1Fee":null`, nil},
		"a fee for data of words": {`"logs":[]`, `"logs":[],"l1Fee":"much"`, rpc.ErrMalformed},
		"an operator of words":    {`"logs":[]`, `"logs":[],"l1Fee":"0x1","operatorFeeScalar":"-1"`, rpc.ErrMalformed},
		"of another transaction":  {tx.Hex(), common.Hash{6}.Hex(), rpc.ErrMalformed},
		"of no transaction":       {`"transactionHash"`, `"hash"`, rpc.ErrMalformed},
		"of one that still waits": {whole, `"transactionHash":"` + tx.Hex() + `","blockNumber":null,"blockHash":null,"logs":[null]`, rpc.ErrNotFound},
	} {
		t.Run(name, func(t *testing.T) {
			body := strings.Replace(whole, c.old, c.new, 1)
			r, err := fakeNode(t, 200, answers(`{"jsonrpc":"2.0","id":%s,"result":{`+body+`}}`)).Receipt(t.Context(), tx)
			if !errors.Is(err, c.want) || (err == nil) != (c.want == nil) || (r == nil) != (c.want != nil) {
				t.Fatalf("got %+v, %v, want %v", r, err, c.want)
			}
			if r != nil && (r.Status != 1 || r.BlockNumber.Uint64() != 8 || r.EffectiveGasPrice.Uint64() != 7) {
				t.Errorf("%+v", r)
			}
		})
	}
}

// spec: chain §7 point 8: what a rollup charges beside the gas is in its receipts, and
// in no other's.
func TestAReceiptTellsWhatARollupChargedBesideTheGas(t *testing.T) {
	tx := common.Hash{5}
	whole := `"transactionHash":"` + tx.Hex() + `","blockNumber":"0x8","blockHash":"` + common.Hash{8}.Hex() + `","status":"0x0",` +
		`"effectiveGasPrice":"0x7","gasUsed":"0x5208","cumulativeGasUsed":"0x5208","logsBloom":"0x` + strings.Repeat("0", 512) + `","logs":[]`
	for name, c := range map[string]struct {
		more string
		want *rpc.RollupFee
	}{
		"none":               {``, nil},
		"data":               {`,"l1Fee":"0x30dfc8"`, &rpc.RollupFee{Data: *uint256.NewInt(3_203_016)}},
		"data for nothing":   {`,"l1Fee":"0x0"`, &rpc.RollupFee{}},
		"data and operation": {`,"l1Fee":"0x1","l1GasPrice":"0x9","operatorFeeScalar":"0x1388","operatorFeeConstant":"0x1e61"`, &rpc.RollupFee{Data: *uint256.NewInt(1), OperatorScalar: 5000, OperatorConstant: 7777}},
	} {
		r, err := fakeNode(t, 200, answers(`{"jsonrpc":"2.0","id":%s,"result":{`+whole+c.more+`}}`)).Receipt(t.Context(), tx)
		if err != nil || r.GasUsed != 21_000 || (r.Rollup == nil) != (c.want == nil) || (c.want != nil && *r.Rollup != *c.want) {
			t.Errorf("%s: %+v, %v", name, r, err)
		}
	}
}

// spec: chain §8
func TestTheMedianTipIsTheMiddleOneOrAnError(t *testing.T) {
	for name, c := range map[string]struct {
		history string
		want    uint64
		err     error
	}{
		"the middle of three":     {`"baseFeePerGas":["0x1","0x1","0x1","0x1"],"reward":[["0x9"],["0x3"],["0x5"]]`, 5, nil},
		"the lower of two":        {`"baseFeePerGas":["0x1","0x1","0x1"],"reward":[["0x9"],["0x3"]]`, 3, nil},
		"no block":                {`"baseFeePerGas":["0x1"],"reward":[]`, 0, nil},
		"no percentile":           {`"baseFeePerGas":["0x1","0x1"],"reward":[[]]`, 0, rpc.ErrMalformed},
		"a percentile of null":    {`"baseFeePerGas":["0x1","0x1"],"reward":[[null]]`, 0, rpc.ErrMalformed},
		"fewer rewards than fees": {`"baseFeePerGas":["0x1","0x1","0x1"],"reward":[["0x1"]]`, 0, rpc.ErrMalformed},
		"nothing":                 {``, 0, rpc.ErrMalformed},
	} {
		b := fakeNode(t, 200, answers(`{"jsonrpc":"2.0","id":%s,"result":{`+c.history+`}}`)).At(common.Hash{1})
		tips := b.Tips(7)
		err := b.Do(t.Context())
		all, _ := tips.Value()
		if v := all.Median(); !errors.Is(err, c.err) || (err == nil) != (c.err == nil) || v.Uint64() != c.want {
			t.Errorf("%s: %s, %v, want %d", name, v.Dec(), err, c.want)
		}
	}
}

func TestTheCallersDeadlineShows(t *testing.T) {
	c, _ := newClient(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := c.Head(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	late, end := context.WithTimeout(t.Context(), -1)
	defer end()
	if _, err := c.Head(late); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
}

func TestDialRefusesAnotherChain(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, `{"jsonrpc":"2.0","id":1,"result":"0x1"}`)
	}))
	defer server.Close()
	if _, err := rpc.Dial(t.Context(), server.URL, 8453); !errors.Is(err, rpc.ErrWrongChain) {
		t.Errorf("got %v", err)
	}
	if _, err := rpc.Dial(t.Context(), "carrier-pigeon://loft", 1); !errors.Is(err, rpc.ErrTransport) {
		t.Errorf("got %v", err)
	}
}

// eth is the least that Dial and Head need.
type eth struct{}

func (eth) ChainId() hexutil.Uint64 { return 8453 }

func (eth) GetBlockByNumber(string, bool) map[string]any {
	return map[string]any{
		"number": "0x5", "hash": common.Hash{5}, "parentHash": common.Hash{4}, "timestamp": "0x1",
		"gasLimit": "0x1", "gasUsed": "0x0", "miner": common.Address{}, "baseFeePerGas": "0x7",
	}
}

func TestWebSocketAndHTTPServeTheSame(t *testing.T) {
	node := gethrpc.NewServer()
	defer node.Stop()
	check(t, node.RegisterName("eth", eth{}))
	web := httptest.NewServer(node)
	defer web.Close()
	socket := httptest.NewServer(node.WebsocketHandler([]string{"*"}))
	defer socket.Close()
	for _, url := range []string{web.URL, strings.Replace(socket.URL, "http", "ws", 1)} {
		c, err := rpc.Dial(t.Context(), url, 8453)
		check(t, err)
		if b, err := c.Head(t.Context()); err != nil || b.Number != 5 || b.BaseFee.Uint64() != 7 {
			t.Errorf("%s: %+v (%v)", url, b, err)
		}
		c.Close()
		if _, err := c.Head(t.Context()); url[0] == 'w' && !errors.Is(err, rpc.ErrTransport) {
			t.Errorf("%s after Close: %v", url, err)
		}
	}
}

func FuzzDecodeRevert(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte{8, 0xc3, 0x79})
	f.Add(common.FromHex("0x08c379a0" + word(32) + word(3) + word(0)))
	f.Add(common.FromHex("0x08c379a0" + word(32) + strings.Repeat("f", 64)))
	f.Add(common.FromHex("0x4e487b71" + word(0x12)))
	f.Fuzz(func(t *testing.T, data []byte) {
		r := rpc.DecodeRevert(data)
		if (len(data) < 4) != (r.Kind == rpc.RevertEmpty) {
			t.Errorf("%d bytes decode as kind %d", len(data), r.Kind)
		}
		if text := r.String(); len(text) > 2048 || strings.ContainsAny(text, "\n\x1b") {
			t.Errorf("unsafe text %q", text)
		}
	})
}
