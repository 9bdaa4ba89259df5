import { encodeDeployData, encodeFunctionData, getContractAddress, parseGwei, toHex } from "viem";
import { alice, bob, check, equal, fails, fixed, must, nobody, specimen, until } from "../lib.mjs";

const data = (functionName, ...args) => encodeFunctionData({ abi: specimen.abi, functionName, args });
const height = (n) => n.viem.getBlockNumber();

/** grown is by how many blocks the chain grew; a cheat may make one of its own. */
async function grown(n, run) {
  const before = await height(n);
  await run();
  return (await height(n)) - before;
}

for (const mode of ["viem", "hardhat"]) {
  const as = mode === "viem" ? "anvil" : "hardhat";
  check(`cheat: ${as}_setBalance`, async (n) => {
    n.note("blocks", await grown(n, () => n[mode].setBalance({ address: nobody, value: 123n })));
    n.same("balance", await n.viem.getBalance({ address: nobody }));
  });

  check(`cheat: ${as}_setCode`, async (n) => {
    n.note("blocks", await grown(n, () => n[mode].setCode({ address: nobody, bytecode: "0x602a60005260206000f3" })));
    n.same("answer", (await n.viem.call({ to: nobody })).data);
  });

  check(`cheat: ${as}_setStorageAt`, async (n) => {
    const address = await n.deploy();
    const index = "0xad3228b676f7d3cd4284a5443f17f1962b36e491b30a40b2405849e597ba5fb5";
    n.note("blocks", await grown(n, () => n[mode].setStorageAt({ address, index, value: toHex(99, { size: 32 }) })));
    n.same("value", [await n.read(address, "kept", [0n]), await n.viem.getStorageAt({ address, slot: index })]);
  });

  check(`cheat: ${as}_setNonce`, async (n) => {
    n.note("blocks", await grown(n, () => n[mode].setNonce({ address: alice.address, nonce: 10 })));
    n.same("nonce", await n.viem.getTransactionCount({ address: alice.address }));
    const receipt = await n.pay();
    n.same("sent with", (await n.viem.getTransaction({ hash: receipt.transactionHash })).nonce);
  });

  check(`cheat: ${as}_impersonateAccount`, async (n) => {
    const address = "0x00000000000000000000000000000000deadbeef";
    await n[mode].setBalance({ address, value: 10n ** 18n });
    await n[mode].impersonateAccount({ address });
    const hash = await n.wallet.sendTransaction({ account: address, to: nobody, value: 5n });
    const receipt = await n.viem.waitForTransactionReceipt({ hash });
    n.same("receipt", [receipt.status, receipt.from, receipt.gasUsed]);
    const block = await n.viem.getBlock({ includeTransactions: true });
    n.same("sender in the block", block.transactions[0].from);
    await n[mode].stopImpersonatingAccount({ address });
    const refused = await n.rpc("eth_sendTransaction", [{ from: address, to: nobody, value: "0x1" }]);
    n.note("afterwards", refused.error?.code ?? "sent");
  });

  check(`cheat: ${as}_mine`, async (n) => {
    const before = await n.viem.getBlock();
    await n[mode].mine({ blocks: 4, interval: 60 });
    const after = await n.viem.getBlock();
    n.same("blocks", after.number - before.number);
    const apart = [];
    for (let i = before.number + 2n; i <= after.number; i++) {
      const [a, b] = await Promise.all([i - 1n, i].map((blockNumber) => n.viem.getBlock({ blockNumber })));
      apart.push(b.timestamp - a.timestamp);
    }
    n.same("seconds between", apart);
  });

  check(`cheat: ${as}_setNextBlockBaseFeePerGas`, async (n) => {
    await n[mode].setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei("7") });
    const hash = await n.wallet.sendTransaction({ to: nobody, value: 1n, gas: 21_000n, maxFeePerGas: parseGwei("9"), maxPriorityFeePerGas: parseGwei("1") });
    const receipt = await n.viem.waitForTransactionReceipt({ hash });
    n.same("fees", [(await n.viem.getBlock()).baseFeePerGas, receipt.effectiveGasPrice]);
  });

  check(`cheat: ${as}_setCoinbase`, async (n) => {
    await n[mode].setCoinbase({ address: nobody });
    await n.pay(bob.address);
    n.same("coinbase", (await n.viem.getBlock()).miner);
    n.same("tip", await n.viem.getBalance({ address: nobody }));
    await n[mode].setCoinbase({ address: "0x0000000000000000000000000000000000000000" });
  });
}

