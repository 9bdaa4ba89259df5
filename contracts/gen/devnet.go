package main

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/network"
	"bardo.run/bardo/mirage/artifact"
	"bardo.run/bardo/mirage/deploy"
	"bardo.run/bardo/mirage/deploy/kit"
	"bardo.run/bardo/mirage/node"
)

// feedAge is how long an answer of a feed of the devnet holds, in seconds: as one of ether does elsewhere.
const feedAge = 1_200

// devnet deploys the kit of bardo dev on a chain in memory and returns its row of the table of
// networks.
func devnet(set *artifact.Set) (text []byte, err error) {
	plan := kit.Plan{Seed: kit.DevSeed}
	genesis, err := plan.Genesis(set)
	if err != nil {
		return nil, err
	}
	chain, err := node.New(node.Config{Alloc: genesis.Alloc, Code: genesis.Code})
	if err != nil {
		return nil, err
	}
	defer chain.Close()
	book, err := kit.Deploy(context.Background(), deploy.On(chain), set, plan)
	if err != nil {
		return nil, err
	}
	token := func(symbol, name string, decimals uint8, feed string) network.Token {
		return network.Token{Symbol: symbol, Address: book.Address(name), Decimals: decimals, Dollar: symbol == "USDC", Feed: book.Address(feed), FeedAge: feedAge}
	}
	code := map[common.Address]common.Hash{}
	for _, c := range book.Contracts {
		code[c.Address] = c.CodeHash
	}
	text, err = json.MarshalIndent(network.Network{
		Name: network.Devnet, ChainID: book.ChainID, Sources: []string{"mirage/deploy/kit"},
		V3: network.V3{
			Factory: book.Address("UniswapV3Factory"), Router: book.Address("SwapRouter02"), Positions: book.Address("NonfungiblePositionManager"),
		},
		V2Router: book.Address("UniswapV2Router02"), AavePool: book.Address("AavePool"), Morpho: book.Address("Morpho"),
		V4: network.V4{Router: book.Address("UniversalRouter"), StateView: book.Address("V4StateView"), Positions: book.Address("V4PositionManager")},
		Lenders: slices.DeleteFunc(kit.LendersOf(book), func(entry string) bool {
			return strings.HasSuffix(entry, " "+book.Address("AavePool").Hex()) // it has a key of its own
		}),
		TokenList: []network.Token{token("USDC", "USDC", 6, "USDCFeed"), token("WETH", "WETH9", 18, "ETHFeed")},
		Code:      code,
	}, "", "  ")
	return append(text, '\n'), err
}
