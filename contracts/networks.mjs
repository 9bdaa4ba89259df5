// Writes evm/network/networks.json: where the contracts and tokens of others stand on the
// chains a Golem may live on, out of npm packages at locked hashes. The devnet's are written
// by contracts/gen.
import { createRequire } from "node:module";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const requires = createRequire(import.meta.url);

const uniswap = requires("@uniswap/sdk-core");
const aave = requires("@bgd-labs/aave-address-book");
const { usdc } = requires("viem/tokens");

const locked = JSON.parse(readFileSync(join(here, "package-lock.json"))).packages;
const sources = ["@uniswap/sdk-core", "@bgd-labs/aave-address-book", "viem"].map((name) => `${name}@${locked["node_modules/" + name].version}`);

// Tokens of Aave's market that are plain and worth trading; whoever needs another names its
// address. A feed is Chainlink's own only where Aave's oracle asks it without a cap.
const base = ["WETH", "cbETH", "cbBTC", "EURC", "USDbC"];
const feeds = ["WETH"];

const network = (name, chainID, book, assets) => ({
  name, chain_id: chainID, block_seconds: 2, rollup: true, sources,
  uniswap_v3: {
    factory: uniswap.V3_CORE_FACTORY_ADDRESSES[chainID],
    router: uniswap.SWAP_ROUTER_02_ADDRESSES(chainID),
    positions: uniswap.NONFUNGIBLE_POSITION_MANAGER_ADDRESSES[chainID],
  },
  uniswap_v2_router: uniswap.V2_ROUTER_ADDRESSES[chainID],
  aave_v3_pool: book.POOL,
  tokens: [
    { symbol: "USDC", address: usdc.addresses[chainID], decimals: usdc.decimals, dollar: true },
    ...assets.map((symbol) => {
      const { UNDERLYING, decimals, ORACLE } = book.ASSETS[symbol];
      const token = { symbol, address: UNDERLYING, decimals };
      if (feeds.includes(symbol)) token.feed = ORACLE;
      if (symbol === "USDbC") token.dollar = true;
      return token;
    }),
  ],
});

const networks = [
  network("base", 8453, aave.AaveV3Base, base),
  network("base-sepolia", 84532, aave.AaveV3BaseSepolia, ["WETH"]),
];
const file = join(here, "..", "evm", "network", "networks.json");
const text = JSON.stringify(networks, null, 2) + "\n";
if (!existsSync(file) || readFileSync(file, "utf8") !== text) {
  writeFileSync(file, text);
  console.log("wrote evm/network/networks.json");
}
