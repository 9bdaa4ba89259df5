package signing_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"math/big"
	"reflect"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/privy"
	"bardo.run/bardo/golem/safety/caveat"
	"bardo.run/bardo/golem/safety/signing"
	"bardo.run/bardo/internal/money"
)

// A venue that no adapter has, with every kind of argument that there is.
const venueText = `[
 {"type":"function","name":"put","inputs":[
  {"name":"order","type":"tuple","components":[{"name":"token","type":"address"},{"name":"amount","type":"uint256"}]},
  {"name":"","type":"bool"},{"name":"extra","type":"bytes"},{"name":"bound","type":"int256"}]},
 {"type":"function","name":"stop","inputs":[]},
 {"type":"function","name":"list","inputs":[{"name":"items","type":"address[]"}]},
 {"type":"function","name":"tag","inputs":[{"name":"id","type":"bytes32"}]},
 {"type":"function","name":"note","inputs":[{"name":"words","type":"string"}]},
 {"type":"function","name":"deep","inputs":[{"name":"first","type":"tuple","components":[{"name":"mark","type":"bytes32"},{"name":"amount","type":"uint256"}]}]},
 {"type":"function","name":"pair","inputs":[{"name":"both","type":"uint256[2]"}]}
]`

var (
	one   = common.HexToAddress("0x1111111111111111111111111111111111111111")
	two   = common.HexToAddress("0x2222222222222222222222222222222222222222")
	three = common.HexToAddress("0x3333333333333333333333333333333333333333")
	four  = common.HexToAddress("0x4444444444444444444444444444444444444444")
)

type order struct {
	Token  common.Address
	Amount *big.Int
}

type deep struct {
	Mark   [32]byte
	Amount *big.Int
}

func venue(t testing.TB) *abi.ABI {
	t.Helper()
	v, err := abi.JSON(strings.NewReader(venueText))
	if err != nil {
		t.Fatal(err)
	}
	return &v
}

// form is a call of the venue, of which the fields (offset, width) may vary.
func form(t testing.TB, to common.Address, call []any, fields ...[2]int) caveat.Form {
	t.Helper()
	data, err := venue(t).Pack(call[0].(string), call[1:]...)
	if err != nil {
		t.Fatal(err)
	}
	f := caveat.Form{Target: to, Blank: data, Classes: caveat.Open}
	for _, at := range fields {
		f.Fields = append(f.Fields, caveat.Field{Offset: uint16(at[0]), Width: uint8(at[1])})
	}
	return f
}

// The words of put begin at these bytes.
const (
	atToken, atAmount, atBool, atExtra, atBound, atLength, atBytes = 4, 36, 68, 100, 132, 164, 196
)

func put(token common.Address) []any {
	return []any{"put", order{token, new(big.Int)}, true, []byte{1, 2}, big.NewInt(-5)}
}

// Whatever a form leaves fixed is held in the enclave too, under the path that a rule names
// it by; two forms of one function hold what both do, and each function is there once.
//
// spec: provisioning §8.8
func TestEveryArgumentThatFormsFixIsHeld(t *testing.T) {
	v := venue(t)
	got, leftOut, err := signing.Allow([]caveat.Form{
		form(t, four, []any{"stop"}),
		form(t, three, put(one), [2]int{atAmount, 32}),
		form(t, three, put(two), [2]int{atAmount, 32}, [2]int{atBound, 32}),
		form(t, three, put(one), [2]int{atAmount, 32}),
		form(t, three, []any{"stop"}),
	}, new(abi.ABI), v)
	pins := []signing.Pin{{Path: "order.token", OneOf: []string{one.Hex(), two.Hex()}}, {Path: "arg1", OneOf: []string{"true"}}, {Path: "extra", OneOf: []string{"0x0102"}}}
	want := []signing.Contract{
		{Address: four, Functions: []signing.Function{{Method: v.Methods["stop"]}}},
		{Address: three, Functions: []signing.Function{{Method: v.Methods["put"], Pins: pins}, {Method: v.Methods["stop"]}}},
	}
	if err != nil || len(leftOut) != 0 || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v; left out %q (%v)", got, want, leftOut, err)
	}
	fixed, _, err := signing.Allow([]caveat.Form{form(t, three, put(one), [2]int{atAmount + 16, 16})}, v)
	if err != nil || len(fixed) != 1 || len(fixed[0].Functions[0].Pins) != 4 || !reflect.DeepEqual(fixed[0].Functions[0].Pins[3], signing.Pin{Path: "bound", OneOf: []string{"-5"}}) {
		t.Errorf("half an amount may vary: %+v (%v)", fixed, err)
	}
}

