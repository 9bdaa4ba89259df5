package rpctest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// rewrite makes a request one for an older head.
func (p *Proxy) rewrite(f Fault, body []byte) ([]byte, error) {
	if f.Behind == 0 {
		return body, nil
	}
	head, err := p.height()
	if err != nil {
		return nil, err
	}
	old := marshal(fmt.Sprintf("0x%x", head-min(f.Behind, head)))
	body = bytes.ReplaceAll(body, []byte(`"latest"`), old)
	return bytes.ReplaceAll(body, []byte(`"pending"`), old), nil
}

// height is the good endpoint's.
func (p *Proxy) height() (uint64, error) {
	answer, err := p.ask([]byte(`{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber","params":[]}`))
	if err != nil {
		return 0, err
	}
	var got struct {
		Result json.RawMessage `json:"result"`
	}
	if err := json.Unmarshal(answer, &got); err != nil {
		return 0, err
	}
	return quantity(got.Result), nil
}

// spoil changes what the good endpoint answered.
func (f Fault) spoil(request, answer []byte) []byte {
	if f.ChainID == 0 && f.Ahead == 0 && f.Behind == 0 && f.Omit == "" && f.Refuse == "" && f.Hide == "" && f.Strip == "" && !f.Forked && f.Lie == nil {
		return answer
	}
	methods, asked := map[string]string{}, map[string]string{}
	for _, c := range calls(request) {
		methods[string(c.ID)] = c.Method
		asked[string(c.ID)] = c.input()
	}
	var many []map[string]json.RawMessage
	if json.Unmarshal(answer, &many) == nil {
		many = slices.DeleteFunc(many, func(one map[string]json.RawMessage) bool {
			return f.Omit != "" && methods[string(one["id"])] == f.Omit
		})
		for _, one := range many {
			f.change(methods, one)
			f.lie(asked, one)
		}
		return marshal(many)
	}
	var one map[string]json.RawMessage
	if json.Unmarshal(answer, &one) != nil {
		return answer
	}
	f.change(methods, one)
	f.lie(asked, one)
	return marshal(one)
}

// change spoils one answer in place.
func (f Fault) change(methods map[string]string, answer map[string]json.RawMessage) {
	switch method := methods[string(answer["id"])]; {
	case f.Refuse != "" && method == f.Refuse:
		delete(answer, "result")
		answer["error"] = marshal(map[string]any{"code": -32601, "message": "the method " + method + " does not exist"})
	case f.Hide != "" && method == f.Hide:
		answer["result"] = marshal([]any{})
	case f.ChainID != 0 && method == "eth_chainId":
		answer["result"] = marshal(fmt.Sprintf("0x%x", f.ChainID))
	case f.Behind != 0 && method == "eth_blockNumber":
		head := quantity(answer["result"])
		answer["result"] = marshal(fmt.Sprintf("0x%x", head-min(f.Behind, head)))
	case f.Strip != "" && method == "eth_getTransactionReceipt":
		var receipt map[string]json.RawMessage
		if json.Unmarshal(answer["result"], &receipt) == nil && receipt != nil {
			delete(receipt, f.Strip)
			answer["result"] = marshal(receipt)
		}
	case (f.Ahead != 0 || f.Forked) && method == "eth_getBlockByNumber":
		var block map[string]json.RawMessage
		if json.Unmarshal(answer["result"], &block) == nil && block != nil {
			block["timestamp"] = marshal(fmt.Sprintf("0x%x", quantity(block["timestamp"])+f.Ahead))
			if f.Forked {
				block["hash"] = block["stateRoot"]
			}
			answer["result"] = marshal(block)
		}
	}
}

func quantity(text json.RawMessage) uint64 {
	n, err := strconv.ParseUint(strings.TrimPrefix(strings.Trim(string(text), `"`), "0x"), 16, 64)
	if err != nil {
		return 0
	}
	return n
}

func marshal(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return b
}

// input is what an eth_call calls with; "" for another request.
func (c call) input() string {
	var message struct {
		Input string `json:"input"`
	}
	if c.Method != "eth_call" || len(c.Params) == 0 || json.Unmarshal(c.Params[0], &message) != nil {
		return ""
	}
	return message.Input
}

// lie changes the answer to a call in place.
func (f Fault) lie(asked map[string]string, answer map[string]json.RawMessage) {
	var result string
	if data := asked[string(answer["id"])]; f.Lie != nil && data != "" && json.Unmarshal(answer["result"], &result) == nil {
		answer["result"] = marshal(f.Lie(data, result))
	}
}
