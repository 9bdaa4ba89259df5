// The page: what it holds, and the second's round of questions.
import { ask, hex, isAnswer, load, one, short, word, words, ZERO } from './chain.js';
import * as view from './view.js';
import { controls, restarted, scenarios } from './tools.js';

const LATEST = 20;
const chain = { id: 0, head: null, deployment: null, names: null, tokens: new Map(), market: null, started: 0 };
const known = new Map(); // names of addresses
const selectors = new Map();
let pinned = null, lost = true, timer = 0, busy = null;

chain.nameOf = (address) => known.get(address.toLowerCase()) ?? short(address);
chain.selector = (signature) => selectors.get(signature);
chain.decimals = (symbol) => [...chain.tokens.values()].find((t) => t.symbol === symbol)?.decimals ?? 18;

const at = (name) => chain.deployment.contracts?.find((c) => c.name === name)?.address;
const call = (to, data) => ['eth_call', { to, data }, 'latest'];

// meet reads what does not change while a devnet runs.
async function meet() {
  [chain.deployment, chain.names] = await Promise.all([load('/deployment.json'), load('/names.json')]);
  chain.deployment.contracts ??= [];
  known.clear();
  for (const c of chain.deployment.contracts) known.set(c.address, c.name);
  chain.deployment.accounts.forEach((a, i) => known.set(a, `account ${i}`));
  for (const [id, m] of Object.entries(chain.names.methods)) selectors.set(m.signature, id);
  chain.id = Number(await one('eth_chainId'));
  await meetTokens();
  await meetPools();
  chain.started += 1;
}

async function meetTokens() {
  chain.tokens.clear();
  const names = ['USDC', 'WETH9', 'DAI', 'WBTC'].filter(at);
  const places = await ask(names.map((n) => call(at(n), chain.selector('decimals()'))));
  names.forEach((n, i) => {
    if (isAnswer(places[i])) chain.tokens.set(at(n), { symbol: n.replace('9', ''), decimals: Number(places[i]) });
  });
}

// meetPools asks each pool for its tokens and how its price is read.
async function meetPools() {
  const { contracts, v4_pools: v4 } = chain.deployment;
  const found = contracts.filter((c) => /^Uniswap(V2Pair|V3Pool)$/.test(c.abi_ref));
  const sides = await ask(found.flatMap((c) => ['token0()', 'token1()'].map((s) => call(c.address, chain.selector(s)))));
  const side = (v) => (isAnswer(v) ? '0x' + v.slice(26) : ZERO);
  chain.pools = found.map((c, i) => {
    const v2 = c.abi_ref === 'UniswapV2Pair';
    return { name: c.name.replace('Uniswap', ''), v2, tokens: [side(sides[2 * i]), side(sides[2 * i + 1])], read: call(c.address, chain.selector(v2 ? 'getReserves()' : 'slot0()')) };
  });
  for (const p of v4) {
    chain.pools.push({ name: p.name, v2: false, tokens: [p.currency0, p.currency1], read: call(at('V4StateView'), chain.selector('getSlot0(bytes32)') + word(p.id)) });
  }
}

const token = (address) => (address === ZERO ? { symbol: 'ETH', decimals: 18 } : chain.tokens.get(address) ?? { symbol: short(address), decimals: 18 });

// price is that of the base in the quote: in dollars where a side is USDC.
function price(pool, answer) {
  const [t0, t1] = pool.tokens.map(token), [a, b] = words(answer).map((w) => BigInt('0x' + w));
  const turned = t0.symbol === 'USDC';
  const out = { name: pool.name, price: null, quote: turned ? t0.symbol : t1.symbol, base: turned ? t1.symbol : t0.symbol };
  if (!a || (pool.v2 && !b)) return out;
  const raw = pool.v2 ? Number(b) / Number(a) : (Number(a) / 2 ** 96) ** 2;
  const direct = raw * 10 ** (t0.decimals - t1.decimals);
  return { ...out, price: turned ? 1 / direct : direct };
}

// market is what the example scenarios trade in.
function market(answers) {
  const i = chain.pools.findIndex((p) => p.name === 'V3Pool');
  const [sqrt] = i < 0 ? [] : words(answers[i]);
  if (!sqrt) return null;
  return {
    pool: at('UniswapV3Pool'), router: at('SwapRouter'), weth: at('WETH9'), usdc: at('USDC'), sqrt: BigInt('0x' + sqrt),
    wethIs1: chain.pools[i].tokens[1] === at('WETH9'),
  };
}

async function balances() {
  const { accounts } = chain.deployment, tokens = ['USDC', 'WETH9'].map(at), of = chain.selector('balanceOf(address)');
  const calls = accounts.flatMap((a) => [['eth_getBalance', a, 'latest'], ...tokens.filter(Boolean).map((t) => call(t, of + word(a)))]);
  const got = await ask(calls), step = calls.length / (accounts.length || 1);
  const read = (v) => (isAnswer(v) ? BigInt(v) : null);
  return accounts.map((address, i) => ({ address, eth: BigInt(got[i * step]), usdc: read(got[i * step + 1]), weth: read(got[i * step + 2]) }));
}

async function showBlocks() {
  const top = Number(chain.head.number), list = [];
  const got = await ask(Array.from({ length: Math.min(LATEST, top + 1) }, (_, i) => ['eth_getBlockByNumber', hex(top - i), false]));
  for (const b of got) if (b?.hash) list.push(b);
  if (pinned !== null && !list.some((b) => Number(b.number) === pinned)) pinned = null;
  const picked = pinned ?? Number((list.find((b) => b.transactions.length) ?? list[0]).number);
  view.blocks(list, picked, (n) => { pinned = pinned === n ? null : n; void refresh(); });
  const [block, receipts] = await ask([['eth_getBlockByNumber', hex(picked), true], ['eth_getBlockReceipts', hex(picked)]]);
  if (block?.hash && Array.isArray(receipts)) view.transactions(block, receipts, chain);
}

// look asks for everything that changes and shows it.
async function look() {
  if (lost) await meet();
  chain.head = await one('eth_getBlockByNumber', 'latest', false);
  view.head(chain);
  await showBlocks();
  view.accounts(await balances(), chain);
  const answers = await ask(chain.pools.map((p) => p.read));
  view.pools(chain.pools.map((p, i) => price(p, isAnswer(answers[i]) ? answers[i] : '0x')));
  chain.market = market(answers);
  if (lost) {
    view.contracts(chain.deployment.contracts);
    restarted(chain);
    choose();
  }
  lost = false;
  view.state('live', 'live');
}

// refresh is one round; whoever asks during one waits for it and has another.
async function refresh() {
  if (busy) await busy;
  busy = look().catch((err) => {
    lost = true;
    console.debug(err);
    view.state('the devnet does not answer', 'lost');
  });
  await busy;
  busy = null;
}

async function round() {
  clearTimeout(timer);
  if (document.hidden) return;
  await refresh();
  clearTimeout(timer);
  timer = setTimeout(round, 1000);
}

controls(chain, refresh);
const choose = scenarios(chain, refresh);
document.addEventListener('visibilitychange', round);
void round();
