package custody_test

import (
	"fmt"
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/delegation"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/golem/custody"
	"bardo.run/bardo/golem/custody/custodytest"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
	"bardo.run/bardo/golem/safety/caveat"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/world/protocol/table"
	"bardo.run/bardo/golem/world/tool"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/internal/money"
)

// estate is a kit of the real contracts on which an owner grants.
type estate struct {
	*evmtest.Kit
	t        *testing.T
	owner    *evmtest.Party
	deployer *evmtest.Party
	nonce    uint64
	stands   grant.Standing
}

func newEstate(t *testing.T) *estate {
	t.Helper()
	e := &estate{Kit: evmtest.NewKit(t), t: t}
	e.owner, e.deployer = e.Holder(), e.Party("deployer")
	e.owner.Become(e.At("EIP7702StatelessDeleGator"))
	return e
}

// grants has the owner grant to a key what a life on the market does, within the account's cage.
func (e *estate) grants(key common.Address, ends uint64) grant.Grant {
	e.t.Helper()
	w := e.wish(key, ends)
	at, creations, err := w.Contracts(e.stands, func(n int) common.Address { return crypto.CreateAddress(e.deployer.Address, e.nonce+uint64(n)) })
	must(e.t, err)
	for _, c := range creations {
		if c.Shared && e.stands.Enforcer != (common.Address{}) { // it stands; the nonces go on
			e.deployer.Must(e.deployer.Address, nil)
		} else {
			e.deployer.Creates(c.Code, c.Shared)
		}
		e.nonce++
	}
	if e.stands.Cage == (common.Address{}) {
		e.owner.Must(at.Enforcer, w.Bind(at))
	}
	e.owner.Must(at.Lives, w.Register())
	e.stands = at
	g, err := w.Grant(at)
	must(e.t, err)
	digest, err := g.Delegation.Digest(evmtest.ChainID, g.Manager)
	must(e.t, err)
	g.Delegation.Signature = e.owner.Sign(digest[:])
	must(e.t, g.Check())
	return g
}

func (e *estate) wish(key common.Address, ends uint64) grant.Wish {
	e.t.Helper()
	usdc, weth := turn.Token{Address: e.At("USDC"), Symbol: "USDC", Decimals: 6}, turn.Token{Address: e.At("WETH9"), Symbol: "WETH", Decimals: 18}
	pool := turntest.Pool{Address: e.At("UniswapV3Pool"), Token0: usdc, Token1: weth, QuoteIsZero: true, FeePips: 500, TickSpacing: 10, Price: 2_000}
	if weth.Address.Cmp(usdc.Address) < 0 {
		pool.Token0, pool.Token1, pool.QuoteIsZero = weth, usdc, false
	}
	trades := table.Venue{Pools: []table.Pool{{Handle: pool.Market().Handle, At: pool.Address}}, Router: e.At("SwapRouter"), Positions: e.At("NonfungiblePositionManager")}
	adapters, err := tool.NewAdapters(tool.Venue{Account: e.owner.Address, Deployments: trades.Deployments(), Grant: &grant.Grant{Mode: grant.Delegation}})
	must(e.t, err)
	forms, err := adapters.Forms(pool.Seen(nil, nil))
	must(e.t, err)
	readings, err := table.Readings(trades.Deployments())
	must(e.t, err)
	return grant.Wish{
		Mode: grant.Delegation, ChainID: evmtest.ChainID, Manager: e.At("DelegationManager"), Counter: e.At("LimitedCallsEnforcer"),
		Owner: e.owner.Address, Account: e.owner.Address, Key: key, Start: e.Chain().Chain.Head().Time, End: e.Chain().Chain.Head().Time + ends,
		Tokens: []caveat.Token{{Address: usdc.Address, Feed: e.At("USDCFeed"), MaxAge: 1_000_000, Decimals: 14}, {Address: weth.Address, Feed: e.At("ETHFeed"), MaxAge: 1_000_000, Decimals: 26}},
		Forms:  forms, Readings: readings, Pools: []common.Address{pool.Address}, Limits: policycage.DefaultLimits(), Worth: 1_000_000 * money.One, Mark: 1_000_000 * money.One,
	}
}

// takes sends a transaction to the chain.
func (e *estate) takes(raw []byte) error {
	var hash common.Hash
	if err := e.RPC.Call(&hash, "eth_sendRawTransaction", hexutil.Bytes(raw)); err != nil {
		return err
	}
	e.Mine()
	var r *types.Receipt
	if err := e.RPC.Call(&r, "eth_getTransactionReceipt", hash); err != nil {
		return err
	}
	if r == nil || r.Status != types.ReceiptStatusSuccessful {
		return fmt.Errorf("the receipt is %+v", r)
	}
	return nil
}

// delegated is a session key under a cage on the real contracts.
func delegated(t *testing.T) custodytest.Subject {
	t.Helper()
	e := newEstate(t)
	key := func(secret byte) *signer.Signer {
		k, err := signer.New(evmtest.ChainID, &[32]byte{31: secret})
		must(t, err)
		e.Send(k.Address(), 1e18)
		return k
	}
	first := key(21)
	g := e.grants(first.Address(), 86_400)
	p, err := custody.New(t.Context(), custody.Keys{Key: first, Identity: identity(t), Grant: &g, Clock: clock.NewSimulated(start)})
	must(t, err)
	redeem := func(g grant.Grant, nonce uint64, inner delegation.Call) *types.DynamicFeeTx {
		data, err := g.Redeem([]delegation.Call{inner})
		must(t, err)
		tx := call(g.Manager, data)
		tx.Nonce = nonce
		return tx
	}
	usdc := e.At("USDC")
	approve := delegation.Call{To: usdc, Data: bind.NewERC20().PackApprove(e.At("SwapRouter"), big.NewInt(5e6))}
	out := beyond()
	out["a call of the token by the key itself"] = call(usdc, approve.Data)
	return custodytest.Subject{
		Port: p, ChainID: evmtest.ChainID, Account: e.owner.Address, OnChain: true, Takes: e.takes, Beyond: out,
		Allowed: func(nonce uint64) *types.DynamicFeeTx { return redeem(p.(*custody.Delegated).Grant(), nonce, approve) },
		Held:    map[string]*types.DynamicFeeTx{"a transfer to a stranger": redeem(g, 0, delegation.Call{To: usdc, Data: bind.NewERC20().PackTransfer(at("thief"), big.NewInt(1))})},
		Next: func() (*signer.Signer, grant.Grant) {
			next := key(22)
			return next, e.grants(next.Address(), 86_400)
		},
		Renewed: func() grant.Grant { return e.grants(first.Address(), 172_800) },
	}
}

// spec: provisioning §8.1, §8.3, §9.1; safety §8: what the key may not do, its signer refuses or
// the chain does, before a rotation and behind it.
func TestAKeyUnderADelegation(t *testing.T) { custodytest.Run(t, delegated) }
