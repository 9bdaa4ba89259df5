package golem

import (
	"bytes"
	"math/big"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"

	"bardo.run/bardo/app/bardo"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/mirage/node"
)

// spec: provisioning §8.3, chain §2 — everything that an owner signs by bardo grant and a Golem
// by its life holds on its chain alone: no other takes their transactions, which it would
// from accounts with coin and the nonces of the first, and no authorization among them is one
// for every chain, which anybody could put into a transaction of their own.
func TestWhatIsSignedHoldsOnItsChainAlone(t *testing.T) {
	b := bound(t, grant.Delegation)
	if code, said := b.grants("--yes"); code != 0 {
		t.Fatalf("exit %d\n%s", code, said)
	}
	if code, said := b.lives("trade 2"); code != exitOK {
		t.Fatalf("exit %d\n%s", code, said)
	}
	rich := new(big.Int).Mul(big.NewInt(1_000), big.NewInt(1e18))
	other, err := node.New(node.Config{ChainID: 8453, Alloc: map[common.Address]*big.Int{wallet(t): rich, b.session: rich}})
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	same, err := node.New(node.Config{ChainID: evmtest.ChainID, BaseFee: common.Big1, Alloc: map[common.Address]*big.Int{wallet(t): rich, b.session: rich}})
	if err != nil {
		t.Fatal(err)
	}
	defer same.Close()
	signed, became, begun := map[common.Address]int{}, 0, 0
	for n := range b.Chain().Chain.Head().Number.Uint64() + 1 {
		var block struct{ Transactions []common.Hash }
		if err := b.RPC.Call(&block, "eth_getBlockByNumber", hexutil.Uint64(n), false); err != nil {
			t.Fatal(err)
		}
		for _, hash := range block.Transactions {
			var raw hexutil.Bytes
			tx := new(types.Transaction)
			if err := b.RPC.Call(&raw, "eth_getRawTransactionByHash", hash); err != nil || tx.UnmarshalBinary(raw) != nil {
				t.Fatalf("%s: %v", hash, err)
			}
			from, err := types.Sender(types.LatestSignerForChainID(big.NewInt(evmtest.ChainID)), tx)
			if err != nil {
				t.Fatal(err)
			}
			if from != wallet(t) && from != b.session {
				continue
			}
			signed[from]++
			var taken common.Hash
			if err := other.Server.Client().Call(&taken, "eth_sendRawTransaction", raw); err == nil || !strings.Contains(err.Error(), "chain") && !strings.Contains(err.Error(), "sender") {
				t.Errorf("%s, of type %d, is not refused by chain 8453 for its chain: %v", hash, tx.Type(), err)
			}
			if tx.Nonce() == 0 { // the others wait for it
				if err := same.Server.Client().Call(&taken, "eth_sendRawTransaction", raw); err != nil {
					t.Errorf("%s is not taken where it belongs, so that a refusal says nothing: %v", hash, err)
				}
				begun++
			}
			for _, a := range tx.SetCodeAuthorizations() {
				if became++; a.ChainID.Uint64() != evmtest.ChainID {
					t.Errorf("%s takes on code on chain %s", hash, a.ChainID.String())
				}
			}
		}
	}
	if signed[wallet(t)] < 5 || signed[b.session] < 2 || became != 1 || begun != 2 {
		t.Errorf("the owner signed %d transactions, the Golem %d, and %d took on code", signed[wallet(t)], signed[b.session], became)
	}
}

// A grant of another chain than the settings' is not revoked with a signature for this one.
func TestAGrantOfAnotherChainIsNotRevokedHere(t *testing.T) {
	b := bound(t, grant.LocalKey)
	if code, said := b.grants("--yes"); code != 0 {
		t.Fatalf("exit %d\n%s", code, said)
	}
	path := filepath.Join(b.dir, "grant.json")
	edit(t, path, `"chain_id": 31337`, `"chain_id": 8453`)
	var before, after hexutil.Uint64
	var out, errs bytes.Buffer
	count := func(n *hexutil.Uint64) {
		if err := b.RPC.Call(n, "eth_getTransactionCount", wallet(t), "latest"); err != nil {
			t.Fatal(err)
		}
	}
	count(&before)
	t.Setenv("BARDO_OWNER_KEY", golemKey)
	code := bardo.Main(t.Context(), []string{"revoke", "--yes", "--config", filepath.Join(b.dir, "golem.toml"), "--grant", path}, &out, &errs)
	if count(&after); code == 0 || after != before || !strings.Contains(errs.String(), "is of chain 8453, and golem.network is \"devnet\", of chain 31337") {
		t.Errorf("exit %d, %d transactions: %s%s", code, after-before, &out, &errs)
	}
}
