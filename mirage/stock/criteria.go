package stock

import (
	"encoding/json"
	"math"
	"math/big"
	"strings"

	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/eth/filters"
)

// Criteria is what logs are asked for, with numbers of blocks up to the end of numbers: clients
// send 2^64−1 and more for "no end", which go-ethereum does not read.
type Criteria struct{ filters.FilterCriteria }

// UnmarshalJSON implements json.Unmarshaler.
func (c *Criteria) UnmarshalJSON(b []byte) error {
	var fields map[string]json.RawMessage
	if json.Unmarshal(b, &fields) == nil {
		for _, name := range []string{"fromBlock", "toBlock"} {
			if end, ok := endless(fields[name]); ok {
				fields[name] = end
			}
		}
		text, err := json.Marshal(fields)
		if err != nil {
			return err
		}
		b = text
	}
	return c.FilterCriteria.UnmarshalJSON(b)
}

// endless writes a block number that is beyond go-ethereum's as its highest.
func endless(number json.RawMessage) (json.RawMessage, bool) {
	var text string
	if json.Unmarshal(number, &text) != nil || !strings.HasPrefix(text, "0x") {
		return nil, false
	}
	v, ok := new(big.Int).SetString(text[2:], 16)
	if !ok || v.Sign() < 0 || v.IsInt64() {
		return nil, false
	}
	end, err := json.Marshal(hexutil.Uint64(math.MaxInt64))
	return end, err == nil
}
