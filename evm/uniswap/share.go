package uniswap

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/rpc"
)

// Share is what an account has of a pair: so many units of the pair's own token of Supply, which
// includes what the factory's fee mints before anything is taken out or put in.
type Share struct{ Units, Supply uint256.Int }

// ShareRead is a share on its way from a batch.
type ShareRead struct{ units, supply, last, to *rpc.Read[[]byte] }

// AddShare adds the read of what an account has of the pair to a batch.
func (l *PairLoader) AddShare(b *rpc.Batch, account common.Address) ShareRead {
	token := bind.NewERC20()
	return ShareRead{
		b.Call(l.Address, token.PackBalanceOf(account)), b.Call(l.Address, token.PackTotalSupply()),
		b.Call(l.Address, bind.NewUniswapV2Pair().PackKLast()), b.Call(l.Factory, bind.NewUniswapV2Factory().PackFeeTo()),
	}
}

// Share returns it, after the batch was executed, at a state of the pair of the same block.
func (r ShareRead) Share(p Pair) (s Share, _ error) {
	var d decoder
	token := bind.NewERC20()
	s.Units, s.Supply = d.word(decode(&d, r.units, token.UnpackBalanceOf)), d.word(decode(&d, r.supply, token.UnpackTotalSupply))
	last, to := decode(&d, r.last, bind.NewUniswapV2Pair().UnpackKLast), decode(&d, r.to, bind.NewUniswapV2Factory().UnpackFeeTo)
	if d.err == nil && to != (common.Address{}) && last.Sign() > 0 {
		s.Supply.Add(&s.Supply, p.due(&s.Supply, last))
	}
	return s, d.err
}

// due is what the factory's fee mints: a sixth of what the liquidity grew since the product of the
// reserves was the last one, as _mintFee computes it.
func (p Pair) due(supply *uint256.Int, last *big.Int) *uint256.Int {
	now, before := p.Liquidity(), new(big.Int).Sqrt(last)
	root := now.ToBig()
	if root.Cmp(before) <= 0 {
		return new(uint256.Int)
	}
	num := new(big.Int).Sub(root, before)
	num.Mul(num, supply.ToBig())
	den := root.Mul(root, big.NewInt(5))
	minted, _ := uint256.FromBig(num.Quo(num, den.Add(den, before)))
	return minted
}

// Liquidity is the root of the product of the reserves, which no trade without a fee changes: what
// the pair is as liquidity over all prices.
func (p Pair) Liquidity() (root uint256.Int) {
	return *root.Sqrt(new(uint256.Int).Mul(&p.Reserve0, &p.Reserve1)) // a reserve has 112 bits
}

// SqrtPriceX96 is the pair's price as a pool of v3 writes it, within the prices of its ticks; zero
// where a reserve is empty.
func (p Pair) SqrtPriceX96() (root uint256.Int) {
	if p.Reserve0.IsZero() || p.Reserve1.IsZero() {
		return root
	}
	v := new(big.Int).Lsh(p.Reserve1.ToBig(), 192)
	v.Sqrt(v.Quo(v, p.Reserve0.ToBig()))
	low, high, err := sqrtRange(MinTick, MaxTick)
	if err != nil {
		return root
	}
	high.SubUint64(&high, 1)
	return *clamp(uint256.MustFromBig(v), &low, &high)
}

// Amounts is what taking so many units of the share out pays of each token, rounded down as the
// pair does it.
func (s Share) Amounts(p Pair, units *uint256.Int) (amount0, amount1 uint256.Int) {
	return s.part(units, &p.Reserve0), s.part(units, &p.Reserve1)
}

// Liquidity is how much of the pair's is the account's, rounded down.
func (s Share) Liquidity(p Pair) uint256.Int {
	all := p.Liquidity()
	return s.part(&s.Units, &all)
}

func (s Share) part(units, of *uint256.Int) (v uint256.Int) {
	if s.Supply.IsZero() {
		return v
	}
	v.MulDivOverflow(units, of, &s.Supply)
	return v
}

// JoinCallV2 encodes the router's call that puts at most, and at least, so much of both tokens into
// their pair. to receives the pair's own token; until is in unix seconds.
func JoinCallV2(tokens [2]common.Address, most, least [2]*big.Int, to common.Address, until *big.Int) []byte {
	return bind.NewUniswapV2Router02().PackAddLiquidity(tokens[0], tokens[1], most[0], most[1], least[0], least[1], to, until)
}

// LeaveCallV2 encodes the router's call that takes so many units of the pair's own token out, for at
// least so much of both tokens.
func LeaveCallV2(tokens [2]common.Address, units *big.Int, least [2]*big.Int, to common.Address, until *big.Int) []byte {
	return bind.NewUniswapV2Router02().PackRemoveLiquidity(tokens[0], tokens[1], units, least[0], least[1], to, until)
}