check("cheat: a contract that an account without a key deploys", async (n) => {
  const from = "0x00000000000000000000000000000000deadbeef";
  await n.viem.setBalance({ address: from, value: 10n ** 18n });
  await n.viem.impersonateAccount({ address: from });
  for (const nonce of [0n, 1n]) {
    const hash = await n.wallet.sendTransaction({ account: from, data: encodeDeployData({ abi: specimen.abi, bytecode: specimen.bytecode }) });
    const { contractAddress, status } = await n.viem.waitForTransactionReceipt({ hash });
    equal(contractAddress.toLowerCase(), getContractAddress({ from, nonce }).toLowerCase(), "address");
    n.same(`deployed ${nonce}`, [status, contractAddress]);
    n.same(`code ${nonce}`, (await n.viem.getCode({ address: contractAddress })).length);
  }
});

check("cheat: a contract sends", async (n) => {
  const address = await n.deploy();
  await n.viem.setBalance({ address, value: 10n ** 18n });
  await n.viem.impersonateAccount({ address });
  const hash = await n.ask("eth_sendTransaction", { from: address, to: address, data: data("store", 1n, 2n) });
  const { status, logs } = await n.viem.waitForTransactionReceipt({ hash });
  n.same("receipt", [status, logs[0].topics[1]]);
});

check("cheat: anvil_autoImpersonateAccount", async (n) => {
  await n.viem.setBalance({ address: nobody, value: 10n ** 18n });
  await n.ask("anvil_autoImpersonateAccount", true);
  const hash = await n.ask("eth_sendTransaction", { from: nobody, to: bob.address, value: "0x1" });
  n.same("status", (await n.viem.waitForTransactionReceipt({ hash })).status);
  await n.ask("anvil_autoImpersonateAccount", false);
  const { error } = await n.rpc("eth_sendTransaction", [{ from: nobody, to: bob.address, value: "0x1" }]);
  n.same("refused afterwards", Boolean(error));
  n.note("code", error?.code);
});

check("cheat: viem sends a transaction that nobody signed", async (n) => {
  await n.viem.setBalance({ address: nobody, value: 10n ** 18n });
  const hash = await n.viem.sendUnsignedTransaction({ from: nobody, to: bob.address, value: 3n });
  n.same("receipt", [(await n.viem.waitForTransactionReceipt({ hash })).status, (await n.viem.getTransaction({ hash })).from]);
});

check("snapshot: back to where it was, once", async (n) => {
  const address = await n.deploy();
  await n.write(address, "store", [1n, 10n]);
  const before = await n.viem.getBlock();
  const id = await n.viem.snapshot();
  const { transactionHash } = await n.write(address, "store", [1n, 20n]);
  await n.viem.mine({ blocks: 3 });
  n.same("answer", await n.ask("evm_revert", id));
  n.same("value", await n.read(address, "kept", [1n]));
  const after = await n.viem.getBlock();
  equal([after.number, after.hash], [before.number, before.hash], "head");
  n.same("what was undone", [await n.ask("eth_getTransactionReceipt", transactionHash), await n.ask("eth_getTransactionByHash", transactionHash)]);
  n.same("its logs", (await n.viem.getLogs({ address, fromBlock: 0n })).length);
  n.same("nonce", await n.viem.getTransactionCount({ address: alice.address }));
  const again = await n.rpc("evm_revert", [id]);
  n.note("a second time", again.error?.code ?? again.result);
});

