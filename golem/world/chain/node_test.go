package chain

import (
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	gethrpc "github.com/ethereum/go-ethereum/rpc"
	"pgregory.net/rapid"

	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/safety/capability"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/tape"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/internal/seglog"
)

const chainID = 31337

// node is the eth service of a node that includes what it is sent after a number
// of looks.
type node struct {
	mu       sync.Mutex // guards all below; the server answers in goroutines
	refuse   error      // of every transaction after the first takes ones
	takes    int
	away     bool // no receipt is answered
	noFee    bool // the chain has no base fee
	includes int  // looks until a receipt is there; negative: never
	reverts  bool
	onSend   func()
	hides    common.Hash // a receipt that is not there yet

	sent  []*types.Transaction
	looks int
}

func (n *node) GetBlockByNumber(string, bool) map[string]any {
	n.mu.Lock()
	defer n.mu.Unlock()
	b := map[string]any{
		"number": "0x7", "hash": common.Hash{7}, "parentHash": common.Hash{6}, "timestamp": "0x64",
		"baseFeePerGas": "0x3b9aca00", "gasLimit": "0x1c9c380", "gasUsed": "0x0", "miner": common.Address{},
	}
	if n.noFee {
		delete(b, "baseFeePerGas")
	}
	return b
}

func (n *node) GetTransactionCount(common.Address, gethrpc.BlockNumberOrHash) hexutil.Uint64 {
	return 5
}

func (n *node) SendRawTransaction(raw hexutil.Bytes) (common.Hash, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.onSend != nil {
		n.onSend()
	}
	if n.refuse != nil && len(n.sent) >= n.takes {
		return common.Hash{}, n.refuse
	}
	tx := new(types.Transaction)
	if err := tx.UnmarshalBinary(raw); err != nil {
		return common.Hash{}, err
	}
	n.sent = append(n.sent, tx)
	return crypto.Keccak256Hash(raw), nil
}

func (n *node) GetTransactionReceipt(hash common.Hash) (map[string]any, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.looks++
	if n.away {
		return nil, errors.New("the node is away")
	}
	if hash == n.hides || n.includes < 0 || n.looks <= n.includes {
		return nil, nil
	}
	status := "0x1"
	if n.reverts {
		status = "0x0"
	}
	return map[string]any{
		"transactionHash": hash, "transactionIndex": "0x0", "blockHash": common.Hash{8}, "blockNumber": "0x8", "cumulativeGasUsed": "0x5208",
		"gasUsed": "0x5208", "effectiveGasPrice": "0x3b9aca01", "status": status, "type": "0x2", "logsBloom": types.Bloom{}, "contractAddress": nil,
		"logs": []map[string]any{{
			"address": common.Address{9}, "topics": []common.Hash{{1}}, "data": "0x02", "blockNumber": "0x8", "transactionHash": hash,
			"transactionIndex": "0x0", "blockHash": common.Hash{8}, "logIndex": "0x0", "removed": false,
		}},
	}, nil
}

// bench is a Hand over a node, with a journal and a clock of its own.
type bench struct {
	*Hand
	node *node
	dir  string
}

func newBench(t *testing.T, fault seglog.Fault) *bench {
	t.Helper()
	b := &bench{node: &node{}, dir: t.TempDir()}
	server := gethrpc.NewServer()
	check(t, server.RegisterName("eth", b.node))
	client := rpc.New(gethrpc.DialInProc(server))
	t.Cleanup(func() { client.Close(); server.Stop() })
	b.Hand = newHand(t, client, newScribe(t, 1).Signer, b.dir, fault)
	return b
}

// newHand is a hand with a journal in dir and a clock of its own.
func newHand(t *testing.T, client *rpc.Client, key Signer, dir string, fault seglog.Fault) *Hand {
	t.Helper()
	j := openJournal(t, dir, journal.Record, fault)
	h := &Hand{
		Client: client, Signer: key, Journal: j, Clock: tape.NewClock(j, clock.NewSimulated(time.UnixMilli(1000)), false),
		ChainID: chainID, Poll: 15_000, Patience: 60_000,
	}
	h.Clock.Now()
	return h
}

func openJournal(t *testing.T, dir string, mode journal.Mode, fault seglog.Fault) *journal.Journal {
	t.Helper()
	j, err := journal.Open(dir, journal.Options{Mode: mode, Policy: journal.Live, Clock: clock.NewSimulated(time.UnixMilli(0)), Fault: fault})
	check(t, err)
	t.Cleanup(func() { _ = j.Close() })
	return j
}

// entries closes a journal, and is all that it holds.
func entries(t *testing.T, j *journal.Journal, dir string) (all []journal.Entry) {
	t.Helper()
	check(t, j.Close())
	stored, err := journal.Read(dir)
	check(t, err)
	for e, err := range stored.Entries(0) {
		check(t, err)
		all = append(all, e)
	}
	return all
}

func use() capability.Use { return capability.Use{Tool: "swap", Params: capability.Digest{1}, Tick: 3} }

func token() *capability.Token {
	return capability.NewRegistry().Mint(capability.Grant{Tool: "swap", PermitID: "p", Params: capability.Digest{1}, ExpiresAt: 4})
}

func calls() []protocol.Call {
	return []protocol.Call{{To: common.Address{1}, Data: []byte{1}, Gas: 50_000}, {To: common.Address{2}, Data: []byte{2}, Gas: 60_000}}
}

// check ends the test at an error.
func check(t rapid.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
