package embedded

import (
	"bytes"
	"errors"
	"math/big"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/privy"
	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
	"bardo.run/bardo/golem/mind/thanatopsis"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/caveat"
	"bardo.run/bardo/golem/safety/loss"
	"bardo.run/bardo/golem/safety/signing"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/tool"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/mirage/enclave"
)

// spec: provisioning §8.8, §8.9: what the adapters do on a venue is signed, and so is the
// testament; the policy has one hash for the same market.
func TestAWalletSignsWhatItsGolemDoes(t *testing.T) {
	s := newStage(t)
	w := s.open()
	npm, id := bind.NewNonfungiblePositionManager(), big.NewInt(7)
	most := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 128), big.NewInt(1))
	for i, tx := range []*types.DynamicFeeTx{
		call(at("USDC"), bind.NewERC20().PackApprove(at("SwapRouter"), big.NewInt(5e6))),
		s.buy(1, 5), s.mint(2, big.NewInt(5e6), big.NewInt(1e15)),
		call(at("Positions"), npm.PackDecreaseLiquidity(bind.INonfungiblePositionManagerDecreaseLiquidityParams{TokenId: id, Liquidity: id, Amount0Min: id, Amount1Min: id, Deadline: id})),
		call(at("Positions"), npm.PackCollect(bind.INonfungiblePositionManagerCollectParams{TokenId: id, Recipient: w.Address(), Amount0Max: most, Amount1Max: most})),
		call(at("Positions"), npm.PackBurn(id)),
		call(at("USDC"), bind.NewERC20().PackTransfer(at("owner"), big.NewInt(5e6))),
		{ChainID: big.NewInt(evmtest.ChainID), To: new(at("owner")), Value: big.NewInt(5), Gas: 21_000, GasFeeCap: big.NewInt(1e9), GasTipCap: big.NewInt(1)},
	} {
		tx.Nonce = uint64(i)
		if done, err := w.SignTransaction(tx); err != nil || len(done.Raw) == 0 {
			t.Errorf("call %d: %v", i, err)
		}
	}
	if _, _, err := w.SignTypedData(thanatopsis.Words("golem", w.Address().Hex(), evmtest.ChainID, [32]byte{1})); !errors.Is(err, privy.ErrCheck) {
		t.Errorf("typed data: %v", err)
	}
	again, err := Compile(venue(s.config.Address), reading(), terms())
	if err != nil || again.Policy.Hash() != s.config.Rules.Policy.Hash() || len(again.LeftOut) != 0 || w.Signatures() != 8 {
		t.Errorf("%d signatures; left out: %q (%v)", w.Signatures(), again.LeftOut, err)
	}
}

// What is beyond the policy is refused here before the provider hears of it, and there
// where our checks are out.
//
// spec: safety §8, DESIGN §12.6; issue 5, scope 4
func TestWhatIsBeyondThePolicyIsRefusedTwice(t *testing.T) {
	s := newStage(t)
	w := s.open()
	careless := privy.Checks{Transaction: func(*types.DynamicFeeTx) error { return nil }, TypedData: w.guard.TypedData}
	held, err := s.config.Client.Wallet(t.Context(), s.config.Wallet)
	s.must(err)
	thief, err := privy.Open(t.Context(), s.config.Client, held, evmtest.ChainID, careless)
	s.must(err)
	elsewhere := s.buy(0, 5)
	elsewhere.To = new(at("another router"))
	to := s.buy(0, 5)
	to.Data = []byte(strings.Replace(string(to.Data), string(s.config.Address[:]), string(at("thief").Bytes()), 1))
	for name, tx := range map[string]*types.DynamicFeeTx{
		"a token to a stranger": call(at("USDC"), bind.NewERC20().PackTransfer(at("thief"), big.NewInt(1))),
		"an allowance":          call(at("USDC"), bind.NewERC20().PackApprove(at("thief"), big.NewInt(1))),
		"another contract":      elsewhere,
		"another recipient":     to,
		"a multicall":           call(at("Positions"), bind.NewNonfungiblePositionManager().PackMulticall([][]byte{{1, 2, 3, 4}})),
	} {
		asked := s.Asked()
		if _, err := w.SignTransaction(tx); !errors.Is(err, signing.ErrRefused) || s.Asked() != asked {
			t.Errorf("%s, our check: %v, asked %d times", name, err, s.Asked()-asked)
		}
		if _, err := thief.SignTransaction(tx); !errors.Is(err, privy.ErrRefused) {
			t.Errorf("%s, the enclave: %v", name, err)
		}
	}
	if s.Signed(s.config.Wallet) != 0 {
		t.Error("the key was used")
	}
}

