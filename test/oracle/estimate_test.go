package oracle

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
)

// spec: mirage-testing §8.3: an estimate is of the next block, whose base fee is another, and has no cap but
// the block's where a transaction has none.
func TestEstimatesAreOfTheNextBlockAsOnAnvil(t *testing.T) {
	if err := build(); err != nil {
		t.Fatal(err)
	}
	wants := fmt.Sprintf("0x63%08x5a10600b57005bfe", 20_000_000) // stops where more gas is left, else INVALID
	contract, price := common.HexToAddress("0xc0"), new(hexutil.Big)
	all := map[string][2]hexutil.Uint64{}
	for _, e := range []endpoint{
		start(t, "devnet", filepath.Join(built, "bardo"), "devnet", "--listen", "127.0.0.1:0"),
		start(t, "anvil", foundry(t, "anvil"), "--port", "0", "--hardfork", "osaka"),
	} {
		e.tell(t, "anvil_setCode", contract, wants)
		e.tell(t, "anvil_mine", hexutil.Uint64(3)) // empty blocks, after each of which the base fee is lower
		var accounts []common.Address
		e.call(t, &accounts, "eth_accounts")
		call := map[string]any{"from": accounts[0], "to": accounts[1], "value": "0x1"}
		e.call(t, price, "eth_gasPrice")
		call["gasPrice"] = price
		var found [2]hexutil.Uint64
		e.call(t, &found[0], "eth_estimateGas", call)
		e.tell(t, "eth_sendTransaction", call)
		big := map[string]any{"from": accounts[0], "to": contract}
		e.call(t, &found[1], "eth_estimateGas", big)
		big["gas"] = found[1]
		var hash common.Hash
		e.call(t, &hash, "eth_sendTransaction", big)
		var r types.Receipt
		if e.call(t, &r, "eth_getTransactionReceipt", hash); r.Status != 1 {
			t.Errorf("%s: %d gas, which was estimated, is too little", e.name, found[1])
		}
		all[e.name] = found
	}
	if all["devnet"] != all["anvil"] || all["anvil"][0] != 21_000 {
		t.Errorf("estimates %v", all)
	}
}
