package cheat_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"bardo.run/bardo/mirage/cheat"
	"bardo.run/bardo/mirage/node"

	"github.com/ethereum/go-ethereum/accounts"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/ethclient"
	"github.com/ethereum/go-ethereum/rpc"
	"github.com/holiman/uint256"
)

// Small contracts, as runtime code.
const (
	reverts = "0x63424242426000526004601cfd" // revert with 0x42424242
	storing = "0x4260005500"                 // sstore(0, timestamp)
)

func TestSendTransactionSignsForDeveloperAccounts(t *testing.T) {
	d := open(t)
	from := d.accounts[0].Address
	for name, c := range map[string]struct {
		extra object
		kind  byte
	}{
		"no fees":     {object{}, types.DynamicFeeTxType},
		"legacy":      {object{"gasPrice": "0x77359400"}, types.LegacyTxType},
		"access list": {object{"accessList": []any{}}, types.AccessListTxType},
		"fee cap":     {object{"maxFeePerGas": "0x77359400"}, types.DynamicFeeTxType},
		"tip":         {object{"maxPriorityFeePerGas": "0x1"}, types.DynamicFeeTxType},
	} {
		t.Run(name, func(t *testing.T) {
			c.extra["from"], c.extra["to"], c.extra["value"] = from, bob, "0x5"
			var hash common.Hash
			d.decode(&hash, "eth_sendTransaction", c.extra)
			var receipt types.Receipt
			d.decode(&receipt, "eth_getTransactionReceipt", hash)
			if receipt.Status != 1 || receipt.Type != c.kind || receipt.BlockHash != d.Chain.Head().Hash() {
				t.Errorf("receipt %+v", receipt)
			}
			var tx struct{ From, To common.Address }
			d.decode(&tx, "eth_getTransactionByHash", hash)
			if tx.From != from || tx.To != bob {
				t.Errorf("transaction %+v", tx)
			}
		})
	}
	d.is(`"0x5"`, "eth_getTransactionCount", from, "latest")
	d.is(`"0x19"`, "eth_getBalance", bob, "latest")
	d.fails(cheat.CodeInvalidFrom, "eth_sendTransaction", object{"from": bob, "to": from, "value": "0x1"})
	d.fails(cheat.CodeRejected, "eth_sendTransaction", object{"from": from, "to": bob, "chainId": "0x1"})
}

func TestATransactionWithAnAuthorisationListIsType4(t *testing.T) {
	d := open(t)
	target := common.HexToAddress("0xc0de")
	auth, err := types.SignSetCode(d.accounts[1].Key, types.SetCodeAuthorization{ChainID: *uint256.MustFromBig(d.Chain.ID()), Address: target})
	check(t, err)
	var hash common.Hash
	d.decode(&hash, "eth_sendTransaction", object{"from": d.accounts[0].Address, "to": bob, "authorizationList": []any{auth}, "gas": "0x186a0"})
	var receipt types.Receipt
	d.decode(&receipt, "eth_getTransactionReceipt", hash)
	if receipt.Status != 1 || receipt.Type != types.SetCodeTxType {
		t.Errorf("receipt %+v", receipt)
	}
	d.is(`"0xef0100`+strings.ToLower(target.Hex()[2:])+`"`, "eth_getCode", d.accounts[1].Address, "latest")
}

func signed(t testing.TB, d devnet, nonce uint64, chain *big.Int) string {
	t.Helper()
	tx, err := types.SignNewTx(d.accounts[0].Key, types.LatestSignerForChainID(chain), &types.DynamicFeeTx{
		ChainID: chain, Nonce: nonce, To: &bob, Value: big.NewInt(1), Gas: 21_000, GasFeeCap: big.NewInt(2_000_000_000),
	})
	check(t, err)
	raw, err := tx.MarshalBinary()
	check(t, err)
	return hexutil.Encode(raw)
}

