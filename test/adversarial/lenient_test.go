package adversarial

import (
	"encoding/json"
	"math/big"
	"strings"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
)

// leniently reads a proposal as careless programs do: the last of two fields counts,
// unknown ones do not, numbers may be floats, and what makes no sense is taken to be what
// was probably meant. It is what stands where the grammar is left out.
func leniently(body []byte) []byte {
	p := swap(usd, eth, units(careful(body)), 50)
	return bodyOf(p)
}

func bodyOf(p fields) []byte { return body("swap", p, "") }

// careful is the amount that a careless reader finds, within what is allowed.
func careful(text []byte) uint64 {
	var read struct {
		Params map[string]any `json:"params"`
	}
	_ = json.NewDecoder(strings.NewReader(string(text))).Decode(&read) // what could be read counts
	amount, ok := read.Params["amount_in"].(string)
	if !ok {
		return 10_000_000
	}
	f, _, err := big.ParseFloat(strings.Trim(amount, "+- \n"), 10, 64, big.ToZero)
	if err != nil {
		return 10_000_000
	}
	n, _ := f.Uint64()
	return min(max(n, 1_000_000), 30_000_000)
}

// lenientAction is a purchase.
func lenientAction(seen turn.Reading) (grammar.Action, error) {
	return grammar.Parse(bodyOf(swap(usd, eth, uint256.NewInt(1_000_000), 50)), &seen)
}
