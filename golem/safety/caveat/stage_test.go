package caveat_test

import (
	"crypto/ecdsa"
	"encoding/binary"
	"fmt"
	"math/big"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/morpho"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
	"bardo.run/bardo/golem/safety/caveat"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/protocol/aavev3"
	"bardo.run/bardo/golem/world/protocol/morphoblue"
	"bardo.run/bardo/golem/world/protocol/table"
	"bardo.run/bardo/golem/world/protocol/uniswapv2"
	"bardo.run/bardo/golem/world/protocol/uniswapv4"
	"bardo.run/bardo/golem/world/tool"
	"bardo.run/bardo/mirage/deploy/kit"
	"bardo.run/bardo/mirage/node"
)

// maxAge is how old a price of the stage's book may be.
const maxAge = 1_000_000

// stage is a kit whose owner has a smart account with USDC, a Golem's session key, the
// enforcers, and a book of everything the adapters can do with the account.
type stage struct {
	*evmtest.Kit
	t            testing.TB
	owner, golem *ecdsa.PrivateKey
	account      common.Address // the owner's
	session      common.Address // the Golem's
	adapters     *tool.Adapters
	reading      turn.Reading
	book         *caveat.Book
	forms        []caveat.Form
	on           map[string]common.Address // what was deployed, by name
}

func keyOf(t testing.TB, name string) (*ecdsa.PrivateKey, common.Address) {
	t.Helper()
	key, err := crypto.ToECDSA(crypto.Keccak256([]byte(name)))
	check(t, err)
	return key, crypto.PubkeyToAddress(key.PublicKey)
}

func raise(t testing.TB) *stage {
	t.Helper()
	s := &stage{Kit: evmtest.NewKit(t), t: t, on: map[string]common.Address{}}
	s.owner, s.account = keyOf(t, "an owner")
	s.golem, s.session = keyOf(t, "a golem")
	for _, to := range []common.Address{s.account, s.session} {
		s.Send(to, 5e18)
	}
	s.Execute(s.At("USDC"), bind.NewERC20().PackTransfer(s.account, big.NewInt(500_000e6)))
	s.become()
	for _, k := range caveat.Kinds() {
		s.deploy(string(k), nil)
	}
	s.deploy("VitalityOracle", common.LeftPadBytes(s.account[:], 32))
	s.deploy("DreamOracle", nil)
	for _, name := range []string{"USDCFeed", "WETHFeed", "WBTCFeed", "Uptime", "Vault"} {
		s.on[name] = s.Deploy(answers)
	}
	for feed, price := range map[string]int64{"USDCFeed": 1e8, "WETHFeed": kit.ETHPrice * 1e8, "WBTCFeed": kit.BTCPrice * 1e8} {
		s.answer(feed, "decimals()", 8)
		s.answer(feed, "latestRoundData()", 0, price, 0, s.now())
	}
	s.answer("Uptime", "latestRoundData()", 0, 0, 1)
	s.answer("Vault", "asset()", 0)
	s.write()
	return s
}

// write makes the book of the account and deploys it.
func (s *stage) write() {
	s.t.Helper()
	params := kit.MorphoMarket(s.Book)
	usdc, weth := turn.Token{Address: s.At("USDC"), Symbol: "USDC", Decimals: 6}, turn.Token{Address: s.At("WETH9"), Symbol: "WETH", Decimals: 18}
	p := turntest.Pool{Address: s.At("UniswapV3Pool"), Token0: usdc, Token1: weth, QuoteIsZero: true, FeePips: 500, TickSpacing: 10}
	if s.At("WETH9").Cmp(s.At("USDC")) < 0 {
		p.Token0, p.Token1, p.QuoteIsZero = weth, usdc, false
	}
	v3 := p.Market()
	v2, v4 := v3, v3
	v2.Handle, v2.Protocol, v2.BaseFee, v2.QuoteFee = "weth-usdc-30-v2", uniswapv2.Name, 3000, 3000
	v4.Handle, v4.Protocol, v4.BaseFee, v4.QuoteFee = "weth-usdc-30-v4", uniswapv4.Name, 3000, 3000
	s.reading = turntest.Reading([]turn.Market{v3, v2, v4})
	blue := morpho.Params{Loan: params.LoanToken, Collateral: params.CollateralToken, Oracle: params.Oracle, Rate: params.Irm, LLTV: *uint256.MustFromBig(params.Lltv)}
	all := table.Venue{
		Pools:  []table.Pool{{Handle: v3.Handle, At: p.Address}},
		Router: s.At("SwapRouter"), Positions: s.At("NonfungiblePositionManager"), Aave: s.At("AavePool"), V2Router: s.At("UniswapV2Router02"),
		V4:   uniswap.V4{Router: s.At("UniversalRouter"), StateView: s.At("V4StateView"), Fee: 3000, TickSpacing: 60},
		Base: weth, Quote: usdc,
	}.Deployments()
	all = append(all, protocol.Deploy(morphoblue.Name, morphoblue.Name, morphoblue.Terms{Contract: s.At("Morpho"), Market: blue.ID(), Params: &blue}))
	var err error
	s.adapters, err = tool.NewAdapters(tool.Venue{Account: s.account, Deployments: all})
	check(s.t, err)
	reserves := []turn.Reserve{{Token: usdc}, {Token: weth}}
	s.reading.Lending = []turn.Lending{{Handle: aavev3.Name, Protocol: aavev3.Name, Reserves: reserves}, {Handle: morphoblue.Name, Protocol: morphoblue.Name, Loan: params.LoanToken, Reserves: reserves}}
	s.forms, err = s.adapters.Forms(s.reading)
	check(s.t, err)
	s.forms = append(s.forms, s.others()...)
	s.book, err = caveat.NewBook([]caveat.Token{
		{Address: usdc.Address, Feed: s.on["USDCFeed"], MaxAge: maxAge, Decimals: 14},
		{Address: weth.Address, Feed: s.on["WETHFeed"], MaxAge: maxAge, Decimals: 26},
		{Address: s.At("WBTC"), Feed: s.on["WBTCFeed"], MaxAge: maxAge, Decimals: 16},
	}, s.forms)
	check(s.t, err)
	s.book = s.book.On(s.on["Uptime"])
	s.t.Logf("the book: %d forms, %d gas", len(s.forms), s.deploy("ActionBook", s.book.Arguments()))
}