// The dollars of a day are ours alone: both tokens count, at the newest price.
func TestADayIsCountedAtTheNewestPrice(t *testing.T) {
	s := newStage(t)
	w := s.open()
	half := new(big.Int).Div(big.NewInt(1e18), big.NewInt(4)) // 500 USDC
	if _, err := w.SignTransaction(s.mint(0, big.NewInt(501e6), half)); !errors.Is(err, signing.ErrRefused) || !strings.Contains(err.Error(), "it pays 1000.999999") {
		t.Errorf("1,001 USDC: %v", err)
	}
	if _, err := w.SignTransaction(s.mint(0, big.NewInt(499e6), half)); err != nil {
		t.Errorf("999 USDC: %v", err)
	}
	dearer := pricedAt(125e6) // a quarter of WETH for one USDC
	w.See(dearer)
	if _, err := w.SignTransaction(s.mint(1, new(big.Int), half)); !errors.Is(err, signing.ErrRefused) || !strings.Contains(err.Error(), "it pays 2000") && !strings.Contains(err.Error(), "it pays 1999") {
		t.Errorf("2,000 USDC: %v", err)
	}
}

// A provider that is away stops no start. Nothing is signed before it has proved what it
// holds, and that once.
func TestAProviderThatIsAwayIsAskedForItsProofLater(t *testing.T) {
	s := newStage(t)
	s.Fail(slices.Repeat([]enclave.Fault{enclave.Status(503, `{}`)}, 3)...)
	w := s.open()
	if !strings.Contains(s.log.String(), "does not answer") {
		t.Errorf("the log says %q", s.log.String())
	}
	s.Fail(slices.Repeat([]enclave.Fault{enclave.Status(500, `{}`)}, 3)...)
	_ = s.clock.WaitUntil(t.Context(), start.Add(time.Hour))
	if _, err := w.SignTransaction(s.buy(0, 5)); !errors.Is(err, privy.ErrUnavailable) || s.Signed(s.config.Wallet) != 0 {
		t.Errorf("unproved: %v", err)
	}
	s.Heal()
	_ = s.clock.WaitUntil(t.Context(), start.Add(2*time.Hour))
	if _, err := w.SignTransaction(s.buy(0, 5)); err != nil {
		t.Errorf("back: %v", err)
	}
	_ = s.clock.WaitUntil(t.Context(), start.Add(2*time.Hour+time.Minute)) // for the breaker, which counts them all
	asked := s.Asked()
	if _, err := w.SignTransaction(s.buy(1, 5)); err != nil || s.Asked() != asked+1 {
		t.Errorf("proved: %v, asked %d times", err, s.Asked()-asked)
	}
}

