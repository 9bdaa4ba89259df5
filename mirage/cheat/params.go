package cheat

import (
	"encoding/json"
)

const latest = `"latest"`

// tag makes a block parameter local: nothing is finalised here and nothing is pending
// but the pool, so these tags and a missing one mean the latest block (spec:
// mirage-testing §6).
func tag(block *json.RawMessage) json.RawMessage {
	if block == nil {
		return json.RawMessage(latest)
	}
	switch string(*block) {
	case "null", `""`, `"pending"`, `"safe"`, `"finalized"`:
		return json.RawMessage(latest)
	}
	return *block
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
