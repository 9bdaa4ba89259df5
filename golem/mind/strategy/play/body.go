package play

import (
	"strconv"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// Bodies are written by hand so that equal proposals are equal bytes; nothing in
// them comes from outside but digits and addresses.

func body(kind, params string) []byte {
	return []byte(`{"type":"` + kind + `","params":{` + params + `},"constraints":{}}`)
}

func slip(b money.BPS) string { return `"slippage_bps":` + strconv.Itoa(int(b)) }

func swapBody(in, out turn.Token, amount *uint256.Int, slippage money.BPS) []byte {
	return body("swap", `"token_in":"`+in.Address.Hex()+`","token_out":"`+out.Address.Hex()+
		`","amount_in":"`+amount.Dec()+`",`+slip(slippage))
}

// exchangeBody is a swap that names its exchange.
func exchangeBody(exchange string, in, out turn.Token, amount *uint256.Int, slippage money.BPS) []byte {
	return body("swap", `"protocol":`+strconv.Quote(exchange)+`,"token_in":"`+in.Address.Hex()+`","token_out":"`+out.Address.Hex()+
		`","amount_in":"`+amount.Dec()+`",`+slip(slippage))
}

func addBody(pool common.Address, amount0, amount1 *uint256.Int, t target, slippage money.BPS) []byte {
	return body("add_liquidity", `"pool":"`+pool.Hex()+`","amount0":"`+amount0.Dec()+`","amount1":"`+amount1.Dec()+
		`","tick_lower":`+strconv.Itoa(int(t.lower))+`,"tick_upper":`+strconv.Itoa(int(t.upper))+`,`+slip(slippage))
}

func removeBody(id string, slippage money.BPS) []byte {
	return removePartBody(id, 100, slippage)
}

func removePartBody(id string, percent uint64, slippage money.BPS) []byte {
	return body("remove_liquidity", `"position_id":`+strconv.Quote(id)+`,"percent":`+strconv.FormatUint(percent, 10)+`,`+slip(slippage))
}

func claimBody(id string) []byte { return body("claim_fees", `"position_id":`+strconv.Quote(id)) }