func TestSendRawTransactionMinesBeforeItAnswers(t *testing.T) {
	d := open(t)
	var hash common.Hash
	d.decode(&hash, "eth_sendRawTransaction", signed(t, d, 0, d.Chain.ID()))
	if d.Chain.Head().Number.Int64() != 1 || d.Chain.Block(1).Transactions()[0].Hash() != hash {
		t.Fatal("the transaction is in no block")
	}
	var receipt types.Receipt
	d.decode(&receipt, "eth_sendRawTransactionSync", signed(t, d, 1, d.Chain.ID()))
	if receipt.Status != 1 || receipt.BlockNumber.Int64() != 2 {
		t.Errorf("receipt %+v", receipt)
	}
	low := d.fails(cheat.CodeNonceTooLow, "eth_sendRawTransaction", signed(t, d, 0, d.Chain.ID()))
	if got := low.Error(); got != "nonce too low: expected 2, got 0" {
		t.Errorf("error %q", got)
	}
	d.fails(cheat.CodeRejected, "eth_sendRawTransaction", signed(t, d, 2, big.NewInt(1)))
	unsigned, err := types.NewTx(&types.DynamicFeeTx{ChainID: d.Chain.ID(), Nonce: 2, To: &bob, Gas: 21_000, GasFeeCap: big.NewInt(2_000_000_000)}).MarshalBinary()
	check(t, err)
	d.fails(cheat.CodeRejected, "eth_sendRawTransaction", hexutil.Encode(unsigned))
}

// spec: mirage-testing §8.4: strict: too low −32003, gap −32004.
func TestStrictNoncesRefuseAGap(t *testing.T) {
	d := open(t, func(o *cheat.Options) { o.StrictNonce = true })
	err := d.fails(cheat.CodeNonceTooHigh, "eth_sendRawTransaction", signed(t, d, 3, d.Chain.ID()))
	if got := err.Error(); got != "nonce too high: expected 0, got 3" {
		t.Errorf("error %q", got)
	}
	lenient := open(t)
	lenient.call("eth_sendRawTransaction", signed(t, lenient, 1, lenient.Chain.ID()))
	lenient.call("eth_sendRawTransaction", signed(t, lenient, 0, lenient.Chain.ID()))
	lenient.is(`"0x2"`, "eth_getTransactionCount", lenient.accounts[0].Address, "latest")
}

// spec: mirage-testing §6.1: a call that reverts carries its bytes in data. The code is 3
// and not −32015, because viem reads no reason behind another code.
func TestARevertCarriesItsBytes(t *testing.T) {
	d := open(t)
	d.call("anvil_setCode", bob, reverts)
	for _, method := range []string{"eth_call", "eth_estimateGas"} {
		err := d.fails(cheat.CodeExecutionReverted, method, object{"to": bob})
		var data rpc.DataError
		if !errors.As(err, &data) || data.ErrorData() != "0x42424242" {
			t.Errorf("%s: data %v", method, data.ErrorData())
		}
	}
}

// spec: mirage-testing §8.3, but for its fifth on top: a plain transfer is 21 000, as everywhere.
func TestEstimates(t *testing.T) {
	d := open(t)
	d.is(`"0x5208"`, "eth_estimateGas", object{"from": d.accounts[0].Address, "to": bob, "value": "0x1"})
	// A contract that stores the block's time: while that time stands in the slot already,
	// the write costs next to nothing; in a later second it costs a storage write.
	d.call("anvil_setCode", bob, storing)
	d.call("eth_sendTransaction", object{"from": d.accounts[0].Address, "to": bob, "gas": "0x186a0"})
	here := d.estimate(object{"to": bob})
	d.call("evm_increaseTime", 50)
	next := d.estimate(object{"to": bob})
	if next < here+2_000 {
		t.Errorf("estimate %d in the same second, %d in a later one", here, next)
	}
	var receipt types.Receipt
	d.decode(&receipt, "eth_sendRawTransactionSync", d.raw(1, next))
	// The least that passes: at a write, more has to be left than is used in the end (EIP-2200).
	if exact := receipt.GasUsed; receipt.Status != 1 || next < exact || next > exact*1015/1000 {
		t.Errorf("used %d of %d, status %d", receipt.GasUsed, next, receipt.Status)
	}
}

