import { parseAbiItem } from "viem";
import { check, equal, fails, must, nobody, soon, specimen, until } from "../lib.mjs";

const stored = parseAbiItem("event Stored(address indexed by, uint256 indexed slot, uint256 value)");
const seen = (logs) => logs.map((l) => [l.address, l.topics, l.data, l.logIndex, l.removed]);

/** noisy deploys a Specimen and makes three blocks with logs, the first being `from`. */
async function noisy(n) {
  const address = await n.deploy();
  const first = await n.write(address, "store", [1n, 10n]);
  await n.write(address, "shout", [2n, "hear me"]);
  const last = await n.write(address, "store", [2n, 20n]);
  return { address, first, last };
}

check("logs: by address, topic and range", async (n) => {
  const { address, first, last } = await noisy(n);
  n.same("all", seen(await n.viem.getLogs({ address, fromBlock: first.blockNumber, toBlock: last.blockNumber })));
  n.same("an event", seen(await n.viem.getLogs({ address, event: stored, fromBlock: 0n })));
  n.same("an argument", seen(await n.viem.getLogs({ address, event: stored, args: { slot: [2n, 3n] }, fromBlock: 0n })));
  n.same("one block", seen(await n.viem.getLogs({ blockHash: last.blockHash })));
  n.same("elsewhere", seen(await n.viem.getLogs({ address: nobody, fromBlock: 0n })));
});

check("logs: of tags", async (n) => {
  const { address } = await noisy(n);
  for (const tag of ["latest", "pending", "safe", "finalized"]) {
    const { result, error } = await n.rpc("eth_getLogs", [{ address, fromBlock: "earliest", toBlock: tag }]);
    n.note(tag, error?.code ?? result.length);
  }
  n.same("latest only", (await n.ask("eth_getLogs", { address })).length);
});

check("logs: a range that runs backwards", async (n) => {
  await noisy(n);
  const { error, result } = await n.rpc("eth_getLogs", [{ fromBlock: "0x3", toBlock: "0x1" }]);
  n.note("answer", error?.code ?? result);
});

check("logs: of a block that is not there", async (n) => {
  const { error, result } = await n.rpc("eth_getLogs", [{ blockHash: `0x${"11".repeat(32)}` }]);
  n.note("answer", error?.code ?? result);
});

check("logs: ethers finds events", async (n) => {
  const { address } = await noisy(n);
  const found = await n.ethersSpecimen(address).queryFilter("Stored", 0);
  n.same("arguments", found.map((e) => e.args));
});

check("filter: logs since the last look", async (n) => {
  const address = await n.deploy();
  const filter = await n.viem.createEventFilter({ address, event: stored });
  n.same("nothing yet", await n.viem.getFilterChanges({ filter }));
  await n.write(address, "store", [1n, 10n]);
  await n.write(address, "store", [2n, 20n]);
  n.same("two", seen(await n.viem.getFilterChanges({ filter })));
  n.same("none again", await n.viem.getFilterChanges({ filter }));
  n.same("all", seen(await n.viem.getFilterLogs({ filter })));
  n.same("gone", await n.viem.uninstallFilter({ filter }));
  n.same("gone twice", await n.viem.uninstallFilter({ filter }));
  n.note("asked after it is gone", (await n.rpc("eth_getFilterChanges", [filter.id])).error?.code ?? "no error");
});

check("filter: blocks since the last look", async (n) => {
  const filter = await n.viem.createBlockFilter();
  await n.viem.mine({ blocks: 3 });
  const { hash } = await n.viem.getBlock();
  const hashes = await n.viem.getFilterChanges({ filter });
  equal(hashes.at(-1), hash, "the last hash");
  n.same("count", hashes.length);
});

check("filter: transactions that wait", async (n) => {
  await n.waiting(async () => {
    const filter = await n.viem.createPendingTransactionFilter();
    const hash = await n.wallet.sendTransaction({ to: nobody, value: 1n, gas: 21_000n });
    const found = [];
    await until(async () => found.push(...(await n.viem.getFilterChanges({ filter }))) > 0, "the hash");
    equal(found, [hash], "hashes");
  });
});

/** first resolves with the first value that subscribe hands to its argument. */
const first = (subscribe) => new Promise((resolve, reject) => subscribe(resolve, reject));

check("subscribe: new heads by viem", async (n) => {
  const client = n.subscriber();
  const numbers = [];
  let ready;
  const all = first((resolve, reject) => {
    ready = client.transport.subscribe({ params: ["newHeads"], onData: ({ result }) => numbers.push(Number(result.number)) === 3 && resolve(), onError: reject });
  });
  await ready;
  const before = Number(await n.viem.getBlockNumber());
  await n.viem.mine({ blocks: 3 });
  await soon(all, "the third head");
  n.same("heads", numbers.map((x) => x - before));
});

check("subscribe: logs by viem", async (n) => {
  const address = await n.deploy();
  const client = n.subscriber();
  const logs = [];
  let ready;
  const all = first((resolve, reject) => {
    ready = client.transport.subscribe({ params: ["logs", { address }], onData: ({ result }) => logs.push(result) === 2 && resolve(), onError: reject });
  });
  await ready;
  await n.write(address, "store", [1n, 10n]);
  await n.write(address, "store", [2n, 20n]);
  await soon(all, "the second log");
  n.same("logs", seen(logs));
});

check("subscribe: waiting transactions by viem", async (n) => {
  const client = n.subscriber();
  let ready;
  const one = first((resolve, reject) => {
    ready = client.transport.subscribe({ params: ["newPendingTransactions"], onData: ({ result }) => resolve(result), onError: reject });
  });
  await ready;
  const { transactionHash } = await n.pay();
  equal(await soon(one, "the hash"), transactionHash, "hash");
});

check("subscribe: an end of a subscription", async (n) => {
  const client = n.subscriber();
  const { subscriptionId } = await client.transport.subscribe({ params: ["newHeads"], onData: () => {} });
  n.same("ended", (await client.transport.getRpcClient()) && (await client.request({ method: "eth_unsubscribe", params: [subscriptionId] })));
});

check("subscribe: blocks by ethers", async (n) => {
  let number;
  await n.socket().once("block", (at) => (number = at));
  await until(async () => (await n.viem.mine({ blocks: 1 }), number), "a block");
  must(number > 0, "no number");
});

check("subscribe: events by ethers", async (n) => {
  const address = await n.deploy();
  let event;
  await n.ethersSpecimen(address, n.socket()).once("Stored", (by, slot, value) => (event = [by, slot, value]));
  await until(async () => (await n.write(address, "store", [1n, 10n]), event), "an event");
  n.same("event", event);
});

check("watch: viem polls events over HTTP", async (n) => {
  const address = await n.deploy();
  let event;
  const stop = n.viem.watchContractEvent({ address, abi: specimen.abi, eventName: "Stored", onLogs: ([log]) => (event = log.args) });
  await until(async () => (await n.write(address, "store", [8n, 80n]), event), "an event");
  stop();
  n.same("arguments", event);
});

check("subscribe: what there is not is refused", async (n) => {
  await fails(n.subscriber().transport.subscribe({ params: ["nonesuch"], onData: () => {} }));
});
