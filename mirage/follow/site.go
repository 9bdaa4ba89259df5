package follow

import (
	"context"
	"crypto/ecdsa"
	"fmt"
	"math/big"
	"slices"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/permit2"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/mirage/artifact"
	"bardo.run/bardo/mirage/deploy"
	"bardo.run/bardo/mirage/deploy/kit"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/math"
	"github.com/ethereum/go-ethereum/crypto"
)

// blockGas bounds the gas limits of the transactions of one block.
const blockGas = 28_000_000

// Phases of the deployment.
const (
	phaseExchanges = "exchanges of the followers"
	phasePools     = "pools of the followers"
)

// site writes the deployment of pools. The first error sticks.
type site struct {
	*deploy.Script
	venues []*Venue
	err    error
}

// Deploy creates the exchanges that the pools need, the pools themselves, and their liquidity,
// on a chain with the contracts of a book. The account must hold the amounts and native coin;
// the liquidity stays its own. The contracts are those that it added, to be entered in the book.
func Deploy(ctx context.Context, chain deploy.Chain, set *artifact.Set, key *ecdsa.PrivateKey, book deploy.Book, pools []Pool) ([]*Venue, []deploy.Contract, error) {
	s := &site{Script: deploy.NewScript(set, crypto.PubkeyToAddress(key.PublicKey), blockGas)}
	for _, c := range book.Contracts {
		s.Know(c)
	}
	has := func(protocol string) bool {
		return slices.ContainsFunc(pools, func(p Pool) bool { return p.Protocol == protocol })
	}
	if has(V2) {
		s.v2()
	}
	if has(V4) {
		s.v4()
	}
	for _, p := range pools {
		s.open(p)
	}
	if s.err != nil {
		return nil, nil, fmt.Errorf("followers: %w", s.err)
	}
	receipts, err := s.Run(ctx, chain, key)
	if err != nil {
		return nil, nil, err
	}
	for _, v := range s.venues {
		for _, r := range receipts {
			if err := v.Book(r); err != nil {
				return nil, nil, err
			}
		}
	}
	made, err := s.Contracts(ctx, chain, receipts)
	return s.venues, made, err
}

func (s *site) fail(err error) {
	if s.err == nil {
		s.err = err
	}
}

func (s *site) make(name string, args []byte) common.Address {
	code, err := s.Code(name, args, nil)
	s.fail(err)
	return s.Create(phaseExchanges, name, name, code)
}

func (s *site) v2() {
	factory := s.make("UniswapV2Factory", bind.NewUniswapV2Factory().PackConstructor(s.Deployer()))
	s.make("UniswapV2Router02", bind.NewUniswapV2Router02().PackConstructor(factory, s.At("WETH9")))
}

func (s *site) v4() {
	manager := s.make("V4PoolManager", bind.NewV4PoolManager().PackConstructor(s.Deployer()))
	positions := s.make("V4PositionManager", bind.NewV4PositionManager().PackConstructor(
		manager, permit2.Address, big.NewInt(300_000), common.Address{}, s.At("WETH9")))
	s.make("V4Quoter", bind.NewV4Quoter().PackConstructor(manager))
	s.make("V4StateView", bind.NewV4StateView().PackConstructor(manager))
	s.make("UniversalRouter", bind.NewUniversalRouter().PackConstructor(bind.RouterParameters{
		Permit2: permit2.Address, Weth9: s.At("WETH9"), V2Factory: s.At("UniswapV2Factory"), V3Factory: s.At("UniswapV3Factory"),
		PairInitCodeHash: s.init("UniswapV2Pair"), PoolInitCodeHash: s.init("UniswapV3Pool"), V4PoolManager: manager,
		V3NFTPositionManager: s.At("NonfungiblePositionManager"), V4PositionManager: positions,
	}))
}

// init is the hash of a contract's creation code, from which its address follows.
func (s *site) init(contract string) common.Hash {
	code, err := s.Code(contract, nil, nil)
	s.fail(err)
	return crypto.Keccak256Hash(code)
}

// open creates a pool and fills it.
func (s *site) open(p Pool) {
	v := &Venue{Pool: p}
	s.venues = append(s.venues, v)
	switch p.Protocol {
	case V2:
		s.openV2(v)
	case V3:
		s.openV3(v)
	case V4:
		s.openV4(v)
	}
}

