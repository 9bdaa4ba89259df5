package lives

import (
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
)

// asks a contract, on the newest block.
func (d *town) asks(to common.Address, data []byte) []byte {
	d.t.Helper()
	var answer hexutil.Bytes
	call := map[string]any{"to": to, "data": hexutil.Bytes(data)}
	if err := d.RPC.CallContext(d.t.Context(), &answer, "eth_call", call, "latest"); err != nil {
		d.t.Fatal(err)
	}
	return answer
}

// must is what was decoded of an answer.
func must[T any](t testing.TB, v T, err error) T {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// holdings is what the chain says of a wallet.
type holdings struct {
	usdc, weth, native *big.Int
	liquidity          int // positions with liquidity, or with fees to collect
	lent               *big.Int
	nonce              uint64
}

// looks reads what a wallet has, from the contracts.
func (d *town) looks(wallet common.Address) (h holdings) {
	d.t.Helper()
	erc20, nft, lending := bind.NewERC20(), bind.NewNonfungiblePositionManager(), bind.NewAavePool()
	balance := func(token common.Address) *big.Int {
		v, err := erc20.UnpackBalanceOf(d.asks(token, erc20.PackBalanceOf(wallet)))
		return must(d.t, v, err)
	}
	h.usdc, h.weth = balance(d.USDC), balance(d.WETH)
	count, err := nft.UnpackBalanceOf(d.asks(d.Positions, nft.PackBalanceOf(wallet)))
	for i := range must(d.t, count, err).Int64() {
		id, err := nft.UnpackTokenOfOwnerByIndex(d.asks(d.Positions, nft.PackTokenOfOwnerByIndex(wallet, big.NewInt(i))))
		p, failed := nft.UnpackPositions(d.asks(d.Positions, nft.PackPositions(must(d.t, id, err))))
		if must(d.t, p, failed); p.Liquidity.Sign() != 0 || p.TokensOwed0.Sign() != 0 || p.TokensOwed1.Sign() != 0 {
			h.liquidity++
		}
	}
	account, err := lending.UnpackGetUserAccountData(d.asks(d.Lending, lending.PackGetUserAccountData(wallet)))
	h.lent = must(d.t, account, err).TotalCollateralBase
	var native, nonce hexutil.Big
	for method, into := range map[string]*hexutil.Big{"eth_getBalance": &native, "eth_getTransactionCount": &nonce} {
		if err := d.RPC.CallContext(d.t.Context(), into, method, wallet, "latest"); err != nil {
			d.t.Fatal(err)
		}
	}
	h.native, h.nonce = native.ToInt(), nonce.ToInt().Uint64()
	return h
}

// give puts an ether, wrapped, into a wallet.
func (d *town) give(wallet common.Address) {
	d.t.Helper()
	if r := d.Execute(d.WETH, bind.NewERC20().PackTransfer(wallet, big.NewInt(1e18))); r.Status != 1 {
		d.t.Fatal("the ether did not arrive")
	}
}

func word256(v *big.Int) *uint256.Int { return uint256.MustFromBig(v) }
