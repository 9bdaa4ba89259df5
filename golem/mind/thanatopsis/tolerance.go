package thanatopsis

import (
	"encoding/json"

	"bardo.run/bardo/internal/money"
)

// Slippages of a step in basis points: the tight one is tried first. The owner's
// limit goes before both.
const tight, wide = 50, 100

// impact is how far a sale may move the price where the owner says nothing, in basis points.
const impact money.BPS = 300

// tolerance is how much worse a price may be than it was. limits are the most that the owner
// allows now; nil: as much as would be asked for.
type tolerance struct {
	limits func() (slippage, impact money.BPS)
}

// each is a proposal with each slippage.
func (t tolerance) each(body func(slippage int) []byte) (forms [][]byte) {
	for _, slippage := range t.slippages() {
		forms = append(forms, body(slippage))
	}
	return forms
}

// slippages are tried in order for each step.
func (t tolerance) slippages() []int {
	most := wide
	if t.limits != nil {
		slippage, _ := t.limits()
		most = min(most, int(slippage))
	}
	if most <= tight {
		return []int{most}
	}
	return []int{tight, most}
}

// bound is how far the price may fall under all parts of a sale.
func (t tolerance) bound() money.BPS {
	if t.limits == nil {
		return wide + impact
	}
	slippage, impact := t.limits()
	return slippage + impact
}

// action returns the maker of a proposal body with the given slippage.
func action(kind string, params map[string]any) func(int) []byte {
	return func(slippage int) []byte {
		params["slippage_bps"] = slippage
		return body(kind, params)
	}
}

func body(kind string, params map[string]any) []byte {
	text, err := json.Marshal(map[string]any{"type": kind, "params": params, "constraints": map[string]any{}})
	if err != nil {
		panic("thanatopsis: a proposal always encodes: " + err.Error())
	}
	return text
}
