package tool

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	gethrpc "github.com/ethereum/go-ethereum/rpc"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/capability"
	"bardo.run/bardo/golem/safety/permit"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/tape"
	"bardo.run/bardo/internal/clock"
)

// miner is the eth service of a node that includes what it was sent once it is told to.
type miner struct {
	mu    sync.Mutex // guards all below; the server answers in goroutines
	mines bool
	head  uint64
	eight common.Hash // the hash of block 8, in which everything is included

	sent  []common.Hash
	third func() // called when the third transaction comes
}

func (m *miner) set(change func(*miner)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	change(m)
}

func (m *miner) GetBlockByNumber(which string, _ bool) map[string]any {
	m.mu.Lock()
	defer m.mu.Unlock()
	number, hash := m.head, common.Hash{byte(m.head)}
	if n, err := hexutil.DecodeUint64(which); err == nil {
		number, hash = n, common.Hash{byte(n)}
	}
	if number == 8 {
		hash = m.eight
	}
	return header(number, hash)
}

func (m *miner) GetTransactionCount(common.Address, gethrpc.BlockNumberOrHash) hexutil.Uint64 {
	return 0
}

func (m *miner) SendRawTransaction(raw hexutil.Bytes) common.Hash {
	m.mu.Lock()
	defer m.mu.Unlock()
	hash := crypto.Keccak256Hash(raw)
	if m.sent = append(m.sent, hash); len(m.sent) == 3 && m.third != nil {
		m.third()
	}
	return hash
}

func (m *miner) GetTransactionReceipt(hash common.Hash) map[string]any {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.mines {
		return nil
	}
	return map[string]any{
		"transactionHash": hash, "transactionIndex": "0x0", "blockHash": m.eight, "blockNumber": "0x8", "cumulativeGasUsed": "0x5208",
		"gasUsed": "0x5208", "effectiveGasPrice": "0x1", "status": "0x1", "type": "0x2", "logsBloom": types.Bloom{}, "contractAddress": nil, "logs": []any{},
	}
}

// desk is an Executor with an order of permit "p".
type desk struct {
	*Executor
	*miner
	order   permit.Order
	journal *journal.Journal
}

// newDesk is one whose order was handed to a node and is pending.
func newDesk(t *testing.T) *desk {
	t.Helper()
	d := idleDesk(t)
	x, err := d.Execute(t.Context(), d.token(), d.order)
	if err != nil || x.Status != turn.StatusPending || x.Refusal != nil || !d.Watches("p") || d.Watches("q") {
		t.Fatalf("%+v, %v", x, err)
	}
	return d
}

// idleDesk is one that has sent nothing.
func idleDesk(t *testing.T) *desk {
	t.Helper()
	d := &desk{miner: &miner{head: 7, eight: common.Hash{8}}}
	server := gethrpc.NewServer()
	check(t, server.RegisterName("eth", d.miner))
	client := rpc.New(gethrpc.DialInProc(server))
	t.Cleanup(func() { client.Close(); server.Stop() })
	key, err := signer.New(31337, &[32]byte{31: 1})
	check(t, err)
	if d.journal, err = journal.Open(t.TempDir(), journal.Options{Policy: journal.History}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.journal.Close() })
	d.Executor = &Executor{Adapters: adapters(t), Hand: &chain.Hand{
		Client: client, Signer: key, Journal: d.journal, ChainID: 31337, Poll: 15_000, Patience: 60_000, Depth: 3, Confirmations: 2,
		Clock: tape.NewClock(d.journal, clock.NewSimulated(time.UnixMilli(1000)), false),
	}}
	d.order = swapOrder()
	// 440,000 gas of the three limits at 2 wei: just what the wallet has.
	d.order.Seen.MaxFee, d.order.Seen.Native = *uint256.NewInt(2), *uint256.NewInt(880_000)
	return d
}

// token is a capability for the desk's order.
func (d *desk) token() *capability.Token {
	u := d.order.Use()
	return capability.NewRegistry().Mint(capability.Grant{Tool: u.Tool, Params: u.Params, ValueLimit: u.Value, ExpiresAt: 1})
}

// news is what one look tells, beside an order that nobody sent.
func (d *desk) news(t *testing.T) []permit.News {
	t.Helper()
	other := d.order
	other.PermitID = "q"
	news, err := d.Reconcile(t.Context(), []permit.Order{d.order, other})
	check(t, err)
	return news
}

