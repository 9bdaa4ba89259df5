import { encodeFunctionData } from "viem";
import { alice, check, equal, must, specimen } from "../lib.mjs";

const data = (functionName, ...args) => encodeFunctionData({ abi: specimen.abi, functionName, args });

/** calls is the tree of a callTracer without what names the node. */
const calls = ({ type, from, to, value, gasUsed, input, output, error, revertReason, calls: inner = [], logs = [] }) => ({
  type, from, to, value: value ?? "0x0", gasUsed, input, output: output ?? "0x", error, revertReason, logs: logs.map((l) => [l.topics, l.data]), inner: inner.map(calls),
});

check("trace: the calls of a transaction", async (n) => {
  const address = await n.deploy();
  const { transactionHash } = await n.write(address, "nest", [1n, 2n]);
  const { calls: inner, ...outer } = await n.ask("debug_traceTransaction", transactionHash, { tracer: "callTracer" });
  equal(inner.length, 2, "inner calls");
  n.same("tree", calls({ ...outer, calls: inner }));
});

check("trace: the calls with their logs", async (n) => {
  const address = await n.deploy();
  const { transactionHash } = await n.write(address, "shout", [1n, "aloud"]);
  const tree = await n.ask("debug_traceTransaction", transactionHash, { tracer: "callTracer", tracerConfig: { withLog: true } });
  equal(tree.logs.length, 5, "logs");
  n.same("tree", calls(tree));
});

check("trace: the top call only", async (n) => {
  const address = await n.deploy();
  const { transactionHash } = await n.write(address, "nest", [1n, 2n]);
  const tree = await n.ask("debug_traceTransaction", transactionHash, { tracer: "callTracer", tracerConfig: { onlyTopCall: true } });
  n.note("inner calls", (tree.calls ?? []).length);
});

check("trace: each step of a transaction", async (n) => {
  const address = await n.deploy();
  const { transactionHash } = await n.write(address, "store", [1n, 2n], { gas: 100_000n });
  const trace = await n.ask("debug_traceTransaction", transactionHash, {});
  must(trace.structLogs.length > 50, `${trace.structLogs.length} steps`);
  n.same("end", [trace.gas, trace.failed, strip(trace.returnValue)]);
  n.same("steps", trace.structLogs.map((s) => [s.pc, s.op, s.gas, s.gasCost, s.depth, s.stack]));
});

const strip = (hex) => hex.replace(/^0x/, "");

check("trace: a transaction that reverted", async (n) => {
  const address = await n.deploy();
  const { transactionHash } = await n.write(address, "refuse", [9n], { gas: 100_000n });
  n.same("tree", calls(await n.ask("debug_traceTransaction", transactionHash, { tracer: "callTracer" })));
});

check("trace: a transaction without gas", async (n) => {
  const address = await n.deploy();
  const { transactionHash } = await n.write(address, "burn", [], { gas: 100_000n });
  const { error, ...tree } = calls(await n.ask("debug_traceTransaction", transactionHash, { tracer: "callTracer" }));
  n.same("tree", tree);
  n.note("error", error);
});

check("trace: a call that was never sent", async (n) => {
  const address = await n.deploy();
  const tree = await n.ask("debug_traceCall", { from: alice.address, to: address, data: data("nest", 1n, 2n), gas: "0x30d40" }, "latest", { tracer: "callTracer" });
  n.same("tree", calls(tree));
});

check("trace: each step of a call that was never sent", async (n) => {
  const address = await n.deploy();
  const trace = await n.ask("debug_traceCall", { from: alice.address, to: address, data: data("kept", 1n), gas: "0x30d40" }, "latest", {});
  n.same("end", [trace.gas, trace.failed, strip(trace.returnValue)]);
  n.same("steps", trace.structLogs.map((s) => [s.pc, s.op, s.gas, s.gasCost, s.depth]));
});

check("trace: the state before and after", async (n) => {
  const address = await n.deploy();
  const { transactionHash } = await n.write(address, "store", [1n, 2n]);
  const before = await n.ask("debug_traceTransaction", transactionHash, { tracer: "prestateTracer" });
  n.same("before", [before[address.toLowerCase()].storage ?? {}, before[alice.address.toLowerCase()].nonce]);
  const { post } = await n.ask("debug_traceTransaction", transactionHash, { tracer: "prestateTracer", tracerConfig: { diffMode: true } });
  n.same("after", [post[address.toLowerCase()].storage, post[alice.address.toLowerCase()].nonce]);
});

check("trace: a whole block", async (n) => {
  const address = await n.deploy();
  const { blockNumber } = await n.write(address, "store", [1n, 2n]);
  const { result, error } = await n.rpc("debug_traceBlockByNumber", [`0x${blockNumber.toString(16)}`, { tracer: "callTracer" }]);
  must(!error, error?.message);
  n.same("calls", result.map((r) => calls(r.result)));
});

check("trace: a transaction of an account without a key", async (n) => {
  const address = await n.deploy();
  const from = "0x00000000000000000000000000000000deadbeef";
  await n.viem.setBalance({ address: from, value: 10n ** 18n });
  await n.viem.impersonateAccount({ address: from });
  const hash = await n.ask("eth_sendTransaction", { from, to: address, data: data("store", 1n, 2n), gas: "0x186a0" });
  await n.viem.waitForTransactionReceipt({ hash });
  n.same("tree", calls(await n.ask("debug_traceTransaction", hash, { tracer: "callTracer" })));
});

check("trace: the transaction after one without a key", async (n) => {
  const address = await n.deploy();
  const from = "0x00000000000000000000000000000000deadbeef";
  await n.viem.setBalance({ address: from, value: 10n ** 18n });
  await n.viem.impersonateAccount({ address: from });
  await n.waiting(async () => {
    await n.ask("eth_sendTransaction", { from, to: address, data: data("store", 1n, 2n), gas: "0x186a0", gasPrice: "0x12a05f200" });
    const hash = await n.wallet.writeContract({ address, abi: specimen.abi, functionName: "store", args: [1n, 3n], gas: 100_000n });
    await n.viem.mine({ blocks: 1 });
    const { gasUsed, ...tree } = calls(await n.ask("debug_traceTransaction", hash, { tracer: "callTracer" }));
    n.same("tree", tree);
    n.note("gas of the whole", gasUsed);
    n.same("gas of the receipt", (await n.viem.getTransactionReceipt({ hash })).gasUsed);
  });
});

check("trace: what there is not", async (n) => {
  const { result, error } = await n.rpc("debug_traceTransaction", [`0x${"22".repeat(32)}`, {}]);
  n.note("answer", error?.code ?? result);
});

check("trace: cast prints the calls", async (n) => {
  const address = await n.deploy();
  const printed = await n.cast("call", "--trace", "--from", alice.address, address, "nest(uint256,uint256)", "1", "2");
  must(printed.includes("Traces:"), printed);
  n.same("printed", printed);
});