// others are forms of each class alone, and a swap of a third token: a token goes to
// somebody, which no adapter does.
func (s *stage) others() (forms []caveat.Form) {
	s.t.Helper()
	for _, class := range classes {
		forms = append(forms, s.learn(caveat.Form{Target: s.At("USDC"), Classes: class, Token: s.At("USDC")}, func(v vary) []byte {
			return bind.NewERC20().PackTransfer(payee(class), v(caveat.Amount, 256))
		}))
	}
	swap := caveat.Form{Target: s.At("SwapRouter"), Classes: caveat.Open, Token: s.At("WBTC"), TokenOut: s.At("WETH9")}
	return append(forms, s.learn(swap, func(v vary) []byte {
		return bind.NewSwapRouter().PackExactInputSingle(bind.ISwapRouterExactInputSingleParams{
			TokenIn: swap.Token, TokenOut: swap.TokenOut, Fee: big.NewInt(3000), Recipient: s.account, Deadline: v(caveat.Free, 256),
			AmountIn: v(caveat.Amount, 256), AmountOutMinimum: v(caveat.Least, 256), SqrtPriceLimitX96: new(big.Int),
		})
	}))
}

// classes are all of them, one by one.
var classes = []caveat.Class{caveat.Open, caveat.Leave, caveat.Sweep, caveat.Spawn, caveat.Settle}

// payee is who gets USDC by the stage's form of a class.
func payee(c caveat.Class) common.Address { return evmtest.Address(fmt.Sprintf("payee %d", c)) }

type vary = func(caveat.Meaning, uint) *big.Int

func (s *stage) learn(f caveat.Form, pack func(vary) []byte) caveat.Form {
	s.t.Helper()
	f, err := f.Learn(pack)
	check(s.t, err)
	return f
}

// answers is a contract that answers each method with the five words of its storage
// behind eight times the selector.
var answers = func() []byte {
	code := []byte{0x5f, 0x35, 0x60, 0xe0, 0x1c, 0x60, 3, 0x1b} // calldataload(0) >> 224 << 3
	for i := range byte(5) {
		code = append(code, 0x80, 0x60, i, 0x01, 0x54, 0x60, 32*i, 0x52) // mstore(32i, sload(top + i))
	}
	return append(code, 0x60, 160, 0x5f, 0xf3)
}()

// slotOf is where the i-th word of a method's answer lies.
func slotOf(method string, i int) common.Hash {
	selector := uint64(binary.BigEndian.Uint32(crypto.Keccak256([]byte(method))))
	return common.BigToHash(new(big.Int).SetUint64(selector<<3 + uint64(i)))
}

// answer sets what a contract of the stage answers.
func (s *stage) answer(name, method string, words ...int64) {
	s.t.Helper()
	for i, w := range words {
		s.edit(s.on[name], slotOf(method, i), common.BigToHash(big.NewInt(w)))
	}
	if method == "asset()" {
		s.edit(s.on[name], slotOf(method, 0), common.BytesToHash(s.At("USDC").Bytes()))
	}
}

func (s *stage) edit(at common.Address, slot, word common.Hash) {
	s.t.Helper()
	check(s.t, s.Chain().Miner.Edit(s.t.Context(), func(db *state.StateDB) { db.SetState(at, slot, word) }))
}

func (s *stage) now() int64 { return int64(s.Chain().Chain.Head().Time) }

