package caveat_test

import (
	"encoding/json"
	"errors"
	"math/big"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	gethrpc "github.com/ethereum/go-ethereum/rpc"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/caveat"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/tool"
	"bardo.run/bardo/mirage/deploy/kit"
)

// usd is so many dollars in the units of limits and of USDC.
func usd(n int64) *big.Int { return big.NewInt(n * 1e6) }

// pays is a call of a form of a class alone: it moves USDC out of the account.
func (s *stage) pays(class caveat.Class, amount *big.Int) caveat.Call {
	return caveat.Call{Target: s.At("USDC"), Value: new(big.Int), Data: bind.NewERC20().PackTransfer(payee(class), amount)}
}

// moves redeems and wants the account to have lost so much USDC.
func (s *stage) moves(d bind.IDelegationManagerDelegation, r caveat.Redemption, usdc *big.Int, at int64) *types.Receipt {
	s.t.Helper()
	manager, before := s.At("DelegationManager"), s.balance("USDC")
	receipt := s.mine(s.golem, &manager, s.redeem(d, r), at)
	if receipt.Status != types.ReceiptStatusSuccessful {
		s.t.Fatalf("the redemption reverted: %s", s.reason(d, r))
	}
	if got := before.Sub(before, s.balance("USDC")); got.Cmp(usdc) != 0 {
		s.t.Fatalf("%s moved, not %s", got, usdc)
	}
	return receipt
}

// refuses redeems and wants the reason, and nothing moved.
func (s *stage) refuses(d bind.IDelegationManagerDelegation, r caveat.Redemption, reason string, at int64) {
	s.t.Helper()
	manager, before := s.At("DelegationManager"), s.balance("USDC")
	if s.mine(s.golem, &manager, s.redeem(d, r), at).Status == types.ReceiptStatusSuccessful {
		s.t.Fatalf("it was redeemed, and not refused with %q", reason)
	}
	if got := s.balance("USDC"); got.Cmp(before) != 0 {
		s.t.Fatalf("%s became %s by a redemption that reverted", before, got)
	}
	if got := s.reason(d, r); got != reason {
		s.t.Fatalf("refused with %q, not %q", got, reason)
	}
}

// reason is what the node says of a redemption at the latest block, as a person reads it.
func (s *stage) reason(d bind.IDelegationManagerDelegation, r caveat.Redemption) string {
	s.t.Helper()
	call := map[string]any{"from": s.session, "to": s.At("DelegationManager"), "data": hexutil.Bytes(s.redeem(d, r))}
	at := map[string]any{"time": hexutil.Uint64(s.now())}
	err := s.RPC.Call(new(hexutil.Bytes), "eth_call", call, "latest", map[string]any{}, at)
	var data gethrpc.DataError
	if !errors.As(err, &data) {
		return ""
	}
	var raw hexutil.Bytes
	text, _ := json.Marshal(data.ErrorData())
	if json.Unmarshal(text, &raw) != nil {
		s.t.Fatalf("%v", err)
	}
	return sentence(raw)
}

func (s *stage) actionBook() common.Address { return s.on["ActionBook"] }

// window is one that is open for a while.
func (s *stage) window() *caveat.MortalityTimeWindow {
	return &caveat.MortalityTimeWindow{Start: 1, End: uint64(s.now()) + 30*86_400}
}

// spec: provisioning §8.4 (window [100, 200]: 99 ✗, 100 ✓, 200 ✓, 201 ✗)
func TestAWindowIsInclusive(t *testing.T) {
	s := raise(t)
	start := s.now() + 100
	d := s.grant(1, &caveat.MortalityTimeWindow{Start: uint64(start), End: uint64(start) + 100})
	r := caveat.One(s.account, s.hash(d), s.pays(caveat.Open, usd(1)))
	s.refuses(d, r, "MortalityTimeWindow: the window has not started", start-1)
	s.moves(d, r, usd(1), start)
	s.moves(d, r, usd(1), start+100)
	s.refuses(d, r, "MortalityTimeWindow: the window is over", start+101)
}

// spec: provisioning §8.4 (VaultNAV totalAssets 1 000 000 USDC at 1000 bps: 100 000 ✓, 100 001 ✗)
func TestAShareOfAVaultIsTheMost(t *testing.T) {
	s := raise(t)
	s.answer("Vault", "totalAssets()", 1_000_000e6)
	d := s.grant(1, s.window(), &caveat.VaultNAV{Book: s.actionBook(), Vault: s.on["Vault"], Share: 1000})
	h := s.hash(d)
	const more = "VaultNAV: more than the share of the vault"
	s.refuses(d, caveat.One(s.account, h, s.pays(caveat.Open, usd(100_001))), more, 0)
	s.refuses(d, caveat.One(s.account, h, s.pays(caveat.Open, new(big.Int).Add(usd(100_000), big.NewInt(1)))), more, 0)
	s.moves(d, caveat.One(s.account, h, s.pays(caveat.Open, usd(100_000))), usd(100_000), 0)
	half, err := caveat.Several(s.account, h, []caveat.Call{s.pays(caveat.Open, usd(50_000)), s.pays(caveat.Leave, usd(50_001))})
	check(t, err)
	s.refuses(d, half, more, 0)
}

