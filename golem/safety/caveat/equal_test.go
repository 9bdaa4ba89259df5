package caveat_test

import (
	"bytes"
	"maps"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/crypto"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/caveat"
)

// What is compared: cases in one block see the same facts, and blocks of one batch the
// spending of those before them.
const (
	batches = 25
	blocks  = 40
	cases   = 10
)

// hook is a case: an enforcer, its terms, what is redeemed.
type hook struct {
	kind  caveat.Kind
	terms []byte
	r     caveat.Redemption
}

// spec: provisioning §8.4 (on-chain and off-chain must agree)
func TestContractAndTwinGiveTheSameVerdicts(t *testing.T) {
	s := raise(t)
	g := &gambler{stage: s, Rand: rand.New(rand.NewPCG(8, 4))}
	tally := map[string]int{}
	for range batches {
		g.batch(tally)
	}
	sum := 0
	for _, k := range caveat.Kinds() {
		passed, refused := tally[string(k)+" passes"], tally[string(k)+" refuses"]
		t.Logf("%-20s %5d pass, %5d refused", k, passed, refused)
		if sum += passed + refused; passed < 200 || refused < 200 {
			t.Errorf("%s: only %d passed and %d were refused", k, passed, refused)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(tally)) {
		t.Logf("%6d × %s", tally[name], name)
	}
	for _, reason := range everyReason {
		if tally[reason] == 0 {
			t.Errorf("no case was refused with %q", reason)
		}
	}
	if sum != batches*blocks*cases || sum < 10_000 {
		t.Errorf("%d cases", sum)
	}
}

// everyReason is each sentence of the contracts.
var everyReason = []string{
	"Caveat: the batch is not canonically encoded", "Caveat: the batch is empty", "Caveat: the mode is neither one call nor a batch",
	"Caveat: the execution is too short", "Caveat: the terms have the wrong length", "Caveat: an address of the terms is zero",
	"ActionBook: no action sends native money", "ActionBook: the call is of no form", "ActionBook: the amount is out of range",
	"ActionBook: the token has no price", "ActionBook: the price is out of range", "ActionBook: the price is stale",
	"ActionBook: the sequencer is down, or has not been up for an hour",
	"GolemPhase: the golem is not registered", "GolemPhase: the phase does not allow this action",
	"MortalityTimeWindow: the window ends before it starts", "MortalityTimeWindow: the window has not started", "MortalityTimeWindow: the window is over",
	"DreamMode: the golem is dreaming", "VaultNAV: the share is not between 1 and 10,000", "VaultNAV: more than the share of the vault",
	"ReplicantBudget: the terms allow nothing", "ReplicantBudget: the replicant is not born", "ReplicantBudget: the replicant is too old",
	"ReplicantBudget: over the budget", "MaxSlippage: more than 10,000 basis points", "MaxSlippage: the amount is out of range",
	"MaxSlippage: the swap asks for too little", "DailySpendLimit: the terms allow nothing", "DailySpendLimit: the terms allow more than can be counted", "DailySpendLimit: over the limit of the day",
}

// simBlock is a block of eth_simulateV1.
type simBlock struct {
	Overrides map[string]any                    `json:"blockOverrides"`
	State     map[common.Address]map[string]any `json:"stateOverrides"`
	Calls     []map[string]any                  `json:"calls"`
}

type simResult struct {
	Calls []struct {
		Status     hexutil.Uint64
		ReturnData hexutil.Bytes
		Error      *struct {
			Message string
			Data    hexutil.Bytes
		}
	}
}

// batch plays blocks on the chain and beside it.
func (g *gambler) batch(tally map[string]int) {
	g.t.Helper()
	g.known = false
	var sent []simBlock
	var hooks [][]hook
	var facts []caveat.Facts
	var verdicts [][]error
	f := caveat.Facts{Now: uint64(g.now()), Spent: map[caveat.Slot]*big.Int{}}
	for range blocks {
		g.facts(&f)
		block, here, heard := g.block(f), []hook(nil), []error(nil)
		for range cases {
			h := g.hook(f)
			entry, err := caveat.Judge(h.kind, h.terms, h.r, f)
			f.Write(entry)
			here, heard = append(here, h), append(heard, err)
			block.Calls = append(block.Calls, map[string]any{"from": g.At("DelegationManager"), "to": g.on[string(h.kind)], "data": hexutil.Bytes(g.data(h))})
		}
		sent, hooks, facts, verdicts = append(sent, block), append(hooks, here), append(facts, f), append(verdicts, heard)
	}
	var answers []simResult
	check(g.t, g.RPC.Call(&answers, "eth_simulateV1", map[string]any{"blockStateCalls": sent}, "latest"))
	for i, block := range answers {
		g.compare(block, hooks[i], verdicts[i], facts[i], tally)
	}
}

// compare holds what the contracts said to what the twins said; the calls before the
// hooks set the oracles.
func (g *gambler) compare(block simResult, hooks []hook, twins []error, f caveat.Facts, tally map[string]int) {
	g.t.Helper()
	setup := len(block.Calls) - len(hooks)
	for i, c := range block.Calls {
		if i < setup {
			if c.Status != 1 {
				g.t.Fatalf("an oracle could not be set: %+v", c.Error)
			}
			continue
		}
		h, twin := hooks[i-setup], twins[i-setup]
		reason := ""
		if c.Error != nil {
			reason = sentence(c.Error.Data)
		}
		if (c.Status == 1) != (twin == nil) || (twin != nil && reason != twin.Error() && (reason != "" || !slices.Contains(wordless, twin.Error()))) {
			g.t.Fatalf("%s at %d, terms %x, mode %x, execution %x:\n the contract: %d %q %+v\n its twin: %v", h.kind, f.Now, h.terms, h.r.Mode[:2], h.r.Execution, c.Status, reason, c.Error, twin)
		}
		if twin == nil {
			tally[string(h.kind)+" passes"]++
			continue
		}
		tally[string(h.kind)+" refuses"]++
		tally[reason]++
	}
}

// wordless are the twins' reasons where the compiler's own checks revert.
var wordless = []string{"arithmetic underflow or overflow", "Caveat: the batch is not canonically encoded"}

// sentence is what a contract says of why it reverts, or nothing.
func sentence(data []byte) string {
	if len(data) < 4 || !bytes.Equal(data[:4], crypto.Keccak256([]byte("Error(string)"))[:4]) {
		return ""
	}
	reason, err := abi.UnpackRevert(data)
	if err != nil {
		return ""
	}
	return reason
}

func (g *gambler) data(h hook) []byte {
	return bind.NewEnforcer().PackBeforeHook(h.terms, nil, h.r.Mode, h.r.Execution, h.r.Delegation, h.r.Account, g.session)
}

// block sets the facts on the chain.
func (g *gambler) block(f caveat.Facts) simBlock {
	b := simBlock{Overrides: map[string]any{"time": hexutil.Uint64(f.Now)}, State: map[common.Address]map[string]any{}}
	set := func(name string, words map[common.Hash]common.Hash) {
		b.State[g.on[name]] = map[string]any{"stateDiff": words}
	}
	for feed, token := range map[string]string{"USDCFeed": "USDC", "WETHFeed": "WETH9", "WBTCFeed": "WBTC"} {
		p := f.Prices[g.At(token)]
		set(feed, map[common.Hash]common.Hash{
			slotOf("latestRoundData()", 1): common.BigToHash(new(big.Int).And(p.Answer, new(big.Int).Sub(power2(256), big.NewInt(1)))),
			slotOf("latestRoundData()", 3): common.BigToHash(new(big.Int).SetUint64(p.Updated)),
		})
	}
	up := f.Uptime[g.on["Uptime"]]
	set("Uptime", map[common.Hash]common.Hash{
		slotOf("latestRoundData()", 1): common.BigToHash(up.Answer), slotOf("latestRoundData()", 2): common.BigToHash(new(big.Int).SetUint64(up.Updated)),
	})
	vault := f.Vaults[g.on["Vault"]]
	set("Vault", map[common.Hash]common.Hash{
		slotOf("asset()", 0): common.BytesToHash(vault.Asset[:]), slotOf("totalAssets()", 0): common.BigToHash(vault.Total),
	})
	life := f.Lives[caveat.Asked{Oracle: g.on["VitalityOracle"], Golem: g.session}]
	vitality, dream := bind.NewVitalityOracle(), bind.NewDreamOracle()
	call := func(from common.Address, to string, data []byte) {
		b.Calls = append(b.Calls, map[string]any{"from": from, "to": g.on[to], "data": hexutil.Bytes(data)})
	}
	if life.Registered {
		if !g.registered() {
			call(g.account, "VitalityOracle", vitality.PackRegisterGolem(g.session))
		}
		call(g.account, "VitalityOracle", vitality.PackResetPhase(g.session, uint8(life.Phase), 5_000))
	}
	call(g.session, "DreamOracle", dream.PackSetDreaming(f.Dreams[caveat.Asked{Oracle: g.on["DreamOracle"], Golem: g.session}]))
	return b
}

// registered: the Golem is so from the first block of a batch.
func (g *gambler) registered() bool {
	was := g.known
	g.known = true
	return was
}

// facts moves to the next block: a second, a day's edge, or anything between.
func (g *gambler) facts(f *caveat.Facts) {
	edge := f.Now - f.Now%86_400 + 86_400
	f.Now = max(f.Now+1, pick(g, f.Now+1, edge-1, edge, edge+1, f.Now+1+g.Uint64N(100_000)))
	f.Prices = map[common.Address]caveat.Price{}
	for _, t := range []string{"USDC", "WETH9", "WBTC"} {
		f.Prices[g.At(t)] = g.price(f.Now, t)
	}
	f.Uptime = map[common.Address]caveat.Price{g.on["Uptime"]: g.uptime(f.Now)}
	golem := caveat.Asked{Oracle: g.on["VitalityOracle"], Golem: g.session}
	f.Lives = map[caveat.Asked]caveat.Life{
		golem:                                    {Registered: true, Phase: turn.Phase(g.IntN(5))},
		{Oracle: golem.Oracle, Golem: g.account}: {},
	}
	f.Dreams = map[caveat.Asked]bool{{Oracle: g.on["DreamOracle"], Golem: g.session}: g.IntN(2) == 0, {Oracle: g.on["DreamOracle"], Golem: g.account}: false}
	f.Books = map[common.Address]*caveat.Book{g.on["ActionBook"]: g.book}
	asset := pick(g, g.At("USDC"), g.At("USDC"), g.At("WETH9"), g.At("DAI"))
	f.Vaults = map[common.Address]caveat.Vault{g.on["Vault"]: {Asset: asset, Total: g.number()}}
}

func (g *gambler) price(now uint64, token string) caveat.Price {
	usual := map[string]int64{"USDC": 1e8, "WETH9": 2_000e8, "WBTC": 60_000e8}[token]
	p := caveat.Price{Answer: big.NewInt(usual), Updated: now - g.Uint64N(maxAge)}
	switch g.IntN(25) {
	case 0:
		p.Updated = pick(g, now, now-maxAge, now-maxAge-1, now+1)
	case 1:
		p.Answer = pick(g, new(big.Int), big.NewInt(-1), big.NewInt(1), new(big.Int).Sub(power2(96), big.NewInt(1)), power2(96))
	case 2, 3, 4, 5, 6:
		p.Answer = big.NewInt(1 + g.Int64N(2*usual))
	}
	return p
}

// uptime is what the sequencer's feed says: it is up for long, but for now and then.
func (g *gambler) uptime(now uint64) caveat.Price {
	p := caveat.Price{Answer: new(big.Int), Updated: now - 3_601 - g.Uint64N(maxAge)}
	switch g.IntN(25) {
	case 0:
		p.Answer = pick(g, big.NewInt(1), big.NewInt(2))
	case 1:
		p.Updated = pick(g, 0, now+1, now, now-3_600, now-3_601)
	}
	return p
}

func power2(n uint) *big.Int { return new(big.Int).Lsh(big.NewInt(1), n) }

func pick[T any](g *gambler, of ...T) T { return of[g.IntN(len(of))] }
