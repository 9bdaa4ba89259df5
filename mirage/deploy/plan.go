package deploy

import (
	"crypto/ecdsa"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"

	"bardo.run/bardo/internal/seed"
	"bardo.run/bardo/mirage/artifact"
)

// Permit2 is its canonical address, the same on every chain.
var Permit2 = common.HexToAddress("0x000000000022D473030F116dDEE9F6B43aC78BA3")

// Token is a token of the markets.
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
	Seed    seed.Seed
	Pools   []Pool // at least one; tokens of one symbol are one token
	Traders int    // market accounts of each pool; 0 is 1
	Grants  []Grant
}

var (
	usdc  = Token{Symbol: "USDC", Name: "USD Coin", Decimals: 6}
	weth9 = Token{Symbol: "WETH", Name: "Wrapped Ether", Decimals: 18, Native: true}

	// MarketFunds is what the market account owns of each token at the start, in
	// smallest units: 2^112, more than any recorded market can ask for and far
	// from every overflow in the pool's arithmetic.
	MarketFunds = new(uint256.Int).Lsh(uint256.NewInt(1), 112)
)

// Check reports every reason for which the plan cannot be carried out.
func (p Plan) Check() error {
	var errs []error
	if len(p.Pools) == 0 {
		errs = append(errs, errors.New("a plan without a pool"))
	}
	if p.Traders < 0 || p.Traders > MaxTraders {
		errs = append(errs, fmt.Errorf("%d traders: want at most %d", p.Traders, MaxTraders))
	}
	seen := map[string]bool{}
	for _, pool := range p.Pools {
		errs = append(errs, pool.check())
		if seen[pool.Handle()] {
			errs = append(errs, fmt.Errorf("two pools are %s", pool.Handle()))
		}
		seen[pool.Handle()] = true
	}
	if _, err := p.ranked(); err != nil {
		errs = append(errs, err)
	}
	for _, g := range p.Grants {
		if g.Amount == nil || g.Amount.BitLen() > 128 {
			errs = append(errs, fmt.Errorf("grant of %s to %s: the amount is absent or above 2^128", g.Asset, g.To))
		}
	}
	return errors.Join(errs...)
}

// ranked lists the tokens of the pools so that token0 of each stands before its token1, in
// the order of their first mention where they may. It reports two tokens of one name, and pools
// whose orders contradict each other.
func (p Plan) ranked() ([]Token, error) {
	var rest, out []Token
	for _, pool := range p.Pools {
		for _, t := range []Token{pool.Token0, pool.Token1} {
			i := slices.IndexFunc(rest, func(have Token) bool { return have.entry() == t.entry() })
			if i < 0 {
				rest = append(rest, t)
			} else if rest[i] != t {
				return nil, fmt.Errorf("two tokens are %s: one has %d decimals, the other %d, or another name", t.entry(), rest[i].Decimals, t.Decimals)
			}
		}
	}
	for len(rest) > 0 {
		i := slices.IndexFunc(rest, func(t Token) bool { return !p.above(t, rest) })
		if i < 0 {
			return nil, fmt.Errorf("the pools order %s in a circle: no addresses can follow it", symbols(rest))
		}
		out, rest = append(out, rest[i]), slices.Delete(rest, i, i+1)
	}
	return out, nil
}

// above tells whether a token must have a higher address than one of the others.
func (p Plan) above(t Token, others []Token) bool {
	return slices.ContainsFunc(p.Pools, func(pool Pool) bool {
		return pool.Token1.entry() == t.entry() && slices.Contains(others, pool.Token0)
	})
}

func symbols(tokens []Token) string {
	all := make([]string, len(tokens))
	for i, t := range tokens {
		all[i] = t.Symbol
	}
	return strings.Join(all, ", ")
}

// tokens lists every token: those of the pools in the order of their addresses, then USDC and
// the wrapped coin where no pool has them. x402 and the periphery need both. The plan was
// checked.
func (p Plan) tokens() []Token {
	all, _ := p.ranked()
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

// MarketKey owns the first market account of the first pool: only it can run its steps.
func (p Plan) MarketKey() (*ecdsa.PrivateKey, error) { return p.key("deploy/market") }

// TraderKey owns one of the market accounts of a pool, both counted from 0.
func (p Plan) TraderKey(pool, trader int) (*ecdsa.PrivateKey, error) {
	if pool == 0 && trader == 0 {
		return p.MarketKey()
	}
	return p.key(fmt.Sprintf("deploy/market/%s/%d", p.Pools[pool].Handle(), trader))
}

// traders is how many market accounts each pool has.
func (p Plan) traders() int { return max(1, p.Traders) }

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

// Genesis returns the balances of the deployer and of the market accounts' owners, and
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
	// Room for the market's wrapped coins, for 100 grants of 2^128 and for gas.
	whole := new(big.Int).Lsh(big.NewInt(1), 136)
	gas := new(big.Int).Lsh(big.NewInt(1), 100)
	g := Genesis{
		Alloc: map[common.Address]*big.Int{deployer: whole},
		Code:  map[common.Address][]byte{Permit2: permit2.Runtime},
	}
	for i := range p.Pools {
		for k := range p.traders() {
			owner, err := address(p.TraderKey(i, k))
			if err != nil {
				return Genesis{}, err
			}
			g.Alloc[owner] = gas
		}
	}
	return g, nil
}
