package cheat_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"testing"

	"bardo.run/bardo/mirage/cheat"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
)

func TestStatusSaysHowTheDevnetIs(t *testing.T) {
	d := open(t)
	d.call("evm_snapshot")
	d.call("anvil_mine", 4)
	var s cheat.Status
	d.decode(&s, "mirage_status")
	if s.BlockNumber != 4 || s.ChainID != 31337 || s.SnapshotCount != 1 || s.Status != "ready" || s.Mode != "fresh" || s.MemoryBytes == 0 || s.Version != "anvil/mirage-2.0.0" {
		t.Errorf("status %+v", s)
	}
}

// A devnet inside another program is not ended over RPC; one with an end is.
func TestShutdownEndsADevnetThatHasAnEnd(t *testing.T) {
	d := open(t)
	d.fails(cheat.CodeRejected, "mirage_shutdown")
	ended := 0
	d = open(t, func(o *cheat.Options) { o.Shutdown = func() { ended++ } })
	d.is("true", "mirage_shutdown")
	if ended != 1 {
		t.Errorf("ended %d times", ended)
	}
}

// Circle's USDC of mainnet: name "USD Coin", version "2", chain 1; the hash is what its
// DOMAIN_SEPARATOR() answers there.
const usdcDomain = "0x06c37168a7db5138defc7866392bb87a741f9b3d104deb5094588ce041cae335"

func TestTheDomainSeparatorIsReadOrComputed(t *testing.T) {
	d := open(t)
	said := common.HexToAddress("0xa1")
	d.call("anvil_setCode", said, "0x7f"+usdcDomain[2:]+"60005260206000f3")
	d.is(`"`+usdcDomain+`"`, "mirage_computeDomainSeparator", said)

	// eip712Domain() answers the same domain in its fields: 0x0f is name to contract.
	usdc := common.HexToAddress("0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48")
	answer := domainAnswer("USD Coin", "2", 1, usdc)
	computed := common.HexToAddress("0xa2")
	d.call("anvil_setCode", computed, answersLong(answer))
	d.is(`"`+usdcDomain+`"`, "mirage_computeDomainSeparator", computed)
	d.fails(cheat.CodeInvalidParams, "mirage_computeDomainSeparator", bob)
	d.fails(cheat.CodeInvalidParams, "mirage_computeDomainSeparator", "me")
}

// domainAnswer is what eip712Domain() returns, by the ABI's rules.
func domainAnswer(name, version string, chain byte, contract common.Address) []byte {
	word := func(b ...byte) []byte { return common.LeftPadBytes(b, 32) }
	text := func(s string) []byte { return append(word(byte(len(s))), common.RightPadBytes([]byte(s), 32)...) }
	out := common.RightPadBytes([]byte{0x0f}, 32)
	for _, part := range [][]byte{word(0xe0), word(0x01, 0x20), word(chain), word(contract[:]...), word(), word(0x01, 0x60), text(name), text(version), word()} {
		out = append(out, part...)
	}
	return out
}

// answersLong is runtime code that reverts for DOMAIN_SEPARATOR() and answers these bytes
// for any other selector.
func answersLong(answer []byte) string {
	// selector := calldata[0:4]; if it is 0x3644e515 revert; codecopy the rest; return it
	code := common.FromHex("0x60003560e01c633644e5151460005761000060006000396100006000f35b60006000fd")
	size := []byte{byte(len(answer) >> 8), byte(len(answer))}
	copy(code[16:], size)
	copy(code[24:], size)
	code[13] = byte(len(code) - 6)
	code[19] = byte(len(code))
	return hexutil.Encode(append(code, answer...))
}