check("snapshot: one below uses up those above", async (n) => {
  const low = await n.viem.snapshot();
  const high = await n.viem.snapshot();
  await n.viem.revert({ id: low });
  const again = await n.rpc("evm_revert", [high]);
  must(again.error || again.result === false, "the later one is still there");
});

check("time: increaseTime", async (n) => {
  const before = await n.viem.getBlock();
  await n.viem.increaseTime({ seconds: 3600 });
  await n.viem.mine({ blocks: 1 });
  const passed = Number((await n.viem.getBlock()).timestamp - before.timestamp);
  must(passed >= 3600 && passed < 3660, `${passed} seconds passed`);
});

check("time: setNextBlockTimestamp", async (n) => {
  const { timestamp } = await n.viem.getBlock();
  await n.viem.setNextBlockTimestamp({ timestamp: timestamp + 1000n });
  await n.viem.mine({ blocks: 1 });
  equal((await n.viem.getBlock()).timestamp, timestamp + 1000n, "time");
  const past = await n.rpc("evm_setNextBlockTimestamp", [Number(timestamp)]);
  n.same("the past is refused", Boolean(past.error));
  n.note("code", past.error?.code);
});

check("time: evm_setTime", async (n) => {
  const { timestamp } = await n.viem.getBlock();
  await n.ask("evm_setTime", Number(timestamp) + 5000);
  await n.viem.mine({ blocks: 1 });
  const passed = Number((await n.viem.getBlock()).timestamp - timestamp);
  must(passed >= 5000 && passed < 5060, `${passed} seconds passed`);
});

check("time: a fixed interval between blocks", async (n) => {
  await n.viem.setBlockTimestampInterval({ interval: 12 });
  const first = await n.viem.getBlock();
  await n.viem.mine({ blocks: 2 });
  n.same("passed", (await n.viem.getBlock()).timestamp - first.timestamp);
  await n.viem.removeBlockTimestampInterval();
});

check("mine: automine off, a nonce that waits, and on again", async (n) => {
  n.same("on", await n.viem.getAutomine());
  await n.waiting(async () => {
    n.same("off", await n.viem.getAutomine());
    const hashes = [];
    for (const nonce of [0, 1, 3]) hashes.push(await n.wallet.sendTransaction({ to: nobody, value: 1n, nonce, ...fixed }));
    n.same("nonces", [await n.viem.getTransactionCount({ address: alice.address }), await n.viem.getTransactionCount({ address: alice.address, blockTag: "pending" })]);
    n.same("ethers", await n.ethers.getTransactionCount(alice.address, "pending"));
    n.same("pool", await n.viem.getTxpoolStatus());
    const { pending, queued } = await n.viem.getTxpoolContent();
    n.same("content", [pending, queued].map((o) => Object.values(o).map((byNonce) => Object.keys(byNonce))));
    n.same("inspected", Object.values((await n.viem.inspectTxpool()).pending).map((byNonce) => Object.keys(byNonce)));
    const waiting = await n.viem.getTransaction({ hash: hashes[0] });
    n.same("a transaction that waits", [waiting.blockNumber, waiting.blockHash, waiting.transactionIndex, waiting.from]);
    n.same("its receipt", await n.ask("eth_getTransactionReceipt", hashes[0]));
    await n.viem.mine({ blocks: 1 });
    n.same("mined", (await n.viem.getBlock()).transactions.length);
  });
});

check("mine: a transaction that replaces another", async (n) => {
  await n.waiting(async () => {
    const send = (gwei, value) => n.wallet.sendTransaction({ to: nobody, value, nonce: 0, gas: 21_000n, maxFeePerGas: parseGwei(gwei), maxPriorityFeePerGas: parseGwei(gwei) });
    await send("5", 1n);
    const low = await fails(send("5", 2n));
    must(/underpriced/.test(low.message), low.message);
    const better = await send("9", 3n);
    await n.viem.mine({ blocks: 1 });
    n.same("mined", (await n.viem.getBlock()).transactions);
    equal((await n.viem.getTransactionReceipt({ hash: better })).status, "success");
  });
});