// An estimate is enough, and one less is not.
func TestAnEstimateIsTheLeast(t *testing.T) {
	d := open(t)
	d.call("anvil_setCode", bob, storing)
	for name, call := range map[string]object{
		"a write": {"to": bob, "data": "0x0102"}, "a creation": {"data": "0x6001600c60003960016000f3fe"}, "bytes": {"to": common.Address{9}, "data": "0x01020300"},
	} {
		d.call("evm_increaseTime", 5)
		d.call("evm_mine")
		gas := d.estimate(call)
		d.call("evm_setAutomine", false)
		for _, limit := range []uint64{gas, gas - 1} {
			call["gas"] = hexutil.Uint64(limit)
			id := d.call("evm_snapshot")
			var hash common.Hash
			err := d.Server.Client().Call(&hash, "eth_sendTransaction", call)
			d.call("evm_mine")
			status := uint64(0)
			if err == nil { // less than a transaction takes at all is not taken
				var r types.Receipt
				d.decode(&r, "eth_getTransactionReceipt", hash)
				status = r.Status
			}
			if (status == 1) != (limit == gas) {
				t.Errorf("%s: with %d gas of %d its status is %d (%v)", name, limit, gas, status, err)
			}
			d.is("true", "evm_revert", id[1:len(id)-1])
		}
		d.call("evm_setAutomine", true)
	}
}

func (d devnet) estimate(call object) uint64 {
	d.t.Helper()
	call["from"] = d.accounts[0].Address
	var gas hexutil.Uint64
	d.decode(&gas, "eth_estimateGas", call)
	return uint64(gas)
}

// raw is a signed call of bob.
func (d devnet) raw(nonce, gas uint64) string {
	d.t.Helper()
	var out string
	d.decode(&out, "eth_signTransaction", object{
		"from": d.accounts[0].Address, "to": bob, "gas": hexutil.Uint64(gas), "nonce": hexutil.Uint64(nonce), "maxFeePerGas": "0x77359400",
	})
	return out
}

// What eth_gasPrice says will do is enough in an estimate: the base fee is the next block's, and while
// blocks are empty it falls. Room and randomness are the next block's, too.
func TestAnEstimateIsOfTheNextBlock(t *testing.T) {
	d := open(t)
	who := d.accounts[0].Address
	d.call("anvil_mine", 3)
	var price, head hexutil.Big
	d.decode(&price, "eth_gasPrice")
	if head = hexutil.Big(*d.Chain.Head().BaseFee); price.ToInt().Cmp(head.ToInt()) >= 0 {
		t.Fatalf("the base fee does not fall: %s after %s", &price, &head)
	}
	between := (*hexutil.Big)(new(big.Int).Add(price.ToInt(), common.Big1))
	d.is(`"0x5208"`, "eth_estimateGas", object{"from": who, "to": bob, "value": "0x1", "gasPrice": &price})
	d.is(`"0x5208"`, "eth_estimateGas", object{"from": who, "to": bob, "value": "0x1", "maxFeePerGas": between})
	for _, call := range []object{{"gasPrice": &price}, {"maxFeePerGas": between}} {
		call["from"], call["to"], call["value"] = who, bob, "0x1"
		var filled struct{ Tx struct{ Gas hexutil.Uint64 } }
		if d.decode(&filled, "eth_fillTransaction", call); filled.Tx.Gas != 21_000 {
			t.Errorf("%v is filled with %d gas", call, filled.Tx.Gas)
		}
	}
	d.call("eth_sendTransaction", object{"from": who, "to": bob, "value": "0x1", "gasPrice": &price})
	d.call("anvil_setPrevRandao", "0x7")
	d.call("anvil_setCode", bob, "0x60074414600a575f5ffd5b00") // fails unless PREVRANDAO is 7
	d.estimate(object{"to": bob})
	d.call("evm_setBlockGasLimit", 30_000)
	d.fails(cheat.CodeRejected, "eth_estimateGas", object{"from": who, "to": bob, "data": "0x" + strings.Repeat("ff", 2000)})
}

