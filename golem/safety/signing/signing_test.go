package signing_test

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/math"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/privy"
	"bardo.run/bardo/golem/mind/thanatopsis"
	"bardo.run/bardo/golem/safety/caveat"
	"bardo.run/bardo/golem/safety/signing"
	"bardo.run/bardo/mirage/enclave"
)

// spec: provisioning §8.8, DESIGN §12.6
func TestOnlyWhatIsNamedIsAllowed(t *testing.T) {
	p := policy(t)
	erc20 := bind.NewERC20()
	with := func(tx *types.DynamicFeeTx, f func(*types.DynamicFeeTx)) *types.DynamicFeeTx { f(tx); return tx }
	for name, c := range map[string]struct {
		tx    *types.DynamicFeeTx
		words string // empty: allowed
	}{
		"a swap":                    {swap(5, nil), ""},
		"an approval":               {call(at("USDC"), erc20.PackApprove(at("SwapRouter"), big.NewInt(7))), ""},
		"a token home":              {send("USDC", owner, 7), ""},
		"a token to a sibling":      {send("WETH", sibling, 7), ""},
		"ether home":                {with(call(owner, nil), func(tx *types.DynamicFeeTx) { tx.Value = big.NewInt(9) }), ""},
		"ether to a stranger":       {with(call(at("x"), nil), func(tx *types.DynamicFeeTx) { tx.Value = big.NewInt(9) }), "no recipient"},
		"ether to a contract":       {with(swap(5, nil), func(tx *types.DynamicFeeTx) { tx.Value = big.NewInt(9) }), "no recipient"},
		"a token to a stranger":     {send("USDC", at("x"), 7), "argument"},
		"another token home":        {send("WBTC", owner, 7), "not on the list"},
		"an approval of a stranger": {call(at("USDC"), erc20.PackApprove(at("x"), big.NewInt(7))), "argument spender"},
		"transferFrom":              {call(at("USDC"), erc20.PackTransferFrom(wallet, at("x"), big.NewInt(7))), "not on the list"},
		"a swap for a stranger":     {swap(5, func(p *bind.ISwapRouterExactInputSingleParams) { p.Recipient = at("x") }), "recipient"},
		"a swap into a fake":        {swap(5, func(p *bind.ISwapRouterExactInputSingleParams) { p.TokenOut = at("x") }), "tokenOut"},
		"a swap in another pool":    {swap(5, func(p *bind.ISwapRouterExactInputSingleParams) { p.Fee = big.NewInt(10000) }), "fee"},
		"a lookalike of the router": {call(common.BytesToAddress(append([]byte{9}, at("SwapRouter").Bytes()[1:]...)), swap(5, nil).Data), "not on the list"},
		"another function":          {call(at("SwapRouter"), []byte{1, 2, 3, 4}), "function 01020304"},
		"no function":               {call(at("SwapRouter"), []byte{1, 2, 3}), "names no function"},
		"a catch-all of calls":      {call(at("UniversalRouter"), common.FromHex("0x3593564c")), "not on the list"},
		"a call cut off":            {with(swap(5, nil), func(tx *types.DynamicFeeTx) { tx.Data = tx.Data[:100] }), "decode"},
		"bytes behind a call":       {with(swap(5, nil), func(tx *types.DynamicFeeTx) { tx.Data = append(tx.Data, 0) }), "compiler"},
		"a call of the owner":       {call(owner, []byte{1, 2, 3, 4}), "not called"},
		"another chain":             {with(swap(5, nil), func(tx *types.DynamicFeeTx) { tx.ChainID = big.NewInt(1) }), "chain 1"},
		"no chain":                  {with(swap(5, nil), func(tx *types.DynamicFeeTx) { tx.ChainID = nil }), "chain"},
		"a new contract":            {with(swap(5, nil), func(tx *types.DynamicFeeTx) { tx.To = nil }), "creates a contract"},
	} {
		err := p.Transaction(c.tx, start)
		if c.words == "" && err != nil || c.words != "" && (!errors.Is(err, signing.ErrRefused) || !strings.Contains(err.Error(), c.words)) {
			t.Errorf("%s: %v, want %q", name, err, c.words)
		}
	}
	end := time.Unix(p.NotAfter, 0)
	if err := p.Transaction(swap(5, nil), end); err != nil {
		t.Errorf("at its last second: %v", err)
	}
	if err := p.Transaction(swap(5, nil), end.Add(time.Second)); !errors.Is(err, signing.ErrRefused) || !strings.Contains(err.Error(), "ended") {
		t.Errorf("after it: %v", err)
	}
}

