package main

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
	// config is the suite's own configuration, around which ours stands; empty where it has a
	// mocha of its own.
	config string
	env    []string
}

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
		commit: "40d9339249f09d59daefa0c537c8d2ffddb33b4e", folder: "packages/hardhat-network-helpers", kit: "helpers",
	},
}

// settings are those of both nodes. The cap on the gas of one transaction is off on both, and the
// code of a contract has the 24,576 bytes of mainnet on both.
const (
	hardfork = "osaka"
	gasLimit = "30000000"
	accounts = "20"
)

func devnetArgs() []string {
	return []string{"devnet", "--listen", "127.0.0.1:0", "--hardfork", hardfork, "--gas-limit", gasLimit, "--accounts", accounts}
}

func anvilArgs() []string {
	return []string{"--port", "0", "--hardfork", hardfork, "--gas-limit", gasLimit, "--accounts", accounts, "--base-fee", "1000000000", "--code-size-limit", "24576"}
}
