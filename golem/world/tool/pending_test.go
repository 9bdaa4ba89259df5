package tool

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/crypto"
	gethrpc "github.com/ethereum/go-ethereum/rpc"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/capability"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/tape"
	"bardo.run/bardo/internal/clock"
)

// deaf is the eth service of a node that takes transactions and never includes
// them.
type deaf struct {
	sent   chan common.Hash
	onSend func()
}

func (*deaf) GetBlockByNumber(string, bool) map[string]any {
	return map[string]any{
		"number": "0x7", "hash": common.Hash{7}, "parentHash": common.Hash{6}, "timestamp": "0x64",
		"baseFeePerGas": "0x1", "gasLimit": "0x1c9c380", "gasUsed": "0x0", "miner": common.Address{},
	}
}
func (*deaf) GetTransactionCount(common.Address, string) hexutil.Uint64 { return 0 }

func (d *deaf) SendRawTransaction(raw hexutil.Bytes) common.Hash {
	hash := crypto.Keccak256Hash(raw)
	d.sent <- hash
	if len(d.sent) == cap(d.sent) && d.onSend != nil {
		d.onSend()
	}
	return hash
}
func (*deaf) GetTransactionReceipt(common.Hash) map[string]any { return nil }

// An unknown outcome is a state, not a guess: what was handed over is pending,
// by the transaction that would move the tokens, also when the process ends.
func TestAnOrderUnderWayIsPendingWhateverBreaks(t *testing.T) {
	for name, interrupt := range map[string]bool{"patience ends": false, "the process is stopped": true} {
		t.Run(name, func(t *testing.T) {
			node := &deaf{sent: make(chan common.Hash, 3)}
			server := gethrpc.NewServer()
			if err := server.RegisterName("eth", node); err != nil {
				t.Fatal(err)
			}
			client := rpc.New(gethrpc.DialInProc(server))
			t.Cleanup(func() { client.Close(); server.Stop() })
			key, err := signer.New(31337, &[32]byte{31: 1})
			if err != nil {
				t.Fatal(err)
			}
			j, err := journal.Open(t.TempDir(), journal.Options{Policy: journal.History})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = j.Close() })
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			if interrupt {
				node.onSend = cancel
			}
			hand := &chain.Hand{
				Client: client, Signer: key, Journal: j, ChainID: 31337, Poll: 15_000, Patience: 60_000,
				Clock: tape.NewClock(j, clock.NewSimulated(time.UnixMilli(1000)), false),
			}
			o := swapOrder()
			o.Seen.MaxFee, o.Seen.Native = *uint256.NewInt(2), *uint256.NewInt(1e6)
			u := o.Use()
			token := capability.NewRegistry().Mint(capability.Grant{Tool: u.Tool, Params: u.Params, ValueLimit: u.Value, ExpiresAt: 1})
			x, err := (&Executor{Adapters: adapters(t), Hand: hand}).Execute(ctx, token, o)
			if errors.Is(err, context.Canceled) != interrupt {
				t.Errorf("%v", err)
			}
			<-node.sent // the approval
			if main := <-node.sent; x.Status != turn.StatusPending || x.TxHash != main || x.Verified || x.Refusal != nil {
				t.Errorf("%+v, the swap is %s", x, main)
			}
		})
	}
}
