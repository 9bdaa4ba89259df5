package uniswap_test

import (
	"encoding/hex"
	"testing"

	"bardo.run/bardo/evm/bind"

	"github.com/ethereum/go-ethereum/common"
)

// spec: chain §3.3
func TestSelectorsAndTopics(t *testing.T) {
	pool, factory, router := bind.NewUniswapV3Pool().GetABI(), bind.NewUniswapV3Factory().GetABI(), bind.NewSwapRouter().GetABI()
	for name, want := range map[string]string{"slot0": "3850c7bd", "liquidity": "1a686502"} {
		if got := hex.EncodeToString(pool.Methods[name].ID); got != want {
			t.Errorf("%s: selector %s, want %s", name, got, want)
		}
	}
	// The first router; the second one's is 0x04e45aaf (spec: mirage-testing §8.7).
	if got := hex.EncodeToString(router.Methods["exactInputSingle"].ID); got != "414bf389" {
		t.Errorf("exactInputSingle: selector %s", got)
	}
	for name, want := range map[string]string{
		"Swap": "0xc42079f94a6350d7e6235f29174924f928cc2ac818eb64fed8004e115fbcca67",
		"Mint": "0x7a53080ba414158be7ec69b987b5fb7d07dee101fe85488f0853ae16239d0bde",
		"Burn": "0x0c396cd989a39f4459b5fa1aed6a9a8dcdbc45908acfd67e028cd568da98982c",
	} {
		if got := pool.Events[name].ID; got != common.HexToHash(want) {
			t.Errorf("%s: topic %v, want %s", name, got, want)
		}
	}
	if got := factory.Events["PoolCreated"].ID; got != common.HexToHash("0x783cca1c0412dd0d695e784568c96da2e9c22ff989357a2e8b1d9b2b4e6b7118") {
		t.Errorf("PoolCreated: topic %v", got)
	}
}
