package scenario

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/big"

	"bardo.run/bardo/mirage/node"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/math"
)

// Assertion compares one number behind a scenario: exactly one of Call (the first word
// of its answer), Balance (wei), Storage and GasUsed. Without any it asks for a Status;
// a scenario without such an assertion must be a success.
type Assertion struct {
	Status  string          `json:"status,omitempty"`
	Call    *Transaction    `json:"call,omitempty"`
	Balance *common.Address `json:"balance,omitempty"`
	Storage *node.Slot      `json:"storage,omitempty"`
	GasUsed bool            `json:"gas_used,omitempty"`

	Op    string                `json:"op,omitempty"` // eq, ne, lt, le, gt, ge
	Value *math.HexOrDecimal256 `json:"value,omitempty"`
}

// UnmarshalJSON refuses an assertion that asserts nothing, or several things.
func (a *Assertion) UnmarshalJSON(b []byte) error {
	type plain Assertion
	if err := strict(b, (*plain)(a)); err != nil {
		return err
	}
	asked := 0
	for _, is := range []bool{a.Status != "", a.Call != nil, a.Balance != nil, a.Storage != nil, a.GasUsed} {
		if is {
			asked++
		}
	}
	if asked != 1 {
		return fmt.Errorf("an assertion names one of status, call, balance, storage and gas_used, not %d", asked)
	}
	if a.Status != "" {
		return nil
	}
	if _, ok := ops[a.Op]; !ok || a.Value == nil {
		return fmt.Errorf("an assertion compares: op is one of eq, ne, lt, le, gt, ge, and value a number")
	}
	return nil
}

// ops tell from a comparison (-1, 0, 1) whether it holds.
var ops = map[string]func(int) bool{
	"eq": func(c int) bool { return c == 0 }, "ne": func(c int) bool { return c != 0 },
	"lt": func(c int) bool { return c < 0 }, "le": func(c int) bool { return c <= 0 },
	"gt": func(c int) bool { return c > 0 }, "ge": func(c int) bool { return c >= 0 },
}

// failed answers why an assertion does not hold, "" where it does.
func (a Assertion) failed(ctx context.Context, s *node.Scratch, r *Result) string {
	if a.Status != "" {
		if a.Status == r.Status {
			return ""
		}
		return fmt.Sprintf("status is %s, not %s", r.Status, a.Status)
	}
	what, got, err := a.value(ctx, s, r)
	if err != nil {
		return fmt.Sprintf("%s: %v", what, err)
	}
	want := (*big.Int)(a.Value)
	if ops[a.Op](got.Cmp(want)) {
		return ""
	}
	return fmt.Sprintf("%s is %s, want %s %s", what, got, a.Op, want)
}

// value reads the number that is compared.
func (a Assertion) value(ctx context.Context, s *node.Scratch, r *Result) (string, *big.Int, error) {
	switch {
	case a.Balance != nil:
		return fmt.Sprintf("balance of %s", a.Balance), s.Balance(*a.Balance), nil
	case a.Storage != nil:
		return fmt.Sprintf("slot %s of %s", a.Storage.Slot, a.Storage.Account), s.Storage(a.Storage.Account, a.Storage.Slot).Big(), nil
	case a.GasUsed:
		return "gas used", new(big.Int).SetUint64(r.GasUsed), nil
	}
	what := fmt.Sprintf("call of %s with %s", a.Call.To, a.Call.Data)
	out, err := s.Call(ctx, a.Call.attempt(DefaultMaxGas))
	switch {
	case err != nil:
		return what, nil, err
	case out.Failed != nil:
		return what, nil, out.Failed
	case len(out.Return) < 32:
		return what, nil, fmt.Errorf("it answers %d bytes, not a number", len(out.Return))
	}
	return what, new(big.Int).SetBytes(out.Return[:32]), nil
}

// strict decodes and refuses unknown fields.
func strict(b []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	return d.Decode(v)
}