// EIP-7825's cap is off here unless it is asked for, and so it is for an estimate.
func TestAnEstimateMayTakeAWholeBlock(t *testing.T) {
	wants := fmt.Sprintf("0x63%08x5a10600b57005bfe", 20_000_000) // stops where more gas is left, else INVALID
	for _, capped := range []bool{false, true} {
		d := openOn(t, node.Config{NoTxGasCap: !capped})
		who := d.accounts[0].Address
		d.call("anvil_setCode", bob, wants)
		if capped {
			d.fails(cheat.CodeRejected, "eth_estimateGas", object{"from": who, "to": bob})
			continue
		}
		gas := d.estimate(object{"to": bob})
		if gas < 20_000_000 || gas > 20_100_000 {
			t.Errorf("estimated %d", gas)
		}
		for _, sent := range []uint64{gas, gas - 1} {
			var r types.Receipt
			if d.decode(&r, "eth_sendTransactionSync", object{"from": who, "to": bob, "gas": hexutil.Uint64(sent)}); (r.Status == 1) != (sent == gas) {
				t.Errorf("sent with %d of %d: status %d", sent, gas, r.Status)
			}
		}
		d.is(fmt.Sprintf(`"%#x"`, gas), "eth_estimateGas", object{"from": who, "to": bob, "gas": "0x17d7840"})
		if got := d.fails(cheat.CodeRejected, "eth_estimateGas", object{"from": who, "to": bob, "gas": "0x1200000"}); !strings.Contains(got.Error(), "invalid opcode") {
			t.Errorf("with less than it wants: %v", got)
		}
		d.call("evm_setBlockGasLimit", 18_000_000)
		d.fails(cheat.CodeRejected, "eth_estimateGas", object{"from": who, "to": bob})
	}
}

func TestFillTransactionEstimatesInTheNextBlock(t *testing.T) {
	d := open(t)
	d.call("anvil_setCode", bob, storing)
	d.call("evm_increaseTime", 50)
	var filled struct {
		Raw hexutil.Bytes
		Tx  struct{ Gas, Nonce hexutil.Uint64 }
	}
	d.decode(&filled, "eth_fillTransaction", object{"from": d.accounts[0].Address, "to": bob, "maxFeePerGas": "0x77359400"})
	if want := d.estimate(object{"to": bob}); uint64(filled.Tx.Gas) != want || filled.Tx.Nonce != 0 || len(filled.Raw) == 0 {
		t.Errorf("filled %+v, want gas %d", filled, want)
	}
}

func TestImpersonation(t *testing.T) {
	d := open(t)
	from := common.HexToAddress("0x1111111111111111111111111111111111111111")
	d.call("anvil_setBalance", from, "0xde0b6b3a7640000")
	d.call("anvil_setCode", from, "0x00") // contracts may be impersonated too
	d.fails(cheat.CodeInvalidFrom, "eth_sendTransaction", object{"from": from, "to": bob, "value": "0x1"})
	d.is("true", "anvil_impersonateAccount", from)
	var paid, created common.Hash
	d.decode(&paid, "eth_sendTransaction", object{"from": from, "to": bob, "value": "0x9"})
	d.decode(&created, "eth_sendTransaction", object{"from": from, "data": "0x00", "maxFeePerGas": "0x77359400"})
	d.is(`"0x9"`, "eth_getBalance", bob, "latest")

	type named struct{ From common.Address }
	var tx, receipt, indexed named
	d.decode(&tx, "eth_getTransactionByHash", paid)
	d.decode(&receipt, "eth_getTransactionReceipt", paid)
	d.decode(&indexed, "eth_getTransactionByBlockNumberAndIndex", "latest", "0x0")
	var block struct{ Transactions []named }
	d.decode(&block, "eth_getBlockByNumber", "latest", true)
	var receipts []named
	d.decode(&receipts, "eth_getBlockReceipts", "latest")
	for what, got := range map[string]common.Address{
		"transaction": tx.From, "receipt": receipt.From, "by index": indexed.From, "in block": block.Transactions[0].From, "in receipts": receipts[0].From,
	} {
		if got != from {
			t.Errorf("%s: from %s, want %s", what, got, from)
		}
	}
	var contract struct{ ContractAddress common.Address }
	d.decode(&contract, "eth_getTransactionReceipt", created)
	// The code that was set makes it a contract whose nonce starts at 0 here.
	if want := crypto.CreateAddress(from, 1); contract.ContractAddress != want {
		t.Errorf("created %s, want %s", contract.ContractAddress, want)
	}
	d.is("true", "hardhat_stopImpersonatingAccount", from)
	d.fails(cheat.CodeInvalidFrom, "eth_sendTransaction", object{"from": from, "to": bob, "value": "0x1"})

	d.call("eth_sendUnsignedTransaction", object{"from": from, "to": bob, "value": "0x1"})
	d.is(`"0xa"`, "eth_getBalance", bob, "latest")
	d.is("true", "anvil_autoImpersonateAccount", true)
	d.call("eth_sendTransaction", object{"from": from, "to": bob, "value": "0x1"})
	d.is("true", "anvil_autoImpersonateAccount", false)
	d.fails(cheat.CodeInvalidFrom, "eth_sendTransaction", object{"from": from, "to": bob, "value": "0x1"})

	auto := open(t, func(o *cheat.Options) { o.AutoImpersonate = true })
	auto.call("anvil_setBalance", from, "0xde0b6b3a7640000")
	auto.call("eth_sendTransaction", object{"from": from, "to": bob, "value": "0x9"})
	auto.is(`"0x9"`, "eth_getBalance", bob, "latest")
}

