// What the page knows of the chain: how to ask it, and how to read its words.

export const ZERO = '0x0000000000000000000000000000000000000000';
let asked = 0;

// ask sends calls [method, ...params] in as few requests as the devnet's limit allows and
// answers their results in order. An Error stands where a call failed.
export async function ask(calls) {
  const out = [];
  for (let i = 0; i < calls.length; i += 90) {
    const batch = calls.slice(i, i + 90).map(([method, ...params]) => ({ jsonrpc: '2.0', id: ++asked, method, params }));
    const reply = await fetch('/rpc', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(batch) });
    if (!reply.ok) throw new Error(`the devnet answered ${reply.status}`);
    const answers = new Map((await reply.json()).map((a) => [a.id, a]));
    for (const { id } of batch) {
      const a = answers.get(id);
      out.push(a?.error ? new Error(a.error.message) : a?.result);
    }
  }
  return out;
}

// one asks a single call and throws where it failed.
export async function one(method, ...params) {
  const [result] = await ask([[method, ...params]]);
  if (result instanceof Error) throw result;
  return result;
}

export async function load(path) {
  const reply = await fetch(path);
  if (!reply.ok) throw new Error(`${path}: ${reply.status}`);
  return reply.json();
}

export const hex = (n) => '0x' + BigInt(n).toString(16);
export const word = (v) => BigInt(v).toString(16).padStart(64, '0');
export const words = (data) => (data ?? '0x').slice(2).match(/.{64}/g) ?? [];
export const isAnswer = (v) => typeof v === 'string' && v.length >= 66;

// units reads "1.5" as smallest units; places are the token's decimals.
export function units(text, places) {
  const m = /^(\d+)(?:\.(\d+))?$/.exec(text.trim().replaceAll(',', ''));
  if (!m || (m[2] ?? '').length > places) throw new Error(`${text} is not an amount with at most ${places} decimals`);
  return BigInt(m[1] + (m[2] ?? '').padEnd(places, '0'));
}

// amount writes smallest units as a number with at most so many decimals, rounded down.
export function amount(value, places, shown) {
  const v = BigInt(value), size = v < 0n ? -v : v, one = 10n ** BigInt(places);
  const rest = (size % one).toString().padStart(places, '0').slice(0, shown);
  return (v < 0n ? '−' : '') + (size / one).toLocaleString('en-US') + (shown && places ? '.' + rest : '');
}

export const time = (seconds) => new Date(Number(seconds) * 1000).toISOString().replace('T', ' ').slice(0, 19);
export const short = (address) => address.slice(0, 8) + '…' + address.slice(-4);

// kinds lists the types of words that a type takes in the head of an encoding; null
// where that needs more than counting.
function kinds(type) {
  if (/^(address|bool|u?int\d*|bytes\d+)$/.test(type)) return [type];
  if (/^(string|bytes|.*\[\])$/.test(type)) return ['…'];
  const inner = /^\(([^()[\]]*)\)$/.exec(type)?.[1].split(',');
  return inner?.every((t) => kinds(t)?.[0] === t) ? inner : null;
}

// value writes one word. Of a token's amounts the token says the unit.
function value(kind, w, nameOf, token) {
  if (kind === '…' || w === undefined) return '…';
  if (kind === 'address') return nameOf('0x' + w.slice(24));
  if (kind === 'bool') return String(BigInt('0x' + w) !== 0n);
  if (kind.startsWith('bytes')) return '0x' + w.slice(0, 8) + (w.length > 8 ? '…' : '');
  const n = BigInt('0x' + w);
  if (kind.startsWith('int')) return BigInt.asIntN(256, n).toString();
  if (n === 2n ** 256n - 1n) return 'max';
  return token ? `${amount(n, token.decimals, Math.min(token.decimals, 6))} ${token.symbol}` : n.toString();
}

// values writes the arguments out, in order; what lies behind the head is left out. token
// is the contract that they are for, if it is one.
export function values(inputs, head, nameOf, token) {
  const out = [];
  let at = 0;
  for (const { name, type } of inputs) {
    const parts = kinds(type);
    if (!parts) return [...out, '…'];
    const text = parts.map((kind, i) => value(kind, head[at + i], nameOf, /^_?(value|wad|amount)$/.test(name) && token)).join(', ');
    out.push((name && !type.startsWith('(') ? name + ' ' : '') + text);
    at += parts.length;
  }
  return out;
}

// event names a log and its arguments.
export function event(log, names, nameOf, token) {
  const known = names.events[log.topics[0]];
  if (!known) return { name: log.topics[0]?.slice(0, 10) ?? 'a log without a topic', args: [] };
  const indexed = known.inputs.filter((i) => i.indexed);
  if (indexed.length !== log.topics.length - 1) return { name: known.name, args: [] };
  const tops = indexed.map((i, at) => values([i], [log.topics[at + 1].slice(2)], nameOf, token)[0]);
  const rest = values(known.inputs.filter((i) => !i.indexed), words(log.data), nameOf, token);
  return { name: known.name, args: known.inputs.map((i) => (i.indexed ? tops : rest).shift()).filter(Boolean) };
}