// A policy that a typed-data signature walks around is none: whatever it says, the guard refuses
// it, and so does the enclave, where no rule is about its method.
//
// spec: DESIGN §12.6, §12.29
func TestNoTypedDataIsSigned(t *testing.T) {
	g, _ := guard(t, nil)
	for _, d := range []apitypes.TypedData{
		thanatopsis.Words("golem", wallet.Hex(), evmtest.ChainID, [32]byte{7}),
		{PrimaryType: "Permit", Domain: apitypes.TypedDataDomain{Name: "USDC", ChainId: math.NewHexOrDecimal256(evmtest.ChainID)}},
		{},
	} {
		want(t, g.TypedData(d), "the key signs no typed data, and so no \""+d.PrimaryType)
		if enclave.Allows(written(t, policy(t)), enclave.Subject{Method: privy.SignTypedData, TypedData: &d, Now: start.Unix()}) {
			t.Errorf("the enclave signs %q", d.PrimaryType)
		}
	}
}

// The enclave's rules, evaluated by the double, and the policy's own judgement agree.
//
// spec: provisioning §8.8
func TestThePolicyAndTheEnclaveAgree(t *testing.T) {
	p, random, all := policy(t), rand.New(rand.NewPCG(8, 8)), forms(t)
	rules := written(t, p)
	allowed, refused, stricter := 0, 0, 0
	for range 1_500 {
		form := all[random.IntN(len(all))]
		data := slices.Clone(form.Blank)
		for _, f := range form.Fields {
			for i := range int(f.Width) {
				data[int(f.Offset)+i] = byte(random.IntN(256))
			}
		}
		tx, now := call(form.Target, data), start
		switch random.IntN(12) {
		case 0:
			tx = send([]string{"USDC", "WETH", "WBTC"}[random.IntN(3)], []common.Address{owner, sibling, at("x")}[random.IntN(3)], 5)
		case 1:
			data[4+random.IntN(len(data)-4)] ^= 1 << random.IntN(8)
		case 2:
			data[random.IntN(4)] ^= 1 << random.IntN(8)
		case 3:
			to := []common.Address{owner, at("x"), at("USDC"), at("Morpho"), at("V2Router")}[random.IntN(5)]
			tx.To = &to
		case 4:
			tx.Value = big.NewInt(int64(random.IntN(2)))
		case 5:
			tx.ChainID = big.NewInt(int64(random.IntN(2)) * evmtest.ChainID)
		case 6:
			now = time.Unix(p.NotAfter+int64(random.IntN(3))-1, 0)
		case 7:
			tx.Data = data[:random.IntN(len(data))]
		case 8:
			tx.Data = append(data, make([]byte, random.IntN(40))...)
		}
		err := p.Transaction(tx, now)
		theirs := enclave.Allows(rules, enclave.Subject{Method: privy.SignTransaction, Transaction: tx, Now: now.Unix()})
		switch {
		case err == nil && theirs:
			allowed++
		case err != nil && !theirs:
			refused++
		case theirs && (strings.Contains(err.Error(), "compiler") || strings.Contains(err.Error(), "not called")):
			stricter++
		default:
			t.Fatalf("to %s, %x at %s: the enclave allows: %v, the policy: %v", tx.To, tx.Data, now, theirs, err)
		}
	}
	t.Logf("allowed %d, refused %d, the policy alone refused %d", allowed, refused, stricter)
	if allowed < 375 || refused < 375 || stricter == 0 || stricter > 200 {
		t.Error("that is no test of both")
	}
}

// written is the policy as the provider keeps it.
func written(t testing.TB, p *signing.Policy) []enclave.Policy {
	t.Helper()
	text, err := json.Marshal(privy.Policy{Version: "1.0", Name: "x", ChainType: "ethereum", Rules: p.Rules()})
	if err != nil {
		t.Fatal(err)
	}
	var out enclave.Policy
	if err := json.Unmarshal(text, &out); err != nil {
		t.Fatal(err)
	}
	return []enclave.Policy{out}
}

func TestWhatNoRuleCanHoldIsLeftOut(t *testing.T) {
	contracts, leftOut, err := signing.Allow(forms(t), interfaces(t)...)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(leftOut, func(s string) bool { return strings.HasPrefix(s, "execute of ") }) {
		t.Errorf("a function that takes calls as bytes was let in; left out: %q", leftOut)
	}
	functions := 0
	for _, c := range contracts {
		for _, f := range c.Functions {
			functions++
			if len(f.Pins) == 0 && f.Method.RawName != "burn" && f.Method.RawName != "decreaseLiquidity" {
				t.Errorf("%s of %s holds nothing", f.Method.RawName, c.Address)
			}
		}
	}
	if functions < 8 {
		t.Errorf("%d functions", functions)
	}
	free := forms(t)[0]
	free.Fields = append(slices.Clone(free.Fields), caveat.Field{Meaning: caveat.Free, Offset: 4 + 12, Width: 20}) // whoever may be named
	if contracts, leftOut, err := signing.Allow([]caveat.Form{free}, interfaces(t)...); err != nil || len(contracts) != 0 || len(leftOut) != 1 || !strings.Contains(leftOut[0], "would be free") {
		t.Errorf("%d contracts, left out %q (%v)", len(contracts), leftOut, err)
	}
	if _, _, err := signing.Allow(forms(t), interfaces(t)[0]); !errors.Is(err, signing.ErrPolicy) {
		t.Errorf("a selector that nobody knows: %v", err)
	}
}

