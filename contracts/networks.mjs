// Writes evm/network/networks.json: where the contracts and tokens of others stand on the
// chains a Golem may live on, out of npm packages at locked hashes. The devnet's are written
// by contracts/gen.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const requires = createRequire(import.meta.url);

const uniswap = requires("@uniswap/sdk-core");
const aave = requires("@bgd-labs/aave-address-book");
const morpho = requires("@morpho-org/morpho-ts");
const { usdc } = requires("viem/tokens");

// The router's package is taken without what it depends on, which is a compiler and three
// hundred packages more: it is asked for one table alone.
const router = {
  name: "@uniswap/universal-router-sdk@5.13.0",
  integrity: "sha512-eAk5or7kZMV2ZlVr+NN0taDOm8MQs9KMfSEwXvC4ggfufVuswux/uVk2sNFx7C69f2Pj6bXLkZHoNH4xv1eqiA==",
  file: "package/dist/cjs/src/utils/constants.js",
};

function packed({ name, integrity, file }) {
  const dir = mkdtempSync(join(tmpdir(), "networks-"));
  try {
    const [{ filename }] = JSON.parse(execFileSync("npm", ["pack", "--json", "--pack-destination", dir, name], { cwd: here }));
    const archive = join(dir, filename);
    const found = "sha512-" + createHash("sha512").update(readFileSync(archive)).digest("base64");
    if (found !== integrity) throw new Error(`${name} is ${found}, want ${integrity}`);
    return execFileSync("tar", ["-xzOf", archive, file], { encoding: "utf8" });
  } finally {
    rmSync(dir, { recursive: true });
  }
}

const routers = {};
const unneeded = new Proxy(() => {}, { get: () => unneeded, apply: () => unneeded });
new Function("exports", "require", packed(router))(routers, () => unneeded);

const locked = JSON.parse(readFileSync(join(here, "package-lock.json"))).packages;
const sources = ["@uniswap/sdk-core", "@bgd-labs/aave-address-book", "@morpho-org/morpho-ts", "viem"].map((name) => `${name}@${locked["node_modules/" + name].version}`);
sources.push(router.name);

// Tokens of Aave's market that are plain and worth trading; whoever needs another names its
// address.
const base = ["WETH", "cbETH", "cbBTC", "EURC", "USDbC"];

// Chainlink's own feeds, and not what Aave's oracle asks: that puts a cap over some of them and
// takes another token's for others. Chainlink has no such list of the test network, where Aave's oracle
// asks that of ether itself. An answer holds as long as the feed's heartbeat, in seconds (chain §20).
const chainlink = aave.ChainlinkBase;
if (chainlink.CHAIN_ID !== aave.AaveV3Base.CHAIN_ID) throw new Error(`the feeds are of chain ${chainlink.CHAIN_ID}`);
const baseFeeds = {
  WETH: { feed: chainlink.ETH__USD, feed_age: 1_200 },
  cbETH: { feed: chainlink.CBETH__USD, feed_age: 1_200 },
  cbBTC: { feed: chainlink.cbBTC__USD, feed_age: 1_200 },
  EURC: { feed: chainlink.EURC__USD, feed_age: 86_400 },
};
const sepoliaFeeds = { WETH: { feed: aave.AaveV3BaseSepolia.ASSETS.WETH.ORACLE, feed_age: 1_200 } };

const network = (name, chainID, book, assets, feeds, sequencer) => ({
  name, chain_id: chainID, block_seconds: 2, rollup: true, sources,
  uniswap_v3: {
    factory: uniswap.V3_CORE_FACTORY_ADDRESSES[chainID],
    router: uniswap.SWAP_ROUTER_02_ADDRESSES(chainID),
    positions: uniswap.NONFUNGIBLE_POSITION_MANAGER_ADDRESSES[chainID],
  },
  uniswap_v2_router: uniswap.V2_ROUTER_ADDRESSES[chainID],
  uniswap_v4: {
    // 2.0 is the last whose calls are those of the router that the adapter is held to.
    router: routers.UNIVERSAL_ROUTER_ADDRESS(routers.UniversalRouterVersion.V2_0, chainID),
    state_view: uniswap.CHAIN_TO_ADDRESSES_MAP[chainID].v4StateView,
    positions: uniswap.CHAIN_TO_ADDRESSES_MAP[chainID].v4PositionManagerAddress,
  },
  aave_v3_pool: book.POOL,
  morpho_blue: morpho.addresses[chainID]?.morpho,
  sequencer_feed: sequencer,
  tokens: [
    { symbol: "USDC", address: usdc.addresses[chainID], decimals: usdc.decimals, dollar: true },
    ...assets.map((symbol) => {
      const { UNDERLYING, decimals } = book.ASSETS[symbol];
      const token = { symbol, address: UNDERLYING, decimals, ...feeds[symbol] };
      if (symbol === "USDbC") token.dollar = true;
      return token;
    }),
  ],
});

const networks = [
  network("base", 8453, aave.AaveV3Base, base, baseFeeds, chainlink.L2_Sequencer_Uptime_Status_Feed),
  network("base-sepolia", 84532, aave.AaveV3BaseSepolia, ["WETH"], sepoliaFeeds),
];
const file = join(here, "..", "evm", "network", "networks.json");
const text = JSON.stringify(networks, null, 2) + "\n";
if (!existsSync(file) || readFileSync(file, "utf8") !== text) {
  writeFileSync(file, text);
  console.log("wrote evm/network/networks.json");
}
