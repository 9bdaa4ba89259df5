// How what is known looks. Texts of the chain only ever become text nodes.
import { amount, event, short, time, values, words } from './chain.js';

export const $ = (id) => document.getElementById(id);

// el makes an element; children are elements or texts.
export function el(tag, props, ...children) {
  const e = Object.assign(document.createElement(tag), props);
  e.append(...children);
  return e;
}

const shown = new Map();

// fill replaces what stands in an element if it changed, and keeps the focus in it.
export function fill(id, key, make) {
  const text = JSON.stringify(key, (_, v) => (typeof v === 'bigint' ? v.toString() : v));
  if (shown.get(id) === text) return;
  shown.set(id, text);
  const box = $(id), held = box.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  box.replaceChildren(...make());
  if (held) box.querySelector(`[data-key="${CSS.escape(held)}"]`)?.focus();
}

export function put(id, text) {
  if ($(id).textContent !== text) $(id).textContent = text;
}

const none = (text) => el('p', { className: 'empty' }, text);
const cell = (text, className = '') => el('td', { className }, text);
const row = (...cells) => el('tr', {}, ...cells);

// copied is a button that copies a text.
function copied(text, label) {
  const b = el('button', { type: 'button', className: 'plain address', title: 'copy ' + text }, label ?? text);
  b.dataset.key = 'copy' + text;
  b.addEventListener('click', async () => {
    await navigator.clipboard.writeText(text);
    put('said', `copied ${text}`);
    $('said').classList.remove('bad');
  });
  return b;
}

export function state(text, kind) {
  put('state', text);
  $('state').className = 'state ' + kind;
  document.body.classList.toggle('lost-chain', kind === 'lost');
}

export function head(chain) {
  const b = chain.head;
  put('chain', String(chain.id));
  put('number', Number(b.number).toLocaleString('en-US'));
  put('time', time(b.timestamp));
  put('fee', `${Number(amount(b.baseFeePerGas ?? 0, 9, 6).replaceAll(',', ''))} gwei`);
  put('endpoint', chain.deployment.endpoint);
}

export function blocks(list, picked, pick) {
  fill('blocks', [list.map((b) => b.hash), picked], () => list.map((b) => {
    const n = Number(b.number);
    const button = el('button', { type: 'button', className: 'plain', title: b.hash }, n.toLocaleString('en-US'));
    button.dataset.key = 'block' + n;
    button.setAttribute('aria-pressed', String(n === picked));
    button.addEventListener('click', () => pick(n));
    const r = row(el('td', {}, button), cell(time(b.timestamp).slice(5)), cell(String(b.transactions.length), 'num'), cell(Number(b.gasUsed).toLocaleString('en-US'), 'num'));
    r.className = n === picked ? 'picked' : '';
    return r;
  }));
}

// method names what a transaction asks for.
export function method(tx, names, nameOf, token) {
  if (!tx.to) return { name: 'create a contract', args: [] };
  if (tx.input === '0x') return { name: 'send ether', args: [] };
  const known = names.methods[tx.input.slice(0, 10)];
  if (!known) return { name: tx.input.slice(0, 10), args: [] };
  return { name: known.name, signature: known.signature, args: values(known.inputs, words('0x' + tx.input.slice(10)), nameOf, token) };
}

function transaction(tx, receipt, chain) {
  const m = method(tx, chain.names, chain.nameOf, chain.tokens.get(tx.to)), good = receipt?.status === '0x1';
  const parts = [
    el('h3', {}, el('span', { title: m.signature ?? '' }, m.name),
      el('span', { className: good ? 'good' : 'bad' }, good ? 'success' : 'reverted'),
      el('span', { className: 'gas' }, `gas ${Number(receipt?.gasUsed ?? 0).toLocaleString('en-US')}`)),
    el('p', {}, `${chain.nameOf(tx.from)} → ${chain.nameOf(tx.to ?? receipt?.contractAddress ?? '0x')}`
      + (BigInt(tx.value) ? `, ${amount(tx.value, 18, 6)} ETH` : '')),
  ];
  if (m.args.length) parts.push(el('p', { className: 'hint' }, m.args.join(', ')));
  parts.push(el('p', {}, copied(tx.hash, short(tx.hash))));
  if (receipt?.logs.length) {
    parts.push(el('ul', {}, ...receipt.logs.map((log) => {
      const e = event(log, chain.names, chain.nameOf, chain.tokens.get(log.address));
      return el('li', {}, el('b', {}, e.name), ` ${chain.nameOf(log.address)}${e.args.length ? ': ' + e.args.join(', ') : ''}`);
    })));
  }
  return el('div', { className: 'tx' }, ...parts);
}

export function transactions(block, receipts, chain) {
  put('block-title', block ? `Transactions of block ${Number(block.number).toLocaleString('en-US')}` : 'Transactions');
  fill('transactions', [block?.hash, chain.started], () => {
    if (!block?.transactions.length) return [none('There are no transactions in this block.')];
    return block.transactions.map((tx, i) => transaction(tx, receipts[i], chain));
  });
}

export function accounts(list, chain) {
  fill('accounts', list, () => list.map((a, i) => row(
    el('td', {}, `${i} `, copied(a.address, short(a.address))),
    cell(amount(a.eth, 18, 4), 'num'), cell(a.usdc === null ? '–' : amount(a.usdc, chain.decimals('USDC'), 2), 'num'),
    cell(a.weth === null ? '–' : amount(a.weth, 18, 4), 'num'))));
}

export function pools(list) {
  fill('pools', list, () => (list.length ? list.map((p) => row(cell(p.name),
    cell(p.price === null ? '–' : `${p.price.toLocaleString('en-US', { maximumSignificantDigits: 8 })} ${p.quote} per ${p.base}`, 'num')))
    : [row(cell('No pools were deployed.', 'free'))]));
}

export function contracts(list) {
  fill('contracts', list, () => (list.length ? list.map((c) => row(cell(c.name), el('td', {}, copied(c.address))))
    : [row(cell('Nothing was deployed.', 'free'))]));
}
