package golem

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"bardo.run/bardo/evm/network"
	"bardo.run/bardo/golem/mind/strategy"
	"bardo.run/bardo/golem/mind/strategy/rule"
)

// firstMarket is what a Golem trades in where neither its owner nor its template says.
const firstMarket = "weth-usdc-5"

// marketNames are handles of markets in the text of a template, and assetList is its list of assets.
var (
	marketNames = regexp.MustCompile(`"([a-z0-9.]+-[a-z0-9.]+-[0-9]+(?:-v[0-9])?)"`)
	assetList   = regexp.MustCompile(`(?m)^assets( *)= \[(.+)\]$`)
)

// assetsOf are the symbols in a template's list of assets, the numeraire first.
func assetsOf(plan string) (symbols []string) {
	if m := assetList.FindStringSubmatch(plan); m != nil {
		for _, s := range strings.Split(m[2], ",") {
			symbols = append(symbols, strings.Trim(s, ` "`))
		}
	}
	return symbols
}

// proposed are the handles of the markets that a template needs: those that it names, after one that
// may be the first, and one of each other asset.
func proposed(plan string) (handles []string) {
	for _, m := range marketNames.FindAllStringSubmatch(plan, -1) {
		if !slices.Contains(handles, m[1]) {
			handles = append(handles, m[1])
		}
	}
	if len(handles) == 0 || strings.Contains(handles[0], "-v") {
		handles = slices.Insert(slices.DeleteFunc(handles, func(h string) bool { return h == firstMarket }), 0, firstMarket)
	}
	for i, symbol := range assetsOf(plan) {
		base := strings.ToLower(symbol) + "-"
		if i > 0 && !slices.ContainsFunc(handles, func(h string) bool { return strings.HasPrefix(h, base) }) {
			handles = append(handles, base+"usdc-30")
		}
	}
	return handles
}

// chosen are the markets that a Golem trades in: what its owner names, or else what its template does.
func (n newborn) chosen(net network.Network, plan string) (all []network.Market, _ error) {
	handles := n.markets
	if len(handles) == 0 {
		handles = proposed(plan)
	}
	for _, handle := range handles {
		m, err := net.Market(handle)
		if err != nil && len(n.markets) == 0 {
			return nil, fmt.Errorf("%w: template %s needs the market %s: %w; name others with --market, one of each asset", errUsage, n.strategy, handle, err)
		}
		if err != nil {
			return nil, fmt.Errorf("%w: --market: %w", errUsage, err)
		}
		all = append(all, m)
	}
	return all, nil
}

// tokensOf are the tokens of markets: what the first is priced in, and then each as it comes.
func tokensOf(all []network.Market) (tokens []network.Token) {
	add := func(t network.Token) {
		if !slices.Contains(tokens, t) {
			tokens = append(tokens, t)
		}
	}
	add(all[0].Quote)
	for _, m := range all {
		add(m.Base)
	}
	for _, m := range all {
		add(m.Quote)
	}
	return tokens
}

func symbolsOf(tokens []network.Token) (symbols []string) {
	for _, t := range tokens {
		symbols = append(symbols, t.Symbol)
	}
	return symbols
}

// fitted is a template's text for the tokens of markets: each of its assets gives its place to the one
// that comes at it.
func fitted(plan string, tokens []network.Token) string {
	was := assetsOf(plan)
	if len(was) < 2 {
		return plan // it holds nothing but dollars
	}
	var renamed []string
	for i, symbol := range was[:min(len(was), len(tokens))] {
		renamed = append(renamed, symbol, tokens[i].Symbol, strings.ToLower(symbol), strings.ToLower(tokens[i].Symbol))
	}
	words := regexp.MustCompile(`[A-Za-z0-9]+`)
	text := words.ReplaceAllStringFunc(plan, func(word string) string {
		for i := 0; i < len(renamed); i += 2 {
			if word == renamed[i] {
				return renamed[i+1]
			}
		}
		return word
	})
	return assetList.ReplaceAllString(text, "assets${1}= ["+inQuotes(symbolsOf(tokens))+"]")
}

// compiled is a template's text for markets, and the strategy that it is.
func (n newborn) compiled(plan string, all []network.Market) (text string, _ *strategy.Strategy, _ error) {
	tokens := tokensOf(all)
	text = fitted(plan, tokens)
	allowed := strategy.DefaultPolicy()
	allowed.Assets, allowed.Markets = nil, nil
	var handles []string
	for _, t := range tokens {
		allowed.Assets = append(allowed.Assets, strings.ToUpper(t.Symbol))
	}
	for _, m := range all {
		handles = append(handles, m.Handle)
		allowed.Markets = append(allowed.Markets, rule.MarketOf(m.Handle))
	}
	s, err := strategy.Compile([]byte(text), allowed)
	if err != nil {
		return "", nil, fmt.Errorf("template %s, in %s (it is written for %s; bardo strategy new writes it without any): %w", n.strategy, strings.Join(handles, ", "), strings.Join(proposed(plan), ", "), err)
	}
	return text, s, nil
}
