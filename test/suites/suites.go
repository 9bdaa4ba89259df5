package main

import "strconv"

// suite is one of somebody else's.
type suite struct {
	name string
	// repo is on GitHub; tag is what is run, and commit what it has to be.
	repo, tag, commit string
	folder            string // of the suite in the repository; empty: its root
	// own says that the suite's own lock says what it needs; else it is a kit of ours, by its name
	// below js, because a lock of old cannot be installed any more.
	own bool
	kit string
	// compilers of Solidity that it names, from npm.
	compilers []string
	// runner is what runs it. Hardhat has the suite's own configuration, around which ours stands.
	runner runner
	config string
	env    []string
	// parts are what is checked out of a repository, as patterns of git's; empty: all of it.
	parts []string
	// below is the block of an empty chain that both nodes fork, of the number and the chain that the
	// suite expects. Zero: they begin at block 0.
	below uint64
}

// runner runs the tests of a suite.
type runner int

const (
	hardhat runner = iota
	mocha
	vitest // at a port that the suite names, so on one node after the other
)

var suites = []suite{
	{
		name: "openzeppelin", repo: "OpenZeppelin/openzeppelin-contracts", tag: "v5.4.0", commit: "c64a1edb67b6e3f4a15cca8909c9482ad33a02b0",
		own: true, compilers: []string{"0.8.30"}, config: "hardhat.config.js", env: []string{"COMPILER=0.8.30"},
	},
	{
		name: "uniswap-v3-core", repo: "Uniswap/v3-core", tag: "v1.0.0", commit: "e3589b192d0be27e100cd0daaf6c97204fdb1899",
		kit: "uniswap", compilers: []string{"0.7.6"}, config: "hardhat.config.ts",
	},
	{
		name: "uniswap-v3-periphery", repo: "Uniswap/v3-periphery", tag: "v1.3.0", commit: "80f26c86c57b8a5e4b913f42844d4c8bd274d058",
		kit: "uniswap", compilers: []string{"0.7.6"}, config: "hardhat.config.ts",
	},
	{
		name: "hardhat-network-helpers", repo: "NomicFoundation/hardhat", tag: "@nomicfoundation/hardhat-network-helpers@1.0.12",
		commit: "40d9339249f09d59daefa0c537c8d2ffddb33b4e", folder: "packages/hardhat-network-helpers", kit: "helpers", runner: mocha,
	},
	{
		name: "viem-test-actions", repo: "wevm/viem", tag: "viem@2.55.19", commit: "cfc1ae59600df2cdc8dc7d56ac645362aac22d01",
		kit: "viem", runner: vitest, below: 22263623,
		parts: []string{"/src/**", "!*.snap", "/test/src", "/test/*.ts", "tsconfig*.json", "/package.json"},
	},
}

// settings are those of both nodes. The cap on the gas of one transaction is off on both, and the
// code of a contract has the 24,576 bytes of mainnet on both.
const (
	hardfork = "osaka"
	gasLimit = "30000000"
	accounts = "20"
)

func devnetArgs(s suite, below string) []string {
	args := []string{"devnet", "--listen", "127.0.0.1:0", "--gas-limit", gasLimit, "--accounts", accounts}
	if s.below == 0 {
		return append(args, "--hardfork", hardfork)
	}
	return append(args, "--fork", below, "--fork-block", number(s), "--auto-impersonate=false", "--no-mining")
}

func anvilArgs(s suite, below string) []string {
	args := []string{"--port", "0", "--hardfork", hardfork, "--gas-limit", gasLimit, "--accounts", accounts, "--base-fee", "1000000000", "--code-size-limit", "24576"}
	if s.below == 0 {
		return args
	}
	return append(args, "--fork-url", below, "--fork-block-number", number(s), "--no-mining")
}

// belowArgs run anvil as the chain below both, which is Ethereum's by its number.
func belowArgs(s suite) []string {
	return []string{"--port", "0", "--hardfork", hardfork, "--chain-id", "1", "--number", number(s)}
}

func number(s suite) string { return strconv.FormatUint(s.below, 10) }
