// What one can do: the controls, and scenarios.
import { amount, ask, hex, one, units, word } from './chain.js';
import { $, el } from './view.js';

const snapshots = [];

function listSnapshots() {
  const options = snapshots.map((s) => el('option', { value: s.id }, `${Number(s.id)} at block ${s.block}`));
  const select = document.querySelector('[data-do=revert] select');
  select.replaceChildren(...(options.length ? options : [el('option', { value: '' }, 'none taken')]));
  if (options.length) select.value = snapshots.at(-1).id;
}

const name = (chain, account) => chain.nameOf(account.toLowerCase());

// actions do what a form asks and answer what to say.
const actions = {
  async mine(f) {
    await one('anvil_mine', hex(units(f.get('count'), 0)));
    return `mined ${f.get('count')}`;
  },
  async advance(f) {
    const seconds = Number(units(f.get('seconds'), 0));
    await one('evm_increaseTime', seconds);
    await one('evm_mine');
    return `the chain is ${seconds.toLocaleString('en-US')} s further`;
  },
  async snapshot(_, chain) {
    const id = await one('evm_snapshot');
    snapshots.push({ id, block: Number(chain.head.number) });
    listSnapshots();
    return `snapshot ${Number(id)} taken`;
  },
  async revert(f) {
    const id = f.get('id'), at = snapshots.findIndex((s) => s.id === id);
    if (await one('evm_revert', id) !== true) throw new Error(`snapshot ${Number(id)} is gone`);
    snapshots.splice(at);
    listSnapshots();
    return `back at snapshot ${Number(id)}`;
  },
  async balance(f, chain) {
    await one('anvil_setBalance', f.get('account'), hex(units(f.get('amount'), 18)));
    return `${name(chain, f.get('account'))} has ${f.get('amount')} ETH`;
  },
  async mint(f, chain) {
    const token = chain.tokens.get(f.get('token'));
    await one('mirage_mintERC20', f.get('token'), f.get('account'), hex(units(f.get('amount'), token.decimals)));
    return `${name(chain, f.get('account'))} got ${f.get('amount')} ${token.symbol}`;
  },
  async impersonate(f, chain, act) {
    await one(act === 'stop' ? 'anvil_stopImpersonatingAccount' : 'anvil_impersonateAccount', f.get('account'));
    return act === 'stop' ? `${name(chain, f.get('account'))} needs its key again` : `${name(chain, f.get('account'))} may send without its key`;
  },
};

function say(id, text, bad) {
  $(id).textContent = text;
  $(id).classList.toggle('bad', Boolean(bad));
}

// controls connects the forms; after is called when one has done something.
export function controls(chain, after) {
  for (const form of document.querySelectorAll('#controls form')) {
    form.addEventListener('submit', async (e) => {
      e.preventDefault();
      const buttons = form.querySelectorAll('button');
      buttons.forEach((b) => { b.disabled = true; });
      try {
        say('said', await actions[form.dataset.do](new FormData(form), chain, e.submitter?.value));
        await after();
      } catch (err) {
        say('said', err.message, true);
      }
      buttons.forEach((b) => { b.disabled = false; });
      e.submitter?.focus();
    });
  }
}

// restarted forgets what belonged to another run of the devnet, and lists what there is.
export function restarted(chain) {
  snapshots.length = 0;
  listSnapshots();
  $('known').replaceChildren(...chain.deployment.accounts.map((a, i) => el('option', { value: a }, `account ${i}`)));
  for (const input of document.querySelectorAll('input[name=account]')) input.value ||= chain.deployment.accounts[0] ?? '';
  document.querySelector('[name=token]').replaceChildren(...[...chain.tokens].map(([at, t]) => el('option', { value: at }, t.symbol)));
  void stock(chain);
  $('example').replaceChildren(...Object.keys(examples).filter((k) => chain.market || !examples[k].trades).map((k) => el('option', { value: k }, k)));
}

