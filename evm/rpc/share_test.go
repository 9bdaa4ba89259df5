package rpc_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/rpc/rpctest"
	"bardo.run/bardo/mirage/node"
)

// scripted is an endpoint that answers one method with a text, and its chain.
func scripted(t *testing.T, method, reply string) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var asked struct {
			ID     json.RawMessage
			Method string
		}
		if err := json.NewDecoder(r.Body).Decode(&asked); err != nil {
			t.Error(err)
		}
		answer := `"result":"0x7a69"`
		if asked.Method == method {
			answer = reply
		}
		fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,%s}`, asked.ID, answer)
	}))
	t.Cleanup(server.Close)
	return server.URL
}

const refusal = `"error":{"code":-32000,"message":"insufficient funds for gas * price + value"}`

// What one endpoint may have taken is not called refused because another refuses it.
func TestARefusalAfterSilenceLeavesTheOutcomeOpen(t *testing.T) {
	p := newPair(t)
	refuses := scripted(t, "eth_sendRawTransaction", refusal)
	c := p.connect(nil, p.a.URL(), refuses)
	p.a.Set(rpctest.Fault{DropAnswer: "eth_sendRawTransaction"})
	_, err := c.Send(t.Context(), []byte{1})
	if !errors.Is(err, rpc.ErrTransport) || errors.Is(err, rpc.ErrInsufficientFunds) || !strings.Contains(err.Error(), "insufficient funds") {
		t.Errorf("after an answer that was lost: %v", err)
	}
	if p.a.Calls("eth_sendRawTransaction") == 0 {
		t.Error("the first endpoint was not asked")
	}
	alone := p.connect(nil, refuses)
	if _, err := alone.Send(t.Context(), []byte{1}); !errors.Is(err, rpc.ErrInsufficientFunds) {
		t.Errorf("refused by the only one: %v", err)
	}
	p.a.Set(rpctest.Fault{Status: 429})
	if _, err := p.connect(nil, p.b.URL(), refuses).Send(t.Context(), []byte{1}); errors.Is(err, rpc.ErrInsufficientFunds) {
		t.Errorf("what the first endpoint answered was not the answer: %v", err)
	}
}

// An endpoint that was handed a transaction counts it; the others may not have heard.
func TestTheHighestCountOfTransactionsIsTheNonce(t *testing.T) {
	p := newPair(t)
	more := scripted(t, "eth_getTransactionCount", `"result":"0x7"`)
	c := p.connect(nil, p.a.URL(), more)
	if n, err := c.PendingNonce(t.Context(), common.Address{1}); err != nil || n != 7 {
		t.Errorf("%d (%v)", n, err)
	}
	c = p.connect(nil, more, p.a.URL())
	if n, err := c.PendingNonce(t.Context(), common.Address{1}); err != nil || n != 7 {
		t.Errorf("the other way round: %d (%v)", n, err)
	}
}

// An endpoint's URL may hold a key: nothing that is printed has it.
func TestNoErrorNamesTheURL(t *testing.T) {
	const key = "k3yk3yk3y"
	p := newPair(t)
	p.a.Set(rpctest.Fault{Dead: true})
	for _, url := range []string{
		p.a.URL() + "/v2/" + key, "ws" + strings.TrimPrefix(p.a.URL(), "http") + "/" + key,
		"http://127.0.0.1:1/" + key, "ws://127.0.0.1:1/" + key, "http://" + key + "@127.0.0.1:1/", "http://127.0.0.1:1/?" + key, "ftp://x/" + key, "http://%zz/" + key,
	} {
		_, err := rpc.Connect(t.Context(), rpc.Config{URLs: []string{url}, ChainID: node.DefaultChainID})
		_, plain := rpc.Dial(t.Context(), url, node.DefaultChainID)
		if err == nil || plain == nil || strings.Contains(err.Error()+plain.Error(), key) {
			t.Errorf("%v\n%v", err, plain)
		}
	}
	c := p.connect(nil, p.b.URL()+"/v2/"+key)
	if s := c.Status()[0]; strings.Contains(s.Name, key) || s.Name == "" {
		t.Errorf("%+v", s)
	}
	p.b.Set(rpctest.Fault{Dead: true})
	_, err := c.Head(t.Context())
	if err == nil || strings.Contains(err.Error()+p.log.String(), key) {
		t.Errorf("%v\n%s", err, p.log.String())
	}
}

// spec: chain §2: a WebSocket is an endpoint like any other.
func TestAWebSocketIsAnEndpoint(t *testing.T) {
	p := newPair(t)
	url := "ws" + strings.TrimPrefix(p.chain.Server.Endpoint(), "http")
	for name, c := range map[string]*rpc.Client{"alone": p.connect(nil, url), "with another": p.connect(nil, url, p.b.URL())} {
		if tip := p.tip(c); tip.Block.Hash != p.chain.Chain.Head().Hash() {
			t.Errorf("%s: %+v", name, tip)
		}
	}
}
