package aave_test

import (
	"errors"
	"math/big"
	"os"
	"strings"
	"testing"

	"bardo.run/bardo/evm/aave"
	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/erc20"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/rpc"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/holiman/uint256"
	"pgregory.net/rapid"
)

// market is the real Aave v3 on a devnet, with an account that may be taken from.
type market struct {
	*evmtest.Lenders
	*aave.Market
	client *rpc.Client
	codec  *aave.Codec
}

func open(t testing.TB) *market {
	t.Helper()
	m := &market{Lenders: evmtest.NewLenders(t), codec: aave.NewCodec()}
	m.client = rpc.New(m.RPC)
	var err error
	if m.Market, err = aave.Open(t.Context(), m.client, m.head(t), m.Lending, []common.Address{m.USDC, m.WETH}); err != nil {
		t.Fatal(err)
	}
	for _, token := range []common.Address{m.USDC, m.WETH} {
		m.Execute(token, bind.NewERC20().PackApprove(m.Lending, new(uint256.Int).SetAllOne().ToBig()))
	}
	return m
}

func (m *market) head(t testing.TB) common.Hash {
	t.Helper()
	head, err := m.client.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return head.Hash
}

// read reads the account at the head.
func (m *market) read(t testing.TB, f rapid.TB) (aave.Account, []aave.Holding) {
	f.Helper()
	b := m.client.At(m.head(t))
	r := m.Add(b, m.Account)
	if err := b.Do(t.Context()); err != nil {
		f.Fatal(err)
	}
	account, holdings, err := r.Value()
	if err != nil {
		f.Fatal(err)
	}
	return account, holdings
}

