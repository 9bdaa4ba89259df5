package custody_test

import (
	"errors"
	"log/slog"
	"math/big"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/accounts/keystore"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/privy"
	"bardo.run/bardo/evm/privy/privytest"
	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/golem/core/secret"
	"bardo.run/bardo/golem/custody"
	"bardo.run/bardo/golem/custody/custodytest"
	"bardo.run/bardo/golem/custody/embedded"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
	"bardo.run/bardo/golem/safety/signing"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/protocol/aavev3"
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

// reading is of a market of USDC and WETH at 2,000 USDC.
func reading() turn.Reading {
	square := new(big.Int).Lsh(big.NewInt(5e8), 192) // WETH's units for one of USDC
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

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func call(to common.Address, data []byte) *types.DynamicFeeTx {
	return &types.DynamicFeeTx{
		ChainID: big.NewInt(evmtest.ChainID), To: &to, Value: new(big.Int), Data: data, Gas: 2_000_000, GasFeeCap: big.NewInt(3e9), GasTipCap: big.NewInt(1e6),
	}
}

// approval is what a life on the market does first.
func approval(nonce uint64) *types.DynamicFeeTx {
	tx := call(at("USDC"), bind.NewERC20().PackApprove(at("SwapRouter"), big.NewInt(5e6)))
	tx.Nonce = nonce
	return tx
}

// beyond is what no custody's key signs.
func beyond() map[string]*types.DynamicFeeTx {
	thief, gift := at("thief"), call(at("thief"), nil)
	gift.Value = big.NewInt(1)
	creation := call(thief, []byte{0x60})
	creation.To = nil
	chain := call(at("thief"), nil)
	chain.ChainID = big.NewInt(1)
	return map[string]*types.DynamicFeeTx{"coin to a stranger": gift, "a call of a stranger": call(thief, []byte{1, 2, 3, 4}), "a creation": creation, "another chain": chain}
}

func identity(t *testing.T) *custody.Identity {
	t.Helper()
	id, err := custody.NewIdentity(evmtest.ChainID, &[32]byte{31: 9})
	must(t, err)
	return id
}

// seen shows a custody its market.
func seen(t *testing.T, p custody.Port) custody.Port {
	t.Helper()
	p.Signer().(chain.Seer).See(reading())
	return p
}

func own(t *testing.T, secret byte) custodytest.Subject {
	t.Helper()
	key, err := signer.New(evmtest.ChainID, &[32]byte{31: secret})
	must(t, err)
	adapters, err := tool.NewAdapters(venue(key.Address()))
	must(t, err)
	p, err := custody.New(t.Context(), custody.Keys{Key: key, Identity: identity(t), Adapters: adapters, Clock: clock.NewSimulated(start)})
	must(t, err)
	return custodytest.Subject{Port: seen(t, p), ChainID: evmtest.ChainID, Account: key.Address(), Allowed: approval, Beyond: beyond()}
}

// spec: provisioning §8.1, §8.10
func TestALocalKeyInMemory(t *testing.T) {
	custodytest.Run(t, func(t *testing.T) custodytest.Subject { return own(t, 1) })
}

// A token that a lending market lists later may be approved from when it is seen.
func TestAFenceFollowsTheTokensOfTheMarket(t *testing.T) {
	key, err := signer.New(evmtest.ChainID, &[32]byte{31: 1})
	must(t, err)
	lends := market()
	lends.Aave = at("Aave")
	adapters, err := tool.NewAdapters(tool.Venue{Account: key.Address(), Deployments: lends.Deployments()})
	must(t, err)
	p, err := custody.New(t.Context(), custody.Keys{Key: key, Identity: identity(t), Adapters: adapters, Clock: clock.NewSimulated(start)})
	must(t, err)
	approves := call(at("DAI"), bind.NewERC20().PackApprove(at("Aave"), big.NewInt(5e6)))
	if _, err := seen(t, p).Signer().SignTransaction(approves); !errors.Is(err, signing.ErrRefused) {
		t.Errorf("before it was seen: %v", err)
	}
	r := reading()
	r.Lending = []turn.Lending{{Handle: aavev3.Name, Protocol: aavev3.Name, Reserves: []turn.Reserve{{Token: turn.Token{Address: at("DAI"), Symbol: "DAI", Decimals: 18}}}}}
	p.Signer().(chain.Seer).See(r)
	if _, err := p.Signer().SignTransaction(approves); err != nil {
		t.Error(err)
	}
}

// spec: provisioning §8.1, §8.10: a key from a file, and an identity that is sealed beside it.
func TestALocalKeyInAKeystore(t *testing.T) {
	key, err := crypto.GenerateKey()
	must(t, err)
	address := crypto.PubkeyToAddress(key.PublicKey)
	file, err := keystore.EncryptKey(&keystore.Key{Address: address, PrivateKey: key}, "correct horse", 2, 1)
	must(t, err)
	custodytest.Run(t, func(t *testing.T) custodytest.Subject {
		c, p := opened(t, file, address)
		_, err := c.Bear()
		must(t, err)
		return custodytest.Subject{Port: p(), ChainID: evmtest.ChainID, Account: address, Allowed: approval, Beyond: beyond()}
	})
}

// opened opens a life's keys from a keystore in a new folder. port is for after the birth.
func opened(t *testing.T, file []byte, address common.Address) (c *custody.Custody, port func() custody.Port) {
	t.Helper()
	h, err := home.Open(filepath.Join(t.TempDir(), "life"))
	must(t, err)
	t.Cleanup(func() { h.Close() })
	must(t, os.WriteFile(h.Path("key.json"), file, 0o600))
	s := custody.Settings{Config: config.Default(), Home: h, Log: slog.New(slog.DiscardHandler), Clock: clock.NewSimulated(start)}
	s.Config.Golem.Network, s.Config.Golem.CustodyMode = "devnet", "localkey"
	s.Config.Custody.LocalKey.PrivateKeyPath, s.Config.Custody.LocalKey.Passphrase = "key.json", secret.New([]byte("correct horse"))
	c, err = custody.Open(s)
	must(t, err)
	t.Cleanup(c.Close)
	return c, func() custody.Port {
		adapters, err := tool.NewAdapters(venue(address))
		must(t, err)
		p, err := c.Entrust(t.Context(), adapters)
		must(t, err)
		return seen(t, p)
	}
}

// A life that goes on has the identity of its birth, and another one is refused.
func TestAnIdentityIsOfALife(t *testing.T) {
	key, err := crypto.GenerateKey()
	must(t, err)
	address := crypto.PubkeyToAddress(key.PublicKey)
	file, err := keystore.EncryptKey(&keystore.Key{Address: address, PrivateKey: key}, "correct horse", 2, 1)
	must(t, err)
	c, _ := opened(t, file, address)
	rolls, err := c.Bear()
	must(t, err)
	born := c.Identity().Address()
	if again, err := c.Return(born); err != nil || again != rolls || c.Identity().Address() != born {
		t.Errorf("%x after %x, %s after %s (%v)", again, rolls, c.Identity().Address(), born, err)
	}
	if _, err := c.Return(at("another")); err == nil || c.Identity() != nil {
		t.Errorf("it goes on as another: %v", err)
	}
	must(t, c.Bury())
	if _, err := c.Return(born); err == nil {
		t.Error("the identity of the dead can be opened")
	}
}

// enclosed is a provider with a wallet, of which the owner has let a Golem sign what was
// compiled for it.
func enclosed(t *testing.T) custodytest.Subject {
	t.Helper()
	now := clock.NewSimulated(start)
	server := privytest.NewServer(t, now, "a secret")
	dial := func() *privy.Client {
		key, err := privy.GenerateKey(func(b []byte) privy.Vault { return secret.New(b) })
		must(t, err)
		c, err := privy.New(privy.Config{URL: server.URL(), AppID: enclave.AppID, Secret: secret.New([]byte("a secret")), Key: key, Clock: now})
		must(t, err)
		return c
	}
	own, theirs := dial(), dial()
	owner, err := theirs.CreateQuorum(t.Context(), "owner", "owner", theirs.PublicKey())
	must(t, err)
	golem, err := theirs.CreateQuorum(t.Context(), "signer", "golem", own.PublicKey())
	must(t, err)
	w, err := theirs.CreateWallet(t.Context(), "wallet", owner.ID, nil)
	must(t, err)
	rules, err := embedded.Compile(venue(w.Address), reading(), embedded.Terms{
		ChainID: evmtest.ChainID, Owner: at("owner"), PerTransaction: 1000 * money.One, PerDay: 2500 * money.One, MaxLossDay: 10_000, MaxMoveLoss: 10_000, MaxExitLoss: 10_000,
		GasPerDay: *uint256.NewInt(1e17), Ends: start.Add(72 * time.Hour).Unix(),
	})
	must(t, err)
	p, err := theirs.CreatePolicy(t.Context(), "policy", privy.Policy{Version: "1.0", Name: "golem", ChainType: "ethereum", Rules: rules.Policy.Rules(), Owner: owner.ID})
	must(t, err)
	_, err = theirs.SetSigners(t.Context(), w.ID, privy.WalletSigner{ID: golem.ID, Policies: []string{p.ID}})
	must(t, err)
	port, err := custody.New(t.Context(), custody.Keys{Identity: identity(t), Clock: now, Enclave: &embedded.Config{
		Client: own, Wallet: w.ID, Address: w.Address, Signer: golem.ID, Policy: p.ID, Rules: rules, Seen: reading(), Clock: now, Log: slog.New(slog.DiscardHandler),
	}})
	must(t, err)
	return custodytest.Subject{Port: port, ChainID: evmtest.ChainID, Account: w.Address, Home: at("owner"), Allowed: approval, Beyond: beyond()}
}

// spec: provisioning §8.1, §8.9
func TestAWalletInAnEnclave(t *testing.T) { custodytest.Run(t, enclosed) }