// What would be let in with an argument that nobody holds is left out, told once and why;
// where it is a way out, there is no policy.
//
// spec: safety §24, §1.4 (S-7)
func TestWhatIsLeftOutIsToldWithItsReason(t *testing.T) {
	unseen := "its values lie where no rule sees them: the call "
	for _, c := range []struct {
		call  []any
		field [2]int
		why   string
	}{
		{put(one), [2]int{atToken + 12, 20}, "argument order.token would be free"},
		{put(one), [2]int{atBytes, 2}, "argument extra would be free"},
		{put(one), [2]int{atExtra, 32}, unseen + "does not decode"},
		{put(one), [2]int{atLength, 32}, unseen + "does not decode"},
		{put(one), [2]int{atBool, 32}, unseen + "does not decode"},
		{put(one), [2]int{atBytes + 2, 1}, unseen + "of put((address,uint256),bool,bytes,int256) is not written as the compiler writes it"},
		{[]any{"list", []common.Address{one}}, [2]int{}, "argument items of type address[] cannot be held by a rule"},
		{[]any{"tag", [32]byte{1}}, [2]int{}, "argument id of type bytes32 cannot be held by a rule"},
		{[]any{"deep", deep{Amount: new(big.Int)}}, [2]int{}, "argument first.mark of type bytes32 cannot be held by a rule"},
		{[]any{"note", "x"}, [2]int{}, "argument words of type string cannot be held by a rule"},
		{[]any{"pair", [2]*big.Int{new(big.Int), new(big.Int)}}, [2]int{}, "argument both of type uint256[2] cannot be held by a rule"},
	} {
		f, why := form(t, three, c.call, c.field), c.call[0].(string)+" of "+three.Hex()+": "+c.why
		contracts, leftOut, err := signing.Allow([]caveat.Form{f, f}, venue(t))
		if err != nil || len(contracts) != 0 || len(leftOut) != 1 || !strings.HasPrefix(leftOut[0], why) {
			t.Errorf("%s: %d contracts, left out %q (%v)", why, len(contracts), leftOut, err)
		}
		f.Classes = caveat.Leave | caveat.Settle
		if _, _, err := signing.Allow([]caveat.Form{f}, venue(t)); err == nil || !strings.Contains(err.Error(), "shut a way out, "+why[:3]) {
			t.Errorf("%s: a way out: %v", why, err)
		}
	}
}

// small is a policy whose document and rules are written out below by hand.
func small(t testing.TB) *signing.Policy {
	t.Helper()
	pins := []signing.Pin{{Path: "order.token", OneOf: []string{two.Hex()}}, {Path: "arg1", OneOf: []string{"true", "false"}}}
	return &signing.Policy{
		ChainID: 8453, Tier: signing.Clade, Recipients: []common.Address{one, two}, Tokens: []common.Address{three},
		Contracts: []signing.Contract{{Address: four, Functions: []signing.Function{{Method: venue(t).Methods["put"], Pins: pins}, {Method: venue(t).Methods["stop"]}}}},
		MaxPerTx:  1_000_000, MaxPerDay: 2_500_000, MaxLossDay: 200, MaxMoveLoss: 150, MaxExitLoss: 100, MaxGas: *uint256.NewInt(7), NotAfter: 1_800_000_000,
	}
}

const (
	putABI = `[{"inputs":[{"components":[{"name":"token","type":"address"},{"name":"amount","type":"uint256"}],"name":"order","type":"tuple"},` +
		`{"name":"arg1","type":"bool"},{"name":"extra","type":"bytes"},{"name":"bound","type":"int256"}],` +
		`"name":"put","outputs":[],"stateMutability":"nonpayable","type":"function"}]`
	stopABI     = `[{"inputs":[],"name":"stop","outputs":[],"stateMutability":"nonpayable","type":"function"}]`
	transferABI = `[{"inputs":[{"name":"to","type":"address"},{"name":"value","type":"uint256"}],"name":"transfer","outputs":[],"stateMutability":"nonpayable","type":"function"}]`
	// spec: provisioning §8.8: canonical JSON, the names in order.
	smallText = `{"allowed_contracts":[{"address":"0x4444444444444444444444444444444444444444","functions":[` +
		`{"abi":` + putABI + `,"arguments":[{"one_of":["0x2222222222222222222222222222222222222222"],"path":"order.token"},{"one_of":["true","false"],"path":"arg1"}]},` +
		`{"abi":` + stopABI + `,"arguments":[]}],"selectors":["PUT","0x07da68f5"]}],` +
		`"allowed_recipients":["0x1111111111111111111111111111111111111111","0x2222222222222222222222222222222222222222"],` +
		`"chain_id":8453,"deny_arbitrary_calldata":true,"max_exit_loss_bps":100,"max_gas_wei_per_day":"7","max_loss_day_bps":200,"max_move_loss_bps":150,` +
		`"max_per_day_micro_usd":2500000,"max_per_tx_micro_usd":1000000,"not_after":1800000000,HASH"tier":"clade",` +
		`"transferable_tokens":["0x3333333333333333333333333333333333333333"],"version":1}`
)

