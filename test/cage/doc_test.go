// Package cage holds the on-chain limits against whoever has a session key: the real
// contracts (MetaMask's DelegationManager and 7702 account, CageEnforcer and PolicyCage,
// Uniswap v3, Aave v3, USDC, WETH) in an EVM of this process, a hostile key that redeems
// and trades in the pools with its own money between redemptions, and a checker that
// values the whole account at the feeds' prices and shares no code with what it checks.
//
// The account's worth never falls by more than the day's loss and what exits may lose.
// Feeds and pools that move together are a market; they are steps of their own, and no
// loss. Sequences are text (testdata/seeds), so that what was found stays a test.
//
// `make test` lives a few thousand steps; BARDO_LONG=1 a million, kept under tmp/fuzz-cage
// by the contracts' hash; BARDO_MUTATE=1 plants breaks and wants each found.
package cage