check("mine: a transaction that is dropped", async (n) => {
  await n.waiting(async () => {
    const hash = await n.wallet.sendTransaction({ to: nobody, value: 1n, ...fixed });
    await n.viem.dropTransaction({ hash });
    await n.viem.mine({ blocks: 1 });
    n.same("mined", (await n.viem.getBlock()).transactions.length);
    n.same("gone", await n.ask("eth_getTransactionByHash", hash));
    await n.wallet.sendTransaction({ to: nobody, value: 1n, nonce: 0, ...fixed });
    await n.ask("anvil_dropAllTransactions");
    n.same("pool", await n.viem.getTxpoolStatus());
  });
});

check("mine: a block each second", async (n) => {
  const before = await height(n);
  await n.viem.setIntervalMining({ interval: 1 });
  try {
    await until(async () => (await height(n)) >= before + 2n, "the second block");
    n.same("interval", await n.ask("anvil_getIntervalMining"));
  } finally {
    await n.viem.setIntervalMining({ interval: 0 });
    await n.viem.setAutomine(true);
  }
});

check("mine: evm_mine and its detailed form", async (n) => {
  n.note("answer", await n.ask("evm_mine"));
  const { timestamp } = await n.viem.getBlock();
  await n.ask("evm_mine", toHex(timestamp + 100n));
  equal((await n.viem.getBlock()).timestamp, timestamp + 100n, "time");
  const blocks = await n.ask("evm_mine_detailed", { timestamp: null, blocks: 2 });
  n.same("detailed", blocks.length);
});

check("mine: prevrandao", async (n) => {
  const random = `0x${"5a".repeat(32)}`;
  const address = await n.deploy();
  const { error } = await n.rpc("hardhat_setPrevRandao", [random]);
  n.note("served", !error);
  if (error) return;
  await n.viem.mine({ blocks: 1 });
  equal((await n.viem.getBlock()).mixHash, random, "of the block");
  equal((await n.read(address, "around"))[3], BigInt(random), "of a contract");
});

check("mine: the gas limit of blocks", async (n) => {
  await n.viem.setBlockGasLimit({ gasLimit: 20_000_000n });
  await n.viem.mine({ blocks: 1 });
  n.same("limit", (await n.viem.getBlock()).gasLimit);
  await n.viem.setBlockGasLimit({ gasLimit: 30_000_000n });
  await n.viem.mine({ blocks: 1 });
  n.same("again", (await n.viem.getBlock()).gasLimit);
});

check("node: what it says of itself", async (n) => {
  const info = await n.ask("anvil_nodeInfo");
  n.same("chain", [info.environment.chainId, info.environment.gasLimit, info.hardFork.toLowerCase(), info.forkConfig.forkUrl]);
  const metadata = await n.ask("anvil_metadata");
  n.same("metadata", [metadata.chainId, Number(BigInt(metadata.latestBlockNumber) - (await height(n)))]);
  equal(metadata.latestBlockHash, (await n.viem.getBlock()).hash, "head");
});

check("node: switches that only change what is printed", async (n) => {
  n.note("served", !(await n.rpc("anvil_setLoggingEnabled", [true])).error);
});

check("cast: rpc, block, tx, receipt, nonce, code", async (n) => {
  const address = await n.deploy();
  const receipt = await n.write(address, "store", [1n, 2n]);
  const tx = receipt.transactionHash;
  n.same("answers", [
    await n.cast("nonce", alice.address), await n.cast("codesize", address), await n.cast("tx", tx, "nonce"), await n.cast("receipt", tx, "status"),
    await n.cast("rpc", "eth_chainId"), await n.cast("block", "latest", "--field", "gasUsed"), await n.cast("codehash", address),
  ]);
});
