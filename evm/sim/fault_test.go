package sim_test

import (
	"context"
	"errors"
	"math/big"
	"testing"
	"testing/synctest"

	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/sim"
	"bardo.run/bardo/internal/clock"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	gethrpc "github.com/ethereum/go-ethereum/rpc"
	"github.com/holiman/uint256"
)

// state serves the reads of a simulation and fails at the n-th.
type state struct {
	code   map[common.Address][]byte
	slots  map[common.Hash]common.Hash
	reads  int
	failAt int           // 0: never
	hang   chan struct{} // when set, the failing read waits for it instead
}

func (s *state) read() error {
	s.reads++
	if s.reads != s.failAt {
		return nil
	}
	if s.hang != nil {
		<-s.hang
	}
	return errors.New("connection lost")
}

func (s *state) GetBalance(a common.Address, _ gethrpc.BlockNumberOrHash) (*hexutil.Big, error) {
	return (*hexutil.Big)(big.NewInt(0)), s.read()
}

func (s *state) GetTransactionCount(a common.Address, _ gethrpc.BlockNumberOrHash) (hexutil.Uint64, error) {
	return 0, s.read()
}

func (s *state) GetCode(a common.Address, _ gethrpc.BlockNumberOrHash) (hexutil.Bytes, error) {
	return s.code[a], s.read()
}

func (s *state) GetStorageAt(a common.Address, key common.Hash, _ gethrpc.BlockNumberOrHash) (hexutil.Bytes, error) {
	value := s.slots[key]
	return value[:], s.read()
}

func serve(t testing.TB, s *state) *sim.Simulator {
	t.Helper()
	server := gethrpc.NewServer()
	check(t, server.RegisterName("eth", s))
	client := rpc.New(gethrpc.DialInProc(server))
	t.Cleanup(func() { client.Close(); server.Stop() })
	out, err := sim.New(client, sim.Rules{ChainID: 8453, Hardfork: sim.Prague})
	check(t, err)
	return out
}

func faultWorld() *state {
	return &state{
		code:  map[common.Address][]byte{token: evmtest.Token()},
		slots: map[common.Hash]common.Hash{common.BytesToHash(poor[:]): common.BigToHash(big.NewInt(100))},
	}
}

func transferRequest() sim.Request {
	return one(sim.Call{From: poor, To: &token, Data: evmtest.Pack("transfer(address,uint256)", friend[:], []byte{100})})
}

var pinned = rpc.Block{Number: 5, Hash: common.Hash{5}, GasLimit: 30_000_000, BaseFee: uint256.NewInt(7)}

// spec: chain §7.9: whichever read fails, the simulation fails; nothing is ever
// read as zero.
func TestAFaultOfTheNodeIsNeverAZero(t *testing.T) {
	good := faultWorld()
	want, err := serve(t, good).At(pinned).Run(t.Context(), transferRequest())
	if err != nil || !want.Success || good.reads < 10 {
		t.Fatalf("%+v after %d reads (%v)", want, good.reads, err)
	}
	for n := 1; n <= good.reads; n++ {
		s := faultWorld()
		s.failAt = n
		f := serve(t, s).At(pinned)
		out, err := f.Run(t.Context(), transferRequest())
		if !errors.Is(err, sim.ErrUpstream) || !errors.Is(err, rpc.ErrNode) {
			t.Fatalf("read %d of %d fails, and the simulation says %+v (%v)", n, good.reads, out, err)
		}
		again, err := f.Run(t.Context(), transferRequest())
		if err != nil || !again.Success || again.GasUsed != want.GasUsed || len(again.Deltas) != 2 {
			t.Fatalf("after a fault at read %d: %+v (%v)", n, again, err)
		}
	}
}

func TestANodeThatHangsIsATimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := faultWorld()
		s.failAt, s.hang = 4, make(chan struct{})
		defer close(s.hang)
		start := clock.System{}.Now()
		ctx, cancel := context.WithTimeout(t.Context(), sim.Limit)
		defer cancel()
		if _, err := serve(t, s).At(pinned).Run(ctx, transferRequest()); !errors.Is(err, sim.ErrTimeout) {
			t.Errorf("got %v", err)
		}
		if took := (clock.System{}).Now().Sub(start); took != sim.Limit {
			t.Errorf("gave up after %v, want %v", took, sim.Limit)
		}
	})
}