// Each difference between what the provider holds and what was compiled is an error that
// names it, and nothing is signed.
//
// spec: provisioning §8.8
func TestAWalletThatIsNotBoundIsAnError(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*stage)
		word   string
	}{
		"another policy":   {func(s *stage) { s.ChangePolicy(s.config.Policy, func(p *enclave.Policy) { p.Rules = p.Rules[1:] }) }, "other rules than were compiled"},
		"another end":      {func(s *stage) { s.config.Rules.Policy.NotAfter++ }, "other rules than were compiled"},
		"another address":  {func(s *stage) { s.config.Address = at("x") }, "in the configuration"},
		"no such wallet":   {func(s *stage) { s.config.Wallet = "nowhere" }, "does not know it"},
		"another key":      {func(s *stage) { s.config.Client = s.dial() }, "not this Golem's key"},
		"a free signer":    {func(s *stage) { s.Change(s.config.Wallet, func(w *enclave.Wallet) { w.Signers[0].Policies = nil }) }, "signs under"},
		"an owner of both": {func(s *stage) { s.Change(s.config.Wallet, func(w *enclave.Wallet) { w.Owner = &s.config.Signer }) }, "take the policy away"},
	} {
		s := newStage(t)
		c.change(s)
		if w, err := Open(t.Context(), s.config); w != nil || !errors.Is(err, ErrUnbound) || !strings.Contains(err.Error(), c.word) || s.Signed("double000000000000000003") != 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// spec: provisioning §8.12
func TestASessionThatIsOverIsAnErrorOfItsOwn(t *testing.T) {
	s := newStage(t)
	w := s.open()
	if _, err := w.SignTransaction(s.buy(0, 5)); err != nil {
		t.Fatal(err)
	}
	_ = s.clock.WaitUntil(t.Context(), start.Add(72*time.Hour+time.Second))
	asked := s.Asked()
	_, err := w.SignTransaction(call(at("Positions"), bind.NewNonfungiblePositionManager().PackBurn(big.NewInt(7))))
	_, _, err2 := w.SignTypedData(thanatopsis.Words("golem", w.Address().Hex(), evmtest.ChainID, [32]byte{1}))
	if !errors.Is(err, ErrOver) || !errors.Is(err2, ErrOver) || !strings.Contains(err.Error(), "its owner has to give another") || s.Asked() != asked {
		t.Errorf("%v, %v", err, err2)
	}
	s.open() // it can still be looked on
}

func TestADestroyedWalletAsksForNothing(t *testing.T) {
	s := newStage(t)
	w := s.open()
	w.Destroy()
	asked := s.Asked()
	if _, err := w.SignTransaction(s.buy(0, 5)); !errors.Is(err, signer.ErrDestroyed) || s.Asked() != asked || w.Address() != s.config.Address {
		t.Errorf("%v, asked %d times", err, s.Asked()-asked)
	}
}

// What the journal tells counts in the day.
func TestWhatIsRecalledCounts(t *testing.T) {
	s := newStage(t)
	first, second := s.open(), s.open()
	var recaller chain.Recaller = second
	for n := range uint64(2) {
		done, err := first.SignTransaction(s.buy(n, 1000))
		s.must(err)
		tx := new(types.Transaction)
		s.must(tx.UnmarshalBinary(done.Raw))
		recaller.Recall(tx, start)
	}
	if !slices.Equal(first.Spent(), second.Spent()) || len(first.Spent()) != 2 {
		t.Errorf("%+v and %+v", first.Spent(), second.Spent())
	}
	if _, err := second.SignTransaction(s.buy(2, 501)); !errors.Is(err, signing.ErrRefused) {
		t.Errorf("beyond the day: %v", err)
	}
	if _, err := second.SignTransaction(s.buy(2, 500)); err != nil {
		t.Error(err)
	}
}

// What was signed counts in the next process too, which goes on from a checkpoint and recalls
// nothing of it; without that memory it does not begin.
//
// spec: runtime §14.3
func TestWhatAWalletRemembersCounts(t *testing.T) {
	s := newStage(t)
	first, second := s.open(), s.open()
	for n := range uint64(2) {
		_, err := first.SignTransaction(s.buy(n, 1000))
		s.must(err)
	}
	memory, err := first.Memory()
	s.must(err)
	for _, other := range [][]byte{nil, memory[:40], append([]byte{1}, memory[1:]...)} {
		if err := s.open().Remember(other); err == nil {
			t.Errorf("%d bytes of another memory were taken", len(other))
		}
	}
	s.must(second.Remember(memory))
	if !slices.Equal(first.Spent(), second.Spent()) || len(second.Spent()) != 2 || !reflect.DeepEqual(first.signed, second.signed) || !reflect.DeepEqual(first.placed, second.placed) {
		t.Errorf("%+v and %+v", first.Spent(), second.Spent())
	}
	if again, err := second.Memory(); err != nil || !bytes.Equal(again, memory) {
		t.Errorf("it remembers otherwise: %v", err)
	}
	if _, err := second.SignTransaction(s.buy(2, 501)); !errors.Is(err, signing.ErrRefused) {
		t.Errorf("beyond the day: %v", err)
	}
	if _, err := second.SignTransaction(s.buy(2, 500)); err != nil {
		t.Error(err)
	}
}

// What no rule can hold is left out and told; terms that contradict themselves are no policy.
func TestAPolicySaysWhatItLeavesOut(t *testing.T) {
	more, r := market(), reading()
	more.V2Router, more.V4 = at("V2"), uniswap.V4{Router: at("Universal"), StateView: at("View"), Fee: 3000, TickSpacing: 60}
	v := tool.Venue{Account: at("wallet"), Deployments: more.Deployments()}
	for _, other := range v.Deployments[1:] {
		m := *r.Primary()
		m.Handle, m.Protocol, m.Address, m.Range = other.Handle, other.Protocol, common.Address{}, nil
		r.Markets = append(r.Markets, m)
	}
	rules, err := Compile(v, r, terms())
	if err != nil || len(rules.LeftOut) != 2 {
		t.Errorf("left out: %q (%v)", rules.LeftOut, err)
	}
	bad := terms()
	bad.Owner = common.Address{}
	if _, err := Compile(v, r, bad); !errors.Is(err, signing.ErrPolicy) {
		t.Errorf("without an owner: %v", err)
	}
	small := terms()
	small.PerDay = 10 * money.One
	if rules, err := Compile(v, r, small); err != nil || rules.Policy.MaxPerTx != 10*money.One {
		t.Errorf("%+v (%v)", rules.Policy, err)
	}
}

// quoted swaps whole dollars for WETH with a least, in thousandths of its worth.
func (s *stage) quoted(nonce uint64, dollars, least int64) *types.DynamicFeeTx {
	tx := call(at("SwapRouter"), bind.NewSwapRouter().PackExactInputSingle(bind.ISwapRouterExactInputSingleParams{
		TokenIn: at("USDC"), TokenOut: at("WETH"), Fee: big.NewInt(500), Recipient: s.config.Address, Deadline: big.NewInt(1e10),
		AmountIn: big.NewInt(dollars * 1_000_000), AmountOutMinimum: big.NewInt(dollars * least * 5e11), SqrtPriceLimitX96: new(big.Int),
	}))
	tx.Nonce = nonce
	return tx
}

// spec: DESIGN §12.29 — a wallet's day loses no more than its share, by what each call asks for
// at least, at a feed's price; and by its receipt once there is one.
func TestAWalletBoundsWhatADayLoses(t *testing.T) {
	s := newStage(t)
	s.config.Rules.Policy.MaxLossDay, s.config.Rules.Policy.MaxMoveLoss, s.config.Rules.Policy.MaxExitLoss = 200, 200, 100
	s.config.Rules.Policy.MaxPerDay = 1_000_000 * money.One
	s.config.Rules.FeedAge.Rest = 1_200
	r := reading()
	r.Assets[0].Units = *uint256.NewInt(1_000e6) // 20 may be lost
	s.config.Seen = r
	w := s.open()
	refused := func(tx *types.DynamicFeeTx, says string) {
		t.Helper()
		if _, err := w.SignTransaction(tx); says == "" && err != nil || says != "" && (!errors.Is(err, signing.ErrRefused) || !strings.Contains(err.Error(), says)) {
			t.Errorf("%v, want %q", err, says)
		}
	}
	refused(s.quoted(0, 1000, 979), "one move loses at most 2.00%")
	refused(s.quoted(0, 1000, 985), "") // 15
	refused(s.quoted(1, 1000, 994), "it may lose 6.0")
	var learner chain.Learner = w
	learner.Learn(0, chain.Receipt{Found: true, Success: true, Logs: []protocol.Log{
		transfer("USDC", w.Address(), at("Pool"), 1_000e6), transfer("WETH", at("Pool"), w.Address(), 499e15),
	}}, start)
	if v := w.guard.Lost(); v/money.One != 2 {
		t.Errorf("behind the receipt %s are lost", v)
	}
	refused(s.quoted(1, 1000, 994), "")
	learner.Learn(1, chain.Receipt{Found: true}, start) // it reverted
	learner.Learn(0, chain.Receipt{}, start)            // a reorg
	if v := w.guard.Lost(); v/money.One != 15 {
		t.Errorf("after a reorg %s are lost", v)
	}
	r.Block.Time, r.Assets[1].Feed = 5_000, &turn.Feed{Price: 1_900, Updated: 4_500, Answer: *uint256.NewInt(1_900e8), Decimals: 8}
	w.See(r)
	refused(s.quoted(2, 10, 1000), "one move loses at most 2.00%")
	r.Block.Time = 9_000
	w.See(r)
	refused(s.quoted(2, 10, 1060), "the price feed is silent")
}

// A sale of what no market prices is judged where a feed is configured: who bends the markets until
// they tell nothing must not have switched off the feed.
//
// spec: DESIGN §12.29
func TestASaleInAMarketWithoutAPriceIsJudgedWhereThereIsAFeed(t *testing.T) {
	s := newStage(t)
	w := s.open()
	tx := call(at("SwapRouter"), bind.NewSwapRouter().PackExactInputSingle(bind.ISwapRouterExactInputSingleParams{
		TokenIn: at("WETH"), TokenOut: at("USDC"), Fee: big.NewInt(500), Recipient: s.config.Address, Deadline: big.NewInt(1e10),
		AmountIn: big.NewInt(1e18), AmountOutMinimum: big.NewInt(1), SqrtPriceLimitX96: new(big.Int),
	}))
	for name, c := range map[string]struct {
		feed *turn.Feed
		free bool
	}{
		"no feed":       {nil, true},
		"a feed":        {&turn.Feed{Price: 2_000, Answer: *uint256.NewInt(2_000e8), Decimals: 8}, false},
		"a silent feed": {&turn.Feed{Unread: "no answer"}, false},
	} {
		r := turntest.Fed(turntest.Moved(reading(), new(uint256.Int)), at("WETH"), c.feed)
		m, err := s.config.Rules.loss(caveat.Call{Target: *tx.To, Value: new(big.Int), Data: tx.Data}, r)
		if (err == nil) != c.free || m.Sells != c.free {
			t.Errorf("%s: %+v, %v", name, m, err)
		}
	}
	w.Destroy()
}

// Liquidity is judged by its own bounds: without them a bent pool takes the one token alone.
func TestAMintWithoutBoundsMayLose(t *testing.T) {
	s := newStage(t)
	r := reading()
	p, err := loss.At(r, loss.Ages{})
	s.must(err)
	tick, err := uniswap.TickAtSqrtPrice(&r.Primary().Range.SqrtPriceX96)
	s.must(err)
	lower, upper := tick/10*10-2_000, tick/10*10+2_000
	liquidity := uint256.NewInt(1e15)
	a0, a1, err := uniswap.AmountsForLiquidity(&r.Primary().Range.SqrtPriceX96, lower, upper, liquidity, uniswap.Up)
	s.must(err)
	none := [2]*uint256.Int{new(uint256.Int), new(uint256.Int)}
	near := [2]*uint256.Int{new(uint256.Int).Div(new(uint256.Int).Mul(&a0, uint256.NewInt(98)), uint256.NewInt(100)), new(uint256.Int).Div(new(uint256.Int).Mul(&a1, uint256.NewInt(98)), uint256.NewInt(100))}
	free, given, err := p.WorstMintLoss(r.Primary(), lower, upper, [2]*uint256.Int{&a0, &a1}, none)
	s.must(err)
	bound, _, err := p.WorstMintLoss(r.Primary(), lower, upper, [2]*uint256.Int{&a0, &a1}, near)
	s.must(err)
	if loss.Within(free, given, 200) || !loss.Within(bound, given, 10) || bound == 0 {
		t.Errorf("free %s, bound %s of %s", free, bound, given)
	}
	s.config.Rules.Policy.MaxMoveLoss, s.config.Rules.Policy.MaxExitLoss = 200, 100
	s.config.Rules.Policy.MaxPerTx, s.config.Rules.Policy.MaxPerDay = 1e15, 1e15
	w := s.open()
	tx := func(least [2]*uint256.Int) *types.DynamicFeeTx {
		return call(at("Positions"), bind.NewNonfungiblePositionManager().PackMint(bind.INonfungiblePositionManagerMintParams{
			Token0: at("USDC"), Token1: at("WETH"), Fee: big.NewInt(500), TickLower: big.NewInt(int64(lower)), TickUpper: big.NewInt(int64(upper)),
			Amount0Desired: a0.ToBig(), Amount1Desired: a1.ToBig(), Amount0Min: least[0].ToBig(), Amount1Min: least[1].ToBig(), Recipient: s.config.Address, Deadline: big.NewInt(1e10),
		}))
	}
	if _, err := w.SignTransaction(tx(none)); !errors.Is(err, signing.ErrRefused) || !strings.Contains(err.Error(), "one move loses") {
		t.Errorf("without bounds: %v", err)
	}
	if _, err := w.SignTransaction(tx(near)); err != nil {
		t.Errorf("with bounds: %v", err)
	}
}

func transfer(token string, from, to common.Address, units int64) protocol.Log {
	return protocol.Log{Address: at(token), Topics: []common.Hash{bind.NewERC20().GetABI().Events["Transfer"].ID, common.BytesToHash(from[:]), common.BytesToHash(to[:])}, Data: common.BigToHash(big.NewInt(units)).Bytes()}
}

// Found in review: what was lost before a restart, and what a late receipt tells, was valued at
// the prices of the restart and of the receipt.
func TestALossIsThatOfThePricesThatItWasSignedBy(t *testing.T) {
	s := newStage(t)
	dearer := pricedAt(444_444_444) // WETH is at 2,250
	receipt := func(w *Wallet) chain.Receipt {
		return chain.Receipt{Found: true, Success: true, Logs: []protocol.Log{
			transfer("USDC", w.Address(), at("Pool"), 1_000e6), transfer("WETH", at("Pool"), w.Address(), 450e15), // 100 lost
		}}
	}
	first := s.open()
	done, err := first.SignTransaction(s.quoted(0, 1000, 900))
	s.must(err)
	first.See(dearer)
	first.Learn(0, receipt(first), start)
	if v := first.guard.Lost(); v/money.One != 100 {
		t.Errorf("by a late receipt %s are lost", v)
	}
	tx := new(types.Transaction)
	s.must(tx.UnmarshalBinary(done.Raw))
	s.config.Seen = dearer
	again := s.open()
	again.See(reading()) // the journal's
	again.Recall(tx, start)
	again.See(dearer)
	again.Learn(0, receipt(again), start)
	if v := again.guard.Lost(); v/money.One != 100 {
		t.Errorf("after a restart %s are lost", v)
	}
	unknown := s.open()
	unknown.See(turn.Reading{})
	unknown.Recall(tx, start) // nobody knows what it was worth then: the worst case counts
	worst := unknown.guard.Lost()
	unknown.Learn(0, receipt(unknown), start)
	if v := unknown.guard.Lost(); v != worst || v < 100*money.One {
		t.Errorf("without a price %s are lost, at worst %s", v, worst)
	}
}

// A cap holds in front of the enclave, which knows none: at the newest reading, and behind what
// was signed and is not yet in it. What leaves is not asked about.
//
// spec: safety §8
func TestAWalletHoldsTheCaps(t *testing.T) {
	half, least := big.NewInt(100e6), big.NewInt(5e16) // 100 dollars of each
	for name, c := range map[string]struct {
		caps cage.Caps
		tx   func(*stage) *types.DynamicFeeTx
		says string
	}{
		"an asset at its cap":         {cage.Caps{Assets: []cage.Cap{{Name: "weth", Token: at("WETH"), Share: 1_000}}}, func(s *stage) *types.DynamicFeeTx { return s.buy(1, 100) }, ""},
		"and beyond":                  {cage.Caps{Assets: []cage.Cap{{Name: "weth", Token: at("WETH"), Share: 1_000}}}, func(s *stage) *types.DynamicFeeTx { return s.buy(1, 101) }, "weth would be above its 10.00% of equity"},
		"another asset's":             {cage.Caps{Assets: []cage.Cap{{Name: "wbtc", Token: at("WBTC"), Share: 1}}}, func(s *stage) *types.DynamicFeeTx { return s.buy(1, 500) }, ""},
		"a market":                    {cage.Caps{Markets: []cage.Cap{{Name: "weth-usdc-5", Share: 1_999}}}, func(s *stage) *types.DynamicFeeTx { return s.mint(1, half, least) }, "weth-usdc-5 would be above its 19.99% of equity"},
		"a market at its cap":         {cage.Caps{Markets: []cage.Cap{{Name: "weth-usdc-5", Share: 2_000}}}, func(s *stage) *types.DynamicFeeTx { return s.mint(1, half, least) }, ""},
		"a protocol":                  {cage.Caps{Protocols: []cage.Cap{{Name: "uniswap-v3", Share: 1_999}}}, func(s *stage) *types.DynamicFeeTx { return s.mint(1, half, least) }, "uniswap-v3 would be above its 19.99% of equity"},
		"another protocol":            {cage.Caps{Protocols: []cage.Cap{{Name: "aave-v3", Share: 1}}}, func(s *stage) *types.DynamicFeeTx { return s.mint(1, half, least) }, ""},
		"a swap stays in no market":   {cage.Caps{Markets: []cage.Cap{{Name: "weth-usdc-5", Share: 1}}, Protocols: []cage.Cap{{Name: "uniswap-v3", Share: 1}}}, func(s *stage) *types.DynamicFeeTx { return s.buy(1, 500) }, ""},
		"what was only moved":         {cage.Caps{Assets: []cage.Cap{{Name: "weth", Token: at("WETH"), Share: 1}}}, func(s *stage) *types.DynamicFeeTx { return s.mint(1, half, least) }, ""},
		"a sale into cash of a crowd": {cage.Caps{Assets: []cage.Cap{{Name: "usdc", Token: at("USDC"), Share: 1}}}, func(s *stage) *types.DynamicFeeTx { return s.sell(1, 5e16) }, ""},
	} {
		s := newStage(t)
		s.config.Rules.Caps = c.caps
		s.config.Seen.Assets[0].Units, s.config.Seen.Assets[1].Units = *uint256.NewInt(800e6), *uint256.NewInt(1e17) // 1,000 dollars
		if strings.HasPrefix(name, "an asset at") || name == "and beyond" {
			s.config.Seen.Assets[0].Units, s.config.Seen.Assets[1].Units = *uint256.NewInt(1_000e6), uint256.Int{}
		}
		if _, err := s.open().SignTransaction(c.tx(s)); c.says == "" && err != nil || c.says != "" && (!errors.Is(err, signing.ErrRefused) || !strings.Contains(err.Error(), c.says)) {
			t.Errorf("%s: %v, want %q", name, err, c.says)
		}
	}
	s := newStage(t)
	s.config.Rules.Caps = cage.Caps{Assets: []cage.Cap{{Name: "weth", Token: at("WETH"), Share: 1_000}}}
	r := s.config.Seen
	r.Assets = slices.Clone(r.Assets)
	r.Assets[0].Units = *uint256.NewInt(1_000e6)
	s.config.Seen = r
	w := s.open()
	signs := func(about string, tx *types.DynamicFeeTx, refused bool) {
		t.Helper()
		if _, err := w.SignTransaction(tx); (err != nil) != refused {
			t.Errorf("%s: %v", about, err)
		}
	}
	signs("the first", s.buy(0, 60), false)
	signs("the first again, of the same nonce", s.buy(0, 60), false)
	signs("a second, which is beyond with the first", s.buy(1, 60), true)
	w.See(r)
	signs("in a reading that does not show the first", s.buy(1, 60), true)
	signs("as much as is left", s.buy(1, 40), false)
	r.Block.Number = 6
	w.Learn(0, chain.Receipt{Found: true, Block: turn.Block{Number: 7}}, start) // it reverted
	w.Learn(1, chain.Receipt{Lost: true}, start)
	signs("before the next reading", s.buy(2, 60), true)
	w.See(r)
	signs("in a reading from before its block", s.buy(2, 60), true)
	r.Block.Number = 7
	w.See(r)
	signs("in one of its block", s.buy(2, 60), false)
}

// sell sells units of WETH for a least that is fair.
func (s *stage) sell(nonce uint64, units int64) *types.DynamicFeeTx {
	tx := call(at("SwapRouter"), bind.NewSwapRouter().PackExactInputSingle(bind.ISwapRouterExactInputSingleParams{
		TokenIn: at("WETH"), TokenOut: at("USDC"), Fee: big.NewInt(500), Recipient: s.config.Address, Deadline: big.NewInt(1e10),
		AmountIn: big.NewInt(units), AmountOutMinimum: big.NewInt(units / 5e11 * 99 / 100), SqrtPriceLimitX96: new(big.Int),
	}))
	tx.Nonce = nonce
	return tx
}