// The document is what the owner approves and what the record is compared with.
//
// spec: provisioning §8.8
func TestThePolicyIsWrittenDownAsTheOwnerApprovesIt(t *testing.T) {
	text := strings.ReplaceAll(smallText, "PUT", "0x"+hex.EncodeToString(venue(t).Methods["put"].ID))
	p, sum := small(t), sha256.Sum256([]byte(strings.ReplaceAll(text, "HASH", "")))
	if p.Hash() != sum {
		t.Errorf("it hashes to %x, want %x", p.Hash(), sum)
	}
	got, err := json.Marshal(p)
	if want := strings.ReplaceAll(text, "HASH", `"policy_hash":"`+hex.EncodeToString(sum[:])+`",`); err != nil || string(got) != want {
		t.Errorf("%s (%v), want %s", got, err, want)
	}
	bare := &signing.Policy{ChainID: 1, Tier: signing.Strict, Recipients: []common.Address{one}, MaxPerTx: money.One, MaxPerDay: money.One, NotAfter: 1}
	if got, err := json.Marshal(bare); err != nil || strings.Contains(string(got), "null") {
		t.Errorf("what is not there is no empty list: %s (%v)", got, err)
	}
}

// What the enclave is given is the last thing that holds where the Golem's own program is
// not its own any more.
//
// spec: provisioning §8.8
func TestTheEnclaveIsGivenEveryRule(t *testing.T) {
	on := func(source, field, operator string, value any) privy.Condition {
		return privy.Condition{Source: source, Field: field, Operator: operator, Value: value}
	}
	call := func(text, field, operator string, value any) privy.Condition {
		c := on(privy.Calldata, field, operator, value)
		c.ABI = json.RawMessage(text)
		return c
	}
	chain, until := on(privy.Transaction, "chain_id", privy.Eq, "8453"), on(privy.System, "current_unix_timestamp", privy.LTE, "1800000000")
	home := []string{one.Hex(), two.Hex()}
	to := func(list ...string) privy.Condition { return on(privy.Transaction, "to", privy.In, list) }
	unpaid := on(privy.Transaction, "value", privy.Eq, "0")
	p := small(t)
	signs := func(name string, c ...privy.Condition) privy.Rule {
		return privy.Rule{Name: name, Method: privy.SignTransaction, Action: privy.Allow, Conditions: c}
	}
	want := []privy.Rule{
		signs("native money home", chain, until, to(home...)),
		signs("tokens home", chain, until, to(three.Hex()), unpaid, call(transferABI, "function_name", privy.Eq, "transfer"), call(transferABI, "transfer.to", privy.In, home)),
		signs("1 put", chain, until, to(four.Hex()), unpaid, call(putABI, "function_name", privy.Eq, "put"),
			call(putABI, "put.order.token", privy.In, []string{two.Hex()}), call(putABI, "put.arg1", privy.In, []string{"true", "false"})),
		signs("2 stop", chain, until, to(four.Hex()), unpaid, call(stopABI, "function_name", privy.Eq, "stop")),
	}
	compare(t, p.Rules(), want)
	p.Tokens, p.Contracts = nil, nil
	compare(t, p.Rules(), want[:1])
}

// compare compares rules as the enclave reads them: JSON, whatever the order of its names.
func compare(t *testing.T, got, want []privy.Rule) {
	t.Helper()
	read := func(rules []privy.Rule) (v []any) {
		text, err := json.Marshal(rules)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(text, &v); err != nil {
			t.Fatal(err)
		}
		return v
	}
	a, b := read(got), read(want)
	if len(a) != len(b) {
		t.Fatalf("%d rules, want %d: %+v", len(a), len(b), a)
	}
	for i := range a {
		if !reflect.DeepEqual(a[i], b[i]) {
			t.Errorf("rule %d is\n%v, want\n%v", i+1, a[i], b[i])
		}
	}
}