func (s *site) approve(p Pool, spender common.Address) {
	for _, token := range []common.Address{p.Token0, p.Token1} {
		s.Call(phasePools, "approve "+p.Handle, token, bind.NewERC20().PackApprove(spender, math.MaxBig256))
	}
}

func (s *site) openV2(v *Venue) {
	factory, p := s.At("UniswapV2Factory"), v.Pool
	v.Router, v.state = s.At("UniswapV2Router02"), &pair{}
	hash := s.init("UniswapV2Pair")
	v.At = crypto.CreateAddress2(factory, crypto.Keccak256Hash(p.Token0[:], p.Token1[:]), hash[:])
	s.approve(p, v.Router)
	s.Call(phasePools, "create "+p.Handle, factory, bind.NewUniswapV2Factory().PackCreatePair(p.Token0, p.Token1))
	s.Gas(4_000_000)
	s.Place("UniswapV2Pair:"+p.Handle, "UniswapV2Pair", v.At)
	s.Call(phasePools, "fill "+p.Handle, v.Router, bind.NewUniswapV2Router02().PackAddLiquidity(
		p.Token0, p.Token1, p.Amount0.ToBig(), p.Amount1.ToBig(), new(big.Int), new(big.Int), s.Deployer(), until))
}

func (s *site) openV3(v *Venue) {
	factory, npm, p := s.At("UniswapV3Factory"), s.At("NonfungiblePositionManager"), v.Pool
	r := newRanged(p)
	v.Router, v.state = s.At("SwapRouter"), r
	s.start(r)
	hash, fee := s.init("UniswapV3Pool"), big.NewInt(int64(p.Fee))
	salt := crypto.Keccak256Hash(common.LeftPadBytes(p.Token0[:], 32), common.LeftPadBytes(p.Token1[:], 32), common.BigToHash(fee).Bytes())
	v.At = crypto.CreateAddress2(factory, salt, hash[:])
	s.approve(p, npm)
	s.Call(phasePools, "create "+p.Handle, factory, bind.NewUniswapV3Factory().PackCreatePool(p.Token0, p.Token1, fee))
	s.Gas(7_000_000)
	s.Place("UniswapV3Pool:"+p.Handle, "UniswapV3Pool", v.At)
	s.Call(phasePools, "open "+p.Handle, v.At, poolABI.PackInitialize(p.SqrtPriceX96.ToBig()))
	edge := big.NewInt(int64(uniswap.MaxUsableTick(p.Spacing())))
	s.Call(phasePools, "fill "+p.Handle, npm, bind.NewNonfungiblePositionManager().PackMint(bind.INonfungiblePositionManagerMintParams{
		Token0: p.Token0, Token1: p.Token1, Fee: fee, TickLower: new(big.Int).Neg(edge), TickUpper: edge,
		Amount0Desired: p.Amount0.ToBig(), Amount1Desired: p.Amount1.ToBig(), Amount0Min: new(big.Int), Amount1Min: new(big.Int),
		Recipient: s.Deployer(), Deadline: until,
	}))
}

func (s *site) openV4(v *Venue) {
	positions, p := s.At("V4PositionManager"), v.Pool
	r := newRanged(p)
	v.At, v.Router, v.state = s.At("V4PoolManager"), s.At("UniversalRouter"), r
	s.start(r)
	v.ID = uniswap.PoolIDV4(key(p))
	s.approve(p, permit2.Address)
	for _, token := range []common.Address{p.Token0, p.Token1} {
		s.Call(phasePools, "allow "+p.Handle, permit2.Address, bind.NewPermit2().PackApprove(token, positions, most160, until))
	}
	s.Call(phasePools, "open "+p.Handle, positions, bind.NewV4PositionManager().PackInitializePool(key(p), p.SqrtPriceX96.ToBig()))
	call, err := kit.FillV4(key(p), p.Amount0.ToBig(), p.Amount1.ToBig(), s.Deployer())
	s.fail(err)
	s.Call(phasePools, "fill "+p.Handle, positions, call)
}

// start gives a pool the tick of its opening price.
func (s *site) start(r *ranged) {
	tick, err := uniswap.TickAtSqrtPrice(&r.SqrtPriceX96)
	s.fail(err)
	r.Tick = tick
}
