package adversarial

import (
	"context"
	"math/big"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/privy"
	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/golem/safety/worstday"
	"bardo.run/bardo/golem/safety/worstday/worstdaytest"
	"bardo.run/bardo/internal/money"
)

// burglar has a Golem's key, or its key to the enclave, and needs no program.
type burglar struct {
	*raid
	sign  func(*types.DynamicFeeTx) (signer.Transaction, error)
	nonce uint64
}

func newBurglar(t *testing.T, c custody, dollars int64, changes ...func(*deal)) *burglar {
	t.Helper()
	b := &burglar{raid: newRaid(t, c, estate{dollars, 0}, changes...)}
	b.sign = b.key.SignTransaction
	if c.enclosed { // the thief asks the provider himself
		none := privy.Checks{Transaction: func(*types.DynamicFeeTx) error { return nil }, TypedData: func(apitypes.TypedData) error { return nil }}
		s, err := privy.Open(t.Context(), b.cell.client, privy.Wallet{ID: b.cell.wallet, Address: b.r.wallet, ChainType: "ethereum"}, evmtest.ChainID, none)
		check(t, err)
		b.sign = s.SignTransaction
	}
	return b
}

// sends has something signed and mined, at a tip, or says that it was refused or reverted.
func (b *burglar) sends(to common.Address, wei *big.Int, data []byte, gas uint64, tip *big.Int) bool {
	b.r.t.Helper()
	most := new(big.Int).Add(tip, big.NewInt(20_000_000))
	signed, err := b.sign(&types.DynamicFeeTx{ChainID: big.NewInt(evmtest.ChainID), Nonce: b.nonce, To: &to, Value: wei, Data: data, Gas: gas, GasFeeCap: most, GasTipCap: tip})
	if err != nil {
		return false
	}
	tx := new(types.Transaction)
	check(b.r.t, tx.UnmarshalBinary(signed.Raw))
	b.r.Submit(tx)
	b.nonce++
	for _, receipt := range b.r.Chain().Chain.Receipts(b.r.Mine()) {
		if receipt.TxHash == tx.Hash() {
			b.looks()
			return receipt.Status == 1
		}
	}
	b.r.t.Fatal("it is in no block")
	return false
}

// call is one without coin, at a small fee.
func (b *burglar) call(to common.Address, data []byte) bool {
	return b.sends(to, new(big.Int), data, 1_000_000, big.NewInt(1_000))
}

// buys is a purchase for USDC at whatever the pool asks, and the allowance before it.
func (b *burglar) buys(amount *big.Int) []evmtest.Execution {
	return []evmtest.Execution{
		{Target: b.r.USDC, Value: new(big.Int), CallData: bind.NewERC20().PackApprove(b.r.Router, amount)},
		{Target: b.r.Router, Value: new(big.Int), CallData: bind.NewSwapRouter().PackExactInputSingle(bind.ISwapRouterExactInputSingleParams{
			TokenIn: b.r.USDC, TokenOut: b.r.WETH, Fee: big.NewInt(500), Recipient: b.r.account, Deadline: evmtest.Deadline(),
			AmountIn: amount, AmountOutMinimum: new(big.Int), SqrtPriceLimitX96: new(big.Int),
		})},
	}
}

// dear moves the pool so that an ether costs a thousand times what it is worth.
func (b *burglar) dear() { b.r.sets(new(big.Int).Quo(b.r.fair(), big.NewInt(32))) }

// redeems spends so many dollars of a granted account.
func (b *burglar) redeems(dollars money.USDC) bool {
	return b.redeemed(b.buys(big.NewInt(int64(dollars))))
}

// redeemed has a granted account make calls.
func (b *burglar) redeemed(calls []evmtest.Execution) bool {
	b.r.t.Helper()
	m := bind.NewDelegationManager()
	return b.call(b.grant.Manager, m.PackRedeemDelegations([][]byte{b.terms}, [][32]byte{evmtest.ModeBatch}, [][]byte{b.r.kit.Batch(calls)}))
}

