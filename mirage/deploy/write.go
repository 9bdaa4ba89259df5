package deploy

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/math"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/mirage/artifact"
)

// Phases of a deployment, one block each (spec: mirage-testing §12.2; of its
// seven, those that a market needs).
const (
	phaseTokens  = "tokens"
	phaseShared  = "shared"
	phaseUniswap = "uniswap v3"
	phaseMarket  = "market"
)

// reserved are the book's names that no token may take.
var reserved = []string{
	"SignatureChecker", "FiatTokenV2_2", "WETH9", "Permit2", "Multicall3", "UniswapV3Factory",
	"NonfungiblePositionManager", "SwapRouter", "QuoterV2", "TickLens", "UniswapV3Pool", "Market",
}

// writer writes the script of a plan.
type writer struct {
	*Script
	plan   Plan
	opened []int // the step that opens each pool
}

// write computes the whole deployment of a plan.
func write(set *artifact.Set, p Plan) (*writer, error) {
	if err := p.Check(); err != nil {
		return nil, fmt.Errorf("deployment plan: %w", err)
	}
	deployer, err := address(p.DeployerKey())
	if err != nil {
		return nil, err
	}
	w := &writer{Script: &Script{deployer: deployer, set: set}, plan: p}
	if len(p.Pools) > 1 || p.Traders > 1 {
		w.block = severalGas
	}
	for _, phase := range []func() error{w.tokens, w.shared, w.uniswap, w.markets, w.grants} {
		if err := phase(); err != nil {
			return nil, err
		}
	}
	return w, nil
}

// severalGas bounds the gas limits of one block of a plan with several pools; the phases of
// a single one fit their blocks.
const severalGas = 28_000_000

// tokens creates the tokens. Those of the pools are created one after the other, each at the
// nonce that gives it the address of its rank: so the order of each pool is the plan's.
func (w *writer) tokens() error {
	code, err := w.Code("SignatureChecker", nil, nil)
	if err != nil {
		return err
	}
	checker := w.Create(phaseTokens, "SignatureChecker", "SignatureChecker", code)
	code, err = w.Code("FiatTokenV2_2", nil, map[string]common.Address{"SignatureChecker": checker})
	if err != nil {
		return err
	}
	implementation := w.Create(phaseTokens, "FiatTokenV2_2", "FiatTokenV2_2", code)

	all := w.plan.tokens()
	ranked, err := w.plan.ranked()
	if err != nil {
		return err
	}
	for _, t := range w.inOrder(all, len(ranked)) {
		if err := w.token(t, implementation); err != nil {
			return err
		}
	}
	for _, t := range all {
		if !t.Native {
			if err := w.initialise(t); err != nil {
				return err
			}
		}
	}
	return nil
}

// inOrder places the first n tokens so that, created one after the other, they have rising
// addresses in the order in which they are given.
func (w *writer) inOrder(all []Token, n int) []Token {
	next := uint64(len(w.steps))
	at := func(i int) common.Address { return crypto.CreateAddress(w.deployer, next+uint64(i)) }
	places := make([]int, n) // by address
	for i := range places {
		places[i] = i
	}
	slices.SortFunc(places, func(a, b int) int { return at(a).Cmp(at(b)) })
	order := slices.Clone(all)
	for rank, place := range places {
		order[place] = all[rank]
	}
	return order
}

func (w *writer) token(t Token, implementation common.Address) error {
	contract, args := "WETH9", []byte(nil)
	if !t.Native {
		contract, args = "FiatTokenProxy", bind.NewFiatTokenProxy().PackConstructor(implementation)
	}
	code, err := w.Code(contract, args, nil)
	if err != nil {
		return err
	}
	abi := contract
	if !t.Native {
		abi = "FiatTokenV2_2"
	}
	w.Create(phaseTokens, t.entry(), abi, code)
	return nil
}

// initialise takes a token through every version up to V2_2, as Circle's own
// deployment does, and makes the deployer its minter.
func (w *writer) initialise(t Token) error {
	admin, err := w.plan.proxyAdmin()
	if err != nil {
		return err
	}
	fiat, at, d := bind.NewFiatToken(), w.At(t.entry()), w.deployer
	for _, c := range []struct {
		what string
		data []byte
	}{
		{"changeAdmin", bind.NewFiatTokenProxy().PackChangeAdmin(admin)},
		{"initialize", fiat.PackInitialize(t.name(), t.Symbol, currency(t), t.Decimals, d, d, d, d)},
		{"initializeV2", fiat.PackInitializeV2(t.name())},
		{"initializeV2_1", fiat.PackInitializeV21(d)},
		{"initializeV2_2", fiat.PackInitializeV22(nil, t.Symbol)},
		{"configureMinter", fiat.PackConfigureMinter(d, math.MaxBig256)},
	} {
		w.Call(phaseTokens, t.Symbol+" "+c.what, at, c.data)
	}
	return nil
}

// currency is the field of that name in the token: the fiat unit of a coin that
// says so in its symbol, else the symbol.
func currency(t Token) string {
	for _, unit := range []string{"USD", "EUR"} {
		if strings.HasPrefix(t.Symbol, unit) {
			return unit
		}
	}
	return t.Symbol
}

