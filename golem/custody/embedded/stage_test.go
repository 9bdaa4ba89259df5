package embedded

import (
	"bytes"
	"log/slog"
	"math/big"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/privy"
	"bardo.run/bardo/evm/privy/privytest"
	"bardo.run/bardo/golem/core/secret"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/protocol/table"
	"bardo.run/bardo/golem/world/tool"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/mirage/enclave"
)

var (
	at    = evmtest.Address
	start = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
)

// stage is a provider with a wallet, of which the owner has let a Golem sign what was
// compiled for it.
type stage struct {
	*privytest.Server
	t      *testing.T
	clock  *clock.Simulated
	owner  *privy.Client
	config Config
	log    bytes.Buffer
}

// reading is of a market of USDC and WETH at 2,000 USDC.
func reading() turn.Reading { return pricedAt(5e8) }

// pricedAt is the same where one unit of USDC is so many of WETH.
func pricedAt(units int64) turn.Reading {
	square := new(big.Int).Lsh(big.NewInt(units), 192)
	return turntest.Pool{
		Address: at("Pool"), Token0: usdc, Token1: weth, QuoteIsZero: true, FeePips: 500, TickSpacing: 10, SqrtPriceX96: *uint256.MustFromBig(square.Sqrt(square)),
	}.Seen(uint256.NewInt(1e13), nil)
}

var usdc, weth = turn.Token{Address: at("USDC"), Symbol: "USDC", Decimals: 6}, turn.Token{Address: at("WETH"), Symbol: "WETH", Decimals: 18}

// market is where the venue trades.
func market() table.Venue {
	return table.Venue{Pools: []table.Pool{{Handle: "weth-usdc-5", At: at("Pool")}}, Router: at("SwapRouter"), Positions: at("Positions"), Base: weth, Quote: usdc}
}

func venue(account common.Address) tool.Venue {
	return tool.Venue{Account: account, Deployments: market().Deployments()}
}

func terms() Terms {
	return Terms{
		ChainID: evmtest.ChainID, Owner: at("owner"), PerTransaction: 1000 * money.One, PerDay: 2500 * money.One, MaxLossDay: 10_000, MaxMoveLoss: 10_000, MaxExitLoss: 10_000,
		GasPerDay: *uint256.NewInt(1e17), Ends: start.Add(72 * time.Hour).Unix(),
	}
}

func newStage(t *testing.T, beside ...protocol.Deployment) *stage {
	t.Helper()
	return stageOf(t, reading(), append(market().Deployments(), beside...))
}

// stageOf is a wallet with a policy for deployments that are read so.
func stageOf(t *testing.T, seen turn.Reading, deployments []protocol.Deployment) *stage {
	t.Helper()
	s := &stage{t: t, clock: clock.NewSimulated(start)}
	s.Server = privytest.NewServer(t, s.clock, "a secret")
	s.owner = s.dial()
	s.config = Config{Client: s.dial(), Seen: seen, Clock: s.clock, Log: slog.New(slog.NewTextHandler(&s.log, nil))}
	owner, err := s.owner.CreateQuorum(t.Context(), "owner", "owner", s.owner.PublicKey())
	s.must(err)
	signer, err := s.owner.CreateQuorum(t.Context(), "signer", "golem", s.config.Client.PublicKey())
	s.must(err)
	w, err := s.owner.CreateWallet(t.Context(), "wallet", owner.ID, nil)
	s.must(err)
	s.config.Rules, err = Compile(tool.Venue{Account: w.Address, Deployments: deployments}, seen, terms())
	s.must(err)
	p, err := s.owner.CreatePolicy(t.Context(), "policy", privy.Policy{Version: "1.0", Name: "golem", ChainType: "ethereum", Rules: s.config.Rules.Policy.Rules(), Owner: owner.ID})
	s.must(err)
	_, err = s.owner.SetSigners(t.Context(), w.ID, privy.WalletSigner{ID: signer.ID, Policies: []string{p.ID}})
	s.must(err)
	s.config.Wallet, s.config.Address, s.config.Signer, s.config.Policy = w.ID, w.Address, signer.ID, p.ID
	return s
}

func (s *stage) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

func (s *stage) dial() *privy.Client {
	s.t.Helper()
	key, err := privy.GenerateKey(func(b []byte) privy.Vault { return secret.New(b) })
	s.must(err)
	c, err := privy.New(privy.Config{URL: s.URL(), AppID: enclave.AppID, Secret: secret.New([]byte("a secret")), Key: key, Clock: s.clock})
	s.must(err)
	return c
}

func (s *stage) open() *Wallet {
	s.t.Helper()
	w, err := Open(s.t.Context(), s.config)
	s.must(err)
	return w
}

func call(to common.Address, data []byte) *types.DynamicFeeTx {
	return &types.DynamicFeeTx{
		ChainID: big.NewInt(evmtest.ChainID), To: &to, Value: new(big.Int), Data: data, Gas: 100_000, GasFeeCap: big.NewInt(1e9), GasTipCap: big.NewInt(1e6),
	}
}

// buy pays whole dollars for WETH.
func (s *stage) buy(nonce uint64, dollars int64) *types.DynamicFeeTx {
	tx := call(at("SwapRouter"), bind.NewSwapRouter().PackExactInputSingle(bind.ISwapRouterExactInputSingleParams{
		TokenIn: at("USDC"), TokenOut: at("WETH"), Fee: big.NewInt(500), Recipient: s.config.Address, Deadline: big.NewInt(1e10),
		AmountIn: big.NewInt(dollars * 1_000_000), AmountOutMinimum: big.NewInt(1), SqrtPriceLimitX96: new(big.Int),
	}))
	tx.Nonce = nonce
	return tx
}

// mint provides USDC and WETH.
func (s *stage) mint(nonce uint64, usdc, weth *big.Int) *types.DynamicFeeTx {
	tx := call(at("Positions"), bind.NewNonfungiblePositionManager().PackMint(bind.INonfungiblePositionManagerMintParams{
		Token0: at("USDC"), Token1: at("WETH"), Fee: big.NewInt(500), TickLower: big.NewInt(-10), TickUpper: big.NewInt(10),
		Amount0Desired: usdc, Amount1Desired: weth, Amount0Min: new(big.Int), Amount1Min: new(big.Int), Recipient: s.config.Address, Deadline: big.NewInt(1e10),
	}))
	tx.Nonce = nonce
	return tx
}