// empties sends the coin of the key's own account away.
func (b *burglar) empties() {
	b.r.t.Helper()
	fee := big.NewInt(21_000 * 20_001_000)
	if !b.sends(b.r.Account, new(big.Int).Sub(b.coin(), fee), nil, 21_000, big.NewInt(1_000)) {
		b.r.t.Fatal("the coin stays")
	}
}

// takes all that a key of its custody opens, before midnight and behind it.
func (b *burglar) takes(ctx context.Context) {
	b.r.t.Helper()
	night := (b.r.Now().Unix()/86_400 + 1) * 86_400
	wait := func(at int64) {
		check(b.r.t, b.r.WaitUntil(ctx, time.Unix(at, 0)))
	}
	wait(night - 1_200)
	b.looks()
	usdc := b.r.Holds(b.r.USDC)
	switch {
	case b.custody.mode != "":
		b.dear()
		sum := min(b.daily, money.USDC(usdc.Int64()))
		if !b.redeems(sum) {
			b.r.t.Fatal("the day's sum is not spent")
		}
		wait(night + 1_200)
		if b.redeems(penny) {
			b.r.t.Error("another day's sum behind midnight")
		}
		b.empties()
	case b.custody.enclosed:
		if b.call(b.r.USDC, bind.NewERC20().PackTransfer(b.r.Account, usdc)) || b.sends(b.r.Account, big.NewInt(1), nil, 21_000, big.NewInt(1_000)) {
			b.r.t.Error("the enclave signs a transfer to a stranger")
		}
		wait(night + 1_200)
		b.dear()
		b.burnt(usdc)
	default:
		if !b.call(b.r.USDC, bind.NewERC20().PackTransfer(b.r.Account, usdc)) {
			b.r.t.Fatal("the key does not pay out its own money")
		}
		wait(night + 1_200)
		b.empties()
	}
}

// burnt trades everything away at a bent price, in parts that pay all the coin to whoever
// makes the block.
func (b *burglar) burnt(usdc *big.Int) {
	b.r.t.Helper()
	const parts, gas = 8, 150_000
	each := new(big.Int).Quo(usdc, big.NewInt(parts))
	for n := range parts {
		if n == parts-1 {
			each = b.r.Holds(b.r.USDC)
		}
		calls := b.buys(each)
		tip := new(big.Int).Quo(b.coin(), big.NewInt(2*gas))
		if !b.sends(calls[0].Target, new(big.Int), calls[0].CallData, gas, tip) || !b.sends(calls[1].Target, new(big.Int), calls[1].CallData, gas, tip) {
			b.r.t.Fatalf("part %d is refused", n)
		}
	}
}

// burgled is what somebody with the key came to.
func burgled(t *testing.T, c custody, dollars int64, changes ...func(*deal)) (lost money.USDC, said worstday.Figure) {
	t.Helper()
	b := newBurglar(t, c, dollars, changes...)
	said = b.told(worstday.Key)
	var n hexutil.Uint64
	check(t, b.r.RPC.Call(&n, "eth_getTransactionCount", b.r.wallet, "latest"))
	b.nonce = uint64(n)
	b.takes(t.Context())
	return b.lost(), said
}

// Whoever steals the key takes what the owner is told, in the custodies whose limits are not
// the cage's; test/cage has that of delegation custody.
func TestAStolenKeyTakesTheWorstDay(t *testing.T) {
	for _, c := range custodies {
		if c.mode == "delegation" {
			continue
		}
		for _, dollars := range worstdaytest.Sizes {
			cell := worstdaytest.Cell{Custody: c.ofFigure(), Attacker: worstday.Key, Dollars: dollars}
			t.Run(cell.String(), func(t *testing.T) {
				lost, said := burgled(t, c, dollars)
				cell.Holds(t, said, lost, *update)
			})
		}
	}
}
