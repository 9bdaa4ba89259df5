package deploy

import (
	"crypto/ecdsa"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"

	"bardo.run/bardo/internal/seed"
	"bardo.run/bardo/mirage/artifact"
)

// Permit2 is its canonical address, the same on every chain.
var Permit2 = common.HexToAddress("0x000000000022D473030F116dDEE9F6B43aC78BA3")

// Token is one of the market's two tokens.
type Token struct {
	Symbol   string // unique in the plan; the name of its entry in the book unless Native
	Name     string // the EIP-712 domain's name; empty: "USD Coin" for USDC, else the symbol
	Decimals uint8  // 18 if Native
	// Native means the chain's wrapped coin: WETH9, entered as "WETH9". Any other
	// token is a FiatTokenV2_2 of its own, with EIP-3009 and EIP-2612.
	Native bool
}

func (t Token) name() string {
	switch {
	case t.Name != "":
		return t.Name
	case t.Symbol == usdc.Symbol:
		return usdc.Name
	default:
		return t.Symbol
	}
}

// entry is the token's name in the book.
func (t Token) entry() string {
	if t.Native {
		return "WETH9"
	}
	return t.Symbol
}

// Grant is a starting balance.
type Grant struct {
	To     common.Address
	Asset  string       // "native", "WETH9", or a token's symbol
	Amount *uint256.Int // smallest units
}

// Native is the asset of a Grant in the chain's own coin.
const Native = "native"

// Plan says what to deploy. Equal plans give equal addresses.
type Plan struct {
	Seed         seed.Seed
	Token0       Token // the pool's order
	Token1       Token
	Fee          uint32       // hundredths of a basis point: 100, 500, 3000 or 10000
	SqrtPriceX96 *uint256.Int // the pool's opening price
	Grants       []Grant
}

var (
	usdc  = Token{Symbol: "USDC", Name: "USD Coin", Decimals: 6}
	weth9 = Token{Symbol: "WETH", Name: "Wrapped Ether", Decimals: 18, Native: true}

	fees = []uint32{100, 500, 3000, 10000}

	// MarketFunds is what the market account owns of each token at the start, in
	// smallest units: 2^112, more than any recorded market can ask for and far
	// from every overflow in the pool's arithmetic.
	MarketFunds = new(uint256.Int).Lsh(uint256.NewInt(1), 112)

	minSqrtPrice = uint256.NewInt(4295128739)
	maxSqrtPrice = uint256.MustFromDecimal("1461446703485210103287273052203988822378723970342")
)

// Check reports every reason for which the plan cannot be carried out.
func (p Plan) Check() error {
	var errs []error
	for _, t := range []Token{p.Token0, p.Token1} {
		if t.Symbol == "" || t.Symbol == Native || slices.Contains(reserved, t.entry()) && !t.Native {
			errs = append(errs, fmt.Errorf("token symbol %q is empty or taken", t.Symbol))
		}
		if t.Native && t.Decimals != weth9.Decimals {
			errs = append(errs, fmt.Errorf("token %s: the wrapped native coin has 18 decimals, not %d", t.Symbol, t.Decimals))
		}
	}
	if p.Token0.entry() == p.Token1.entry() {
		errs = append(errs, fmt.Errorf("both tokens are %s", p.Token0.entry()))
	}
	if !slices.Contains(fees, p.Fee) {
		errs = append(errs, fmt.Errorf("fee %d is not one of %v", p.Fee, fees))
	}
	if p.SqrtPriceX96 == nil || p.SqrtPriceX96.Lt(minSqrtPrice) || !p.SqrtPriceX96.Lt(maxSqrtPrice) {
		errs = append(errs, errors.New("the opening price is outside the pool's range"))
	}
	for _, g := range p.Grants {
		if g.Amount == nil || g.Amount.BitLen() > 128 {
			errs = append(errs, fmt.Errorf("grant of %s to %s: the amount is absent or above 2^128", g.Asset, g.To))
		}
	}
	return errors.Join(errs...)
}

// tokens lists every token: the market's in the pool's order, then USDC and the
// wrapped coin where the market has them not. x402 and the periphery need both.
func (p Plan) tokens() []Token {
	all := []Token{p.Token0, p.Token1}
	for _, t := range []Token{usdc, weth9} {
		if !slices.ContainsFunc(all, func(have Token) bool { return have.entry() == t.entry() }) {
			all = append(all, t)
		}
	}
	return all
}

// DeployerKey signs the deployment; it stays the owner of the factory and the
// minter of every token.
func (p Plan) DeployerKey() (*ecdsa.PrivateKey, error) { return p.key("deploy/deployer") }

// MarketKey owns the market account: only it can run steps.
func (p Plan) MarketKey() (*ecdsa.PrivateKey, error) { return p.key("deploy/market") }

// proxyAdmin may upgrade the tokens; nobody uses it. It is not the deployer,
// because a proxy's admin cannot call the token.
func (p Plan) proxyAdmin() (common.Address, error) { return address(p.key("deploy/proxy-admin")) }

func (p Plan) key(name string) (*ecdsa.PrivateKey, error) {
	b := p.Seed.Bytes(name)
	key, err := crypto.ToECDSA(b[:])
	if err != nil {
		return nil, fmt.Errorf("key %s: %w", name, err)
	}
	return key, nil
}

func address(key *ecdsa.PrivateKey, err error) (common.Address, error) {
	if err != nil {
		return common.Address{}, err
	}
	return crypto.PubkeyToAddress(key.PublicKey), nil
}

// Genesis is what must exist in block 0.
type Genesis struct {
	Alloc map[common.Address]*big.Int // balances, wei
	Code  map[common.Address][]byte
}

// Genesis returns the balances of the deployer and of the market's owner, and
// Permit2 at its canonical address, to be merged into the devnet's own.
func (p Plan) Genesis(set *artifact.Set) (Genesis, error) {
	permit2, err := set.Contract("Permit2")
	if err != nil {
		return Genesis{}, err
	}
	deployer, err := address(p.DeployerKey())
	if err != nil {
		return Genesis{}, err
	}
	market, err := address(p.MarketKey())
	if err != nil {
		return Genesis{}, err
	}
	// Room for the market's wrapped coins, for 100 grants of 2^128 and for gas.
	whole := new(big.Int).Lsh(big.NewInt(1), 136)
	gas := new(big.Int).Lsh(big.NewInt(1), 100)
	return Genesis{
		Alloc: map[common.Address]*big.Int{deployer: whole, market: gas},
		Code:  map[common.Address][]byte{Permit2: permit2.Runtime},
	}, nil
}
