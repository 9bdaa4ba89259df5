import { alice, bob, check, equal, fixed, must, nobody, plain } from "../lib.mjs";

const height = async (n) => Number(await n.viem.getBlockNumber({ cacheTime: 0 }));

check("cheat: anvil_rollback", async (n) => {
  await n.pay();
  const before = await n.viem.getBlock();
  const { transactionHash } = await n.pay();
  await n.viem.mine({ blocks: 2 });
  await n.ask("anvil_rollback", 3);
  const after = await n.viem.getBlock();
  equal([after.number, after.hash], [before.number, before.hash], "head");
  n.same("gone", await n.ask("eth_getTransactionByHash", transactionHash));
  n.same("balance", await n.viem.getBalance({ address: nobody }));
  const far = await n.rpc("anvil_rollback", [1_000_000]);
  n.same("too far", far.error?.code);
});

check("cheat: anvil_reorg", async (n) => {
  const { transactionHash } = await n.pay();
  await n.viem.mine({ blocks: 1 });
  const before = await height(n);
  const raw = await alice.signTransaction({ chainId: 31337, nonce: 0, to: nobody, value: 5n, type: "eip1559", ...fixed });
  await n.ask("anvil_reorg", 2, [[raw, 0], [{ from: bob.address, to: nobody, value: "0x2", gas: "0x5208" }, 1]]);
  n.same("blocks", (await height(n)) - before);
  n.same("gone", await n.ask("eth_getTransactionByHash", transactionHash));
  n.same("in each", [(await n.viem.getBlock({ blockNumber: BigInt(before - 1) })).transactions.length, (await n.viem.getBlock()).transactions.length]);
  n.same("balance", await n.viem.getBalance({ address: nobody }));
});

check("raw: a transaction, and one that is not there", async (n) => {
  const raw = await alice.signTransaction({ chainId: 31337, nonce: 0, to: nobody, value: 5n, type: "eip1559", ...fixed });
  const hash = await n.viem.sendRawTransaction({ serializedTransaction: raw });
  await n.viem.waitForTransactionReceipt({ hash });
  const { blockHash, blockNumber } = await n.viem.getTransactionReceipt({ hash });
  n.same("by debug_", (await n.ask("debug_getRawTransaction", hash)) === raw);
  n.same("by place", [(await n.ask("eth_getRawTransactionByBlockHashAndIndex", blockHash, "0x0")) === raw, (await n.ask("eth_getRawTransactionByBlockNumberAndIndex", `0x${blockNumber.toString(16)}`, "0x0")) === raw]);
  const nothing = `0x${"11".repeat(32)}`;
  n.same("nothing", [await n.ask("debug_getRawTransaction", nothing), await n.ask("eth_getRawTransactionByHash", nothing), await n.ask("eth_getRawTransactionByBlockNumberAndIndex", "0x0", "0x0")]);
  for (const method of ["debug_getRawHeader", "debug_getRawBlock", "debug_getRawReceipts"]) n.note(`${method} served`, !(await n.rpc(method, ["latest"])).error);
});

// Of a flat trace what does not name a block.
const flat = (calls) => calls.map((c) => [c.action.callType ?? c.type, c.action.from, c.action.to ?? null, c.action.value, c.action.input ?? c.action.init, c.error ?? null, c.result?.output ?? null, c.subtraces, c.traceAddress, c.transactionPosition]);

check("trace_: the calls of a transaction, a block and a range", async (n) => {
  const address = await n.deploy();
  const receipt = await n.write(address, "nest", [1n, 2n]);
  const at = `0x${receipt.blockNumber.toString(16)}`;
  n.same("transaction", flat(await n.ask("trace_transaction", receipt.transactionHash)));
  n.same("block", flat(await n.ask("trace_block", at)));
  n.same("range", flat(await n.ask("trace_filter", { fromBlock: at, toBlock: at })));
  n.same("to an account", flat(await n.ask("trace_filter", { fromBlock: "0x0", toBlock: at, toAddress: [address] })).length);
  const [replayed] = await n.ask("trace_replayBlockTransactions", at, ["trace"]);
  n.same("again", [replayed.output, replayed.stateDiff, replayed.vmTrace, replayed.trace.map((c) => [c.action.from, c.action.to, c.subtraces, c.traceAddress, c.blockHash ?? null])]);
  equal(replayed.transactionHash, receipt.transactionHash, "hash");
  n.same("an empty block", await n.ask("trace_block", "0x0"));
});

