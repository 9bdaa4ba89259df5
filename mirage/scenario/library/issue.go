package library

import (
	"math/big"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/permit2"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/mirage/deploy/kit"

	"github.com/ethereum/go-ethereum/common"
)

// permit lets a contract take both tokens of the kit's account.
func (i *issue) permit(spender common.Address) error {
	if err := i.allow(i.owner(), i.lower, spender, i.low); err != nil {
		return err
	}
	return i.allow(i.owner(), i.upper, spender, i.high)
}

// call is a transaction of the kit's account.
func (i *issue) call(what string, to common.Address, data []byte) error {
	_, err := i.do(what, i.owner(), &to, nil, data)
	return err
}

// enter adds a pool to the report.
func (i *issue) enter(name, protocol string, at common.Address, key bind.PoolKey) {
	p := newPool(i.ground.Book, name, protocol, i.token, i.decimals, at, key)
	i.plan.pools = append(i.plan.pools, p)
	entry := Pool{Name: name, Address: &at}
	if protocol == "v4" {
		id := uniswap.PoolIDV4(key)
		entry.Address, entry.ID = nil, &id
	}
	i.plan.Report.Pools = append(i.plan.Report.Pools, entry)
}

func (i *issue) v2() error {
	book, factory := i.ground.Book, bind.NewUniswapV2Factory()
	router, none := book.Address("UniswapV2Router02"), new(big.Int)
	if err := i.permit(router); err != nil {
		return err
	}
	if err := i.call("fill v2 pair", router, bind.NewUniswapV2Router02().PackAddLiquidity(
		i.lower, i.upper, i.low, i.high, none, none, i.owner(), until)); err != nil {
		return err
	}
	pair, err := ask(i.view, book.Address("UniswapV2Factory"), factory.PackGetPair(i.lower, i.upper), factory.UnpackGetPair)
	i.enter("v2", "v2", pair, bind.PoolKey{})
	return err
}

// root is the square root of the price at which a pool opens.
func (i *issue) root() *big.Int {
	q := new(big.Int).Lsh(i.high, 192)
	return q.Sqrt(q.Quo(q, i.low))
}

func (i *issue) v3() error {
	book, c, fee := i.ground.Book, bind.NewUniswapV3Factory(), big.NewInt(newFee)
	factory, positions := book.Address("UniswapV3Factory"), book.Address("NonfungiblePositionManager")
	if err := i.call("create v3 pool", factory, c.PackCreatePool(i.lower, i.upper, fee)); err != nil {
		return err
	}
	at, err := ask(i.view, factory, c.PackGetPool(i.lower, i.upper, fee), c.UnpackGetPool)
	if err != nil {
		return err
	}
	if err := i.call("open v3 pool", at, bind.NewUniswapV3Pool().PackInitialize(i.root())); err != nil {
		return err
	}
	if err := i.permit(positions); err != nil {
		return err
	}
	edge := big.NewInt(int64(uniswap.MaxUsableTick(newSpacing)))
	i.enter("v3 0.3 %", "v3", at, bind.PoolKey{Fee: fee})
	return i.call("fill v3 pool", positions, bind.NewNonfungiblePositionManager().PackMint(bind.INonfungiblePositionManagerMintParams{
		Token0: i.lower, Token1: i.upper, Fee: fee, TickLower: new(big.Int).Neg(edge), TickUpper: edge,
		Amount0Desired: i.low, Amount1Desired: i.high, Amount0Min: new(big.Int), Amount1Min: new(big.Int),
		Recipient: i.owner(), Deadline: until,
	}))
}

func (i *issue) v4() error {
	positions := i.ground.Book.Address("V4PositionManager")
	key := bind.PoolKey{Currency0: i.lower, Currency1: i.upper, Fee: big.NewInt(newFee), TickSpacing: big.NewInt(newSpacing)}
	if err := i.permit(permit2.Address); err != nil {
		return err
	}
	if err := i.allow2(i.owner(), i.lower, positions, i.low); err != nil {
		return err
	}
	if err := i.allow2(i.owner(), i.upper, positions, i.high); err != nil {
		return err
	}
	if err := i.call("open v4 pool", positions, bind.NewV4PositionManager().PackInitializePool(key, i.root())); err != nil {
		return err
	}
	data, err := kit.FillV4(key, i.low, i.high, i.owner())
	if err != nil {
		return err
	}
	i.enter("v4 0.3 %", "v4", i.ground.Book.Address("V4StateView"), key)
	return i.call("fill v4 pool", positions, data)
}
