package oracle

import (
	"testing"

	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/sim"
)

// A simulation runs under the rules of its node: an instruction of Osaka is none before it.
func TestASimulationRunsUnderTheRulesOfItsNode(t *testing.T) {
	for _, rules := range []string{"cancun", "prague", "osaka"} {
		node := start(t, "anvil", foundry(t, "anvil"), "--port", "0", "--hardfork", rules)
		client, id, err := rpc.DialAny(t.Context(), node.url)
		if err != nil {
			t.Fatal(err)
		}
		defer client.Close()
		head, err := client.Head(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		s, err := sim.New(client, sim.Rules{ChainID: id, Hardfork: sim.Asked})
		if err != nil {
			t.Fatal(err)
		}
		clz := sim.Call{Data: []byte{0x5f, 0x1e, 0x5f, 0x52, 0x60, 0x20, 0x5f, 0xf3}, Gas: 200_000} // CLZ(0), returned
		o, err := s.At(head).Run(t.Context(), sim.Request{Calls: []sim.Call{clz}})
		if err != nil || o.Success != (rules == "osaka") {
			t.Errorf("on a node under %s: %+v, %v", rules, o, err)
		}
	}
}
