package kit

import (
	"crypto/ecdsa"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"

	"bardo.run/bardo/internal/seed"
	"bardo.run/bardo/mirage/artifact"
	"bardo.run/bardo/mirage/deploy"
)

// DevSeed is what the addresses of bardo dev derive from: always the same, so that what was
// written down of one holds for the next.
const DevSeed = 1

// Opening prices in whole US dollars.
const (
	ETHPrice = 2_000
	BTCPrice = 60_000
)

// Plan says for whom the kit is. Equal plans give equal addresses.
type Plan struct {
	Seed   seed.Seed
	Actors []common.Address // each gets ActorUSDC
}

// ActorUSDC is what an actor gets, in smallest units: a million.
var ActorUSDC = whole(1_000_000, 6)

// whole is n units of a token in its smallest ones.
func whole(n int64, decimals int64) *big.Int {
	return new(big.Int).Mul(big.NewInt(n), new(big.Int).Exp(big.NewInt(10), big.NewInt(decimals), nil))
}

// Market is the plan of the contracts that the kit stands on: USDC below WETH at
// 0.05 %, and USDC for the kit to spend.
func (p Plan) Market() (deploy.Plan, error) {
	account, err := p.deployer()
	if err != nil {
		return deploy.Plan{}, err
	}
	return deploy.Plan{
		Seed: p.Seed,
		Pools: []deploy.Pool{{
			Token0: deploy.Token{Symbol: "USDC", Decimals: 6}, Token1: deploy.Token{Symbol: "WETH", Decimals: 18, Native: true}, Fee: 500,
			SqrtPriceX96: uint256.MustFromBig(sqrtPrice(whole(ETHPrice, 6), whole(1, 18))),
		}},
		Grants: []deploy.Grant{{To: account, Asset: "USDC", Amount: uint256.MustFromBig(whole(1_000_000_000, 6))}},
	}, nil
}

// Genesis is what must exist in block 0: that of the market, and the kit's account.
func (p Plan) Genesis(set *artifact.Set) (deploy.Genesis, error) {
	m, err := p.Market()
	if err != nil {
		return deploy.Genesis{}, err
	}
	g, err := m.Genesis(set)
	if err != nil {
		return deploy.Genesis{}, err
	}
	account, err := p.deployer()
	if err != nil {
		return deploy.Genesis{}, err
	}
	g.Alloc[account] = whole(1_000_000, 18)
	return g, nil
}

// Key signs the kit's deployment. It owns every contract of the kit that has an owner,
// sets the prices, and holds the seeded liquidity.
func (p Plan) Key() (*ecdsa.PrivateKey, error) {
	b := p.Seed.Bytes("deploy/kit")
	key, err := crypto.ToECDSA(b[:])
	if err != nil {
		return nil, fmt.Errorf("key of the kit: %w", err)
	}
	return key, nil
}

func (p Plan) deployer() (common.Address, error) {
	key, err := p.Key()
	if err != nil {
		return common.Address{}, err
	}
	return crypto.PubkeyToAddress(key.PublicKey), nil
}

// sqrtPrice is √(amount1/amount0)·2^96, the price at which these amounts are worth the
// same.
func sqrtPrice(amount0, amount1 *big.Int) *big.Int {
	q := new(big.Int).Lsh(amount1, 192)
	return q.Sqrt(q.Div(q, amount0))
}
