package privy_test

import (
	"math/big"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"
	"pgregory.net/rapid"

	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/privy"
	"bardo.run/bardo/evm/privy/privytest"
	"bardo.run/bardo/golem/core/secret"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/mirage/enclave"
)

// appSecret is a canary: no error, log or print may show it.
const appSecret = "app-secret-canary-4f1c9e77"

func keep(bytes []byte) privy.Vault { return secret.New(bytes) }

// kit is a provider with a wallet that the agent's key signs for, and the owner's owns.
type kit struct {
	*privytest.Server
	t            testing.TB
	clock        *clock.Simulated
	owner, agent *privy.Key
	client       *privy.Client // with the agent's key
	binding      privy.Binding
	wallet       privy.Wallet
	config       privy.Config
}

// anything is a policy that allows what the chain is right for.
func anything() []privy.Rule {
	chain := privy.Condition{Source: privy.Transaction, Field: "chain_id", Operator: privy.Eq, Value: big.NewInt(evmtest.ChainID).String()}
	domain := privy.Condition{Source: privy.TypedDomain, Field: "chainId", Operator: privy.Eq, Value: big.NewInt(evmtest.ChainID).String()}
	return []privy.Rule{
		{Name: "transactions", Method: privy.SignTransaction, Action: privy.Allow, Conditions: []privy.Condition{chain}},
		{Name: "typed data", Method: privy.SignTypedData, Action: privy.Allow, Conditions: []privy.Condition{domain}},
	}
}

func newKit(t testing.TB) *kit {
	t.Helper()
	k := &kit{t: t, clock: clock.NewSimulated(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))}
	k.Server = privytest.NewServer(t, k.clock, appSecret)
	k.owner, k.agent = newKey(t), newKey(t)
	k.config = privy.Config{URL: k.URL(), AppID: enclave.AppID, Secret: secret.New([]byte(appSecret)), Key: k.agent, Clock: k.clock}
	k.client = k.dial(nil)
	owner, err := k.client.CreateQuorum(t.Context(), "session-1:owner", "owner", k.owner.PublicKey())
	check(k.t, err)
	signer, err := k.client.CreateQuorum(t.Context(), "session-1:signer", "golem", k.agent.PublicKey())
	check(k.t, err)
	policy, err := k.client.CreatePolicy(t.Context(), "session-1:policy", privy.Policy{Version: "1.0", Name: "a test", ChainType: "ethereum", Rules: anything(), Owner: owner.ID})
	check(k.t, err)
	k.wallet, err = k.client.CreateWallet(t.Context(), "session-1:wallet", owner.ID, []string{policy.ID}, privy.WalletSigner{ID: signer.ID, Policies: []string{policy.ID}})
	check(k.t, err)
	k.binding = privy.Binding{Wallet: k.wallet.ID, Signer: signer.ID, Policy: policy}
	return k
}

func newKey(t testing.TB) *privy.Key {
	t.Helper()
	key, err := privy.GenerateKey(keep)
	check(t, err)
	return key
}

// dial makes another client.
func (k *kit) dial(change func(*privy.Config)) *privy.Client {
	k.t.Helper()
	config := k.config
	if change != nil {
		change(&config)
	}
	c, err := privy.New(config)
	check(k.t, err)
	return c
}

// free are checks that refuse nothing.
var free = privy.Checks{
	Transaction: func(*types.DynamicFeeTx) error { return nil },
	TypedData:   func(apitypes.TypedData) error { return nil },
}

func (k *kit) open(c *privy.Client) *privy.Signer {
	k.t.Helper()
	s, err := privy.Open(k.t.Context(), c, k.wallet, evmtest.ChainID, free)
	check(k.t, err)
	return s
}

func transfer(nonce uint64) *types.DynamicFeeTx {
	return &types.DynamicFeeTx{
		ChainID: big.NewInt(evmtest.ChainID), Nonce: nonce, To: &common.Address{1, 2, 3}, Value: big.NewInt(5), Data: []byte{0xa9, 0x05},
		Gas: 60_000, GasFeeCap: big.NewInt(20e9), GasTipCap: big.NewInt(1e9),
	}
}

func secretOf(name string) *[32]byte {
	key := [32]byte(crypto.Keccak256([]byte(name)))
	return &key
}

// check ends the test at an error.
func check(t rapid.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
