package chain

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math/big"
	"net/http"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	gethrpc "github.com/ethereum/go-ethereum/rpc"

	"bardo.run/bardo/evm/rpc"
)

// paper is a node on paper: it answers what a test wrote down, also what no contract would,
// and reverts every call that nobody wrote down. The node in the process (evm/evmtest) says
// what real contracts answer; here every answer can be missing, cut or wrong.
type paper struct {
	t        *testing.T
	id       uint64
	head     uint64
	seconds  uint64 // time of block 0; a block takes two
	branch   byte   // in the hashes of the blocks above trunk
	trunk    uint64
	baseFee  string // in hex; empty: a chain without one
	tip      string
	safe     uint64 // 0: the node knows none
	code     map[common.Address]bool
	wei      map[common.Address]uint64
	count    map[common.Address]uint64 // transactions
	pending  uint64                    // of whom nobody wrote down
	said     map[string]*said          // by contract and call
	receipts map[common.Hash]map[string]any
	refuse   error // of every transaction
	mute     bool  // it knows no receipts
	onSend   func()
	instant  bool // what it takes is in a block at once

	sent     []*types.Transaction
	requests int
	heights  int    // blocks that were asked for by number
	safes    int    // how often the safe block was asked for
	onLook   func() // when a receipt is asked for
	lost     int    // the request that gets no answer; 0: none
	fails    string // the method that the node has an error for
	odd      bool   // which is that of a contract, though nothing was called
}

// said is what a contract answers to a call.
type said struct {
	label   string
	answer  []byte
	reverts bool
	asked   bool
}

func newPaper(t *testing.T) *paper {
	return &paper{
		t: t, id: chainID, head: 100, seconds: 1_700_000_000, baseFee: "0x3b9aca00", tip: "0x77359400", trunk: 1 << 40,
		code: map[common.Address]bool{}, wei: map[common.Address]uint64{}, count: map[common.Address]uint64{}, said: map[string]*said{},
		receipts: map[common.Hash]map[string]any{},
	}
}

// client talks to the node without a socket.
func (p *paper) client() *rpc.Client {
	p.t.Helper()
	node, err := gethrpc.DialOptions(p.t.Context(), "http://paper", gethrpc.WithHTTPClient(&http.Client{Transport: p}))
	check(p.t, err)
	return rpc.New(node)
}

// says writes an answer down: words of 32 bytes, or bytes as they are.
func (p *paper) says(label string, at common.Address, call []byte, words ...any) {
	p.t.Helper()
	var answer []byte
	for _, w := range words {
		answer = append(answer, word(p.t, w)...)
	}
	p.code[at] = true
	p.said[at.Hex()+hexutil.Encode(call)] = &said{label: label, answer: answer}
}

func word(t *testing.T, v any) []byte {
	t.Helper()
	switch v := v.(type) {
	case []byte:
		return v
	case common.Address:
		return common.LeftPadBytes(v[:], 32)
	case common.Hash:
		return v[:]
	case int:
		n := big.NewInt(int64(v))
		return common.BigToHash(n.And(n, new(big.Int).SetBytes(bytes.Repeat([]byte{0xff}, 32)))).Bytes()
	case float64: // as 2_480e8 is written
		return common.BigToHash(big.NewInt(int64(v))).Bytes()
	case *big.Int:
		return common.BigToHash(v).Bytes()
	}
	t.Fatalf("%T is no word", v)
	return nil
}

// of finds an answer by its label.
func (p *paper) of(label string) *said {
	p.t.Helper()
	for _, s := range p.said {
		if s.label == label {
			return s
		}
	}
	p.t.Fatalf("nobody says %s", label)
	return nil
}

// hash is that of the block at a height on the branch of now.
func (p *paper) hash(number uint64) common.Hash {
	h := common.BigToHash(new(big.Int).SetUint64(number + 1<<32))
	if number > p.trunk {
		h[0] = p.branch
	}
	return h
}

func (p *paper) block(number uint64) map[string]any {
	b := map[string]any{
		"number": hexutil.Uint64(number), "hash": p.hash(number), "parentHash": p.hash(number - 1), "timestamp": hexutil.Uint64(p.seconds + 2*number),
		"gasLimit": "0x1c9c380", "gasUsed": "0x0", "miner": common.Address{}, "baseFeePerGas": p.baseFee,
	}
	if p.baseFee == "" {
		delete(b, "baseFeePerGas")
	}
	return b
}

// failsByHeight has the node fail for blocks by their number alone.
const failsByHeight = "block by number"

type asked struct {
	ID     json.RawMessage   `json:"id"`
	Method string            `json:"method"`
	Params []json.RawMessage `json:"params"`
}

var errLost = errors.New("the connection was lost")