// The whole life of an order whose outcome was unknown: it is stuck and offers more, it
// is included, blocks come over it, and a reorg takes it back.
//
// spec: chain §8, heartbeat §3 step 8
func TestWhatBecameOfAPendingOrderIsTold(t *testing.T) {
	d := newDesk(t)
	stuck := d.news(t)
	if len(stuck) != 1 || stuck[0].PermitID != "p" || stuck[0].Stuck == nil || stuck[0].Outcome != nil || stuck[0].Vanished || stuck[0].Finality != "" {
		t.Fatalf("%+v", stuck)
	}
	if s := stuck[0].Stuck; s.Gas != 440_000 || s.Offer.Max != *uint256.NewInt(2) {
		t.Errorf("stuck with %+v", s)
	}
	d.set(func(m *miner) { m.mines, m.head = true, 8 })
	told := d.news(t)
	if len(told) != 1 || told[0].PermitID != "p" || told[0].Outcome == nil || told[0].Stuck != nil || told[0].Vanished {
		t.Fatalf("%+v", told)
	}
	if x := told[0].Outcome; x.Status != turn.StatusExecuted || x.PermitID != "p" || x.Block.Number != 8 || x.GasUsed != 3*21_000 {
		t.Errorf("%+v", x)
	}
	if news := d.news(t); len(news) != 0 {
		t.Errorf("nothing happened: %+v", news)
	}
	d.set(func(m *miner) { m.head = 9 })
	sure := d.news(t)
	if len(sure) != 1 || sure[0].Finality != turn.Confirmed || sure[0].Outcome != nil || sure[0].Stuck != nil || sure[0].Vanished {
		t.Fatalf("%+v", sure)
	}
	d.set(func(m *miner) { m.eight = common.Hash{0x88} })
	gone := d.news(t)
	if len(gone) != 1 || !gone[0].Vanished || gone[0].Outcome != nil || gone[0].Stuck != nil || gone[0].PermitID != "p" {
		t.Fatalf("%+v", gone)
	}
}

// What is told of an order that nobody keeps is left out, and does not become another's.
func TestNewsOfAnOrderThatNobodyKeepsIsLeftOut(t *testing.T) {
	d := newDesk(t)
	stranger := d.order
	stranger.PermitID = "q"
	for _, orders := range [][]permit.Order{nil, {stranger}} {
		if news, err := d.Reconcile(t.Context(), orders); err != nil || len(news) != 0 {
			t.Errorf("%+v, %v", news, err)
		}
	}
	stranger.PermitID = "q"
	if news, err := d.Reconcile(t.Context(), []permit.Order{stranger, d.order}); err != nil || len(news) != 1 || news[0].PermitID != "p" {
		t.Errorf("behind another: %+v, %v", news, err)
	}
}

// A journal that takes nothing ends the life in this process: nothing is decided on a look
// or a send that it does not hold.
func TestWithoutAJournalNothingIsToldOrSent(t *testing.T) {
	d := newDesk(t)
	check(t, d.journal.Close())
	if news, err := d.Reconcile(t.Context(), []permit.Order{d.order}); err == nil || news != nil {
		t.Errorf("%+v, %v", news, err)
	}
	token := d.token()
	x, err := d.Execute(t.Context(), token, d.order)
	if !journal.IsFinal(err) || x.Status != turn.StatusBlocked || x.Refusal != nil {
		t.Errorf("%+v, %v", x, err)
	}
}

// A stuck order offers more under a capability of its own.
func TestAReplacementNeedsACapability(t *testing.T) {
	d := newDesk(t)
	more := signer.Fees{Max: *uint256.NewInt(4), Tip: *uint256.NewInt(1)}
	if err := d.Replace(t.Context(), nil, d.order, more); err == nil {
		t.Error("replaced without a capability")
	}
	if err := d.Replace(t.Context(), d.token(), d.order, more); err != nil {
		t.Error(err)
	}
	d.news(t)
	unknown := d.order
	unknown.PermitID = "q"
	if err := d.Replace(t.Context(), d.token(), unknown, more); err == nil {
		t.Error("an order was replaced that nobody sent")
	}
}

// An unknown outcome is a state, not a guess: what was handed over is pending,
// by the transaction that would move the tokens, also when the process ends.
func TestAnOrderUnderWayIsPendingWhateverBreaks(t *testing.T) {
	for name, interrupt := range map[string]bool{"patience ends": false, "the process is stopped": true} {
		t.Run(name, func(t *testing.T) {
			d := idleDesk(t)
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			if interrupt {
				d.third = cancel
			}
			x, err := d.Execute(ctx, d.token(), d.order)
			if errors.Is(err, context.Canceled) != interrupt {
				t.Errorf("%v", err)
			}
			// The first is the approval.
			if main := d.sent[1]; x.Status != turn.StatusPending || x.TxHash != main || x.Verified || x.Refusal != nil {
				t.Errorf("%+v, the swap is %s", x, main)
			}
		})
	}
}
