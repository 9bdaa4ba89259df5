package library

import "slices"

// Definition is a scenario of the library and what can be set of it.
type Definition struct {
	Name       string      `json:"name"`
	About      string      `json:"about"`
	Parameters []Parameter `json:"parameters"`

	write func(*maker, settings) error
}

// Parameter is one thing that can be set: a number from Min to Max, one of Choices, or,
// without either, a text.
type Parameter struct {
	Name    string   `json:"name"`
	About   string   `json:"about"`
	Default string   `json:"default"`
	Min     string   `json:"min,omitempty"` // decimals, both included
	Max     string   `json:"max,omitempty"`
	Whole   bool     `json:"whole,omitempty"` // no fraction
	Choices []string `json:"choices,omitempty"`
}

// protocols are the exchanges of the kit.
var protocols = []string{"v2", "v3", "v4"}

// Definitions lists the library (spec: mirage-testing §12.3).
func Definitions() []Definition {
	return []Definition{
		{"crash", "sell ETH in every pool of ETH and USDC until its price has dropped", []Parameter{
			{Name: "drop_percent", About: "of the price that each pool starts with", Default: "40", Min: "10", Max: "90"},
			{Name: "swap_count", About: "swaps at most, in all pools", Default: "20", Min: "5", Max: "100", Whole: true},
		}, (*maker).crash},
		{"volume-spike", "trade 0.1 to 5 ETH at a time, two thirds of it buys, from several accounts", []Parameter{
			{Name: "swap_count", About: "swaps", Default: "100", Min: "10", Max: "500", Whole: true},
			{Name: "protocol", About: "where", Default: "all", Choices: append([]string{"all"}, protocols...)},
		}, (*maker).spike},
		{"new-pool", "create a token and its pools with USDC on Uniswap v2, v3 and v4", []Parameter{
			{Name: "symbol", About: "1 to 11 capital letters and digits", Default: "NEW"},
			{Name: "decimals", About: "of the token", Default: "18", Choices: []string{"6", "8", "18"}},
			{Name: "price", About: "of one token in USDC", Default: "1.0", Min: "0.001", Max: "10000"},
			{Name: "tvl", About: "USDC that the three pools are worth together", Default: "500000", Min: "10000", Max: "10000000"},
		}, (*maker).newPool},
		{"stale-feeds", "stop price feeds at their answers, so that readers find them older and older", []Parameter{
			{Name: "feeds", About: "of which coin", Default: "all", Choices: append([]string{"all"}, priced...)},
			{Name: "age", About: "seconds that the answers are old already; 0 lets them follow the clock again", Default: "3600", Min: "0", Max: "604800", Whole: true},
		}, (*maker).stale},
	}
}

// names are those of the library, in its order.
func names() []string {
	var out []string
	for _, d := range Definitions() {
		out = append(out, d.Name)
	}
	return out
}

func find(name string) (Definition, bool) {
	all := Definitions()
	i := slices.IndexFunc(all, func(d Definition) bool { return d.Name == name })
	if i < 0 {
		return Definition{}, false
	}
	return all[i], true
}