// RoundTrip implements http.RoundTripper.
func (p *paper) RoundTrip(r *http.Request) (*http.Response, error) {
	if p.requests++; p.requests == p.lost {
		return nil, errLost
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	var out any
	if many := []asked(nil); json.Unmarshal(body, &many) == nil {
		all := make([]any, len(many))
		for i, a := range many {
			all[i] = p.reply(a)
		}
		out = all
	} else {
		var one asked
		if err := json.Unmarshal(body, &one); err != nil {
			return nil, err
		}
		out = p.reply(one)
	}
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	text, err := json.Marshal(out)
	return &http.Response{
		StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(bytes.NewReader(text)), Request: r,
	}, err
}

func (p *paper) reply(a asked) map[string]any {
	out := map[string]any{"jsonrpc": "2.0", "id": a.ID}
	result, err := p.answer(a)
	switch {
	case errors.Is(err, errReverts):
		out["error"] = map[string]any{"code": 3, "message": "execution reverted", "data": "0x"}
	case errors.Is(err, errUnknown):
		out["error"] = map[string]any{"code": -32601, "message": err.Error()}
	case err != nil:
		out["error"] = map[string]any{"code": -32000, "message": err.Error()}
	default:
		out["result"] = result
	}
	return out
}

var (
	errReverts = errors.New("execution reverted")
	errUnknown = errors.New("the method does not exist/is not available")
)

func (p *paper) answer(a asked) (any, error) {
	if a.Method == p.fails || p.fails == failsByHeight && a.Method == "eth_getBlockByNumber" && string(a.Params[0]) != `"latest"` {
		if p.odd {
			return nil, errReverts
		}
		return nil, errors.New("the node is on fire")
	}
	switch a.Method {
	case "eth_chainId":
		return hexutil.Uint64(p.id), nil
	case "eth_getBlockByNumber":
		return p.blockAt(a)
	case "eth_feeHistory":
		return map[string]any{"baseFeePerGas": []string{"0x1", "0x1"}, "reward": [][]string{{p.tip}}}, nil
	case "eth_sendRawTransaction":
		return p.take(a)
	case "eth_getTransactionReceipt":
		if p.onLook != nil {
			p.onLook()
		}
		if p.mute {
			return nil, errUnknown
		}
		return p.receipts[param[common.Hash](p, a, 0)], nil
	case "eth_getTransactionCount":
		if string(a.Params[1]) == `"pending"` {
			return hexutil.Uint64(p.pending), nil
		}
	}
	return p.state(a)
}

// state answers what is of one block, which the node must still have.
func (p *paper) state(a asked) (any, error) {
	if pin := param[struct{ BlockHash common.Hash }](p, a, 1); pin.BlockHash != p.hash(p.head) {
		return nil, errors.New("header not found")
	}
	switch a.Method {
	case "eth_getTransactionCount":
		return hexutil.Uint64(p.count[param[common.Address](p, a, 0)]), nil
	case "eth_getBalance":
		return hexutil.Uint64(p.wei[param[common.Address](p, a, 0)]), nil
	case "eth_getCode":
		if p.code[param[common.Address](p, a, 0)] {
			return "0xfe", nil
		}
		return "0x", nil
	case "eth_call":
		call := param[struct {
			To    common.Address
			Input hexutil.Bytes
		}](p, a, 0)
		s := p.said[call.To.Hex()+call.Input.String()]
		if s == nil || s.reverts {
			return nil, errReverts
		}
		s.asked = true
		return hexutil.Bytes(s.answer), nil
	}
	return nil, errUnknown
}

func (p *paper) blockAt(a asked) (any, error) {
	switch which := param[string](p, a, 0); which {
	case "latest":
		return p.block(p.head), nil
	case "safe":
		p.safes++
		if p.safe == 0 {
			return nil, nil
		}
		return p.block(p.safe), nil
	default:
		p.heights++
		n, err := hexutil.DecodeUint64(which)
		if err != nil || n > p.head {
			return nil, err
		}
		return p.block(n), nil
	}
}

func (p *paper) take(a asked) (any, error) {
	tx := new(types.Transaction)
	if err := tx.UnmarshalBinary(param[hexutil.Bytes](p, a, 0)); err != nil {
		return nil, err
	}
	if p.onSend != nil {
		p.onSend()
	}
	if p.refuse != nil {
		return nil, p.refuse
	}
	if p.sent = append(p.sent, tx); p.instant {
		p.includes(p.head, tx.Hash())
	}
	return tx.Hash(), nil
}

// offered is how often the bytes of a transaction were handed over.
func (p *paper) offered(hash common.Hash) (n int) {
	for _, tx := range p.sent {
		if tx.Hash() == hash {
			n++
		}
	}
	return n
}

// includes writes receipts down, in the block of a height.
func (p *paper) includes(number uint64, hashes ...common.Hash) {
	for _, hash := range hashes {
		p.receipts[hash] = map[string]any{
			"transactionHash": hash, "transactionIndex": "0x0", "blockHash": p.hash(number), "blockNumber": hexutil.Uint64(number),
			"cumulativeGasUsed": "0x5208", "gasUsed": "0x5208", "effectiveGasPrice": "0x3b9aca01", "status": "0x1", "type": "0x2",
			"logsBloom": types.Bloom{}, "contractAddress": nil, "logs": []any{},
		}
	}
}

func param[T any](p *paper, a asked, at int) (v T) {
	if at >= len(a.Params) {
		p.t.Errorf("%s with %d parameters", a.Method, len(a.Params))
	} else if err := json.Unmarshal(a.Params[at], &v); err != nil {
		p.t.Errorf("%s: parameter %d: %v", a.Method, at, err)
	}
	return v
}
