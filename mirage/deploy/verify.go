package deploy

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/mirage/artifact"
)

// verify checks each phase against the plan (spec: mirage-testing §12.2).
func verify(ctx context.Context, chain Chain, set *artifact.Set, p Plan, b Book) error {
	v := verifier{ctx, chain, set, p, b}
	for _, phase := range []struct {
		name  string
		check func() error
	}{
		{phaseTokens, v.tokens}, {phaseShared, v.shared}, {phaseUniswap, v.uniswap}, {phaseMarket, v.market},
	} {
		if err := phase.check(); err != nil {
			return fmt.Errorf("verify %s: %w", phase.name, err)
		}
	}
	return nil
}

// Verify checks that every contract of the book stands on the chain with the code
// that the book names.
func Verify(ctx context.Context, chain Chain, b Book) error {
	id, err := chain.ChainID(ctx)
	if err != nil {
		return err
	}
	if id.Uint64() != b.ChainID {
		return fmt.Errorf("the book is of chain %d, this is chain %s", b.ChainID, id)
	}
	var errs []error
	for _, c := range b.Contracts {
		code, err := chain.Code(ctx, c.Address)
		if err != nil {
			return fmt.Errorf("code of %s: %w", c.Name, err)
		}
		if crypto.Keccak256Hash(code) != c.CodeHash {
			errs = append(errs, fmt.Errorf("%s at %s has other code than the book says", c.Name, c.Address))
		}
	}
	return errors.Join(errs...)
}

type verifier struct {
	ctx   context.Context
	chain Chain
	set   *artifact.Set
	plan  Plan
	book  Book
}

// read calls a view and unpacks its answer.
func read[T any](v verifier, name string, call []byte, unpack func([]byte) (T, error)) (T, error) {
	var zero T
	raw, err := v.chain.Call(v.ctx, v.book.Address(name), call)
	if err != nil {
		return zero, fmt.Errorf("%s: %w", name, err)
	}
	out, err := unpack(raw)
	if err != nil {
		return zero, fmt.Errorf("%s: %w", name, err)
	}
	return out, nil
}

// expect compares a view's answer.
func expect[T comparable](v verifier, name, what string, call []byte, unpack func([]byte) (T, error), want T) error {
	got, err := read(v, name, call, unpack)
	if err != nil {
		return err
	}
	if got != want {
		return fmt.Errorf("%s: %s is %v, not %v", name, what, got, want)
	}
	return nil
}

func (v verifier) tokens() error {
	erc, fiat := bind.NewERC20(), bind.NewFiatToken()
	var errs []error
	for _, t := range v.plan.tokens() {
		n := t.entry()
		errs = append(errs, expect(v, n, "decimals", erc.PackDecimals(), erc.UnpackDecimals, t.Decimals))
		if t.Native {
			continue
		}
		domain := Domain(t.name(), "2", v.book.ChainID, v.book.Address(n))
		errs = append(errs,
			expect(v, n, "name", erc.PackName(), erc.UnpackName, t.name()),
			expect(v, n, "symbol", erc.PackSymbol(), erc.UnpackSymbol, t.Symbol),
			expect(v, n, "version", fiat.PackVersion(), fiat.UnpackVersion, "2"),
			expect(v, n, "domain separator", fiat.PackDOMAINSEPARATOR(), fiat.UnpackDOMAINSEPARATOR, [32]byte(domain)))
	}
	return errors.Join(errs...)
}

func (v verifier) shared() error {
	c, err := v.set.Contract("Permit2")
	if err != nil {
		return err
	}
	if at, _ := v.book.Find("Permit2"); at.CodeHash != crypto.Keccak256Hash(c.Runtime) {
		return fmt.Errorf("the code at %s is not Permit2's: merge the plan's genesis into the chain's", Permit2)
	}
	m := bind.NewMulticall3()
	_, err = read(v, "Multicall3", m.PackGetBlockNumber(), m.UnpackGetBlockNumber)
	return err
}

