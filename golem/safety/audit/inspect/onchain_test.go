package inspect

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"

	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/safety/audit"
	"bardo.run/bardo/golem/safety/audit/anchor"
)

// anchored is what a node knows of a transaction.
type anchored struct {
	status   uint64
	from, to common.Address
	input    []byte
	// receipt and body are answered instead, where they are there.
	receipt, body string
}

// sent is the hash of the transaction that anchors a mark.
func sent(m audit.Mark) common.Hash { return common.Hash{0xee, 31: byte(m.Records)} }

// node answers a chain's requests from a table, and refuses what nobody should ask.
func node(t *testing.T, txs map[common.Hash]anchored) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var q struct {
			ID     json.RawMessage
			Method string
			Params []common.Hash
		}
		if err := json.NewDecoder(r.Body).Decode(&q); err != nil {
			t.Error(err)
		}
		result := "null"
		switch x, known := txs[append(q.Params, common.Hash{})[0]]; {
		case q.Method == "eth_chainId":
			result = `"0x2105"`
		case !known:
		case q.Method == "eth_getTransactionReceipt":
			result = x.told(q.Params[0])
		case q.Method == "eth_getTransactionByHash":
			result = x.tx()
		}
		w.Header().Set("Content-Type", "application/json")
		if strings.HasPrefix(result, "refused") {
			fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"error":{"code":-32000,"message":%q}}`, q.ID, result)
			return
		}
		fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":%s}`, q.ID, result)
	}))
	t.Cleanup(s.Close)
	return s.URL
}

func (x anchored) told(tx common.Hash) string {
	if x.receipt != "" {
		return x.receipt
	}
	return fmt.Sprintf(`{"transactionHash":%q,"status":"0x%x","blockHash":%q,"blockNumber":"0x1","effectiveGasPrice":"0x1",
		"cumulativeGasUsed":"0x1","gasUsed":"0x1","logs":[],"logsBloom":"0x%0512d","transactionIndex":"0x0","type":"0x2"}`, tx, x.status, common.Hash{1}, 0)
}

func (x anchored) tx() string {
	if x.body != "" {
		return x.body
	}
	return fmt.Sprintf(`{"from":%q,"to":%q,"input":%q}`, x.from, x.to, hexutil.Encode(x.input))
}

func dialled(t *testing.T, url string) *rpc.Client {
	t.Helper()
	c, _, err := rpc.DialAny(t.Context(), url)
	check(t, err)
	t.Cleanup(c.Close)
	return c
}

