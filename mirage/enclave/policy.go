package enclave

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"reflect"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"
)

// Subject is what is to be signed: one of both, at a time.
type Subject struct {
	Method      string
	Transaction *types.DynamicFeeTx
	TypedData   *apitypes.TypedData
	Now         int64 // Unix seconds
}

// Allows evaluates policies as the provider does: each has to allow, what no rule allows
// is denied, and a rule that denies goes first. Without a policy everything is allowed.
func Allows(policies []Policy, s Subject) bool {
	for _, p := range policies {
		allowed := false
		for _, r := range p.Rules {
			if r.Method != s.Method && r.Method != "*" || !s.meets(r.Conditions) {
				continue
			}
			if r.Action != "ALLOW" {
				return false
			}
			allowed = true
		}
		if !allowed {
			return false
		}
	}
	return true
}

func (s Subject) meets(conditions []Condition) bool {
	for _, c := range conditions {
		if value, ok := s.field(c); !ok || !compare(value, c.Operator, c.Value) {
			return false
		}
	}
	return true
}

// field reads the field of a condition, as text.
func (s Subject) field(c Condition) (string, bool) {
	switch {
	case c.Source == "system" && c.Field == "current_unix_timestamp":
		return fmt.Sprint(s.Now), true
	case c.Source == "ethereum_transaction" && s.Transaction != nil:
		fields := map[string]string{"to": s.Transaction.To.Hex(), "value": s.Transaction.Value.String(), "chain_id": s.Transaction.ChainID.String()}
		value, ok := fields[c.Field]
		return value, ok
	case c.Source == "ethereum_calldata" && s.Transaction != nil:
		return called(c.ABI, s.Transaction.Data, c.Field)
	case c.Source == "ethereum_typed_data_domain" && s.TypedData != nil:
		value, ok := s.TypedData.Domain.Map()[c.Field]
		if c.Field == "chainId" {
			value = (*big.Int)(s.TypedData.Domain.ChainId)
		}
		return fmt.Sprint(value), ok
	}
	return "", false
}

// called decodes a call by an ABI and reads a parameter of it, or its name.
func called(text json.RawMessage, data []byte, field string) (string, bool) {
	parsed, err := abi.JSON(bytes.NewReader(text))
	if err != nil || len(data) < 4 {
		return "", false
	}
	method, err := parsed.MethodById(data[:4])
	if err != nil {
		return "", false
	}
	values, err := method.Inputs.Unpack(data[4:])
	if err != nil {
		return "", false
	}
	if field == "function_name" {
		return method.RawName, true
	}
	path := strings.Split(field, ".")
	if path[0] != method.RawName || len(path) < 2 {
		return "", false
	}
	i := slices.IndexFunc(method.Inputs, func(a abi.Argument) bool { return a.Name == path[1] })
	if i < 0 {
		return "", false
	}
	return leaf(method.Inputs[i].Type, reflect.ValueOf(values[i]), path[2:])
}

// leaf walks down into structs.
func leaf(t abi.Type, v reflect.Value, path []string) (string, bool) {
	if len(path) == 0 {
		if t.T == abi.BytesTy {
			return hexutil.Encode(v.Bytes()), true
		}
		return fmt.Sprint(v.Interface()), t.T != abi.TupleTy
	}
	i := slices.Index(t.TupleRawNames, path[0])
	if i < 0 || t.T != abi.TupleTy {
		return "", false
	}
	return leaf(*t.TupleElems[i], v.Field(i), path[1:])
}

// compare compares addresses without their case, and numbers as numbers.
func compare(have, operator string, want any) bool {
	switch want := want.(type) {
	case string:
		a, okA := new(big.Int).SetString(have, 0)
		b, okB := new(big.Int).SetString(want, 0)
		numbers := okA && okB && !common.IsHexAddress(have)
		switch operator {
		case "eq":
			return numbers && a.Cmp(b) == 0 || strings.EqualFold(have, want)
		case "lte":
			return numbers && a.Cmp(b) <= 0
		}
	case []any:
		return operator == "in" && slices.ContainsFunc(want, func(one any) bool { return compare(have, "eq", one) })
	case []string: // a policy that never was JSON
		return operator == "in" && slices.ContainsFunc(want, func(one string) bool { return compare(have, "eq", one) })
	}
	return false
}

// checkRules refuses what the provider is known to refuse when a policy is written.
func checkRules(rules []Rule) error {
	for _, r := range rules {
		if r.Name == "" || len(r.Name) > 50 || r.Method == "" || r.Action != "ALLOW" && r.Action != "DENY" {
			return fmt.Errorf("rule %q", r.Name)
		}
		for _, c := range r.Conditions {
			decimal := c.Source == "system" || c.Source == "ethereum_typed_data_domain" && c.Field == "chainId"
			if text, ok := c.Value.(string); decimal && (!ok || strings.Trim(text, "0123456789") != "") {
				return fmt.Errorf("condition value must be a numerical string for %s", c.Field)
			}
			if c.Source == "ethereum_calldata" && len(c.ABI) == 0 {
				return fmt.Errorf("ethereum_calldata needs an abi")
			}
		}
	}
	return nil
}