check("trace: a call on what waits", async (n) => {
  const { number } = await n.viem.getBlock();
  await n.waiting(async () => {
    await n.wallet.sendTransaction({ to: nobody, value: 5n, ...fixed });
    const { error, result } = await n.rpc("debug_traceCall", [{ from: alice.address, data: "0x435f5260205ff3" }, "pending", { tracer: "callTracer" }]);
    must(!error, plain(error));
    equal(BigInt(result.output), number + 1n, "NUMBER");
  });
});

check("txpool: the accounts that its answers go by", async (n) => {
  await n.waiting(async () => {
    await n.wallet.sendTransaction({ to: nobody, value: 1n, ...fixed });
    n.same("content", Object.keys((await n.ask("txpool_content")).pending));
    n.same("inspect", Object.keys((await n.ask("txpool_inspect")).pending));
  });
});

check("mine: a replacement that pays a little more", async (n) => {
  await n.waiting(async () => {
    const send = (fee, tip, value) => n.wallet.sendTransaction({ to: nobody, value, nonce: 0, gas: 21_000n, maxFeePerGas: fee, maxPriorityFeePerGas: tip });
    await send(50_000_000_000n, 1_000_000_000n, 1n);
    await send(50_500_000_000n, 1_010_000_000n, 2n);
    await n.viem.mine({ blocks: 1 });
    n.same("value", await n.viem.getBalance({ address: nobody }));
  });
});

check("odd: accounts without 0x, numbers with zeros, names of other nodes", async (n) => {
  const bare = bob.address.slice(2);
  for (const method of ["eth_getBalance", "eth_getTransactionCount", "eth_getCode"]) n.same(method, await n.ask(method, bare, "latest"));
  n.same("eth_call", await n.ask("eth_call", { from: bare, to: bare }, "latest"));
  n.same("a number", (await n.rpc("eth_getBalance", [bob.address, "0x00"])).result ?? "refused");
  n.same("tenderly_setBalance", Boolean((await n.rpc("tenderly_setBalance", [nobody, "0x9"])).error));
  n.same("evm_setAccountNonce", Boolean((await n.rpc("evm_setAccountNonce", [nobody, "0x9"])).error));
  n.same("its nonce", await n.viem.getTransactionCount({ address: nobody }));
  n.same("anvil_addBalance", Boolean((await n.rpc("anvil_addBalance", [nobody, "0x9"])).error));
  n.same("its balance", await n.viem.getBalance({ address: nobody }));
  n.same("setMinGasPrice", (await n.rpc("hardhat_setMinGasPrice", ["0x1"])).error?.code);
  n.same("erigon_getHeaderByNumber", (await n.ask("erigon_getHeaderByNumber", "0x0")).number);
  const account = await n.ask("eth_getAccount", bob.address, "latest");
  n.same("eth_getAccount", Object.entries(account).sort());
  n.same("eth_getAccountInfo", Object.entries(await n.ask("eth_getAccountInfo", bob.address, "latest")).sort());
  n.same("eth_requestAccounts", (await n.ask("eth_requestAccounts")).slice(0, 10)); // anvil adds whom it impersonated
});

check("token: a balance and an allowance that are dealt", async (n) => {
  const code = "0x602436116" + "00f57" + "60075f5260205ff3" + "5b" + "6004355f52600a60205260405f20" + "602052" + "6024355f5260405f20" + "545f5260205ff3";
  const token = "0x00000000000000000000000000000000000070ce";
  await n.viem.setCode({ address: token, bytecode: code });
  const pad = (a) => a.slice(2).toLowerCase().padStart(64, "0");
  const refused = await n.rpc("anvil_setERC20Allowance", [alice.address, bob.address, token, "0x384"]);
  must(!refused.error, plain(refused.error));
  n.same("allowance", await n.ask("eth_call", { to: token, data: `0xdd62ed3e${pad(alice.address)}${pad(bob.address)}` }, "latest"));
  n.note("a balance that no slot holds", (await n.rpc("anvil_dealERC20", [alice.address, bob.address, "0x1"])).error?.code);
});
