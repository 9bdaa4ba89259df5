// Package contracts carries, inside the binary, the two things of this folder
// that are ours: the lock that names every third-party artifact by its hashes,
// and our own contracts' interfaces and creation code as solc compiled them.
//
// Third-party code is never here: it is fetched by mirage/artifact and loaded
// at run time (DESIGN §5).
package contracts

import "embed"

// ArtifactsLock is the text of artifacts.lock (TOML): packages with exact
// versions, their tarballs' SHA-512, the files to keep and their SHA-256.
//
//go:embed artifacts.lock
var ArtifactsLock []byte

// Derived holds the sources of ours that derive from a package of the lock, with which a fetch
// compiles them.
//
//go:embed src/derived
var Derived embed.FS

// MarketJSON is Market.sol as compiled by compile.mjs: abi, bytecode, compiler
// version and settings, and the SHA-256 of the source.
//
//go:embed out/Market.json
var MarketJSON []byte

// Kit holds our contracts of the development kit, compiled likewise, as
// out/<Contract>.json: PriceFeed, FeedOracle, FixedRate, SwapCounter and SanctionsList.
//
//go:embed out/PriceFeed.json out/FeedOracle.json out/FixedRate.json out/SwapCounter.json out/SanctionsList.json
var Kit embed.FS

// Rollup holds what a devnet that charges as a rollup has from its first block,
// likewise: L1Block and GasPriceOracle.
//
//go:embed out/L1Block.json out/GasPriceOracle.json
var Rollup embed.FS

// Cage holds what bounds an agent on its chain, likewise: PolicyCage, CageOracle and
// CageEnforcer.
//
//go:embed out/PolicyCage.json out/CageOracle.json out/CageEnforcer.json
var Cage embed.FS

// Readers holds what reads the calls of one protocol for a cage, likewise, one a file of
// out/readers.
//
//go:embed out/readers
var Readers embed.FS

// Caveats holds the enforcers that a delegation may carry, the oracles they read and
// the book of what an account may do, likewise (golem/safety/caveat).
//
//go:embed out/ActionBook.json out/VitalityOracle.json out/DreamOracle.json
//go:embed out/GolemPhase.json out/MortalityTimeWindow.json out/DreamMode.json out/VaultNAV.json
//go:embed out/ReplicantBudget.json out/MaxSlippage.json out/DailySpendLimit.json
var Caveats embed.FS

// Identity holds the registries of ERC-8004, for chains that have none, likewise. A summary of
// reputation whose mean does not fit 128 bits reverts; the registry that others deployed cuts
// the mean off and answers another number.
//
//go:embed out/IdentityRegistry.json out/ReputationRegistry.json out/ValidationRegistry.json
var Identity embed.FS