func (v verifier) uniswap() error {
	factory, weth := v.book.Address("UniswapV3Factory"), v.book.Address("WETH9")
	npm, router, quoter := bind.NewNonfungiblePositionManager(), bind.NewSwapRouter(), bind.NewQuoterV2()
	f := bind.NewUniswapV3Factory()
	spacing, err := read(v, "UniswapV3Factory", f.PackFeeAmountTickSpacing(big.NewInt(100)), f.UnpackFeeAmountTickSpacing)
	if err != nil {
		return err
	}
	if spacing.Cmp(big.NewInt(1)) != 0 {
		return fmt.Errorf("tick spacing of fee 100 is %s, not 1", spacing)
	}
	return errors.Join(
		expect(v, "NonfungiblePositionManager", "factory", npm.PackFactory(), npm.UnpackFactory, factory),
		expect(v, "NonfungiblePositionManager", "WETH9", npm.PackWETH9(), npm.UnpackWETH9, weth),
		expect(v, "SwapRouter", "factory", router.PackFactory(), router.UnpackFactory, factory),
		expect(v, "SwapRouter", "WETH9", router.PackWETH9(), router.UnpackWETH9, weth),
		expect(v, "QuoterV2", "factory", quoter.PackFactory(), quoter.UnpackFactory, factory),
		expect(v, "QuoterV2", "WETH9", quoter.PackWETH9(), quoter.UnpackWETH9, weth))
}

func (v verifier) market() error {
	for i := range v.plan.Pools {
		if err := v.pool(i); err != nil {
			return err
		}
	}
	return nil
}

// pool checks one pool and its market accounts.
func (v verifier) pool(i int) error {
	plan, name := v.plan.Pools[i], v.plan.contract(i)
	at := v.book.Address(name)
	t0, t1 := plan.Token0.entry(), plan.Token1.entry()
	p, f := bind.NewUniswapV3Pool(), bind.NewUniswapV3Factory()
	made, err := read(v, "UniswapV3Factory", f.PackGetPool(v.book.Address(t0), v.book.Address(t1), new(big.Int).SetUint64(uint64(plan.Fee))), f.UnpackGetPool)
	errs := []error{
		err, same("the factory's pool", made, at),
		expect(v, name, "token0", p.PackToken0(), p.UnpackToken0, v.book.Address(t0)),
		expect(v, name, "token1", p.PackToken1(), p.UnpackToken1, v.book.Address(t1)),
	}
	for k := range v.plan.traders() {
		errs = append(errs, v.trader(i, k, at))
	}
	return errors.Join(errs...)
}

func (v verifier) trader(i, k int, pool common.Address) error {
	m, erc, name := bind.NewMarket(), bind.NewERC20(), v.plan.account(i, k)
	owner, err := address(v.plan.TraderKey(i, k))
	errs := []error{
		err, expect(v, name, "owner", m.PackOwner(), m.UnpackOwner, owner), expect(v, name, "pool", m.PackPool(), m.UnpackPool, pool),
	}
	for _, t := range []Token{v.plan.Pools[i].Token0, v.plan.Pools[i].Token1} {
		funds, err := read(v, t.entry(), erc.PackBalanceOf(v.book.Address(name)), erc.UnpackBalanceOf)
		if err == nil && funds.Sign() <= 0 {
			err = fmt.Errorf("the market account has no %s", t.Symbol)
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// opening checks the price at which each pool opened. It reads the event, so it
// holds also for a market that has moved since.
func (w *writer) opening(receipts []*types.Receipt) error {
	for i, p := range w.plan.Pools {
		logs := receipts[w.opened[i]].Logs
		if len(logs) == 0 {
			return fmt.Errorf("verify %s: the pool was not initialized", phaseMarket)
		}
		e, err := bind.NewUniswapV3Pool().UnpackInitializeEvent(logs[0])
		if err != nil {
			return fmt.Errorf("verify %s: initialize: %w", phaseMarket, err)
		}
		if e.SqrtPriceX96.Cmp(p.SqrtPriceX96.ToBig()) != 0 {
			return fmt.Errorf("verify %s: the pool opened at %s, not %s", phaseMarket, e.SqrtPriceX96, p.SqrtPriceX96)
		}
	}
	return nil
}

// Domain is the EIP-712 domain separator of a contract.
func Domain(name, version string, chainID uint64, contract common.Address) common.Hash {
	return crypto.Keccak256Hash(
		crypto.Keccak256([]byte("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)")),
		crypto.Keccak256([]byte(name)), crypto.Keccak256([]byte(version)),
		common.BigToHash(new(big.Int).SetUint64(chainID)).Bytes(),
		common.BytesToHash(contract.Bytes()).Bytes(),
	)
}