// spec: safety §12.3 — what the chain holds vouches for a folder whose own papers are gone,
// and a transaction that is no anchor of the wallet's vouches for nothing.
func TestTheChainVouchesForAnAudit(t *testing.T) {
	rs := chained(t, 5)
	mark := func(n int) audit.Mark { return audit.Mark{Records: uint64(n), Head: rs[n-1].Hash} }
	wallet, other := common.Address{1}, common.Address{2}
	good := func(m audit.Mark) anchored { return anchored{status: 1, from: wallet, to: wallet, input: m.Payload()} }
	failed, foreign, plain := good(mark(3)), good(mark(3)), good(mark(3))
	failed.status, foreign.to, plain.input = 0, other, []byte("BRDOAUD1")
	refusing, unread, silent := good(mark(3)), good(mark(3)), good(mark(3))
	refusing.receipt, unread.body, silent.body = "refused: come back later", `{"input":1}`, "refused: no such method"
	hash := func(n byte) common.Hash { return common.Hash{n} }
	url := node(t, map[common.Hash]anchored{
		sent(mark(2)): good(mark(2)), sent(mark(4)): good(mark(4)), sent(audit.Mark{Records: 3}): good(mark(1)), hash(1): good(mark(1)), hash(2): good(mark(5)),
		hash(3): failed, hash(4): foreign, hash(5): plain, hash(6): refusing, hash(7): unread, hash(8): silent,
	})
	dir := lived(t, frames(t, rs), mark(5), mark(2), mark(4))
	verify := func(dir string, q Query) (Report, error) { return q.Answer(t.Context(), dir) }

	heads := []string{mark(1).String(), mark(5).String()}
	for _, c := range []struct {
		q    Query
		want int
	}{
		{Query{}, 0},
		{Query{Heads: heads}, 2},
		{Query{RPC: url}, 2},
		{Query{RPC: url, Txs: []string{hash(1).Hex(), hash(2).Hex()}}, 4},
		{Query{Heads: heads, RPC: url, Txs: []string{hash(2).Hex()}}, 5},
	} {
		if r, err := verify(dir, c.q); err != nil || r.Records != 5 || r.Anchors != 2 || r.Marks != c.want {
			t.Errorf("%+v: %+v, %v", c.q, r, err)
		}
	}
	const senseless, unanchored, another = "words without a sense", "no anchor on the chain", "another error"
	for name, c := range map[string]struct {
		dir   string
		q     Query
		kind  string
		words string
	}{
		"a head that is none":            {dir, Query{Heads: []string{heads[0], "5"}}, senseless, `"5"`},
		"a transaction and no node":      {dir, Query{Txs: []string{hash(1).Hex()}}, senseless, "an endpoint is needed"},
		"no hash of a transaction":       {dir, Query{RPC: url, Txs: []string{"0x12"}}, senseless, `"0x12" is no hash`},
		"no node there":                  {dir, Query{RPC: "http://127.0.0.1:1"}, another, "127.0.0.1"},
		"not there":                      {dir, Query{RPC: url, Txs: []string{hash(1).Hex(), hash(99).Hex()}}, unanchored, hash(99).Hex() + " is not there, or it failed"},
		"it failed":                      {dir, Query{RPC: url, Txs: []string{hash(3).Hex()}}, unanchored, "it failed"},
		"to somebody else":               {dir, Query{RPC: url, Txs: []string{hash(4).Hex()}}, unanchored, hash(4).Hex() + " is none"},
		"no anchor":                      {dir, Query{RPC: url, Txs: []string{hash(5).Hex()}}, unanchored, hash(5).Hex() + " is none"},
		"a node that refuses":            {dir, Query{RPC: url, Txs: []string{hash(6).Hex()}}, another, "come back later"},
		"a transaction of another shape": {dir, Query{RPC: url, Txs: []string{hash(7).Hex()}}, another, "transaction " + hash(7).Hex()},
		"a node without transactions":    {dir, Query{RPC: url, Txs: []string{hash(8).Hex()}}, another, "no such method"},
		"an anchor that is not there":    {lived(t, frames(t, rs), audit.Mark{}, mark(5)), Query{RPC: url}, unanchored, sent(mark(5)).Hex() + " is not there"},
		"another than the folder says":   {lived(t, frames(t, rs), audit.Mark{}, mark(3)), Query{RPC: url}, unanchored, "carries " + mark(1).String() + ", and anchors.json says " + mark(3).String()},
		"cut behind what the chain has":  {lived(t, frames(t, rs[:4]), audit.Mark{}), Query{RPC: url, Txs: []string{hash(2).Hex()}}, another, "the end was cut off: the mark " + mark(5).String()},
	} {
		r, err := verify(c.dir, c.q)
		kind := another
		switch {
		case errors.Is(err, anchor.ErrMark):
			kind = senseless
		case errors.Is(err, ErrAnchor):
			kind = unanchored
		}
		if err == nil || kind != c.kind || !strings.Contains(err.Error(), c.words) || r != (Report{}) {
			t.Errorf("%s: %+v, %s: %v", name, r, kind, err)
		}
	}
	for papers, words := range map[string]string{"{": "unexpected end of JSON input", `[{"seq":1}]`: anchor.ErrMark.Error()} {
		bad := lived(t, frames(t, rs), audit.Mark{})
		save(t, filepath.Join(bad, home.AuditDir, anchor.File), []byte(papers))
		if marks, err := OnChain(t.Context(), dialled(t, url), bad); err == nil || !strings.Contains(err.Error(), words) || len(marks) > 0 {
			t.Errorf("%s: %v, %v", papers, marks, err)
		}
	}
	if marks, err := OnChain(t.Context(), dialled(t, url), dir, hash(2)); err != nil || !slices.Equal(marks, []audit.Mark{mark(2), mark(4), mark(5)}) {
		t.Errorf("the chain holds %v, %v", marks, err)
	}
}
