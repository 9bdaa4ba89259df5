// Package network is the table of the chains that a Golem may live on, and of what it trades
// there: contracts, tokens and price feeds by their names. The table is data: networks.json
// comes from npm packages at locked hashes (contracts/networks.mjs), devnet.json from the
// deployment of bardo dev (contracts/gen). What it says is held against the chain at a start.
//
// spec: chain §2
package network

import (
	_ "embed" // the tables
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common"
)

// Devnet is the name of the network that bardo dev runs.
const Devnet = "devnet"

// Network is one chain.
type Network struct {
	Name    string `json:"name"`
	ChainID uint64 `json:"chain_id"`
	// BlockSeconds is how long the chain takes for a block; 0 where blocks come when they are
	// asked for.
	BlockSeconds uint64   `json:"block_seconds"`
	Rollup       bool     `json:"rollup"`  // it charges for data
	Sources      []string `json:"sources"` // packages that the addresses are from

	V3       V3             `json:"uniswap_v3"`
	V2Router common.Address `json:"uniswap_v2_router"`
	V4       V4             `json:"uniswap_v4"`
	AavePool common.Address `json:"aave_v3_pool"`
	Morpho   common.Address `json:"morpho_blue"`
	// Sequencer is the uptime feed of a rollup's sequencer; zero: none is known.
	Sequencer common.Address `json:"sequencer_feed,omitzero"`
	// Lenders are lending markets beside these, as the settings of a Golem name them: a name, and behind
	// it contracts and ids.
	Lenders   []string `json:"lenders,omitempty"`
	TokenList []Token  `json:"tokens"`
	// Code are the Keccak-256 of the code of those contracts of which it is known.
	Code map[common.Address]common.Hash `json:"code,omitempty"`
}

// V3 is Uniswap v3 on a chain.
type V3 struct {
	Factory   common.Address `json:"factory"`
	Router    common.Address `json:"router"`
	Positions common.Address `json:"positions"`
}

// V4 is Uniswap v4 on a chain: the Universal Router, what is read, and the contract of positions.
type V4 struct {
	Router    common.Address `json:"router"`
	StateView common.Address `json:"state_view"`
	Positions common.Address `json:"positions"`
}

// Token is one that has a name on a chain. Dollar marks those that values are counted in. Feed
// is the price feed of the token in US dollars, whose answer holds for FeedAge seconds, the longest
// time between two of them; zero: none is known.
type Token struct {
	Symbol   string         `json:"symbol"`
	Address  common.Address `json:"address"`
	Decimals uint8          `json:"decimals"`
	Dollar   bool           `json:"dollar"`
	Feed     common.Address `json:"feed"`
	FeedAge  int64          `json:"feed_age,omitempty"`
}

//go:embed networks.json
var published []byte

//go:embed devnet.json
var devnet []byte

// All returns every network of the table, in its order. It belongs to the table.
var All = sync.OnceValue(func() []Network {
	var all []Network
	var own Network
	if err := errors.Join(json.Unmarshal(published, &all), json.Unmarshal(devnet, &own)); err != nil {
		panic(fmt.Sprintf("network: the embedded table: %v", err)) // a test reads it
	}
	return append(all, own)
})

// ByID returns the network of a chain.
func ByID(chainID uint64) (Network, bool) {
	i := slices.IndexFunc(All(), func(n Network) bool { return n.ChainID == chainID })
	if i < 0 {
		return Network{}, false
	}
	return All()[i], true
}

// Names returns the names of all networks.
func Names() (names []string) {
	for _, n := range All() {
		names = append(names, n.Name)
	}
	return names
}

// Find returns the network of a name.
func Find(name string) (Network, bool) {
	i := slices.IndexFunc(All(), func(n Network) bool { return n.Name == name })
	if i < 0 {
		return Network{}, false
	}
	return All()[i], true
}

// BlockTime returns how long the chain takes for a block; 0 where that says nothing.
func (n Network) BlockTime() time.Duration { return time.Duration(n.BlockSeconds) * time.Second }

// Token returns the token of a symbol, whose case does not matter.
func (n Network) Token(symbol string) (Token, bool) {
	i := slices.IndexFunc(n.TokenList, func(t Token) bool { return strings.EqualFold(t.Symbol, symbol) })
	if i < 0 {
		return Token{}, false
	}
	return n.TokenList[i], true
}

// Coin returns the token that wraps the chain's coin; false where the list has none.
func (n Network) Coin() (Token, bool) { return n.Token("WETH") }

// Symbols returns the symbols of the network's tokens.
func (n Network) Symbols() (names []string) {
	for _, t := range n.TokenList {
		names = append(names, t.Symbol)
	}
	return names
}
