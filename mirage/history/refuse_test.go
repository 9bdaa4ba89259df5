package history_test

import (
	"strings"
	"testing"
	"time"

	"bardo.run/bardo/mirage/history"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/holiman/uint256"
)

// DESIGN §5: no state cheat after deployment.
func TestCheatsAreRefusedAfterOpen(t *testing.T) {
	w := open(t, loaded(t, "calm", 0, 2*time.Minute))
	root := w.Head().Root
	pool := w.Book().Address("UniswapV3Pool")
	for _, c := range []struct {
		method string
		args   []any
	}{
		{"anvil_setStorageAt", []any{pool, common.Hash{}, common.Hash{31: 1}}},
		{"hardhat_setStorageAt", []any{pool, common.Hash{}, common.Hash{31: 1}}},
		{"anvil_setBalance", []any{pool, "0x1"}},
		{"anvil_setCode", []any{pool, "0x00"}},
		{"anvil_setNonce", []any{pool, "0x5"}},
		{"anvil_impersonateAccount", []any{pool}},
		{"anvil_mine", []any{"0x1"}},
		{"evm_mine", nil},
		{"evm_snapshot", nil},
		{"evm_revert", []any{"0x1"}},
		{"evm_increaseTime", []any{"0x1"}},
		{"mirage_setStorageAt", []any{pool, common.Hash{}, common.Hash{31: 1}}},
	} {
		if err := w.Client().CallContext(t.Context(), nil, c.method, c.args...); err == nil {
			t.Errorf("%s was served", c.method)
		}
	}
	if w.Head().Root != root || !history.CheatsClosed(w) {
		t.Error("cheats are open")
	}
}

func TestTransactionsWaitForTheirBaseFeeAndBadOnesAreRefused(t *testing.T) {
	m := loaded(t, "calm", 0, 10*time.Minute)
	for i := range m.Minutes {
		m.Minutes[i].GasPrice = uint256.NewInt(100)
	}
	m.Minutes[2].GasPrice = uint256.NewInt(10)
	w := open(t, m)
	g := newGolem(t, w, "golem")
	raw := g.sign(common.Address{1}, nil, 50)
	var hash common.Hash
	if err := w.Client().CallContext(t.Context(), &hash, "eth_sendRawTransaction", hexutil.Bytes(raw)); err != nil {
		t.Fatal(err)
	}
	client := newAudit(t, w, g).client
	for i := range 9 {
		if _, err := w.Next(t.Context()); err != nil {
			t.Fatal(err)
		}
		if _, err := client.TransactionReceipt(t.Context(), hash); (err == nil) != (i == 8) {
			t.Errorf("block %d: %v", i, err)
		}
	}
	for _, c := range []struct {
		raw  []byte
		want string
	}{
		{raw, "nonce too low"},
		{[]byte{1, 2}, "submit: "},
		{newBeggar(t, w).sign(common.Address{1}, nil, 1e12), "insufficient funds"},
	} {
		if _, err := w.Submit(t.Context(), c.raw); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error is %v, want %q", err, c.want)
		}
	}
	if err := w.Fund(t.Context(), g.address, history.Purse{Native: uint256.NewInt(1)}); err != history.ErrBegun {
		t.Errorf("funds during the life: %v", err)
	}
}

// newBeggar is an account without any funds.
func newBeggar(t *testing.T, w *history.World) *golem {
	t.Helper()
	return &golem{t: t, w: w, key: newKey(t, "beggar")}
}

// The promise of every close is checked inside, too: another record is not met.
func TestACloseThatMissesTheRecordIsAnError(t *testing.T) {
	m := loaded(t, "calm", 0, 2*time.Minute)
	w := open(t, m)
	if _, err := w.Advance(t.Context(), m.Start().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	minute := m.Minutes[0]
	if err := history.Check(w, minute); err != nil {
		t.Fatal(err)
	}
	other := minute
	other.Close++
	if err := history.Check(w, other); err == nil || !strings.Contains(err.Error(), "the pool closed in tick") {
		t.Errorf("another tick: %v", err)
	}
	other = minute
	other.Liquidity = new(uint256.Int).Mul(minute.Liquidity, uint256.NewInt(1002))
	other.Liquidity.Div(other.Liquidity, uint256.NewInt(1000))
	if err := history.Check(w, other); err == nil || !strings.Contains(err.Error(), "the pool closed with liquidity") {
		t.Errorf("another liquidity: %v", err)
	}
}

func TestImpossibleMarketsAreRefused(t *testing.T) {
	set := artifacts(t)
	good := loaded(t, "calm", 0, 2*time.Minute)
	for _, c := range []struct {
		name  string
		spoil func(*history.Market)
		want  string
	}{
		{"no minute", func(m *history.Market) { m.Minutes = nil }, "no minute data"},
		{"fee", func(m *history.Market) { m.Spec.Fee = 42 }, "fee 42: no such tier in the factory"},
		{"ticks", func(m *history.Market) { m.Minutes[1].High = history.MaxTick - 1 }, "leave the pool's range of ±887270"},
		{"liquidity", func(m *history.Market) {
			m.Minutes[1].Liquidity = new(uint256.Int).Lsh(uint256.NewInt(1), 100)
		}, "more than the market account can provide"},
	} {
		m := good
		m.Minutes = append([]history.Minute(nil), good.Minutes...)
		c.spoil(&m)
		if _, err := history.Open(t.Context(), history.Config{Markets: []history.Market{m}, Artifacts: set}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}