// spec: safety §1.4, S-7
func TestNoPolicyShutsAWayOut(t *testing.T) {
	_, _, err := signing.Allow(formsOf(t, nil), interfaces(t)...)
	if !errors.Is(err, signing.ErrPolicy) || !strings.Contains(err.Error(), "a way out, multicall") {
		t.Errorf("%v", err)
	}
}

func TestAPolicyThatIsNotWholeIsRefused(t *testing.T) {
	for name, change := range map[string]func(*signing.Policy){
		"no chain": func(p *signing.Policy) { p.ChainID = 0 }, "unrestricted": func(p *signing.Policy) { p.Tier = "unrestricted" },
		"nobody": func(p *signing.Policy) { p.Recipients = nil }, "zero": func(p *signing.Policy) { p.Recipients = []common.Address{{}} },
		"strict with two": func(p *signing.Policy) { p.Tier = signing.Strict }, "no end": func(p *signing.Policy) { p.NotAfter = 0 },
		"no limit": func(p *signing.Policy) { p.MaxPerTx = 0 }, "a day below a transaction": func(p *signing.Policy) { p.MaxPerDay = 1 },
		"no gas": func(p *signing.Policy) { p.MaxGas.Clear() }, "a recipient is called": func(p *signing.Policy) { p.Recipients = []common.Address{at("SwapRouter")} },
		"a token receives": func(p *signing.Policy) { p.Recipients = []common.Address{at("USDC")}; p.Contracts = nil },
	} {
		p := policy(t)
		if err := p.Check(); err != nil {
			t.Fatal(err)
		}
		if change(p); !errors.Is(p.Check(), signing.ErrPolicy) {
			t.Errorf("%s: %v", name, p.Check())
		}
	}
}

// spec: provisioning §8.8 — hash = SHA-256 of canonical JSON
func TestEveryPartOfThePolicyIsInItsHash(t *testing.T) {
	base := policy(t).Hash()
	if again := policy(t).Hash(); again != base {
		t.Fatal("the same policy hashes differently")
	}
	seen := map[[32]byte]string{base: "base"}
	for name, change := range map[string]func(*signing.Policy){
		"chain": func(p *signing.Policy) { p.ChainID++ }, "tier": func(p *signing.Policy) { p.Tier = signing.Strict },
		"recipients": func(p *signing.Policy) { p.Recipients = p.Recipients[:1] }, "tokens": func(p *signing.Policy) { p.Tokens = p.Tokens[:1] },
		"contracts": func(p *signing.Policy) { p.Contracts = p.Contracts[1:] }, "functions": func(p *signing.Policy) { p.Contracts[0].Functions = p.Contracts[0].Functions[1:] },
		"arguments":       func(p *signing.Policy) { p.Contracts[0].Functions[0].Pins[0].OneOf[0] = at("x").Hex() },
		"per transaction": func(p *signing.Policy) { p.MaxPerTx++ }, "per day": func(p *signing.Policy) { p.MaxPerDay++ },
		"gas": func(p *signing.Policy) { p.MaxGas.AddUint64(&p.MaxGas, 1) }, "end": func(p *signing.Policy) { p.NotAfter++ },
	} {
		p := policy(t)
		change(p)
		if other, ok := seen[p.Hash()]; ok {
			t.Errorf("%s and %s have one hash", name, other)
		}
		seen[p.Hash()] = name
	}
	text, err := json.Marshal(policy(t))
	if err != nil {
		t.Fatal(err)
	}
	var fields map[string]any
	if err := json.Unmarshal(text, &fields); err != nil {
		t.Fatal(err)
	}
	if fields["policy_hash"] != hex.EncodeToString(base[:]) || fields["deny_arbitrary_calldata"] != true || fields["version"] != 1.0 {
		t.Errorf("%s", text)
	}
	for _, name := range []string{"chain_id", "tier", "allowed_recipients", "allowed_contracts", "max_per_tx_micro_usd", "max_per_day_micro_usd", "max_gas_wei_per_day", "not_after"} {
		if fields[name] == nil {
			t.Errorf("%s is missing", name)
		}
	}
}