func TestImpersonatedTransactionsWaitWithoutAutomine(t *testing.T) {
	d := open(t)
	d.call("evm_setAutomine", false)
	d.call("anvil_setBalance", bob, "0xde0b6b3a7640000")
	d.call("anvil_impersonateAccount", bob)
	for range 2 {
		d.call("eth_sendTransaction", object{"from": bob, "to": d.accounts[0].Address, "value": "0x1"})
	}
	d.call("eth_sendTransaction", object{"from": d.accounts[0].Address, "to": d.accounts[1].Address, "value": "0x1"})
	d.is(`"0x2"`, "eth_getTransactionCount", bob, "pending")
	d.is(`"0x0"`, "eth_getTransactionCount", bob, "latest")
	d.call("evm_mine")
	if got := len(d.Chain.Block(d.Chain.Head().Number.Uint64()).Transactions()); got != 3 {
		t.Errorf("%d transactions, want 3", got)
	}
	d.is(`"0x2"`, "eth_getTransactionCount", bob, "latest")
}

func TestSignatures(t *testing.T) {
	d := open(t)
	who := d.accounts[0].Address
	var sig hexutil.Bytes
	d.decode(&sig, "eth_sign", who, hexutil.Bytes("hello"))
	recovered(t, who, accounts.TextHash([]byte("hello")), sig)

	// The example of EIP-712, whose digest the EIP prints.
	typed := `{"types":{"EIP712Domain":[{"name":"name","type":"string"},{"name":"version","type":"string"},{"name":"chainId","type":"uint256"},{"name":"verifyingContract","type":"address"}],
	"Person":[{"name":"name","type":"string"},{"name":"wallet","type":"address"}],"Mail":[{"name":"from","type":"Person"},{"name":"to","type":"Person"},{"name":"contents","type":"string"}]},
	"primaryType":"Mail","domain":{"name":"Ether Mail","version":"1","chainId":"1","verifyingContract":"0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC"},
	"message":{"from":{"name":"Cow","wallet":"0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826"},"to":{"name":"Bob","wallet":"0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB"},"contents":"Hello, Bob!"}}`
	digest := common.FromHex("0xbe609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2")
	d.decode(&sig, "personal_sign", hexutil.Bytes("hello"), who)
	recovered(t, who, accounts.TextHash([]byte("hello")), sig)
	for _, data := range []any{json.RawMessage(typed), typed} {
		d.decode(&sig, "eth_signTypedData_v4", who, data)
		recovered(t, who, digest, sig)
	}
	d.fails(cheat.CodeInvalidFrom, "eth_sign", bob, "0x00")
	keyless := open(t, func(o *cheat.Options) { o.Accounts = nil })
	keyless.fails(cheat.CodeUnknownMethod, "eth_sign", who, "0x00")
	keyless.fails(cheat.CodeUnknownMethod, "eth_signTypedData_v4", who, json.RawMessage(typed))
	keyless.is("[]", "eth_accounts")
}

func recovered(t *testing.T, want common.Address, hash []byte, sig []byte) {
	t.Helper()
	if len(sig) != 65 || (sig[64] != 27 && sig[64] != 28) {
		t.Fatalf("signature %x", sig)
	}
	raw := append([]byte(nil), sig...)
	raw[64] -= 27
	key, err := crypto.SigToPub(hash, raw)
	if err != nil || crypto.PubkeyToAddress(*key) != want {
		t.Fatalf("recovered %v, error %v, want %s", key, err, want)
	}
}

