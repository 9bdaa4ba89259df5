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

// write computes the whole deployment of a plan.
func write(set *artifact.Set, p Plan) (*Script, error) {
	if err := p.Check(); err != nil {
		return nil, fmt.Errorf("deployment plan: %w", err)
	}
	deployer, err := address(p.DeployerKey())
	if err != nil {
		return nil, err
	}
	s := &Script{deployer: deployer, set: set}
	for _, phase := range []func(Plan) error{s.tokens, s.shared, s.uniswap, s.market, s.grants} {
		if err := phase(p); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// tokens creates the tokens. The two of the market are created one after the
// other, the one that must have the lower address at whichever of the two nonces
// gives it: so the pool's order is the plan's.
func (s *Script) tokens(p Plan) error {
	code, err := s.Code("SignatureChecker", nil, nil)
	if err != nil {
		return err
	}
	checker := s.Create(phaseTokens, "SignatureChecker", "SignatureChecker", code)
	code, err = s.Code("FiatTokenV2_2", nil, map[string]common.Address{"SignatureChecker": checker})
	if err != nil {
		return err
	}
	implementation := s.Create(phaseTokens, "FiatTokenV2_2", "FiatTokenV2_2", code)

	all := p.tokens()
	order := append([]Token(nil), all...)
	next := uint64(len(s.steps))
	if crypto.CreateAddress(s.deployer, next).Cmp(crypto.CreateAddress(s.deployer, next+1)) > 0 {
		order[0], order[1] = order[1], order[0]
	}
	for _, t := range order {
		if err := s.token(t, implementation); err != nil {
			return err
		}
	}
	for _, t := range all {
		if !t.Native {
			if err := s.initialise(p, t); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *Script) token(t Token, implementation common.Address) error {
	contract, args := "WETH9", []byte(nil)
	if !t.Native {
		contract, args = "FiatTokenProxy", bind.NewFiatTokenProxy().PackConstructor(implementation)
	}
	code, err := s.Code(contract, args, nil)
	if err != nil {
		return err
	}
	abi := contract
	if !t.Native {
		abi = "FiatTokenV2_2"
	}
	s.Create(phaseTokens, t.entry(), abi, code)
	return nil
}

// initialise takes a token through every version up to V2_2, as Circle's own
// deployment does, and makes the deployer its minter.
func (s *Script) initialise(p Plan, t Token) error {
	admin, err := p.proxyAdmin()
	if err != nil {
		return err
	}
	fiat, at, d := bind.NewFiatToken(), s.At(t.entry()), s.deployer
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
		s.Call(phaseTokens, t.Symbol+" "+c.what, at, c.data)
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

func (s *Script) shared(Plan) error {
	s.entries = append(s.entries, placed{"Permit2", "IPermit2", Permit2, -1})
	code, err := s.Code("Multicall3", nil, nil)
	if err != nil {
		return err
	}
	s.Create(phaseShared, "Multicall3", "IMulticall3", code)
	return nil
}

func (s *Script) uniswap(Plan) error {
	weth := s.At("WETH9")
	factory := crypto.CreateAddress(s.deployer, uint64(len(s.steps)))
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
		code, err := s.Code(c.name, c.args, nil)
		if err != nil {
			return err
		}
		s.Create(phaseUniswap, c.name, c.name, code)
	}
	// The 0.01 % tier, as governance added it on the chains in use.
	s.Call(phaseUniswap, "enable fee 100", factory,
		bind.NewUniswapV3Factory().PackEnableFeeAmount(big.NewInt(100), big.NewInt(1)))
	return nil
}

// market creates the pool at its opening price and the account that moves it.
func (s *Script) market(p Plan) error {
	pool, err := s.pool(p)
	if err != nil {
		return err
	}
	s.Call(phaseMarket, "create pool", s.At("UniswapV3Factory"), bind.NewUniswapV3Factory().PackCreatePool(
		s.At(p.Token0.entry()), s.At(p.Token1.entry()), new(big.Int).SetUint64(uint64(p.Fee))))
	s.steps[len(s.steps)-1].gas = createGas
	s.entries = append(s.entries, placed{"UniswapV3Pool", "UniswapV3Pool", pool, len(s.steps) - 1})
	s.opened = len(s.steps)
	s.Call(phaseMarket, "initialize pool", pool, bind.NewUniswapV3Pool().PackInitialize(p.SqrtPriceX96.ToBig()))

	owner, err := address(p.MarketKey())
	if err != nil {
		return err
	}
	code, err := marketCode()
	if err != nil {
		return err
	}
	account := s.Create(phaseMarket, "Market", "Market", append(code, bind.NewMarket().PackConstructor(owner, pool)...))
	for _, t := range []Token{p.Token0, p.Token1} {
		s.give(t, account, MarketFunds)
	}
	return nil
}

// pool is the address that the factory will give the pool.
func (s *Script) pool(p Plan) (common.Address, error) {
	creation, err := s.Code("UniswapV3Pool", nil, nil)
	if err != nil {
		return common.Address{}, err
	}
	var key [96]byte
	t0, t1 := s.At(p.Token0.entry()), s.At(p.Token1.entry())
	copy(key[12:32], t0[:])
	copy(key[44:64], t1[:])
	new(big.Int).SetUint64(uint64(p.Fee)).FillBytes(key[64:])
	return crypto.CreateAddress2(s.At("UniswapV3Factory"), crypto.Keccak256Hash(key[:]), crypto.Keccak256(creation)), nil
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

func (s *Script) give(t Token, to common.Address, amount *uint256.Int) {
	for _, c := range t.Give(s.At(t.entry()), to, amount) {
		s.Pay(phaseMarket, "give "+t.Symbol, c.To, c.Data, c.Value)
	}
}

func (s *Script) grants(p Plan) error {
	for _, g := range p.Grants {
		if g.Asset == Native {
			s.Pay(phaseMarket, "give native", g.To, nil, g.Amount)
			continue
		}
		t, ok := p.asset(g.Asset)
		if !ok {
			return fmt.Errorf("deployment plan: grant to %s: no token %q", g.To, g.Asset)
		}
		s.give(t, g.To, g.Amount)
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