// spec: provisioning §8.4 (DailySpend limit 100: 60 then 41 ✗, 40 ✓); DESIGN §12.29: no 24
// hours, wherever they begin, spend more, whichever delegation of the account it is.
func TestADayHasItsLimit(t *testing.T) {
	s := raise(t)
	limit := &caveat.DailySpendLimit{Book: s.actionBook(), Limit: 100e6}
	d, another := s.grant(1, s.window(), limit), s.grant(2, s.window(), limit)
	spend := func(d bind.IDelegationManagerDelegation, n int64) caveat.Redemption {
		return caveat.One(s.account, s.hash(d), s.pays(caveat.Open, usd(n)))
	}
	const over = "DailySpendLimit: over the limit of the day"
	midnight := s.now() - s.now()%86_400 + 86_400
	s.moves(d, spend(d, 60), usd(60), midnight-120)
	s.refuses(d, spend(d, 41), over, midnight-60)
	s.moves(another, spend(another, 40), usd(40), midnight-60)
	for _, at := range []int64{midnight, midnight + 60, midnight + 86_400 - 61} {
		s.refuses(d, spend(d, 1), over, at)
		s.refuses(another, spend(another, 1), over, at)
	}
	s.moves(d, spend(d, 100), usd(100), midnight+86_400)
	b := bind.NewDailySpendLimit()
	word, err := b.UnpackSums(s.Ask(s.on["DailySpendLimit"], b.PackSums(s.At("DelegationManager"), s.account)))
	sum, ok := policycage.SumOf(word)
	if got := sum.Day(uint64(s.now())); err != nil || !ok || got != 100e6 {
		t.Errorf("%s spent, %v", got, err)
	}
}

// A stranger who calls the hook himself spends nothing of a delegation.
func TestAHookThatAStrangerCallsSpendsNothing(t *testing.T) {
	s := raise(t)
	d := s.grant(1, s.window(), &caveat.DailySpendLimit{Book: s.actionBook(), Limit: 100e6})
	r := caveat.One(s.account, s.hash(d), s.pays(caveat.Open, usd(100)))
	enforcer := s.on["DailySpendLimit"]
	hook := bind.NewEnforcer().PackBeforeHook(d.Caveats[1].Terms, nil, r.Mode, r.Execution, r.Delegation, s.account, s.session)
	if s.mine(s.golem, &enforcer, hook, 0).Status != types.ReceiptStatusSuccessful {
		t.Fatal("the hook reverted")
	}
	s.moves(d, r, usd(100), 0)
}

// spec: provisioning §8.4 (ReplicantBudget: cumulative spend ≤ budget; age ≤ lifespan)
func TestAReplicantHasABudgetAndALifespan(t *testing.T) {
	s := raise(t)
	born := s.now() + 100
	d := s.grant(1, &caveat.ReplicantBudget{Book: s.actionBook(), Budget: 100e6, Lifespan: 3 * 86_400, Born: uint64(born)})
	h := s.hash(d)
	spend := func(n int64) caveat.Redemption { return caveat.One(s.account, h, s.pays(caveat.Open, usd(n))) }
	s.refuses(d, spend(1), "ReplicantBudget: the replicant is not born", born-1)
	s.moves(d, spend(60), usd(60), born)
	s.refuses(d, spend(41), "ReplicantBudget: over the budget", born+86_400)
	s.moves(d, spend(39), usd(39), born+3*86_400)
	s.refuses(d, spend(1), "ReplicantBudget: the replicant is too old", born+3*86_400+1)
}

// spec: provisioning §8.4 (DreamMode: reject every write while dreaming)
func TestADreamingGolemMovesNothing(t *testing.T) {
	s := raise(t)
	oracle := s.on["DreamOracle"]
	d := s.grant(1, s.window(), &caveat.DreamMode{Oracle: oracle, Golem: s.session})
	r := caveat.One(s.account, s.hash(d), s.pays(caveat.Settle, usd(1)))
	s.moves(d, r, usd(1), 0)
	s.mine(s.golem, &oracle, bind.NewDreamOracle().PackSetDreaming(true), 0)
	s.refuses(d, r, "DreamMode: the golem is dreaming", 0)
	s.mine(s.golem, &oracle, bind.NewDreamOracle().PackSetDreaming(false), 0)
	s.moves(d, r, usd(1), 0)
}

