package adversarial

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
)

// fields are the parameters of a proposal, as a model writes them: raw JSON.
type fields map[string]string

// body writes a proposal.
func body(kind string, params fields, constraints string) []byte {
	var b strings.Builder
	for _, name := range sorted(params) {
		if b.Len() > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "%s:%s", quote(name), params[name])
	}
	if constraints == "" {
		constraints = "{}"
	}
	return fmt.Appendf(nil, `{"type":%s,"params":{%s},"constraints":%s}`, quote(kind), b.String(), constraints)
}

func quote(s string) string {
	text, err := json.Marshal(s)
	if err != nil {
		panic(err) // a text always encodes
	}
	return string(text)
}

// Names that a proposal has for tokens and markets.
const (
	usd, eth = "usdc", "weth"
	onPool   = "weth-usdc-5"
	onV2     = "weth-usdc-30-v2"
	onV4     = "weth-usdc-30-v4"
)

// swap is the fields of one, where the Golem trades.
func swap(in, out string, amount *uint256.Int, slippage int) fields {
	return fields{"market": quote(onPool), "token_in": quote(in), "token_out": quote(out), "amount_in": quote(amount.Dec()), "slippage_bps": fmt.Sprint(slippage)}
}

func units(n uint64) *uint256.Int { return uint256.NewInt(n) }

// word is letters at random.
func word(rng *rand.Rand, n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = "abcdefghijklmnopqrstuvwxyz0123456789_"[rng.IntN(37)]
	}
	return string(b)
}

// stranger is an address that nobody approved.
func stranger(rng *rand.Rand) (a common.Address) {
	for i := range a {
		a[i] = byte(rng.Uint32())
	}
	return a
}

func pick[T any](rng *rand.Rand, from ...T) T { return from[rng.IntN(len(from))] }

// rnd is the chance of a life.
type rnd = *rand.Rand