// spec: mirage-testing §12.5: a round trip answers the same.
func TestADumpedStateIsLoadedByAnotherDevnet(t *testing.T) {
	for _, ns := range []string{"anvil", "hardhat"} {
		d := open(t)
		d.call("anvil_setCode", logger, logging)
		d.call("anvil_setBalance", bob, "0xde0b6b3a7640000")
		d.call("anvil_impersonateAccount", bob)
		kept := d.happen(7, 9)
		var id hexutil.Uint64
		d.decode(&id, "evm_snapshot")
		d.happen(2, 1)
		var dump string
		d.decode(&dump, ns+"_dumpState")

		e := open(t)
		lost := e.call("eth_sendTransaction", object{"from": e.accounts[1].Address, "to": bob, "value": "0x1"})
		e.is("true", ns+"_loadState", dump)
		for _, q := range []struct {
			method string
			params []any
		}{
			{"eth_getBlockByNumber", []any{"latest", true}},
			{"eth_getBlockByNumber", []any{"0x0", true}},
			{"eth_getTransactionReceipt", []any{kept.txs[3]}},
			{"eth_getTransactionReceipt", []any{kept.txs[4]}},
			{"eth_getTransactionByHash", []any{kept.txs[3]}},
			{"eth_getLogs", []any{object{"fromBlock": "0x0"}}},
			{"eth_getBalance", []any{bob, "latest"}},
			{"eth_getBalance", []any{bob, "0x3"}},
			{"eth_getProof", []any{logger, []string{}, "latest"}},
			{"eth_getTransactionCount", []any{d.accounts[0].Address, "pending"}},
		} {
			e.is(d.call(q.method, q.params...), q.method, q.params...)
		}
		var hash common.Hash
		check(t, json.Unmarshal([]byte(lost), &hash))
		e.is("null", "eth_getTransactionByHash", hash)
		// It goes on: an impersonated sender, a transaction, a revert to the old snapshot.
		e.happen(3, 3)
		e.is("true", "evm_revert", id)
		if e.Chain.Head().Hash() != kept.blocks[6] {
			t.Errorf("the loaded snapshot leads to block %d", e.Chain.Head().Number)
		}
	}
}

func TestAStateThatIsNotWholeChangesNothing(t *testing.T) {
	d := open(t)
	d.call("anvil_mine", 2)
	var dump hexutil.Bytes
	d.decode(&dump, "anvil_dumpState")
	d.call("anvil_mine", 1)
	at := d.Chain.Head().Hash()
	for _, bad := range []hexutil.Bytes{dump[:len(dump)-1], dump[:40], append(hexutil.Bytes{0}, dump...), {0x1f, 0x8b, 1}, {}} {
		d.fails(cheat.CodeInvalidParams, "anvil_loadState", bad)
	}
	d.fails(cheat.CodeInvalidParams, "anvil_loadState", "zz")
	if d.Chain.Head().Hash() != at {
		t.Error("the chain changed")
	}
}

// A dump in the shape of anvil's, written by hand; test/oracle loads a real one.
func TestAccountsOfAnAnvilDumpAreLaidOverTheChain(t *testing.T) {
	d := open(t)
	d.is("true", "anvil_loadState", packed(t, `{"block":{"number":1},"accounts":{"0x00000000000000000000000000000000000a11ce":{"nonce":3,"balance":"0x64","code":"0x60005460005260206000f3","storage":{"0x0":"0x2a"}}},"best_block_number":1}`))
	a := common.HexToAddress("0xa11ce")
	d.is(`"0x64"`, "eth_getBalance", a, "latest")
	d.is(`"0x3"`, "eth_getTransactionCount", a, "latest")
	d.is(`"0x000000000000000000000000000000000000000000000000000000000000002a"`, "eth_call", object{"to": a}, "latest")
	d.fails(cheat.CodeInvalidParams, "anvil_loadState", packed(t, `{"blocks":[]}`))
	d.fails(cheat.CodeInvalidParams, "anvil_loadState", packed(t, `{"accounts":{"0x00000000000000000000000000000000000a11ce":{"nonce":"0x10000000000000000"}}}`))
}

func packed(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	check(t, z.Close())
	return hexutil.Encode(b.Bytes())
}