// spec: mirage-testing §6.1
func TestPlainAnswers(t *testing.T) {
	d := open(t)
	for method, want := range map[string]string{
		"eth_chainId": `"0x7a69"`, "net_version": `"31337"`, "web3_clientVersion": `"anvil/mirage-2.0.0"`, "eth_blockNumber": `"0x0"`,
		"eth_syncing": "false", "eth_mining": "false", "eth_hashrate": `"0x0"`, "net_listening": "true", "net_peerCount": `"0x0"`,
		"eth_maxPriorityFeePerGas": `"0x0"`, "eth_gasPrice": `"0x342770c0"`,
	} {
		d.is(want, method)
	}
	for _, tag := range []string{"latest", "safe", "finalized", "earliest", "0x0", "0x00"} {
		d.is(`"0x21e19e0c9bab2400000"`, "eth_getBalance", d.accounts[0].Address, tag)
		if got := d.call("eth_getBlockByNumber", tag, false); !strings.Contains(got, `"number":"0x0"`) {
			t.Errorf("block %s: %s", tag, got)
		}
	}
	d.is("null", "eth_getTransactionByHash", common.Hash{1})
	d.is("null", "eth_getTransactionReceipt", common.Hash{1})
	d.is("null", "eth_getBlockByNumber", "0x99", false)
}

// The safe and the finalized block are the latest one, whatever is asked of them.
func TestEveryBlockIsFinalAtOnce(t *testing.T) {
	d := open(t)
	d.call("eth_sendTransaction", object{"from": d.accounts[0].Address, "to": bob, "value": "0x1"})
	for method, params := range map[string][]any{
		"eth_getBlockTransactionCountByNumber": nil, "eth_getUncleCountByBlockNumber": nil, "eth_getBlockReceipts": nil, "eth_getHeaderByNumber": nil,
		"eth_getTransactionByBlockNumberAndIndex": {"0x0"}, "eth_getRawTransactionByBlockNumberAndIndex": {"0x0"}, "debug_traceBlockByNumber": {object{"tracer": "callTracer"}},
	} {
		want := d.call(method, append([]any{"latest"}, params...)...)
		if want == "null" || want == "[]" {
			t.Errorf("%s of the latest block: %s", method, want)
		}
		for _, tag := range []string{"safe", "finalized"} {
			d.is(want, method, append([]any{tag}, params...)...)
		}
	}
	want := d.call("eth_feeHistory", "0x2", "latest", []int{50})
	for _, tag := range []string{"safe", "finalized"} {
		d.is(want, "eth_feeHistory", "0x2", tag, []int{50})
	}
}

// A client that nobody here wrote: deploy nothing, but read, estimate, send, wait.
func TestEthclientWorksAgainstIt(t *testing.T) {
	d := open(t)
	c := ethclient.NewClient(d.Server.Client())
	ctx := context.Background()
	from := d.accounts[0]
	nonce, err := c.PendingNonceAt(ctx, from.Address)
	check(t, err)
	tip, err := c.SuggestGasTipCap(ctx)
	check(t, err)
	head, err := c.HeaderByNumber(ctx, nil)
	if err != nil || head.Hash() != d.Chain.Head().Hash() {
		t.Fatalf("head %v, error %v", head, err)
	}
	tx, err := types.SignNewTx(from.Key, d.Chain.Signer(), &types.DynamicFeeTx{
		ChainID: d.Chain.ID(), Nonce: nonce, To: &bob, Value: big.NewInt(3), Gas: 21_000, GasTipCap: tip, GasFeeCap: new(big.Int).Lsh(head.BaseFee, 1),
	})
	check(t, err)
	check(t, c.SendTransaction(ctx, tx))
	receipt, err := c.TransactionReceipt(ctx, tx.Hash())
	if err != nil || receipt.Status != 1 {
		t.Fatalf("receipt %v, error %v", receipt, err)
	}
	block, err := c.BlockByNumber(ctx, receipt.BlockNumber)
	if err != nil || len(block.Transactions()) != 1 {
		t.Fatalf("block %v, error %v", block, err)
	}
	if _, err := c.FeeHistory(ctx, 2, nil, []float64{50}); err != nil {
		t.Fatal(err)
	}
}

// BenchmarkCall is a call that reads one slot, in process.
func BenchmarkCall(b *testing.B) {
	d := open(b)
	d.call("anvil_setCode", bob, "0x60005460005260206000f3")
	b.ResetTimer()
	for b.Loop() {
		var out hexutil.Bytes
		d.decode(&out, "eth_call", object{"to": bob}, "latest")
	}
}
