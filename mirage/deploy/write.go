package deploy

import (
	"fmt"
	"math/big"
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
	opened int // the step that opens the pool
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
	for _, phase := range []func() error{w.tokens, w.shared, w.uniswap, w.market, w.grants} {
		if err := phase(); err != nil {
			return nil, err
		}
	}
	return w, nil
}

// tokens creates the tokens. The two of the market are created one after the
// other, the one that must have the lower address at whichever of the two nonces
// gives it: so the pool's order is the plan'w.
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
	order := append([]Token(nil), all...)
	next := uint64(len(w.steps))
	if crypto.CreateAddress(w.deployer, next).Cmp(crypto.CreateAddress(w.deployer, next+1)) > 0 {
		order[0], order[1] = order[1], order[0]
	}
	for _, t := range order {
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

// market creates the pool at its opening price and the account that moves it.
func (w *writer) market() error {
	p := w.plan
	pool, err := w.pool()
	if err != nil {
		return err
	}
	w.Call(phaseMarket, "create pool", w.At("UniswapV3Factory"), bind.NewUniswapV3Factory().PackCreatePool(
		w.At(p.Token0.entry()), w.At(p.Token1.entry()), new(big.Int).SetUint64(uint64(p.Fee))))
	w.steps[len(w.steps)-1].gas = createGas
	w.entries = append(w.entries, placed{"UniswapV3Pool", "UniswapV3Pool", pool, len(w.steps) - 1})
	w.opened = len(w.steps)
	w.Call(phaseMarket, "initialize pool", pool, bind.NewUniswapV3Pool().PackInitialize(p.SqrtPriceX96.ToBig()))

	owner, err := address(p.MarketKey())
	if err != nil {
		return err
	}
	code, err := marketCode()
	if err != nil {
		return err
	}
	account := w.Create(phaseMarket, "Market", "Market", append(code, bind.NewMarket().PackConstructor(owner, pool)...))
	for _, t := range []Token{p.Token0, p.Token1} {
		w.give(t, account, MarketFunds)
	}
	return nil
}

// pool is the address that the factory will give the pool.
func (w *writer) pool() (common.Address, error) {
	p := w.plan
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
		t, ok := w.plan.asset(g.Asset)
		if !ok {
			return fmt.Errorf("deployment plan: grant to %s: no token %q", g.To, g.Asset)
		}
		w.give(t, g.To, g.Amount)
	}
	return nil
}

// asset finds a token by its symbol or its name in the book.
func (p Plan) asset(name string) (Token, bool) {
	for _, t := range p.tokens() {
		if t.Symbol == name || t.entry() == name {
			return t, true
		}
	}
	return Token{}, false
}