// spec: provisioning §8.5 (the table), §8.4 (unregistered golem → reject), safety §8
func TestEachPhaseAllowsItsClasses(t *testing.T) {
	s := raise(t)
	oracle, vitality := s.on["VitalityOracle"], bind.NewVitalityOracle()
	d := s.grant(1, s.window(), &caveat.GolemPhase{Book: s.actionBook(), Oracle: oracle, Golem: s.session})
	h := s.hash(d)
	pay := func(c caveat.Class) caveat.Redemption { return caveat.One(s.account, h, s.pays(c, usd(1))) }
	s.refuses(d, pay(caveat.Settle), "GolemPhase: the golem is not registered", 0)
	s.mine(s.owner, &oracle, vitality.PackRegisterGolem(s.session), 0)
	const y, n = true, false
	for phase, row := range [][5]bool{ // open, leave, sweep, spawn, settle
		turn.Thriving: {y, y, y, y, y}, turn.Stable: {y, y, y, n, y}, turn.Conservation: {n, y, n, n, y},
		turn.Declining: {n, y, y, n, y}, turn.Terminal: {n, n, n, n, y},
	} {
		if r := s.mine(s.golem, &oracle, vitality.PackUpdatePhase(uint8(phase), uint16(10_000-2_500*phase)), 0); r.Status != 1 {
			t.Fatalf("the golem could not say that it is in phase %d", phase)
		}
		for i, allowed := range row {
			if allowed {
				s.moves(d, pay(classes[i]), usd(1), 0)
			} else {
				s.refuses(d, pay(classes[i]), "GolemPhase: the phase does not allow this action", 0)
			}
		}
	}
	both, err := caveat.Several(s.account, h, []caveat.Call{s.pays(caveat.Settle, usd(1)), s.pays(caveat.Open, usd(1))})
	check(t, err)
	s.refuses(d, both, "GolemPhase: the phase does not allow this action", 0)
}

// spec: provisioning §8.5 (VitalityOracle), safety §8 (the golem only raises the phase,
// the owner may lower it)
func TestOnlyTheOwnerSetsAPhaseBack(t *testing.T) {
	s := raise(t)
	oracle, v := s.on["VitalityOracle"], bind.NewVitalityOracle()
	for i, step := range []struct {
		by   bool // the owner; else the Golem
		data []byte
		ok   bool
	}{
		{false, v.PackUpdatePhase(1, 6_000), false}, // nobody knows it yet
		{false, v.PackRegisterGolem(s.session), false},
		{true, v.PackRegisterGolem(s.session), true},
		{true, v.PackRegisterGolem(s.session), false},
		{false, v.PackUpdatePhase(5, 0), false},
		{false, v.PackUpdatePhase(2, 10_001), false},
		{false, v.PackUpdatePhase(3, 2_000), true},
		{false, v.PackUpdatePhase(2, 4_000), false},
		{false, v.PackResetPhase(s.session, 0, 9_000), false},
		{true, v.PackUpdatePhase(4, 0), false}, // the owner is no Golem
		{true, v.PackResetPhase(s.session, 1, 6_000), true},
		{false, v.PackDeregisterGolem(s.account), false}, // of somebody else
		{true, v.PackDeregisterGolem(s.session), true},
		{true, v.PackResetPhase(s.session, 1, 6_000), false},
	} {
		key := s.golem
		if step.by {
			key = s.owner
		}
		if got := s.mine(key, &oracle, step.data, 0).Status == types.ReceiptStatusSuccessful; got != step.ok {
			t.Errorf("step %d succeeded: %v", i+1, got)
		}
	}
}

// spec: provisioning §8.4 (MaxSlippage expected 10 000, min 9 950, 50 bps ✓; 9 949 ✗),
// safety §8: a real swap, as the adapters make it
func TestASwapThatAsksForTooLittleIsRefused(t *testing.T) {
	s := raise(t)
	s.answer("WETHFeed", "latestRoundData()", 0, 1e8, 0, s.now()) // a WETH for a USDC: 10^12 units for one
	d := s.grant(1, s.window(), &caveat.MaxSlippage{Book: s.actionBook(), Slippage: 50})
	h := s.hash(d)
	s.refuses(d, s.swap(h, 10_000, 9_949e12), "MaxSlippage: the swap asks for too little", 0)
	// 9,950 pass the caveat; the pool, where a WETH is dear, does not give them.
	if got := s.reason(d, s.swap(h, 10_000, 9_950e12)); strings.HasPrefix(got, "MaxSlippage") || got == "" {
		t.Fatalf("refused with %q", got)
	}
	s.answer("WETHFeed", "latestRoundData()", 0, kit.ETHPrice*1e8, 0, s.now())
	eth := s.balance("WETH9")
	receipt := s.moves(d, s.swap(h, 1000e6, 4_975e14), usd(1000), 0)
	if s.balance("WETH9").Cmp(eth) <= 0 {
		t.Error("nothing was bought")
	}
	t.Logf("a swap of three calls under two caveats: %d gas", receipt.GasUsed)
}

