package cheat_test

import (
	"testing"

	"github.com/ethereum/go-ethereum/common"
)

// spec: mirage-testing §6.2: other nodes' evm_mine takes the time of the block.
func TestABlockIsMadeAtATimeThatIsNamed(t *testing.T) {
	d := open(t)
	at := uint64(start.Unix())
	d.is("true", "evm_mine", at+100)
	d.stands(1, 100)
	d.is("true", "evm_mine", object{"blocks": 2, "timestamp": at + 200})
	d.stands(3, 200)
	var made []struct{ Number string }
	if d.decode(&made, "evm_mine_detailed", object{"blocks": 2}); len(made) != 2 || made[0].Number != "0x4" || made[1].Number != "0x5" {
		t.Errorf("made %+v", made)
	}
	d.is("300", "evm_setTime", at+500)
	d.call("evm_mine")
	d.stands(6, 500)
}

func TestBlocksLieAnIntervalApartUntilItIsRemoved(t *testing.T) {
	d := open(t)
	d.is("true", "anvil_setBlockTimestampInterval", 12)
	d.call("evm_mine", 3)
	d.stands(3, 36)
	d.is("true", "anvil_removeBlockTimestampInterval")
	d.is("false", "anvil_removeBlockTimestampInterval")
	d.call("evm_mine")
	d.stands(4, 36)
}

func TestTheGasLimitOfBlocksIsSetAndReverted(t *testing.T) {
	d := open(t)
	d.call("evm_snapshot")
	d.is("true", "evm_setBlockGasLimit", "0x1312d00")
	d.call("evm_mine", 2)
	if h := d.Chain.Head(); h.GasLimit != 20_000_000 {
		t.Errorf("gas limit %d", h.GasLimit)
	}
	d.call("evm_revert", 1)
	d.call("evm_mine")
	if h := d.Chain.Head(); h.GasLimit != 30_000_000 {
		t.Errorf("gas limit %d after the revert", h.GasLimit)
	}
}

func TestWhatWaitsIsDropped(t *testing.T) {
	d := open(t)
	d.is("true", "anvil_getAutomine")
	d.call("evm_setAutomine", false)
	d.is("false", "hardhat_getAutomine")
	var hashes [4]common.Hash
	for i := range hashes {
		d.decode(&hashes[i], "eth_sendTransaction", object{"from": d.accounts[i/3].Address, "to": bob, "value": "0x1"})
	}
	d.is("null", "anvil_dropTransaction", common.Hash{1})
	d.is(`"`+hashes[1].Hex()+`"`, "anvil_dropTransaction", hashes[1])
	d.is(`{"pending":"0x2","queued":"0x1"}`, "txpool_status")
	d.is("null", "anvil_removePoolTransactions", d.accounts[0].Address)
	d.is(`{"pending":"0x1","queued":"0x0"}`, "txpool_status")
	d.call("anvil_setBalance", bob, "0xde0b6b3a7640000")
	var unsigned common.Hash
	d.decode(&unsigned, "eth_sendUnsignedTransaction", object{"from": bob, "to": bob})
	d.is("null", "hardhat_dropAllTransactions")
	d.call("evm_mine")
	if n := len(d.Chain.Block(d.Chain.Head().Number.Uint64()).Transactions()); n != 0 {
		t.Errorf("%d dropped transactions are in the block", n)
	}
	d.is(`"0x0"`, "eth_getTransactionCount", bob, "pending")
}

func TestADevnetDescribesItself(t *testing.T) {
	d := open(t)
	d.call("evm_mine", 2)
	var info struct {
		CurrentBlockHash common.Hash
		HardFork         string
		Environment      struct{ ChainID, GasLimit any }
	}
	d.decode(&info, "anvil_nodeInfo")
	if info.CurrentBlockHash != d.Chain.Head().Hash() || info.HardFork != "osaka" || info.Environment.GasLimit != "0x1c9c380" {
		t.Errorf("%+v", info)
	}
	var metadata struct{ LatestBlockNumber, ChainID uint64 }
	if d.decode(&metadata, "hardhat_metadata"); metadata.LatestBlockNumber != 2 || metadata.ChainID != 31337 {
		t.Errorf("%+v", metadata)
	}
	d.is("null", "anvil_getIntervalMining")
	d.is(`"0x0000000000000000000000000000000000000000"`, "eth_coinbase")
}
