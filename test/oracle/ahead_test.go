package oracle

import (
	"testing"

	"github.com/ethereum/go-ethereum/common/hexutil"
)

// burst is how many blocks are made at once, so that those of the devnet, which lie a second apart, are ahead
// of its clock; anvil's all have the time of the first.
const burst = 100

// slack is how many seconds may pass while a node is asked.
const slack = 15

// spec: mirage-testing §6.2: time that is added or set counts from the latest block, as on anvil.
func TestTimeIsMovedFromTheLatestBlockAsOnAnvil(t *testing.T) {
	nodes := []endpoint{startDevnet(t), startAnvil(t)}
	for _, c := range []struct {
		name string
		move func(e endpoint, head uint64)
		want uint64 // seconds from the latest block to the next
	}{
		{"increaseTime", func(e endpoint, _ uint64) { e.tell(t, "evm_increaseTime", 60) }, 60},
		{"increaseTime twice", func(e endpoint, _ uint64) { e.tell(t, "evm_increaseTime", 60); e.tell(t, "evm_increaseTime", 60) }, 120},
		{"setTime", func(e endpoint, head uint64) { e.tell(t, "evm_setTime", head+3600) }, 3600},
		{"setTime to the latest block", func(e endpoint, head uint64) { e.tell(t, "evm_setTime", head) }, 0},
		{"setNextBlockTimestamp", func(e endpoint, head uint64) { e.tell(t, "evm_setNextBlockTimestamp", head+100) }, 100},
		{"setTime over setNextBlockTimestamp", func(e endpoint, head uint64) {
			e.tell(t, "evm_setNextBlockTimestamp", head+100)
			e.tell(t, "evm_setTime", head+3600)
		}, 3600},
		{"increaseTime in an interval", func(e endpoint, _ uint64) {
			e.tell(t, "anvil_setBlockTimestampInterval", 12)
			e.tell(t, "evm_increaseTime", 60)
			e.tell(t, "anvil_removeBlockTimestampInterval")
		}, 60},
	} {
		for _, e := range nodes {
			e.tell(t, "anvil_mine", hexutil.Uint64(burst))
			head := e.head(t)
			c.move(e, uint64(head.Timestamp))
			e.tell(t, "evm_mine")
			if moved := uint64(e.head(t).Timestamp - head.Timestamp); moved < c.want || moved > c.want+slack {
				t.Errorf("%s: %s: %d seconds, want %d", e.name, c.name, moved, c.want)
			}
		}
	}
}

// head is the latest block.
func (e endpoint) head(t testing.TB) (b struct{ Number, Timestamp hexutil.Uint64 }) {
	t.Helper()
	e.call(t, &b, "eth_getBlockByNumber", "latest", false)
	return b
}
