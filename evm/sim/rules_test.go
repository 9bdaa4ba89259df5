package sim_test

import (
	"errors"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	gethrpc "github.com/ethereum/go-ethereum/rpc"

	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/sim"
)

// ruled is a node of a chain at a fork. Its accounts are empty but for one, whose code is an
// instruction that Osaka brought.
type ruled struct {
	state
	fork  sim.Hardfork
	asked int
	mute  bool
}

var (
	clz = common.HexToAddress("0xc1")
	// bls adds points since Prague, which an input of one byte is none of.
	bls = common.BytesToAddress([]byte{0x0b})
)

func (n *ruled) Call(map[string]any, gethrpc.BlockNumberOrHash) (hexutil.Bytes, error) {
	n.asked++
	switch {
	case n.mute:
		return nil, nil
	case n.fork == sim.Osaka:
		return common.BigToHash(common.Big256).Bytes(), nil
	}
	return nil, errors.New("invalid opcode: opcode 0x1e not defined")
}

func (n *ruled) GetBlockByHash(hash common.Hash, _ bool) map[string]any {
	header := map[string]any{"hash": hash}
	if n.fork != sim.Cancun {
		header["requestsHash"] = common.Hash{1}
	}
	return header
}

// runs is which fork a simulation on a block of a time ran under.
func runs(t *testing.T, s *sim.Simulator, time uint64) sim.Hardfork {
	t.Helper()
	fork := s.At(rpc.Block{Number: 7, Hash: common.Hash{7, byte(time >> 8), byte(time)}, Time: time, GasLimit: 30_000_000})
	worked := func(at common.Address, data []byte) bool {
		o, err := fork.Run(t.Context(), sim.Request{Calls: []sim.Call{{To: &at, Data: data}}})
		if err != nil {
			t.Fatal(err)
		}
		return o.Success
	}
	switch {
	case worked(clz, nil):
		return sim.Osaka
	case worked(bls, []byte{1}):
		return sim.Cancun
	}
	return sim.Prague
}

func asking(t *testing.T, n *ruled) *sim.Simulator {
	t.Helper()
	server := gethrpc.NewServer()
	if err := server.RegisterName("eth", n); err != nil {
		t.Fatal(err)
	}
	client := rpc.New(gethrpc.DialInProc(server))
	t.Cleanup(func() { client.Close(); server.Stop() })
	s, err := sim.New(client, sim.Rules{ChainID: 8453, Hardfork: sim.Asked})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A chain is simulated under the rules that it says it runs, also when it gets others: it is
// asked once an hour.
//
// spec: chain §7
func TestAChainIsAskedWhichRulesItRuns(t *testing.T) {
	n := &ruled{state: state{code: map[common.Address][]byte{clz: {0x5f, 0x1e}}}} // PUSH0 CLZ
	s := asking(t, n)
	for i, fork := range []sim.Hardfork{sim.Cancun, sim.Prague, sim.Osaka} {
		n.fork = fork
		hour := uint64(3_600 * i)
		for _, at := range []uint64{hour, hour + 1, hour + 3_599} {
			if got := runs(t, s, at); got != fork {
				t.Errorf("%s at %d s: simulated under %s", fork, at, got)
			}
		}
		if n.asked != i+1 {
			t.Errorf("after %d hours it was asked %d times", i, n.asked)
		}
	}
	n.fork = sim.Prague
	if got := runs(t, s, 100); got != sim.Prague {
		t.Errorf("a chain that was left for an older one: simulated under %s", got)
	}
}

// A node that answers something else than the number runs older rules; one that does not
// answer gives no simulation.
func TestRulesThatAreNotToldAreAFault(t *testing.T) {
	n := &ruled{state: state{code: map[common.Address][]byte{clz: {0x5f, 0x1e}}}, fork: sim.Osaka, mute: true}
	if got := runs(t, asking(t, n), 0); got != sim.Prague {
		t.Errorf("simulated under %s", got)
	}
	server := gethrpc.NewServer()
	client := rpc.New(gethrpc.DialInProc(server))
	t.Cleanup(client.Close)
	server.Stop()
	lost, err := sim.New(client, sim.Rules{ChainID: 8453, Hardfork: sim.Asked})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := lost.At(rpc.Block{Number: 7}).Run(t.Context(), sim.Request{Calls: []sim.Call{{To: &clz}}}); !errors.Is(err, sim.ErrUpstream) {
		t.Errorf("%v", err)
	}
}
