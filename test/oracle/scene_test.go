package oracle

import (
	"encoding/json"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/mirage/artifact"
	"bardo.run/bardo/mirage/cheat"
	"bardo.run/bardo/mirage/deploy"
)

// scene is what the stream meets: our Specimen, a contract that destroys itself, and a
// Uniswap v3 pool with liquidity. It is the same on every node.
type scene struct {
	abi      abi.ABI
	creation []byte
	specimen common.Address
	bomb     common.Address
	market   market
}

type market struct{ usdc, weth, router common.Address }

// artifacts returns the third-party contracts.
func artifacts(t testing.TB) *artifact.Set {
	t.Helper()
	set, err := artifact.Find()
	if err == nil {
		return set
	}
	t.Fatal(err)
	return nil
}

// plan is a pool of USDC and WETH at about 1,850 USDC, and something to trade for every
// sender.
func plan(t testing.TB) deploy.Plan {
	t.Helper()
	p := deploy.Plan{
		Seed: 7,
		Pools: []deploy.Pool{{
			Token0: deploy.Token{Symbol: "USDC", Decimals: 6}, Token1: deploy.Token{Symbol: "WETH", Decimals: 18, Native: true},
			Fee: 500, SqrtPriceX96: uint256.MustFromDecimal("1842038164098331640364761710612480"),
		}},
	}
	accounts, err := cheat.Accounts(cheat.Mnemonic, senders)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range accounts {
		p.Grants = append(p.Grants,
			deploy.Grant{To: a.Address, Asset: "USDC", Amount: uint256.NewInt(1e18)},
			deploy.Grant{To: a.Address, Asset: "WETH9", Amount: new(uint256.Int).Mul(uint256.NewInt(1e18), uint256.NewInt(1e9))})
	}
	return p
}

// raise puts the scene on a node, whose blocks it makes itself.
func (e endpoint) raise(t testing.TB) scene {
	t.Helper()
	set, p := artifacts(t), plan(t)
	genesis, err := p.Genesis(set)
	if err != nil {
		t.Fatal(err)
	}
	e.tell(t, "evm_setAutomine", false)
	for i := range authorities { // that they exist is worth a refund to them
		e.tell(t, "anvil_setBalance", addressOf(keyOf(t, "oracle/authority", i)), "0x1")
	}
	for _, account := range sorted(genesis.Alloc) {
		e.tell(t, "anvil_setBalance", account, (*hexutil.Big)(genesis.Alloc[account]))
	}
	for _, account := range sorted(genesis.Code) {
		e.tell(t, "anvil_setCode", account, hexutil.Bytes(genesis.Code[account]))
	}
	book, err := deploy.Deploy(t.Context(), e.chain(sceneFee), set, p)
	if err != nil {
		t.Fatalf("%s: %v", e.name, err)
	}
	s := scene{market: market{book.Address("USDC"), book.Address("WETH9"), book.Address("SwapRouter")}}
	s.abi, s.creation = specimen(t)
	e.provide(t, p, book)
	e.seal(t, s.approvals(t))
	s.specimen, s.bomb = e.create(t, s.creation)
	return s
}

func sorted[V any](m map[common.Address]V) (all []common.Address) {
	for account := range m {
		all = append(all, account)
	}
	slices.SortFunc(all, common.Address.Cmp)
	return all
}

// specimen reads the compiled contract.
func specimen(t testing.TB) (abi.ABI, []byte) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "contracts", "out", "Specimen.json"))
	if err != nil {
		t.Fatal(err)
	}
	var compiled struct {
		ABI      abi.ABI
		Bytecode hexutil.Bytes
	}
	if err := json.Unmarshal(text, &compiled); err != nil {
		t.Fatal(err)
	}
	return compiled.ABI, compiled.Bytecode
}

// provide gives the pool the market account's liquidity.
func (e endpoint) provide(t testing.TB, p deploy.Plan, book deploy.Book) {
	t.Helper()
	key, err := p.MarketKey()
	if err != nil {
		t.Fatal(err)
	}
	data, err := deploy.Steps{}.Mint(uint256.NewInt(1e18)).Calldata()
	if err != nil {
		t.Fatal(err)
	}
	to := book.Address("Market")
	e.seal(t, []*types.Transaction{types.MustSignNewTx(key, types.LatestSignerForChainID(chainID), plain(0, &to, data))})
}

// approvals let the router take the senders' tokens.
func (s scene) approvals(t testing.TB) (txs []*types.Transaction) {
	t.Helper()
	accounts, err := cheat.Accounts(cheat.Mnemonic, senders)
	if err != nil {
		t.Fatal(err)
	}
	data := bind.NewERC20().PackApprove(s.market.router, new(uint256.Int).SetAllOne().ToBig())
	for _, a := range accounts {
		for nonce, token := range []common.Address{s.market.usdc, s.market.weth} {
			txs = append(txs, types.MustSignNewTx(a.Key, types.LatestSignerForChainID(chainID), plain(uint64(nonce), &token, data)))
		}
	}
	return txs
}

// approved is how many transactions of a sender the scene has used.
const approved = 2

// create deploys the Specimen and a contract that sends its balance to whom it is told
// (PUSH0 CALLDATALOAD SELFDESTRUCT), and answers both addresses.
func (e endpoint) create(t testing.TB, creation []byte) (specimen, bomb common.Address) {
	t.Helper()
	accounts, err := cheat.Accounts(cheat.Mnemonic, senders+1)
	if err != nil {
		t.Fatal(err)
	}
	by := accounts[senders]
	signer := types.LatestSignerForChainID(chainID)
	e.seal(t, []*types.Transaction{
		types.MustSignNewTx(by.Key, signer, plain(0, nil, creation)),
		types.MustSignNewTx(by.Key, signer, plain(1, nil, common.FromHex("0x625f35ff5f526003601df3"))),
	})
	return crypto.CreateAddress(by.Address, 0), crypto.CreateAddress(by.Address, 1)
}

// plain is a transaction without a tip, so that nobody earns while the scene is raised.
func plain(nonce uint64, to *common.Address, data []byte) *types.DynamicFeeTx {
	return &types.DynamicFeeTx{ChainID: chainID, Nonce: nonce, To: to, Data: data, Gas: 3_000_000, GasTipCap: new(big.Int), GasFeeCap: big.NewInt(200e9)}
}