// sell is a scenario: so much ether sold in the v3 market, whose price may not fall below
// a part (in hundredths) of the present one.
function sell(chain, ether, least) {
  const { market, deployment } = chain, who = deployment.accounts[0];
  const deadline = BigInt(chain.head.timestamp) + 86400n, wei = units(ether, 18);
  const data = chain.selector('exactInputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160))')
    + [market.weth, market.usdc, deployment.fee, who, deadline, wei, 0, 0].map(word).join('');
  // The square root of the price, whose square changes by least/100; 10^6 keeps its digits.
  const ratio = BigInt(Math.round(1e6 * Math.sqrt(least / 100))), rises = market.wethIs1;
  const bound = rises ? market.sqrt * 1000000n / ratio : market.sqrt * ratio / 1000000n;
  return {
    name: `sell ${ether} ETH`, track_addresses: [who],
    transactions: [{ from: who, to: market.router, value: hex(wei), data }],
    assertions: [{ status: 'success' }, { call: { to: market.pool, data: chain.selector('slot0()') }, op: rises ? 'le' : 'ge', value: bound.toString() }],
  };
}

// examples make scenarios; those that trade need the kit's market.
const examples = {
  'sell 1, 10 and 100 ETH; the price may fall 5 %': { trades: true, make: (chain) => ['1', '10', '100'].map((n) => sell(chain, n, 95)) },
  'send 1 ETH to the second account': {
    make: ({ deployment: { accounts: [from, to] } }) => [{ name: 'send 1 ETH', track_addresses: [from, to], transactions: [{ from, to, value: hex(10n ** 18n) }] }],
  },
};

// library holds the devnet's own scenarios by name: what can be set of each.
const library = new Map();

// stock adds them to the list of examples, where the devnet has them.
async function stock(chain) {
  if (!chain.market) return;
  library.clear();
  for (const d of await one('mirage_libraryScenarios').catch(() => [])) library.set(d.name, d);
  $('example').append(...[...library.values()].map((d) => el('option', { value: d.name }, `${d.name}: ${d.about}`)));
}

// order asks for a scenario of the library with what it is by default.
const order = ({ name, parameters }) => ({ name, parameters: Object.fromEntries(parameters.map((p) => [p.name, p.default])), seed: 1 });

const span = (p) => (p.choices ? p.choices.join(', ') : p.max ? `${p.min} to ${p.max}` : p.about);

// toll is what came of the pools of a scenario of the library, a line each.
const toll = (report) => [
  ...report.pools.map((p) => el('div', { className: p.reached === false ? 'bad' : '' },
    `${p.name}: ${p.start ? p.start + ' to ' : ''}${p.end} USDC${p.reached === false ? `, not ${p.target}: ${p.why}` : ''}`)),
  ...(report.feeds ?? []).map((f) => el('div', {}, `${f.name}: ${f.answer} USD, ${f.stopped ? 'stopped' : 'follows the clock'}`)),
  ...(report.token ? [el('div', {}, `token ${report.token}`)] : []),
  ...(report.left_out ?? []).map((text) => el('div', { className: 'bad' }, text)),
];

// changed is what a scenario gave and took, an account at a time.
function changed(result, chain) {
  const signed = (value, t) => (value > 0n ? '+' : '') + `${amount(value, t.decimals, 4)} ${t.symbol}`;
  return Object.entries(result.balance_deltas).map(([who, wei]) => {
    const parts = [signed(BigInt(wei), { decimals: 18, symbol: 'ETH' })];
    for (const [token, holders] of Object.entries(result.token_deltas)) {
      const t = chain.tokens.get(token.toLowerCase());
      if (t && holders[who]) parts.push(signed(BigInt(holders[who]), t));
    }
    return `${chain.nameOf(who)}: ${parts.join(', ')}`;
  }).join('; ');
}

