package cheat_test

import (
	"encoding/json"
	"testing"

	"github.com/ethereum/go-ethereum/common"
)

// counting is a contract that stores calldata[0:32] + storage[0] and returns it: a
// call must see its own write, and leave none.
const counting = "0x6000356000540160005560005460005260206000f3"

// The fast path of eth_call answers what go-ethereum answers; naming a gas price
// takes the slow one.
func TestPlainCallsAnswerAsGoEthereumDoesAndLeaveNoTrace(t *testing.T) {
	d := open(t)
	at := common.HexToAddress("0x5000")
	d.call("anvil_setCode", at, counting)
	d.call("anvil_setStorageAt", at, common.Hash{}, common.Hash{31: 2})
	var head struct{ Hash common.Hash }
	check(t, json.Unmarshal([]byte(d.call("eth_getBlockByNumber", "latest", false)), &head))
	want := `"` + (common.Hash{31: 5}).Hex() + `"`
	for range 3 {
		for _, block := range []any{"latest", "pending", map[string]any{"blockHash": head.Hash, "requireCanonical": true}} {
			input := (common.Hash{31: 3}).Hex()
			fast := d.call("eth_call", map[string]any{"to": at, "input": input}, block)
			slow := d.call("eth_call", map[string]any{"to": at, "input": input, "gasPrice": "0x0"}, block)
			if fast != want || slow != want {
				t.Fatalf("at %v: fast %s, slow %s, want %s", block, fast, slow, want)
			}
		}
	}
	for name, code := range map[string]string{"BASEFEE": "0x48", "GASPRICE": "0x3a", "BLOBBASEFEE": "0x4a", "NUMBER": "0x43", "TIMESTAMP": "0x42", "COINBASE": "0x41", "GASLIMIT": "0x45", "CHAINID": "0x46"} {
		d.call("anvil_setCode", at, code+"60005260206000f3")
		for _, block := range []any{"earliest", "latest", "safe", "finalized", "0x0"} {
			fast := d.call("eth_call", map[string]any{"to": at, "gas": "0x186a0"}, block)
			slow := d.call("eth_call", map[string]any{"to": at, "gas": "0x186a0", "gasPrice": "0x0"}, block)
			if fast != slow || (fast == `"0x"`) != (block == "earliest" || block == "0x0") {
				t.Errorf("%s at %v: fast %s, slow %s", name, block, fast, slow)
			}
		}
	}
	d.call("anvil_setCode", at, counting)
	d.call("anvil_setStorageAt", at, common.Hash{}, common.Hash{31: 7})
	if got, want := d.call("eth_call", map[string]any{"to": at, "input": "0x"}, "latest"), `"`+(common.Hash{31: 7}).Hex()+`"`; got != want {
		t.Fatalf("after a new block: %s, want %s", got, want)
	}
}
