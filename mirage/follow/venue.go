package follow

import (
	"fmt"
	"math/big"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/permit2"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/mirage/deploy"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/math"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"
)

// Venue is a pool as its events tell of it, and how one trades in it.
type Venue struct {
	Pool
	// At is the pair or the pool; of v4 the manager of pools, in which ID names it.
	At     common.Address
	ID     common.Hash
	Router common.Address
	Swaps  int // so far, whosoever
	state  state
}

// Topics of the events that change price or liquidity.
var (
	topicSync   = topic("Sync(uint112,uint112)")
	topicSwapV3 = topic("Swap(address,address,int256,int256,uint160,uint128,int24)")
	topicMint   = topic("Mint(address,address,int24,int24,uint128,uint256,uint256)")
	topicBurn   = topic("Burn(address,int24,int24,uint128,uint256,uint256)")
	topicSwapV4 = topic("Swap(bytes32,address,int128,int128,uint160,uint128,int24,uint24)")
	topicModify = topic("ModifyLiquidity(bytes32,address,int24,int24,int256,bytes32)")
	topicSwapV2 = topic("Swap(address,uint256,uint256,uint256,uint256,address)")

	pairABI, poolABI, managerABI = bind.NewUniswapV2Pair(), bind.NewUniswapV3Pool(), bind.NewV4PoolManager()
)

func topic(signature string) common.Hash { return crypto.Keccak256Hash([]byte(signature)) }

// Price is the square root Q64.96 of the price of token0 in token1.
func (v *Venue) Price() *uint256.Int { return v.state.price() }

// Book takes over what a transaction did to the pool.
func (v *Venue) Book(r *types.Receipt) error {
	for _, l := range r.Logs {
		if l.Address != v.At || len(l.Topics) == 0 || v.Protocol == V4 && (len(l.Topics) < 2 || l.Topics[1] != v.ID) {
			continue
		}
		if err := v.event(l); err != nil {
			return fmt.Errorf("event of %s in %s: %w", v.Handle, r.TxHash, err)
		}
	}
	return nil
}

func (v *Venue) event(l *types.Log) error {
	switch l.Topics[0] {
	case topicSync:
		e, err := pairABI.UnpackSyncEvent(l)
		if err == nil {
			p := v.state.(*pair)
			p.Reserve0.SetFromBig(e.Reserve0)
			p.Reserve1.SetFromBig(e.Reserve1)
		}
		return err
	case topicSwapV2:
		v.Swaps++
	case topicSwapV3:
		e, err := poolABI.UnpackSwapEvent(l)
		if err == nil {
			v.swapped(e.SqrtPriceX96, e.Liquidity, e.Tick)
		}
		return err
	case topicSwapV4:
		e, err := managerABI.UnpackSwapEvent(l)
		if err == nil {
			v.swapped(e.SqrtPriceX96, e.Liquidity, e.Tick)
		}
		return err
	case topicMint:
		e, err := poolABI.UnpackMintEvent(l)
		if err == nil {
			v.provided(e.TickLower, e.TickUpper, e.Amount)
		}
		return err
	case topicBurn:
		e, err := poolABI.UnpackBurnEvent(l)
		if err == nil {
			v.provided(e.TickLower, e.TickUpper, new(big.Int).Neg(e.Amount))
		}
		return err
	case topicModify:
		e, err := managerABI.UnpackModifyLiquidityEvent(l)
		if err == nil {
			v.provided(e.TickLower, e.TickUpper, e.LiquidityDelta)
		}
		return err
	}
	return nil
}

func (v *Venue) swapped(price, liquidity, tick *big.Int) {
	r := v.state.(*ranged)
	r.SqrtPriceX96.SetFromBig(price)
	r.Liquidity.SetFromBig(liquidity)
	r.Tick = int32(tick.Int64()) //nolint:gosec // 24 bits
	v.Swaps++
}

func (v *Venue) provided(lower, upper, by *big.Int) {
	if by.Sign() == 0 {
		return
	}
	delta, _ := uint256.FromBig(by)
	v.state.(*ranged).change(int32(lower.Int64()), int32(upper.Int64()), delta) //nolint:gosec // 24 bits
}

// Toward is the trade that pays, before gas, where a market stands at a price: until its own
// price after the fee is that. False where none does.
func (v *Venue) Toward(market *uint256.Int) (Trade, bool, error) {
	return v.state.until(market.Lt(v.Price()), market)
}

// To is the trade that brings the pool's own price to one; of v2 nearly, since its fee stays in
// the pool. False where it stands there.
func (v *Venue) To(price *uint256.Int) (Trade, bool, error) {
	return v.state.to(price.Lt(v.Price()), price)
}

// After is the venue as a trade leaves it.
func (v *Venue) After(t Trade) (*Venue, error) {
	next := *v
	var err error
	next.state, err = v.state.after(t)
	return &next, err
}

// Sell is what an amount returns.
func (v *Venue) Sell(zeroForOne bool, in *uint256.Int) (Trade, error) {
	out, err := v.state.sell(zeroForOne, in)
	return Trade{zeroForOne, in, out}, err
}

// until is later than any block, in unix seconds.
var until = big.NewInt(1 << 40)

// Call encodes a trade of an account for the venue's router.
func (v *Venue) Call(t Trade, who common.Address) ([]byte, error) {
	in, out := v.Token0, v.Token1
	if !t.ZeroForOne {
		in, out = out, in
	}
	switch v.Protocol {
	case V2:
		return uniswap.SellCallV2(in, out, who, t.In.ToBig(), t.Out.ToBig(), until), nil
	case V4:
		return uniswap.SellCallV4(v.key(), t.ZeroForOne, t.In.ToBig(), t.Out.ToBig(), until)
	}
	sale := uniswap.SaleV3{TokenIn: in, TokenOut: out, Fee: v.Fee, Recipient: who, Until: until, Amount: t.In.ToBig(), Least: t.Out.ToBig()}
	return sale.Call(false), nil
}

func (v *Venue) key() bind.PoolKey { return key(v.Pool) }

func key(p Pool) bind.PoolKey {
	return uniswap.V4{Fee: p.Fee, TickSpacing: p.Spacing()}.Key(p.Token0, p.Token1)
}

// Allow are the calls by which an account lets the venue's router take its tokens.
func (v *Venue) Allow() []deploy.Call {
	var calls []deploy.Call
	none := new(uint256.Int)
	for _, token := range []common.Address{v.Token0, v.Token1} {
		spender := v.Router
		if v.Protocol == V4 {
			spender = permit2.Address
			calls = append(calls, deploy.Call{To: permit2.Address, Value: none, Data: bind.NewPermit2().PackApprove(token, v.Router, most160, until)})
		}
		calls = append(calls, deploy.Call{To: token, Value: none, Data: bind.NewERC20().PackApprove(spender, math.MaxBig256)})
	}
	return calls
}

// most160 is the largest allowance of Permit2, which never runs out.
var most160 = new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 160), big.NewInt(1))