// readable puts names where a text of the devnet has addresses and selectors.
const readable = (text, chain) => text.replace(/0x[0-9a-fA-F]{40}/g, (a) => chain.nameOf(a))
  .replace(/ with (0x[0-9a-f]{8})\b/g, (all, id) => (chain.names.methods[id] ? `, ${chain.names.methods[id].name},` : all));

function resultRow(r, chain) {
  const faults = [r.revert_reason, ...r.failed_assertions].filter(Boolean).map((text) => readable(text, chain));
  const good = r.failed_assertions.length === 0 && r.status === 'success';
  return el('tr', {}, el('td', {}, r.name), el('td', { className: good ? 'good' : 'bad' }, r.status === 'success' && !good ? 'assertion failed' : r.status),
    el('td', { className: 'num' }, r.gas_used.toLocaleString('en-US')),
    el('td', { className: 'free' }, changed(r, chain), ...faults.map((text) => el('div', { className: 'bad' }, text))));
}

// live runs scenarios to their end.
async function live(list) {
  const { set_id } = await one('mirage_beginScenarioSet');
  for (const failed of await ask(list.map((s) => ['mirage_defineScenario', { ...s, set_id }]))) {
    if (failed instanceof Error) throw failed;
  }
  const { job_id } = await one('mirage_runScenarioSet', set_id, 'sequential');
  for (;;) {
    const job = await one('mirage_getScenarioResults', job_id);
    if (job.status !== 'running') return job;
    await new Promise((done) => { setTimeout(done, 100); });
  }
}

// planned runs an order of the library as a what-if.
async function planned(text, chain) {
  const plan = await one('mirage_planLibraryScenario', text);
  const job = await live([plan.scenario]);
  $('results').replaceChildren(...job.scenarios.map((r) => {
    const row = resultRow(r, chain);
    row.lastChild.replaceChildren(...toll(plan.report), ...[...row.lastChild.children]);
    return row;
  }));
  return job;
}

// played makes an order's blocks.
async function played(text) {
  const r = await one('mirage_playLibraryScenario', text), blocks = r.last_block ? r.last_block - r.first_block + 1 : 0;
  $('results').replaceChildren(el('tr', {}, el('td', {}, r.scenario), el('td', { className: 'good' }, `${blocks} blocks`),
    el('td', { className: 'num' }, ''), el('td', { className: 'free' }, ...toll(r))));
  return { status: 'played' };
}

// scenarios connects the box of scenarios. An example that nobody edited is made anew for
// each run: it names a price and a deadline.
export function scenarios(chain, after) {
  let edited = false;
  const choose = () => {
    const picked = library.get($('example').value);
    edited = false;
    $('json').value = JSON.stringify(picked ? order(picked) : examples[$('example').value].make(chain), null, 1);
    $('play').hidden = !picked;
    $('ranges').textContent = picked ? picked.parameters.map((p) => `${p.name}: ${span(p)}`).join('; ') : '';
  };
  const run = async (act) => {
    const text = JSON.parse($('json').value), ours = library.has(text.name) && !text.transactions;
    if (act !== 'play') return ours ? planned(text, chain) : live([text].flat()).then((job) => {
      $('results').replaceChildren(...job.scenarios.map((r) => resultRow(r, chain)));
      return job;
    });
    if (!ours) throw new Error(`only these make blocks: ${[...library.keys()].join(', ')}`);
    const done = await played(text);
    await after();
    return done;
  };
  $('example').addEventListener('change', choose);
  $('json').addEventListener('input', () => { edited = true; });
  $('run').addEventListener('submit', async (e) => {
    e.preventDefault();
    say('ran', 'running');
    const buttons = $('run').querySelectorAll('button');
    buttons.forEach((b) => { b.disabled = true; });
    try {
      if (!edited) choose();
      const job = await run(e.submitter?.value);
      say('ran', job.status, !['complete', 'played'].includes(job.status));
    } catch (err) {
      say('ran', err.message, true);
    }
    buttons.forEach((b) => { b.disabled = false; });
  });
  return choose;
}
