package bind_test

import (
	"bytes"
	"encoding/hex"
	"math/big"
	"os"
	"path/filepath"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bardo.run/bardo/evm/bind"
)

// Selectors that the contracts' users have known for years; nothing here computed them.
func TestSelectorsAreTheWellKnownOnes(t *testing.T) {
	one, addr := big.NewInt(1), common.Address{1}
	for want, got := range map[string][]byte{
		"a9059cbb": bind.NewERC20().PackTransfer(addr, one),
		"70a08231": bind.NewERC20().PackBalanceOf(addr),
		"d0e30db0": bind.NewWETH9().PackDeposit(),
		"40c10f19": bind.NewFiatToken().PackMint(addr, one),
		"d505accf": bind.NewFiatToken().PackPermit(addr, addr, one, one, 27, [32]byte{}, [32]byte{}),
		"e3ee160e": bind.NewFiatToken().PackTransferWithAuthorization(addr, addr, one, one, one, [32]byte{}, 27, [32]byte{}, [32]byte{}),
		"cf092995": bind.NewFiatToken().PackTransferWithAuthorization0(addr, addr, one, one, one, [32]byte{}, nil),
		"82ad56cb": bind.NewMulticall3().PackAggregate3(nil),
		"3850c7bd": bind.NewUniswapV3Pool().PackSlot0(),
		"1698ee82": bind.NewUniswapV3Factory().PackGetPool(addr, addr, one),
		"414bf389": bind.NewSwapRouter().PackExactInputSingle(bind.ISwapRouterExactInputSingleParams{
			Fee: one, Deadline: one, AmountIn: one, AmountOutMinimum: one, SqrtPriceLimitX96: one,
		}),
		"99fbab88": bind.NewNonfungiblePositionManager().PackPositions(one),
		"87517c45": bind.NewPermit2().PackApprove(addr, addr, one, one),
		"36c78516": bind.NewPermit2().PackTransferFrom(addr, addr, one, addr),
		"30f28b7a": bind.NewPermit2().PackPermitTransferFrom(bind.IPermit2PermitTransferFrom{
			Permitted: bind.IPermit2TokenPermissions{Amount: one}, Nonce: one, Deadline: one,
		}, bind.IPermit2SignatureTransferDetails{RequestedAmount: one}, addr, nil),
	} {
		if hex.EncodeToString(got[:4]) != want {
			t.Errorf("selector %x, want %s", got[:4], want)
		}
	}
}

func TestHostileAnswersAreErrorsAndNoPanics(t *testing.T) {
	market, pool := bind.NewMarket(), bind.NewUniswapV3Pool()
	for _, raw := range [][]byte{nil, {1}, {1, 2, 3}, {1, 2, 3, 4}} {
		if _, err := market.UnpackError(raw); err == nil {
			t.Errorf("%x is no error of Market", raw)
		}
		if _, err := pool.UnpackSlot0(raw); err == nil {
			t.Errorf("%x is no slot0", raw)
		}
	}
	for _, log := range []*types.Log{{}, {Topics: []common.Hash{{1}}}} {
		if _, err := pool.UnpackSwapEvent(log); err == nil {
			t.Error("a foreign log was read as a swap")
		}
	}
}

func TestBindingsCarryNoCode(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) < 10 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if f != "metadata.go" && f != "bind_test.go" && bytes.Contains(text, []byte("Bin:")) {
			t.Errorf("%s carries creation code", f)
		}
	}
}