// deploy puts a contract of ours on the chain and returns its gas.
func (s *stage) deploy(name string, args []byte) uint64 {
	s.t.Helper()
	code, err := caveat.Creation(name)
	check(s.t, err)
	r := s.mine(s.owner, nil, append(code, args...), 0)
	if r.Status != types.ReceiptStatusSuccessful {
		s.t.Fatalf("%s was not deployed, after %d gas", name, r.GasUsed)
	}
	s.on[name] = r.ContractAddress
	return r.GasUsed
}

// mine includes a transaction of a key in a block, at a time or, of zero, two seconds on.
func (s *stage) mine(key *ecdsa.PrivateKey, to *common.Address, data []byte, at int64) *types.Receipt {
	s.t.Helper()
	var nonce hexutil.Uint64
	check(s.t, s.RPC.Call(&nonce, "eth_getTransactionCount", crypto.PubkeyToAddress(key.PublicKey), "latest"))
	tx := &types.DynamicFeeTx{
		ChainID: s.Chain().Chain.ID(), Nonce: uint64(nonce), To: to, Data: data, Gas: 16_000_000, GasTipCap: new(big.Int), GasFeeCap: big.NewInt(2e10),
	}
	return s.include(types.MustSignNewTx(key, s.Chain().Chain.Signer(), tx), at)
}

func (s *stage) include(tx *types.Transaction, at int64) *types.Receipt {
	s.t.Helper()
	if at == 0 {
		at = s.now() + 2
	}
	_, receipts, err := s.Chain().Miner.Mine(s.t.Context(), node.BlockSpec{Txs: []*types.Transaction{tx}, Time: time.Unix(at, 0)})
	check(s.t, err)
	return receipts[0]
}

// become gives the owner's account the code of MetaMask's 7702 account.
func (s *stage) become() {
	s.t.Helper()
	id := uint256.MustFromBig(s.Chain().Chain.ID())
	auth, err := types.SignSetCode(s.owner, types.SetCodeAuthorization{ChainID: *id, Address: s.At("EIP7702StatelessDeleGator"), Nonce: 1})
	check(s.t, err)
	tx := types.MustSignNewTx(s.owner, s.Chain().Chain.Signer(), &types.SetCodeTx{
		ChainID: id, To: s.account, Gas: 200_000, GasFeeCap: uint256.NewInt(2e10), AuthList: []types.SetCodeAuthorization{auth},
	})
	if r := s.include(tx, 0); r.Status != types.ReceiptStatusSuccessful {
		s.t.Fatal("the owner's account got no code")
	}
}

// grant is the owner's signed delegation to the Golem.
func (s *stage) grant(salt int64, caveats ...caveat.Caveat) bind.IDelegationManagerDelegation {
	s.t.Helper()
	m := bind.NewDelegationManager()
	root, err := m.UnpackROOTAUTHORITY(s.Ask(s.At("DelegationManager"), m.PackROOTAUTHORITY()))
	check(s.t, err)
	d := bind.IDelegationManagerDelegation{Delegate: s.session, Delegator: s.account, Authority: root, Salt: big.NewInt(salt), Signature: []byte{}}
	for _, c := range caveats {
		terms, err := c.Terms()
		check(s.t, err)
		d.Caveats = append(d.Caveats, bind.IDelegationManagerCaveat{Enforcer: s.on[string(c.Kind())], Terms: terms, Args: []byte{}})
	}
	domain := s.Ask(s.At("DelegationManager"), m.PackGetDomainHash())
	hash := s.hash(d)
	sig, err := crypto.Sign(crypto.Keccak256([]byte{0x19, 1}, domain, hash[:]), s.owner)
	check(s.t, err)
	sig[64] += 27
	d.Signature = sig
	return d
}

func (s *stage) hash(d bind.IDelegationManagerDelegation) common.Hash {
	s.t.Helper()
	return common.BytesToHash(s.Ask(s.At("DelegationManager"), bind.NewDelegationManager().PackGetDelegationHash(d)))
}

// redeem is the manager's call that carries a redemption out.
func (s *stage) redeem(d bind.IDelegationManagerDelegation, r caveat.Redemption) []byte {
	s.t.Helper()
	parsed, err := bind.DelegationManagerMetaData.ParseABI()
	check(s.t, err)
	one := parsed.Methods["disableDelegation"].Inputs[0].Type
	chain, err := abi.Arguments{{Type: abi.Type{T: abi.SliceTy, Elem: &one}}}.Pack([]bind.IDelegationManagerDelegation{d})
	check(s.t, err)
	return bind.NewDelegationManager().PackRedeemDelegations([][]byte{chain}, [][32]byte{r.Mode}, [][]byte{r.Execution})
}

// balance is what the owner's account has of a token.
func (s *stage) balance(token string) *big.Int {
	s.t.Helper()
	return new(big.Int).SetBytes(s.Ask(s.At(token), bind.NewERC20().PackBalanceOf(s.account)))
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
