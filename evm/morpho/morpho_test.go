package morpho_test

import (
	"errors"
	"math"
	"math/big"
	"os"
	"strings"
	"testing"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/erc20"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/morpho"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/mirage/deploy/kit"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/holiman/uint256"
	"pgregory.net/rapid"
)

// market is the real Morpho Blue on a devnet, with an account that may be taken from.
type market struct {
	*evmtest.Lenders
	*morpho.Market
	client *rpc.Client
	codec  *morpho.Codec
}

func open(t testing.TB) *market {
	t.Helper()
	m := &market{Lenders: evmtest.NewLenders(t)}
	m.client = rpc.New(m.RPC)
	var err error
	if m.Market, err = morpho.Open(t.Context(), m.client, m.head(t).Hash, m.Morpho, m.MorphoID()); err != nil {
		t.Fatal(err)
	}
	m.codec = morpho.NewCodec(m.Morpho, m.Market.Params)
	m.Approve(m.Morpho)
	return m
}

func (m *market) head(t testing.TB) rpc.Block {
	t.Helper()
	head, err := m.client.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return head
}

// read is what the package says of the account after the newest block.
func (m *market) read(t testing.TB, f rapid.TB) morpho.Holding {
	f.Helper()
	head := m.head(t)
	b := m.client.At(head.Hash)
	reading := m.Add(b, m.Account)
	if err := b.Do(t.Context()); err != nil {
		f.Fatal(err)
	}
	h, err := reading.Value(t.Context(), head.Time)
	if err != nil {
		f.Fatal(err)
	}
	return h
}

// call asks the contract as the account; revert is why it would not.
func (m *market) call(f rapid.TB, data []byte) (out []byte, revert string) {
	f.Helper()
	var raw hexutil.Bytes
	err := m.RPC.Call(&raw, "eth_call", map[string]any{"from": m.Account, "to": m.Morpho, "data": hexutil.Bytes(data)}, "latest")
	if err != nil {
		return nil, strings.TrimPrefix(err.Error(), "execution reverted: ")
	}
	return raw, ""
}

// units is the first number that a call answers with.
func (m *market) units(f rapid.TB, data []byte) *uint256.Int {
	f.Helper()
	raw, revert := m.call(f, data)
	if revert != "" || len(raw) < 32 {
		f.Fatalf("%x: %s", data[:4], revert)
	}
	return new(uint256.Int).SetBytes32(raw[:32])
}

// The incentives are those of Morpho's own documentation for the shares that it lets markets
// have, to the basis point above.
func TestTheBonusOfALiquidatorFollowsFromTheShareLent(t *testing.T) {
	for share, want := range map[uint64]uint16{980: 61, 965: 107, 945: 168, 915: 262, 860: 439, 770: 742, 625: 1_268, 385: 1_500, 0: 1_500, 1_000: 0} {
		p := morpho.Params{LLTV: *uint256.NewInt(share * 1e15)}
		if got := p.Bonus(); got != want {
			t.Errorf("at %d per mille a liquidator gets %d bps, want %d", share, got, want)
		}
	}
}

// And it is what the contract gives a liquidator of a whole debt, in collateral at its oracle's price.
func TestALiquidatorGetsTheBonusOfTheMarket(t *testing.T) {
	m := open(t)
	m.SetPrice(m.WETH, 2_000e8)
	m.Execute(m.Morpho, m.codec.SupplyCollateral(uint256.NewInt(5e18), m.Account))
	m.Execute(m.Morpho, m.codec.Borrow(uint256.NewInt(8_599e6), m.Account))
	m.SetPrice(m.WETH, 1_990e8)
	held := m.read(t, t)
	raw, revert := m.call(t, bind.NewMorpho().PackLiquidate(m.Lenders.Params, m.Account, new(big.Int), held.Position.BorrowShares.ToBig(), nil))
	if revert != "" || len(raw) < 64 {
		t.Fatal(revert)
	}
	seized, repaid := new(big.Int).SetBytes(raw[:32]), new(big.Int).SetBytes(raw[32:64])
	worth := seized.Mul(seized, big.NewInt(1_990)) // in 1e18ths of a dollar
	bonus := worth.Quo(worth, repaid.Mul(repaid, big.NewInt(1e8))).Int64() - 10_000
	if want := int64(m.Bonus()); bonus != want && bonus != want-1 {
		t.Errorf("the contract gives %d bps, want %d", bonus, want)
	}
}