func TestAMarketIsFoundFromItsPool(t *testing.T) {
	m := open(t)
	if len(m.Reserves) != 2 || m.Reserves[0].Asset != m.USDC || m.Reserves[1].Asset != m.WETH {
		t.Fatalf("%+v", m.Reserves)
	}
	for _, r := range m.Reserves {
		if r.Bonus != 500 {
			t.Errorf("a liquidator gets %d bps of %s", r.Bonus, r.Asset)
		}
	}
	account, holdings := m.read(t, t)
	if account.Collateral.Sign() != 0 || account.Debt.Sign() != 0 || !account.Health.Eq(new(uint256.Int).SetAllOne()) || len(holdings) != 2 {
		t.Errorf("a new account is %+v, %+v", account, holdings)
	}
	for name, pool := range map[string]common.Address{"another contract": m.Lenders.Pool, "no contract": evmtest.Address("nobody"), "the provider itself": m.Provider} {
		if _, err := aave.Open(t.Context(), m.client, m.head(t), pool, []common.Address{m.USDC}); !errors.Is(err, aave.ErrMarket) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := aave.Open(t.Context(), m.client, m.head(t), m.Lending, []common.Address{evmtest.Address("nobody")}); !errors.Is(err, aave.ErrMarket) {
		t.Errorf("an asset that it does not list: %v", err)
	}
}

// Whatever is done in whatever order: the receipt and debt tokens' logs come to what
// was asked for to the unit, however much interest they carry, and what is read is
// what the market moved.
func TestARandomCourseIsReadToTheUnit(t *testing.T) {
	m := open(t)
	done, actions := map[string]int{}, 3
	if os.Getenv("BARDO_LONG") != "" {
		actions = 30
	}
	rapid.Check(t, func(r *rapid.T) {
		for range actions {
			i := rapid.IntRange(0, 1).Draw(r, "reserve")
			asset := m.Reserves[i].Asset
			_, before := m.read(t, r)
			units, kind := rapid.Uint64Range(1, 1<<40).Draw(r, "units"), rapid.SampledFrom([]string{"supply", "withdraw", "borrow", "repay"}).Draw(r, "kind")
			if i == 1 {
				units <<= 20
			}
			n := uint256.NewInt(units)
			all := rapid.IntRange(0, 9).Draw(r, "all") == 0
			if all {
				n.SetAllOne()
			}
			var data []byte
			switch kind {
			case "supply":
				n.SetUint64(units)
				data = m.codec.Supply(asset, n, m.Account)
			case "borrow":
				n.SetUint64(units)
				data = m.codec.Borrow(asset, n, m.Account)
			case "withdraw":
				data = m.codec.Withdraw(asset, n, m.Account)
			case "repay":
				data = m.codec.Repay(asset, n, m.Account)
			}
			receipt := m.Execute(m.Lending, data)
			if receipt.Status != 1 {
				continue
			}
			done[kind]++
			_, after := m.read(t, r)
			m.compare(r, kind, n, before[i], after[i], receipt)
		}
	})
	for _, kind := range []string{"supply", "withdraw", "borrow", "repay"} {
		if done[kind] < 20 {
			t.Errorf("%s was done %d times only", kind, done[kind])
		}
	}
	t.Logf("done: %v", done)
}

// compare holds a receipt against what was asked and what was read after it.
func (m *market) compare(t *rapid.T, kind string, asked *uint256.Int, before, after aave.Holding, receipt *types.Receipt) {
	t.Helper()
	token, old, now := after.AToken, before.Supplied, after.Supplied
	if kind == "borrow" || kind == "repay" {
		token, old, now = after.Debt, before.Owed, after.Owed
	}
	changed, moved := new(big.Int), new(big.Int)
	for _, l := range receipt.Logs {
		if c, ok := aave.ParseChange(l); ok && c.Token == token && c.Account == m.Account {
			changed.Add(changed, c.Units)
		}
		if l.Address == after.Asset && len(l.Topics) == 3 && l.Topics[0] == transferTopic {
			moved.Add(moved, new(big.Int).SetBytes(l.Data))
		}
	}
	if changed.CmpAbs(moved) != 0 || (changed.Sign() > 0) != (kind == "supply" || kind == "borrow") {
		t.Fatalf("%s: the logs say %s, %s moved", kind, changed, moved)
	}
	if !asked.Eq(new(uint256.Int).SetAllOne()) && kind != "repay" && moved.Cmp(asked.ToBig()) != 0 {
		t.Fatalf("%s of %s moved %s", kind, asked.Dec(), moved)
	}
	// What the balance grew beyond that is two seconds of interest, never less than a
	// unit of rounding.
	grown := new(big.Int).Sub(now.ToBig(), old.ToBig())
	grown.Sub(grown, changed)
	if most := new(big.Int).Add(new(big.Int).Quo(old.ToBig(), big.NewInt(1e6)), big.NewInt(2)); grown.Cmp(big.NewInt(-2)) < 0 || grown.Cmp(most) > 0 {
		t.Fatalf("%s: from %s to %s by %s: %s beyond", kind, old.Dec(), now.Dec(), changed, grown)
	}
	if asked.Eq(new(uint256.Int).SetAllOne()) && !now.IsZero() {
		t.Fatalf("%s of everything leaves %s", kind, now.Dec())
	}
}

var transferTopic = erc20.TransferTopic

// spec: tools-archetypes §5.6 (collateral 10,000 at threshold 0.8, debt 5,000 → 1.6)
func TestTheHealthFactorIsTheMarkets(t *testing.T) {
	m := open(t)
	m.SetPrice(m.WETH, 2000e8)
	m.Execute(m.Lending, m.codec.Supply(m.WETH, uint256.NewInt(5e18), m.Account))
	m.Execute(m.Lending, m.codec.Borrow(m.USDC, uint256.NewInt(5000e6), m.Account))
	a, holdings := m.read(t, t)
	if a.Collateral.Uint64() != 10_000e8 || a.Debt.Uint64() != 5_000e8 || a.Health.Uint64() != 1_600_000_000_000_000_000 || a.Threshold != 8000 || a.LoanToValue != 7500 {
		t.Errorf("%+v", a)
	}
	if holdings[0].Owed.Uint64() != 5000e6 || holdings[1].Supplied.Uint64() != 5e18 || !holdings[0].Supplied.IsZero() || !holdings[1].Owed.IsZero() {
		t.Errorf("%+v", holdings)
	}
	m.SetPrice(m.WETH, 1400e8)
	if a, _ := m.read(t, t); a.Health.Uint64()/1e14 != 11_199 {
		t.Errorf("after a fall %s", a.Health.Dec())
	}
}

// A market whose oracle says no price reverts when it is asked about an account. What the
// account holds there is still read, and one that owes is taken to be at its end.
//
// spec: safety §1.4 (S-7, S-10)
func TestAnAccountOfAMarketThatRevertsIsReadAsFarAsItCanBe(t *testing.T) {
	m := open(t)
	m.Execute(m.Lending, m.codec.Supply(m.WETH, uint256.NewInt(5e18), m.Account))
	m.Execute(m.Lending, m.codec.Borrow(m.USDC, uint256.NewInt(1000e6), m.Account))
	known, before := m.read(t, t)
	m.SetPrice(m.WETH, 0)
	a, holdings := m.read(t, t)
	if known.Unknown || !a.Unknown || a.Debt.IsZero() || !a.Health.IsZero() {
		t.Errorf("%+v became %+v", known, a)
	}
	for i, h := range holdings {
		if !h.Supplied.Eq(&before[i].Supplied) || h.Owed.Lt(&before[i].Owed) {
			t.Errorf("%+v became %+v", before[i], h)
		}
	}
	m.SetPrice(m.WETH, 1850e8)
	m.Execute(m.Lending, m.codec.Repay(m.USDC, uint256.NewInt(2000e6), m.Account))
	m.SetPrice(m.WETH, 0)
	if a, _ := m.read(t, t); !a.Unknown || !a.Debt.IsZero() || a.Health.IsZero() {
		t.Errorf("without a debt: %+v", a)
	}
}

// spec: tools-archetypes §5.6 (errors)
func TestTheMarketsErrorsHaveNames(t *testing.T) {
	m := open(t)
	usdc, weth := m.USDC, m.WETH
	call := func(data []byte) string {
		var out string
		err := m.RPC.Call(&out, "eth_call", map[string]any{"from": m.Account, "to": m.Lending, "data": "0x" + common.Bytes2Hex(data)}, "latest")
		if err == nil {
			return "no error"
		}
		text := strings.TrimPrefix(err.Error(), "execution reverted: ")
		reason, ok := aave.Reason(text)
		if !ok {
			return "unnamed: " + text
		}
		return reason
	}
	for _, c := range []struct {
		name, want string
		data       []byte
	}{
		{"nothing", "amount is zero", m.codec.Supply(usdc, new(uint256.Int), m.Account)},
		{"no collateral", "INSUFFICIENT_COLLATERAL", m.codec.Borrow(usdc, uint256.NewInt(1e6), m.Account)},
		{"nothing owed", "nothing of this asset is owed", m.codec.Repay(usdc, uint256.NewInt(1e6), m.Account)},
		{"more than supplied", "more than was supplied", m.codec.Withdraw(weth, uint256.NewInt(1e18), m.Account)},
	} {
		if got := call(c.data); !strings.Contains(got, c.want) {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
	m.Execute(m.Lending, m.codec.Supply(weth, uint256.NewInt(1e18), m.Account))
	if got := call(m.codec.Borrow(usdc, uint256.NewInt(1500e6), m.Account)); !strings.Contains(got, "INSUFFICIENT_COLLATERAL: too little") {
		t.Errorf("more than the collateral bears: %s", got)
	}
	m.Execute(m.Lending, m.codec.Borrow(usdc, uint256.NewInt(1300e6), m.Account))
	if got := call(m.codec.Withdraw(weth, uint256.NewInt(5e17), m.Account)); !strings.Contains(got, "HEALTH_FACTOR_TOO_LOW") {
		t.Errorf("collateral that is needed: %s", got)
	}
	m.Pause(usdc, true)
	if got := call(m.codec.Borrow(usdc, uint256.NewInt(1e6), m.Account)); !strings.Contains(got, "AAVE_MARKET_PAUSED") {
		t.Errorf("a paused reserve: %s", got)
	}
	if _, ok := aave.Reason("ERC20: insufficient allowance"); ok {
		t.Error("another text is an error of the market")
	}
}

func TestWhatOnlyLooksLikeAChangeIsNone(t *testing.T) {
	topics := []common.Hash{common.HexToHash("0x458f5fa412d0f69b08dd84872b0215675cc67bc1d5b6fd93300a1c3878b86196"), {}, common.BytesToHash([]byte{7})}
	good := types.Log{Topics: topics, Data: make([]byte, 96)}
	if c, ok := aave.ParseChange(&good); !ok || c.Account != common.BytesToAddress([]byte{7}) {
		t.Fatalf("%+v, %v", c, ok)
	}
	for name, l := range map[string]types.Log{
		"no topics": {Data: good.Data}, "too few": {Topics: topics[:2], Data: good.Data}, "short": {Topics: topics, Data: good.Data[:95]},
		"long": {Topics: topics, Data: make([]byte, 128)}, "a transfer": {Topics: []common.Hash{transferTopic, {}, {}}, Data: good.Data},
	} {
		if _, ok := aave.ParseChange(&l); ok {
			t.Errorf("%s was taken", name)
		}
	}
}

func FuzzAccountData(f *testing.F) {
	f.Add(make([]byte, 192))
	codec := aave.NewCodec()
	f.Fuzz(func(t *testing.T, raw []byte) {
		a, err := codec.ParseAccount(raw)
		if err == nil && (len(raw) != 192 || a.Threshold > 10_000 || a.LoanToValue > 10_000) {
			t.Fatalf("%x became %+v", raw, a)
		}
		if err != nil && !errors.Is(err, aave.ErrMarket) {
			t.Fatal(err)
		}
	})
}

// What is read of the rates is what the pool itself says, whatever was done before, and the
// income of a year at the one is what the pool counts up to.
func TestTheRatesAreThePools(t *testing.T) {
	m, pool := open(t), bind.NewAavePool()
	ask := func(data []byte) []byte {
		var raw hexutil.Bytes
		if err := m.RPC.Call(&raw, "eth_call", map[string]any{"to": m.Lending, "data": hexutil.Bytes(data)}, "latest"); err != nil {
			t.Fatal(err)
		}
		return raw
	}
	for i, data := range [][]byte{
		m.codec.Supply(m.Reserves[1].Asset, uint256.NewInt(1e18), m.Account),
		m.codec.Borrow(m.Reserves[0].Asset, uint256.NewInt(300e6), m.Account),
		m.codec.Borrow(m.Reserves[0].Asset, uint256.NewInt(200e6), m.Account),
		m.codec.Repay(m.Reserves[0].Asset, uint256.NewInt(100e6), m.Account),
	} {
		if m.Execute(m.Lending, data).Status != 1 {
			t.Fatalf("call %d reverted", i)
		}
		_, holdings := m.read(t, t)
		for _, h := range holdings {
			said, err := pool.UnpackGetReserveData(ask(pool.PackGetReserveData(h.Asset)))
			if err != nil || said.CurrentLiquidityRate.Cmp(h.SupplyRate.ToBig()) != 0 || said.CurrentVariableBorrowRate.Cmp(h.BorrowRate.ToBig()) != 0 {
				t.Errorf("call %d: %s pays %s and takes %s, the pool says %s and %s (%v)", i, h.Asset, h.SupplyRate.Dec(), h.BorrowRate.Dec(),
					said.CurrentLiquidityRate, said.CurrentVariableBorrowRate, err)
			}
		}
	}
	_, before := m.read(t, t)
	if before[0].SupplyRate.IsZero() || !before[0].BorrowRate.Gt(&before[0].SupplyRate) {
		t.Fatalf("a reserve with a debt pays %s and takes %s", before[0].SupplyRate.Dec(), before[0].BorrowRate.Dec())
	}
	said, err := pool.UnpackGetReserveData(ask(pool.PackGetReserveData(m.Reserves[0].Asset)))
	if err != nil {
		t.Fatal(err)
	}
	m.Later(365 * 86_400)
	m.Mine()
	head, err := m.client.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	income, err := pool.UnpackGetReserveNormalizedIncome(ask(pool.PackGetReserveNormalizedIncome(m.Reserves[0].Asset)))
	if err != nil {
		t.Fatal(err)
	}
	// income = index × (1 + rate × seconds ÷ year)
	ray, year := big.NewInt(0).Exp(big.NewInt(10), big.NewInt(27), nil), big.NewInt(365*86_400)
	growth := new(big.Int).Mul(before[0].SupplyRate.ToBig(), new(big.Int).Sub(new(big.Int).SetUint64(head.Time), said.LastUpdateTimestamp))
	growth.Quo(growth, year).Add(growth, ray)
	want := growth.Mul(growth, said.LiquidityIndex)
	want.Quo(want, ray)
	if off := new(big.Int).Sub(want, income); off.CmpAbs(big.NewInt(2)) > 0 {
		t.Errorf("the pool counts %s, the rate %s: %s apart", income, want, off)
	}
}