// swap is the adapters' order that sells USDC for at least so much WETH.
func (s *stage) swap(h common.Hash, amount, least int64) caveat.Redemption {
	s.t.Helper()
	a := grammar.Action{Kind: grammar.Swap, Market: s.reading.Markets[0].Handle, Protocol: s.reading.Markets[0].Protocol, TokenIn: s.At("USDC"), TokenOut: s.At("WETH9"), AmountIn: uint256.NewInt(uint64(amount))}
	expect := &turn.Simulation{Block: turn.Block{Time: s.now()}, Deltas: []turn.Delta{{Token: a.TokenOut, Units: *uint256.NewInt(uint64(least))}}}
	order, err := s.adapters.Calls(a, s.reading, expect)
	check(s.t, err)
	r, err := caveat.Several(s.account, h, tool.Calls(order))
	check(s.t, err)
	return r
}

// Whoever holds the session key cannot have what is bought sent to himself, approve
// himself, or call what no adapter calls, whatever the caveat.
func TestAStolenSessionKeyFindsNoFormForItself(t *testing.T) {
	s := raise(t)
	d := s.grant(1, s.window(), &caveat.DailySpendLimit{Book: s.actionBook(), Limit: policycage.MostCounted})
	h := s.hash(d)
	sell := bind.ISwapRouterExactInputSingleParams{
		TokenIn: s.At("USDC"), TokenOut: s.At("WETH9"), Fee: big.NewInt(500), Recipient: s.session, Deadline: big.NewInt(s.now() + 600),
		AmountIn: usd(10), AmountOutMinimum: new(big.Int), SqrtPriceLimitX96: new(big.Int),
	}
	erc20, router := bind.NewERC20(), bind.NewSwapRouter()
	for name, c := range map[string]caveat.Call{
		"a swap to itself": {Target: s.At("SwapRouter"), Data: router.PackExactInputSingle(sell)},
		"a transfer":       {Target: s.At("USDC"), Data: erc20.PackTransfer(s.session, usd(1))},
		"an approval":      {Target: s.At("USDC"), Data: erc20.PackApprove(s.session, usd(1))},
		"no call at all":   {Target: s.session},
	} {
		c.Value = new(big.Int)
		t.Run(name, func(t *testing.T) { s.refuses(d, caveat.One(s.account, h, c), "ActionBook: the call is of no form", 0) })
	}
	ether := caveat.Call{Target: s.session, Value: big.NewInt(1)}
	s.refuses(d, caveat.One(s.account, h, ether), "ActionBook: no action sends native money", 0)
	s.moves(d, s.swap(h, 10e6, 1), usd(10), 0)
}

// The seven together carry one swap; what they cost is printed.
func TestASwapPassesAllSeven(t *testing.T) {
	s := raise(t)
	s.answer("Vault", "totalAssets()", 1_000_000e6)
	oracle := s.on["VitalityOracle"]
	s.mine(s.owner, &oracle, bind.NewVitalityOracle().PackRegisterGolem(s.session), 0)
	book := s.actionBook()
	seven := []caveat.Caveat{
		&caveat.GolemPhase{Book: book, Oracle: oracle, Golem: s.session}, s.window(), &caveat.DreamMode{Oracle: s.on["DreamOracle"], Golem: s.session},
		&caveat.VaultNAV{Book: book, Vault: s.on["Vault"], Share: 100}, &caveat.ReplicantBudget{Book: book, Budget: 5_000e6, Lifespan: 86_400, Born: uint64(s.now())},
		&caveat.MaxSlippage{Book: book, Slippage: 100}, &caveat.DailySpendLimit{Book: book, Limit: 5_000e6},
	}
	// The first swap pays for what the second finds.
	for salt, caveats := range [][]caveat.Caveat{{}, {}, seven} {
		d := s.grant(int64(salt), caveats...)
		receipt := s.moves(d, s.swap(s.hash(d), 10e6, 4_950e12), usd(10), 0)
		t.Logf("approve, swap, forbid under %d caveats: %d gas", len(caveats), receipt.GasUsed)
	}
}
