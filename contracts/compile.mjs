// Compiles the contracts of src with the locked solc and writes out/<Contract>.json:
// {abi, bytecode, compiler, settings, sourceHash}. The output depends on the
// sources and the compiler only, so a clean tree stays clean.
//
//   node compile.mjs            write
//   node compile.mjs --check    fail if a committed file would change
//
//   node compile.mjs --over DIR --into DIR --only A,B
//
// compiles only these, with the sources that the first folder has instead of src's, into
// the second: contracts with a change that nobody wants to keep.

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const solc = createRequire(import.meta.url)("solc");

// One output per contract, from these files; each lists every file it reads, its own first.
const outputs = [
  { contract: "Market", files: ["Market.sol", "IMarketPool.sol"] },
  { contract: "Specimen", files: ["Specimen.sol"] },
  { contract: "OddToken", files: ["OddToken.sol"] },
  { contract: "IPermit2", files: ["IPermit2.sol"] },
  { contract: "IMulticall3", files: ["IMulticall3.sol"] },
  { contract: "PriceFeed", files: ["PriceFeed.sol"] },
  { contract: "FeedOracle", files: ["FeedOracle.sol"] },
  { contract: "FixedRate", files: ["FixedRate.sol"] },
  { contract: "SwapCounter", files: ["SwapCounter.sol"] },
  { contract: "SanctionsList", files: ["SanctionsList.sol"] },
  { contract: "L1Block", files: ["L1Block.sol"] },
  { contract: "GasPriceOracle", files: ["GasPriceOracle.sol", "L1Block.sol"] },
  { contract: "IDelegationManager", files: ["IDelegationManager.sol"] },
  { contract: "IMorphoEvents", files: ["IMorphoEvents.sol"] },
  { contract: "IDelegator", files: ["IDelegator.sol"] },
  { contract: "CageOracle", files: ["CageOracle.sol"] },
  {
    contract: "CageEnforcer",
    files: [
      "CageEnforcer.sol", "CageActions.sol", "ICageReader.sol", "ICaveatEnforcer.sol",
      "PolicyCage.sol", "CageChanges.sol", "CageCaps.sol", "CageTypes.sol", "CageOracle.sol", "Rolling.sol",
    ],
  },
  {
    contract: "PolicyCage",
    files: ["PolicyCage.sol", "CageChanges.sol", "CageCaps.sol", "CageTypes.sol", "CageOracle.sol", "Rolling.sol"],
    runs: 1000, // with more of them it is larger than a chain takes
  },
  { contract: "ICageReader", files: ["ICageReader.sol"] },
  ...readers(),
  { contract: "ActionBook", files: ["caveats/ActionBook.sol"] },
  { contract: "GolemPhase", files: caveat("GolemPhase", "ActionBook") },
  { contract: "MortalityTimeWindow", files: caveat("MortalityTimeWindow") },
  { contract: "DreamMode", files: caveat("DreamMode") },
  { contract: "VaultNAV", files: caveat("VaultNAV", "ActionBook") },
  { contract: "ReplicantBudget", files: caveat("ReplicantBudget", "ActionBook") },
  { contract: "MaxSlippage", files: caveat("MaxSlippage", "ActionBook") },
  { contract: "DailySpendLimit", files: [...caveat("DailySpendLimit", "ActionBook"), "Rolling.sol"] },
  { contract: "VitalityOracle", files: ["caveats/VitalityOracle.sol"] },
  { contract: "DreamOracle", files: ["caveats/DreamOracle.sol"] },
  { contract: "IdentityRegistry", files: ["identity/IdentityRegistry.sol", "identity/AgentToken.sol"] },
  { contract: "ReputationRegistry", files: ["identity/ReputationRegistry.sol"] },
  { contract: "ValidationRegistry", files: ["identity/ValidationRegistry.sol"] },
];

// The readers of a cage, one a file of src/readers: what they give lies in out/readers.
function readers() {
  const names = readdirSync(join(here, "src", "readers")).sort().map((f) => f.replace(/\.sol$/, ""));
  return names.map((n) => ({ contract: n, folder: "readers", files: [`readers/${n}.sol`, "ICageReader.sol"] }));
}

// The files of an enforcer: its own, what all of them share, and more.
function caveat(...names) {
  return [names[0], "Caveat", ...names.slice(1)].map((n) => `caveats/${n}.sol`);
}

const settings = {
  optimizer: { enabled: true, runs: 1000000 },
  viaIR: false,
  evmVersion: "cancun",
  metadata: { appendCBOR: false, bytecodeHash: "none" },
  outputSelection: { "*": { "*": ["abi", "evm.bytecode.object"] } },
};

function option(name) {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
}

const over = option("--over");
const into = option("--into") ?? join(here, "out");
const only = option("--only")?.split(",");

// Warnings that are known and accepted: transient storage is used at all (2394).
const accepted = ["2394"];

function read(file) {
  if (over && existsSync(join(over, file))) return readFileSync(join(over, file), "utf8");
  return readFileSync(join(here, "src", file), "utf8");
}

function compile({ contract, files, runs = settings.optimizer.runs }) {
  const settled = { ...settings, optimizer: { ...settings.optimizer, runs } };
  const sources = Object.fromEntries(files.map((f) => [f, { content: read(f) }]));
  const input = { language: "Solidity", sources, settings: settled };
  const result = JSON.parse(solc.compile(JSON.stringify(input)));
  const errors = (result.errors ?? []).filter((e) => !accepted.includes(e.errorCode) && !tooLarge(e, files[0]));
  for (const e of errors) console.error(e.formattedMessage);
  if (errors.length > 0) throw new Error(`${contract}: errors or warnings`);
  const built = result.contracts[files[0]][contract];
  const hash = createHash("sha256");
  for (const f of files) hash.update(f).update("\0").update(read(f)).update("\0");
  const { outputSelection, ...kept } = settled;
  return {
    contract,
    compiler: solc.version(),
    settings: kept,
    sourceHash: hash.digest("hex"),
    abi: built.abi,
    bytecode: "0x" + built.evm.bytecode.object,
  };
}

// A contract that is only read beside the one that is compiled may be too large with its settings.
function tooLarge(error, compiled) {
  return error.errorCode === "5574" && error.sourceLocation.file !== compiled;
}

let stale = 0;
for (const output of outputs) {
  if (only && !only.includes(output.contract)) continue;
  const file = join(into, output.folder ?? "", `${output.contract}.json`);
  const text = JSON.stringify(compile(output), null, 2) + "\n";
  if (existsSync(file) && readFileSync(file, "utf8") === text) continue;
  stale++;
  if (process.argv.includes("--check")) {
    console.error(`out/${output.contract}.json is out of date: run node compile.mjs`);
  } else {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    console.log(`wrote out/${output.contract}.json`);
  }
}
if (stale > 0 && process.argv.includes("--check")) process.exit(1);