func (w *writer) shared() error {
	w.entries = append(w.entries, placed{"Permit2", "IPermit2", Permit2, -1})
	code, err := w.Code("Multicall3", nil, nil)
	if err != nil {
		return err
	}
	w.Create(phaseShared, "Multicall3", "IMulticall3", code)
	return nil
}

func (w *writer) uniswap() error {
	weth := w.At("WETH9")
	factory := crypto.CreateAddress(w.deployer, uint64(len(w.steps)))
	for _, c := range []struct {
		name string
		args []byte
	}{
		{"UniswapV3Factory", nil},
		{"NonfungiblePositionManager", bind.NewNonfungiblePositionManager().PackConstructor(factory, weth, common.Address{})},
		{"SwapRouter", bind.NewSwapRouter().PackConstructor(factory, weth)},
		{"QuoterV2", bind.NewQuoterV2().PackConstructor(factory, weth)},
		{"TickLens", nil},
	} {
		code, err := w.Code(c.name, c.args, nil)
		if err != nil {
			return err
		}
		w.Create(phaseUniswap, c.name, c.name, code)
	}
	// The 0.01 % tier, as governance added it on the chains in use.
	w.Call(phaseUniswap, "enable fee 100", factory,
		bind.NewUniswapV3Factory().PackEnableFeeAmount(big.NewInt(100), big.NewInt(1)))
	return nil
}

// markets creates each pool at its opening price and the accounts that move it.
func (w *writer) markets() error {
	for i := range w.plan.Pools {
		if err := w.market(i); err != nil {
			return err
		}
	}
	return nil
}

func (w *writer) market(i int) error {
	p := w.plan.Pools[i]
	pool, err := w.pool(p)
	if err != nil {
		return err
	}
	w.Call(phaseMarket, "create pool", w.At("UniswapV3Factory"), bind.NewUniswapV3Factory().PackCreatePool(
		w.At(p.Token0.entry()), w.At(p.Token1.entry()), new(big.Int).SetUint64(uint64(p.Fee))))
	w.steps[len(w.steps)-1].gas = createGas
	w.entries = append(w.entries, placed{w.plan.contract(i), "UniswapV3Pool", pool, len(w.steps) - 1})
	w.opened = append(w.opened, len(w.steps))
	w.Call(phaseMarket, "initialize pool", pool, bind.NewUniswapV3Pool().PackInitialize(p.SqrtPriceX96.ToBig()))
	for k := range w.plan.traders() {
		if err := w.trader(i, k, pool); err != nil {
			return err
		}
	}
	return nil
}

// trader creates a market account of a pool and gives it its funds.
func (w *writer) trader(i, k int, pool common.Address) error {
	owner, err := address(w.plan.TraderKey(i, k))
	if err != nil {
		return err
	}
	code, err := marketCode()
	if err != nil {
		return err
	}
	account := w.Create(phaseMarket, w.plan.account(i, k), "Market", append(code, bind.NewMarket().PackConstructor(owner, pool)...))
	for _, t := range []Token{w.plan.Pools[i].Token0, w.plan.Pools[i].Token1} {
		w.give(t, account, MarketFunds)
	}
	return nil
}

// pool is the address that the factory will give a pool.
func (w *writer) pool(p Pool) (common.Address, error) {
	creation, err := w.Code("UniswapV3Pool", nil, nil)
	if err != nil {
		return common.Address{}, err
	}
	var key [96]byte
	t0, t1 := w.At(p.Token0.entry()), w.At(p.Token1.entry())
	copy(key[12:32], t0[:])
	copy(key[44:64], t1[:])
	new(big.Int).SetUint64(uint64(p.Fee)).FillBytes(key[64:])
	return crypto.CreateAddress2(w.At("UniswapV3Factory"), crypto.Keccak256Hash(key[:]), crypto.Keccak256(creation)), nil
}

// Call is one transaction of the deployer.
type Call struct {
	To    common.Address
	Value *uint256.Int // wei
	Data  []byte
}

// Give returns the calls by which the deployer, who may mint, gives an account of the token
// at an address. The wrapped coin is wrapped and sent.
func (t Token) Give(at, to common.Address, amount *uint256.Int) []Call {
	none := new(uint256.Int)
	if !t.Native {
		return []Call{{at, none, bind.NewFiatToken().PackMint(to, amount.ToBig())}}
	}
	return []Call{
		{at, amount, bind.NewWETH9().PackDeposit()},
		{at, none, bind.NewERC20().PackTransfer(to, amount.ToBig())},
	}
}

func (w *writer) give(t Token, to common.Address, amount *uint256.Int) {
	for _, c := range t.Give(w.At(t.entry()), to, amount) {
		w.Pay(phaseMarket, "give "+t.Symbol, c.To, c.Data, c.Value)
	}
}

func (w *writer) grants() error {
	for _, g := range w.plan.Grants {
		if g.Asset == Native {
			w.Pay(phaseMarket, "give native", g.To, nil, g.Amount)
			continue
		}
		t, ok := w.plan.Token(g.Asset)
		if !ok {
			return fmt.Errorf("deployment plan: grant to %s: no token %q", g.To, g.Asset)
		}
		w.give(t, g.To, g.Amount)
	}
	return nil
}

// Token finds a token by its symbol or its name in the book.
func (p Plan) Token(name string) (Token, bool) {
	for _, t := range p.tokens() {
		if t.Symbol == name || t.entry() == name {
			return t, true
		}
	}
	return Token{}, false
}