func TestAMarketIsFoundByItsID(t *testing.T) {
	m := open(t)
	if m.ID() != kit.MorphoID(m.Lenders.Params) || m.Loan != m.USDC || m.Collateral != m.WETH || m.Threshold() != 8600 {
		t.Errorf("%+v is %s", m.Market.Params, m.ID())
	}
	for name, c := range map[string]struct {
		at   common.Address
		id   common.Hash
		want string
	}{
		"another id":                           {m.Morpho, common.Hash{1}, "MORPHO_MARKET_NOT_FOUND"},
		"another contract":                     {m.Pool, m.ID(), "does not know markets"},
		"no contract":                          {evmtest.Address("nobody"), m.ID(), "of 0 bytes"},
		"a contract that answers for every id": {m.Deploy(anyMarket(m.Market.Params)), common.Hash{1}, "with the parameters of"},
	} {
		_, err := morpho.Open(t.Context(), m.client, m.head(t).Hash, c.at, c.id)
		if !errors.Is(err, morpho.ErrMarket) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

// anyMarket is the runtime code of a contract that answers everything with parameters.
func anyMarket(p morpho.Params) (code []byte) {
	words := [][]byte{p.Loan[:], p.Collateral[:], p.Oracle[:], p.Rate[:], p.LLTV.Bytes()}
	for i, w := range words { // PUSH32 word, PUSH1 offset, MSTORE
		code = append(append(append(code, 0x7f), common.LeftPadBytes(w, 32)...), 0x60, byte(32*i), 0x52)
	}
	return append(code, 0x60, 160, 0x5f, 0xf3) // PUSH1 160, PUSH0, RETURN
}

// Whatever is done in whatever order, at whatever price: what is read is what the
// contract pays and takes for the whole position, to the unit; its logs come to what
// moved; and it lends exactly where the health factor stays at one or above.
// spec: tools-archetypes §5.6
func TestARandomCourseIsReadToTheUnit(t *testing.T) {
	m := open(t)
	done, actions := map[string]int{}, 4
	if os.Getenv("BARDO_LONG") != "" {
		actions = 40
	}
	rapid.Check(t, func(r *rapid.T) {
		m.SetPrice(m.WETH, rapid.Int64Range(500e8, 5000e8).Draw(r, "price"))
		for range actions {
			before := m.read(t, r)
			kind, data := m.draw(r, before)
			receipt := m.Execute(m.Morpho, data)
			if receipt.Status != 1 {
				done["refused"]++
				continue
			}
			done[kind]++
			after := m.read(t, r)
			m.moved(r, kind, before, after, receipt)
			m.whole(r, after)
			m.bounds(r, after)
		}
	})
	for _, kind := range []string{"supply", "withdraw", "borrow", "repay", "supplyCollateral", "withdrawCollateral"} {
		if done[kind] < 15 {
			t.Errorf("%s was done %d times only", kind, done[kind])
		}
	}
	t.Logf("done: %v", done)
}

// draw chooses a call that the position allows, or nearly.
func (m *market) draw(r *rapid.T, h morpho.Holding) (kind string, data []byte) {
	kind = rapid.SampledFrom([]string{"supply", "withdraw", "borrow", "repay", "supplyCollateral", "withdrawCollateral"}).Draw(r, "kind")
	n := uint256.NewInt(rapid.Uint64Range(1, 1<<36).Draw(r, "units"))
	part := func(of *uint256.Int) *uint256.Int {
		share := uint256.NewInt(rapid.Uint64Range(1, 100).Draw(r, "share"))
		v := share.Mul(share, of)
		return v.Div(v, uint256.NewInt(100))
	}
	all := rapid.IntRange(0, 3).Draw(r, "all") == 0
	switch kind {
	case "supply":
		return kind, m.codec.Supply(n, m.Account)
	case "withdraw":
		if all {
			return kind, m.codec.WithdrawShares(&h.Position.SupplyShares, m.Account)
		}
		return kind, m.codec.Withdraw(part(&h.Supplied), m.Account)
	case "borrow":
		return kind, m.codec.Borrow(part(&h.Account.Collateral), m.Account)
	case "repay":
		if all {
			return kind, m.codec.RepayShares(&h.Position.BorrowShares, m.Account)
		}
		return kind, m.codec.Repay(part(&h.Account.Debt), m.Account)
	case "supplyCollateral":
		return kind, m.codec.SupplyCollateral(n.Lsh(n, 26), m.Account)
	}
	return kind, m.codec.WithdrawCollateral(part(&h.Position.Collateral), m.Account)
}

// moved holds the logs against the tokens that moved and the shares that were read.
func (m *market) moved(r *rapid.T, kind string, before, after morpho.Holding, receipt *types.Receipt) {
	r.Helper()
	var told *morpho.Change
	transferred := new(big.Int)
	for _, l := range receipt.Logs {
		if c, ok := morpho.ParseChange(l); ok {
			told = &c
		}
		if t, ok := erc20.ParseTransfer(l); ok {
			transferred = t.Amount.ToBig()
		}
	}
	if told == nil || told.Market != m.ID() || told.Account != m.Account || told.Units.CmpAbs(transferred) != 0 {
		r.Fatalf("%s: %s moved, the log says %+v", kind, transferred, told)
	}
	side := map[string]morpho.Side{"borrow": morpho.Owed, "repay": morpho.Owed, "supplyCollateral": morpho.Secured, "withdrawCollateral": morpho.Secured}[kind]
	old, now, by := &before.Position.SupplyShares, &after.Position.SupplyShares, told.Shares
	switch side {
	case morpho.Owed:
		old, now = &before.Position.BorrowShares, &after.Position.BorrowShares
	case morpho.Secured:
		old, now, by = &before.Position.Collateral, &after.Position.Collateral, told.Units
	}
	if told.Side != side || new(big.Int).Add(old.ToBig(), by).Cmp(now.ToBig()) != 0 {
		r.Fatalf("%s: from %s to %s, the log says %+v", kind, old.Dec(), now.Dec(), told)
	}
}

// whole asks the contract itself what the position is worth: what it would pay for all
// supply shares and take for all of the debt in the newest block's time.
func (m *market) whole(r *rapid.T, h morpho.Holding) {
	r.Helper()
	if !h.Position.SupplyShares.IsZero() {
		if paid := m.units(r, m.codec.WithdrawShares(&h.Position.SupplyShares, m.Account)); !paid.Eq(&h.Supplied) {
			r.Fatalf("the contract pays %s for what was read as %s", paid.Dec(), h.Supplied.Dec())
		}
	}
	if h.Position.BorrowShares.IsZero() != h.Account.Debt.IsZero() {
		r.Fatalf("%s shares of debt are %s", h.Position.BorrowShares.Dec(), h.Account.Debt.Dec())
	}
	if !h.Account.Debt.IsZero() {
		if taken := m.units(r, m.codec.RepayShares(&h.Position.BorrowShares, m.Account)); !taken.Eq(&h.Account.Debt) {
			r.Fatalf("the contract takes %s for what was read as %s", taken.Dec(), h.Account.Debt.Dec())
		}
	}
}

// bounds: the contract lends as long as the health factor is at least one, and not a
// unit more. A loan is rounded up by the contract, so one unit may be left.
func (m *market) bounds(r *rapid.T, h morpho.Holding) {
	r.Helper()
	limit := new(uint256.Int).Mul(&h.Account.Collateral, &m.LLTV)
	limit.Div(limit, uint256.NewInt(1e18))
	one := uint256.NewInt(1)
	healthy := !limit.Lt(&h.Account.Debt)
	if !h.Account.Debt.IsZero() && healthy == h.Account.Health.Lt(uint256.NewInt(1e18)) {
		r.Fatalf("%s may be owed, %s is, the health factor is %s", limit.Dec(), h.Account.Debt.Dec(), h.Account.Health.Dec())
	}
	if !healthy {
		if _, revert := m.call(r, m.codec.Borrow(one, m.Account)); revert != "insufficient collateral" {
			r.Fatalf("at a health factor of %s: %q", h.Account.Health.Dec(), revert)
		}
		return
	}
	room := new(uint256.Int).Sub(limit, &h.Account.Debt)
	if _, revert := m.call(r, m.codec.Borrow(new(uint256.Int).Add(room, one), m.Account)); revert != "insufficient collateral" {
		r.Fatalf("one unit more than %s: %q", room.Dec(), revert)
	}
	if room.CmpUint64(2) < 0 {
		return
	}
	if _, revert := m.call(r, m.codec.Borrow(room.Sub(room, one), m.Account)); revert != "" {
		r.Fatalf("one unit less than %s: %q", room.Dec(), revert)
	}
}

// What interest makes of a market in a time is what the contract writes down then,
// whatever the time, with a fee and without.
func TestInterestIsTheContractsToTheUnit(t *testing.T) {
	m := open(t)
	m.OwnMorpho(evmtest.Pack("setFeeRecipient(address)", evmtest.Address("fees").Bytes()))
	for _, c := range []struct{ fee, seconds int64 }{{0, 1}, {0, 3600}, {10e16, 7}, {25e16, 86400 * 30}, {1, 86400 * 365}} {
		if c.fee > 0 {
			m.OwnMorpho(evmtest.Pack("setFee((address,address,address,address,uint256),uint256)",
				m.Loan[:], m.Collateral[:], m.Oracle[:], m.Rate[:], m.LLTV.Bytes(), big.NewInt(c.fee).Bytes()))
		}
		before := m.state(t)
		m.Later(c.seconds)
		if r := m.Execute(m.Morpho, m.codec.Accrue()); r.Status != 1 {
			t.Fatal("the interest was not written down")
		}
		now := m.state(t)
		rate := m.ask(t, m.Rate, evmtest.Pack("perSecond()"))
		want, err := before.Accrued(rate, now.LastUpdate)
		if err != nil || want != now || now.LastUpdate < before.LastUpdate+uint64(c.seconds) {
			t.Errorf("fee %d, %d s: %+v, the contract has %+v (%v)", c.fee, c.seconds, want, now, err)
		}
		if grown := now.BorrowAssets.Gt(&before.BorrowAssets); !grown {
			t.Errorf("%d s without interest", c.seconds)
		}
	}
}

// A rate model is asked about the state that was read: one that takes its rate from the
// debts of the market gives what the contract gets from it.
func TestTheRateModelIsAskedAboutTheState(t *testing.T) {
	m := open(t)
	// PUSH1 228, CALLDATALOAD, PUSH0, MSTORE, PUSH1 32, PUSH0, RETURN: the eighth word,
	// the assets that are borrowed, is the rate in 1e18ths a second.
	model := m.Deploy([]byte{0x60, 228, 0x35, 0x5f, 0x52, 0x60, 32, 0x5f, 0xf3})
	params := m.Lenders.Params
	params.Irm = model
	abi := bind.NewMorpho()
	m.OwnMorpho(abi.PackEnableIrm(model))
	m.OwnMorpho(abi.PackCreateMarket(params))
	other, err := morpho.Open(t.Context(), m.client, m.head(t).Hash, m.Morpho, kit.MorphoID(params))
	if err != nil {
		t.Fatal(err)
	}
	m.Market, m.codec = other, morpho.NewCodec(m.Morpho, other.Params)
	for _, data := range [][]byte{
		m.codec.Supply(uint256.NewInt(9_000_000_000), m.Account), m.codec.SupplyCollateral(uint256.NewInt(9e18), m.Account),
		m.codec.Borrow(uint256.NewInt(8_000_000_000), m.Account), // 8e9 of 1e18 a second, a quarter a year
	} {
		if m.Execute(m.Morpho, data).Status != 1 {
			t.Fatal("a call reverted")
		}
	}
	for _, seconds := range []int64{1, 3600, 86400 * 90} {
		m.Later(seconds)
		m.Mine()
		h := m.read(t, t)
		if h.Account.Debt.Uint64() <= 8_000_000_000 || h.Supplied.Uint64() < 9_000_000_000 {
			t.Errorf("after %d s without interest: %+v", seconds, h)
		}
		if taken := m.units(t, m.codec.RepayShares(&h.Position.BorrowShares, m.Account)); !taken.Eq(&h.Account.Debt) {
			t.Errorf("after %d s the contract takes %s for what was read as %s", seconds, taken.Dec(), h.Account.Debt.Dec())
		}
	}
}

func (m *market) state(t testing.TB) morpho.State {
	t.Helper()
	raw, revert := m.call(t, m.codec.State())
	s, err := morpho.ParseState(raw)
	if err != nil {
		t.Fatal(err, revert)
	}
	return s
}

func (m *market) ask(t testing.TB, at common.Address, data []byte) *uint256.Int {
	t.Helper()
	var raw hexutil.Bytes
	if err := m.RPC.Call(&raw, "eth_call", map[string]any{"to": at, "data": hexutil.Bytes(data)}, "latest"); err != nil {
		t.Fatal(err)
	}
	return new(uint256.Int).SetBytes(raw)
}

// spec: tools-archetypes §5.6 (collateral 10,000 at threshold 0.86, debt 5,000 → 1.72)
func TestTheHealthFactorIsCollateralAtItsThresholdOverDebt(t *testing.T) {
	m := open(t)
	m.SetPrice(m.WETH, 2000e8)
	m.Execute(m.Morpho, m.codec.SupplyCollateral(uint256.NewInt(5e18), m.Account))
	m.Execute(m.Morpho, m.codec.Supply(uint256.NewInt(700e6), m.Account))
	if h := m.read(t, t); !h.Account.Health.Eq(new(uint256.Int).SetAllOne()) || !h.Account.Debt.IsZero() {
		t.Errorf("without a debt %+v", h.Account)
	}
	m.Execute(m.Morpho, m.codec.Borrow(uint256.NewInt(5000e6), m.Account))
	// A debt is rounded up, and what is lent stands behind nothing.
	if a := m.read(t, t).Account; a.Collateral.Uint64() != 10_000e6 || a.Debt.Uint64() > 5_000e6+1 || a.Health.Uint64()/1e9 != 1_719_999_999 && a.Health.Uint64() != 1_720_000_000_000_000_000 {
		t.Errorf("%+v", a)
	}
	m.SetPrice(m.WETH, 1400e8)
	if a := m.read(t, t).Account; a.Health.Uint64()/1e14 != 12_039 {
		t.Errorf("after a fall %s", a.Health.Dec())
	}
	// An oracle without a price makes a debt unsafe and a reading not impossible.
	m.SetPrice(m.WETH, 0)
	if h := m.read(t, t); !h.Account.Collateral.IsZero() || !h.Account.Health.IsZero() || h.Position.Collateral.Uint64() != 5e18 || h.Supplied.Uint64() < 700e6-1 {
		t.Errorf("without a price %+v", h)
	}
}

// spec: tools-archetypes §5.6 (errors)
func TestTheMarketsErrorsHaveNames(t *testing.T) {
	m := open(t)
	one := uint256.NewInt(1)
	other := m.Market.Params
	other.LLTV.SetUint64(77e16)
	for _, c := range []struct {
		name, want string
		data       []byte
	}{
		{"nothing", "the amount is zero", m.codec.Supply(new(uint256.Int), m.Account)},
		{"no collateral at all", "the amount is zero", m.codec.SupplyCollateral(new(uint256.Int), m.Account)},
		{"no market", "MORPHO_MARKET_NOT_FOUND", morpho.NewCodec(m.Morpho, other).Supply(one, m.Account)},
		{"no collateral", "INSUFFICIENT_COLLATERAL", m.codec.Borrow(one, m.Account)},
		{"another's position", "another account's", m.codec.Borrow(one, evmtest.Address("stranger"))},
		{"more than the wallet has", "the wallet has less", m.codec.Supply(uint256.NewInt(1e18), m.Account)},
	} {
		_, revert := m.call(t, c.data)
		if got, ok := morpho.Reason(revert); !ok || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q is %q, want %s", c.name, revert, got, c.want)
		}
	}
	m.Execute(m.Morpho, m.codec.Supply(uint256.NewInt(5000e6), m.Account))
	m.Drain()
	if _, revert := m.call(t, m.codec.Withdraw(uint256.NewInt(4000e6), m.Account)); revert != "insufficient liquidity" {
		t.Errorf("what is lent out: %q", revert)
	}
	if _, ok := morpho.Reason("ERC20: insufficient allowance"); ok {
		t.Error("another text is an error of the contract")
	}
}

func TestWhatOnlyLooksLikeAChangeIsNone(t *testing.T) {
	id, who := common.Hash{9}, common.BytesToHash([]byte{7})
	events := bind.NewMorphoEvents().GetABI().Events
	for name, c := range map[string]struct{ account, words int }{
		"Supply": {3, 2}, "Withdraw": {2, 3}, "Borrow": {2, 3}, "Repay": {3, 2}, "SupplyCollateral": {3, 1}, "WithdrawCollateral": {2, 2},
	} {
		topics := []common.Hash{events[name].ID, id, {}, {}}
		topics[c.account] = who
		good := types.Log{Topics: topics, Data: make([]byte, 32*c.words)}
		if got, ok := morpho.ParseChange(&good); !ok || got.Account != common.BytesToAddress([]byte{7}) || got.Market != id {
			t.Errorf("%s: %+v, %v", name, got, ok)
		}
		for what, l := range map[string]types.Log{
			"no topics": {Data: good.Data}, "too few": {Topics: topics[:3], Data: good.Data}, "short": {Topics: topics, Data: good.Data[1:]},
			"long": {Topics: topics, Data: make([]byte, 32*c.words+32)}, "another event": {Topics: append([]common.Hash{events["Liquidate"].ID}, topics[1:]...), Data: good.Data},
		} {
			if _, ok := morpho.ParseChange(&l); ok {
				t.Errorf("%s: %s was taken", name, what)
			}
		}
	}
}

func FuzzAnswers(f *testing.F) {
	f.Add(make([]byte, 192), uint64(1))
	f.Fuzz(func(t *testing.T, raw []byte, at uint64) {
		state, err := morpho.ParseState(raw)
		if err == nil {
			rate := uint256.NewInt(1 << 40)
			if next, err := state.Accrued(rate, at); err == nil && next.BorrowAssets.Lt(&state.BorrowAssets) {
				t.Fatalf("interest took %s from %s", next.BorrowAssets.Dec(), state.BorrowAssets.Dec())
			}
		} else if !errors.Is(err, morpho.ErrMarket) {
			t.Fatal(err)
		}
		position, bad := morpho.ParsePosition(raw[:min(96, len(raw))])
		if bad != nil && !errors.Is(bad, morpho.ErrMarket) {
			t.Fatal(bad)
		}
		if err == nil && bad == nil {
			held, err := morpho.Params{LLTV: *uint256.NewInt(86e16)}.Hold(position, state, uint256.NewInt(at))
			if err == nil && (held.Account.Debt.IsZero() != position.BorrowShares.IsZero()) || err != nil && !errors.Is(err, morpho.ErrMarket) {
				t.Fatalf("%+v became %+v, %v", position, held, err)
			}
		}
		if _, err := morpho.ParseNumber(raw); err != nil && !errors.Is(err, morpho.ErrMarket) {
			t.Fatal(err)
		}
	})
}

// What is read of the rates is what the model says of a second, and what the contract writes down
// for one: to the debts, and to what is supplied less the fee.
func TestTheRatesAreTheContracts(t *testing.T) {
	m := open(t)
	m.OwnMorpho(evmtest.Pack("setFeeRecipient(address)", evmtest.Address("fees").Bytes()))
	for _, fee := range []int64{0, 10e16, 25e16} {
		if fee > 0 {
			m.OwnMorpho(evmtest.Pack("setFee((address,address,address,address,uint256),uint256)",
				m.Loan[:], m.Collateral[:], m.Oracle[:], m.Rate[:], m.LLTV.Bytes(), big.NewInt(fee).Bytes()))
		}
		if r := m.Execute(m.Morpho, m.codec.Accrue()); r.Status != 1 {
			t.Fatal("the interest was not written down")
		}
		h, s := m.read(t, t), m.state(t)
		rate := m.ask(t, m.Rate, evmtest.Pack("perSecond()"))
		if want := new(uint256.Int).Mul(rate, uint256.NewInt(365*86_400*1e9)); !h.BorrowRate.Eq(want) || want.IsZero() {
			t.Errorf("fee %d: takes %s, the model says %s", fee, h.BorrowRate.Dec(), want.Dec())
		}
		// A long while, so that rounding is nothing, and a rate at which the interest on interest is.
		m.Later(86_400)
		if r := m.Execute(m.Morpho, m.codec.Accrue()); r.Status != 1 {
			t.Fatal("the interest was not written down")
		}
		now := m.state(t)
		perShare := func(s morpho.State) float64 { return s.SupplyAssets.Float64() / s.SupplyShares.Float64() }
		seconds := float64(now.LastUpdate - s.LastUpdate)
		paid := (perShare(now)/perShare(s) - 1) / seconds * 365 * 86_400
		if told := h.SupplyRate.Float64() / 1e27; math.Abs(paid-told) > told*1e-3 || told == 0 {
			t.Errorf("fee %d: pays %v a year, told %v", fee, paid, told)
		}
	}
}

// A rate beyond all is the most that fits, and an empty market pays nothing.
func TestRatesAtTheEdges(t *testing.T) {
	most := new(uint256.Int).SetAllOne()
	if supply, borrow := (morpho.State{}).Rates(most); !supply.IsZero() || !borrow.Eq(most) {
		t.Errorf("%s, %s", supply.Dec(), borrow.Dec())
	}
	s := morpho.State{SupplyAssets: *uint256.NewInt(300), BorrowAssets: *uint256.NewInt(100), Fee: *uint256.NewInt(5e17)}
	supply, borrow := s.Rates(uint256.NewInt(6))
	if want := uint64(365 * 86_400 * 1e9); borrow.Uint64() != 6*want || supply.Uint64() != want {
		t.Errorf("%s, %s, want %d", supply.Dec(), borrow.Dec(), want)
	}
}
