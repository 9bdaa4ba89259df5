package cheat

import (
	"encoding/json"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
)

const (
	latest  = `"latest"`
	pending = `"pending"`
)

// tag makes a block parameter local: nothing is finalised here, so these tags and a missing
// one mean the latest block (spec: mirage-testing §6). "pending" is the block that would be
// made now, and on a fork the latest one. A number may come as a JSON number, and with zeros
// in front.
func (b *base) tag(block *json.RawMessage) json.RawMessage {
	if block == nil {
		return json.RawMessage(latest)
	}
	switch string(*block) {
	case "null", `""`, `"safe"`, `"finalized"`:
		return json.RawMessage(latest)
	case pending:
		if b.node.Chain.ForkBlock() != nil {
			return json.RawMessage(latest)
		}
		return json.RawMessage(pending)
	}
	return number(*block)
}

// number writes a block number as go-ethereum reads it; anything else stays as it is.
func number(block json.RawMessage) json.RawMessage {
	var q quantity
	var text string
	if json.Unmarshal(block, &text) == nil && (len(text) < 3 || len(text) > 18 || text[:2] != "0x") {
		return block // a tag, a hash, or decimal text, which go-ethereum has the word for
	}
	if q.UnmarshalJSON(block) != nil || !q.big().IsUint64() {
		return block
	}
	return quote(hexutil.Uint64(q.big().Uint64()))
}

// address gives an account its 0x where it came without.
func address(account json.RawMessage) json.RawMessage {
	var text string
	if json.Unmarshal(account, &text) == nil && len(text) == 2*common.AddressLength {
		return quote("0x" + text)
	}
	return account
}

// prefixed gives the accounts of a call their 0x where they came without.
func prefixed(call json.RawMessage) json.RawMessage {
	var accounts struct{ From, To *string }
	if json.Unmarshal(call, &accounts) != nil || !bare(accounts.From) && !bare(accounts.To) {
		return call
	}
	var fields map[string]json.RawMessage
	if json.Unmarshal(call, &fields) != nil {
		return call
	}
	for _, name := range []string{"from", "to"} {
		if v, ok := fields[name]; ok {
			fields[name] = address(v)
		}
	}
	return quote(fields)
}

func bare(account *string) bool { return account != nil && len(*account) == 2*common.AddressLength }

// slot gives a slot's number, which may come as a JSON number, as 32 bytes.
func slot(at json.RawMessage) json.RawMessage {
	var w word
	if w.UnmarshalJSON(at) != nil {
		return at
	}
	return quote(common.Hash(w))
}

func raw(m *json.RawMessage) json.RawMessage {
	if m == nil {
		return nil
	}
	return *m
}

func quote(v any) json.RawMessage {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // addresses, hashes and numbers always marshal
	}
	return b
}
