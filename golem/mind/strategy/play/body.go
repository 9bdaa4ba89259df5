package play

import (
	"encoding/json"
	"strconv"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// Bodies are written by hand so that equal proposals are equal bytes; nothing in
// them comes from outside but digits and handles.

func body(kind, params string) []byte {
	return []byte(`{"type":"` + kind + `","params":{` + params + `},"constraints":{}}`)
}

// quoted is a handle as JSON has it: a symbol comes from a contract.
func quoted(handle string) string {
	text, err := json.Marshal(handle)
	if err != nil {
		panic("play: a text always encodes: " + err.Error())
	}
	return string(text)
}

func slip(b money.BPS) string { return `"slippage_bps":` + strconv.Itoa(int(b)) }

func swapBody(m market, in, out turn.Token, amount *uint256.Int, slippage money.BPS) []byte {
	return body("swap", `"market":`+quoted(m.Handle)+`,"token_in":`+quoted(in.Handle())+`,"token_out":`+quoted(out.Handle())+
		`,"amount_in":"`+amount.Dec()+`",`+slip(slippage))
}

func addBody(m market, base, quote *uint256.Int, t target, slippage money.BPS) []byte {
	return body("add_liquidity", `"market":`+quoted(m.Handle)+`,"base_amount":"`+base.Dec()+`","quote_amount":"`+quote.Dec()+
		`","tick_lower":`+strconv.Itoa(int(t.lower))+`,"tick_upper":`+strconv.Itoa(int(t.upper))+`,`+slip(slippage))
}

func removeBody(id string, slippage money.BPS) []byte {
	return removePartBody(id, 100, slippage)
}

func removePartBody(id string, percent uint64, slippage money.BPS) []byte {
	return body("remove_liquidity", `"position_id":`+quoted(id)+`,"percent":`+strconv.FormatUint(percent, 10)+`,`+slip(slippage))
}

func claimBody(id string) []byte { return body("claim_fees", `"position_id":`+quoted(id)) }
