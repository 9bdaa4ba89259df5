package cheat_test

import (
	"math/big"
	"testing"

	"bardo.run/bardo/mirage/cheat"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"
)

// spec: mirage-testing §8: one signed transaction per type comes back byte for byte,
// with its hash and its sender.
func TestEveryTypeOfTransactionComesBackAsItWasSent(t *testing.T) {
	d := open(t)
	key, chain := d.accounts[0].Key, d.Chain.ID()
	auth, err := types.SignSetCode(d.accounts[1].Key, types.SetCodeAuthorization{ChainID: *uint256.MustFromBig(chain), Address: bob})
	check(t, err)
	list := types.AccessList{{Address: bob, StorageKeys: []common.Hash{{1}}}}
	price, fee := big.NewInt(2_000_000_000), uint256.NewInt(2_000_000_000)
	for i, data := range []types.TxData{
		&types.LegacyTx{Nonce: 0, To: &bob, Value: big.NewInt(1), Gas: 100_000, GasPrice: price},
		&types.AccessListTx{ChainID: chain, Nonce: 1, To: &bob, Value: big.NewInt(1), Gas: 100_000, GasPrice: price, AccessList: list},
		&types.DynamicFeeTx{ChainID: chain, Nonce: 2, To: &bob, Value: big.NewInt(1), Gas: 100_000, GasFeeCap: price, GasTipCap: big.NewInt(1)},
		&types.SetCodeTx{ChainID: uint256.MustFromBig(chain), Nonce: 3, To: bob, Value: uint256.NewInt(1), Gas: 100_000, GasFeeCap: fee, GasTipCap: uint256.NewInt(1), AuthList: []types.SetCodeAuthorization{auth}},
	} {
		tx, err := types.SignNewTx(key, d.Chain.Signer(), data)
		check(t, err)
		sent, err := tx.MarshalBinary()
		check(t, err)
		var hash common.Hash
		d.decode(&hash, "eth_sendRawTransaction", hexutil.Encode(sent))
		var back hexutil.Bytes
		d.decode(&back, "eth_getRawTransactionByHash", hash)
		var shown struct{ From common.Address }
		d.decode(&shown, "eth_getTransactionByHash", hash)
		if hash != tx.Hash() || back.String() != hexutil.Encode(sent) || shown.From != d.accounts[0].Address {
			t.Errorf("type %d: hash %s, from %s, bytes %s", tx.Type(), hash, shown.From, back)
		}
		if got := int(d.Chain.Head().Number.Int64()); got != i+1 {
			t.Errorf("type %d: height %d", tx.Type(), got)
		}
	}
}

// spec: mirage-testing §8.2: the upper half of s is not a signature.
func TestAHighSSignatureIsRefused(t *testing.T) {
	d := open(t)
	tx, err := types.SignNewTx(d.accounts[0].Key, d.Chain.Signer(), &types.DynamicFeeTx{ChainID: d.Chain.ID(), To: &bob, Gas: 21_000, GasFeeCap: big.NewInt(2_000_000_000)})
	check(t, err)
	v, r, s := tx.RawSignatureValues()
	sig := make([]byte, 65)
	r.FillBytes(sig[:32])
	new(big.Int).Sub(crypto.S256().Params().N, s).FillBytes(sig[32:64])
	sig[64] = byte(1 - v.Uint64())
	high, err := tx.WithSignature(d.Chain.Signer(), sig)
	check(t, err)
	raw, err := high.MarshalBinary()
	check(t, err)
	d.fails(cheat.CodeRejected, "eth_sendRawTransaction", hexutil.Encode(raw))
	d.is(`"0x0"`, "eth_blockNumber")
}

// A range may go to the end of numbers, and beyond go-ethereum's, as clients ask for it; one that runs
// backwards is empty, as on anvil.
func TestLogsAreFoundAndGoAwayWithARevert(t *testing.T) {
	d := open(t)
	d.call("anvil_setCode", bob, "0x60ab60005260206000a000") // log0 of one word
	d.call("evm_snapshot")
	d.call("eth_sendTransaction", object{"from": d.accounts[0].Address, "to": bob, "gas": "0x186a0"})
	find := func() int {
		var logs []types.Log
		d.decode(&logs, "eth_getLogs", object{"fromBlock": "0x0", "toBlock": "latest", "address": bob})
		return len(logs)
	}
	if got := find(); got != 1 {
		t.Errorf("%d logs, want 1", got)
	}
	for _, tag := range []string{"pending", "safe", "finalized", "0x2", "0x270f", "0x7fffffffffffffff", "0xffffffffffffffff", "0xffffffffffffffffffff"} {
		var logs []types.Log
		if d.decode(&logs, "eth_getLogs", object{"fromBlock": "earliest", "toBlock": tag}); len(logs) != 1 {
			t.Errorf("to %s: %d logs, want 1", tag, len(logs))
		}
	}
	d.is("[]", "eth_getLogs", object{"fromBlock": "0x9", "toBlock": "0x9"})
	var byHash []types.Log
	d.decode(&byHash, "eth_getLogs", object{"blockHash": d.Chain.Head().Hash()})
	if len(byHash) != 1 || byHash[0].BlockHash != d.Chain.Head().Hash() || byHash[0].Data[31] != 0xab {
		t.Errorf("logs by hash %+v", byHash)
	}
	d.call("evm_revert", 1)
	if got := find(); got != 0 {
		t.Errorf("%d logs after the revert", got)
	}
	d.is("[]", "eth_getLogs", object{"fromBlock": "0x0", "toBlock": "0x2710"})
	d.is("[]", "eth_getLogs", object{"fromBlock": "0x2", "toBlock": "0x1"})
}
