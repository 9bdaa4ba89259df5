// Package kit puts the protocols that an agent may meet onto a devnet, behind the market
// that mirage/deploy deploys: Uniswap v2 and v4, the Universal Router, Aave v3, Morpho
// Blue, the ERC-4337 entry points and MetaMask's delegation framework, two more test
// tokens, liquidity in every pool, and funded actors (spec: mirage-testing §12.2).
//
// It owns the kit's plan, its phases and their order. It promises what mirage/deploy
// promises: one plan gives one set of addresses, an interrupted deployment goes on, and
// nothing is in the book that does not stand on the chain. It is a script of an account
// of its own, so that a life without the kit is the same bytes. It never embeds
// third-party code. It has no UniswapX reactor, whose code no package holds, and no registries
// of ERC-8004, which would move its addresses.
//
//go:generate go test . -run TestTheRecipesAreListed -update
package kit
