import { encodeFunctionData, keccak256, toHex } from "viem";
import { alice, bob, check, equal, must, nobody, plain, specimen } from "../lib.mjs";

const data = (functionName, ...args) => encodeFunctionData({ abi: specimen.abi, functionName, args });

check("block: by number, by hash, with transactions", async (n) => {
  const { blockNumber, blockHash, transactionHash } = await n.pay();
  const whole = await n.viem.getBlock({ blockNumber, includeTransactions: true });
  const brief = await n.viem.getBlock({ blockHash });
  equal([whole.hash, whole.transactions[0].hash], [blockHash, transactionHash], "hashes");
  equal(brief.transactions, [transactionHash], "transactions");
  n.same("fields", Object.keys(brief).sort().filter((key) => key !== "totalDifficulty"));
  n.same("values", [brief.gasUsed, brief.gasLimit, brief.miner, brief.nonce, brief.difficulty, brief.transactionsRoot, brief.receiptsRoot, brief.logsBloom, brief.withdrawalsRoot, brief.sha3Uncles]);
  n.note("more", [brief.extraData, typeof brief.totalDifficulty]);
});

check("block: each names the one before", async (n) => {
  const { blockNumber } = await n.pay();
  const block = await n.ethers.getBlock(Number(blockNumber));
  const child = await n.pay();
  equal((await n.ethers.getBlock(Number(child.blockNumber))).parentHash, block.hash, "parent");
});

check("block: tags", async (n) => {
  await n.pay();
  const latest = await n.viem.getBlockNumber();
  for (const blockTag of ["latest", "safe", "finalized", "earliest", "pending"]) {
    const { number } = await n.viem.getBlock({ blockTag });
    n.note(blockTag, number === null ? "none" : number - latest);
  }
  for (const tag of ["latest", "safe", "finalized", "earliest", "pending"]) n.note(`balance at ${tag}`, await n.ask("eth_getBalance", nobody, tag));
});

check("block: what there is not is null", async (n) => {
  n.same("block", await n.ask("eth_getBlockByNumber", "0x999999", false));
  n.same("block by hash", await n.ask("eth_getBlockByHash", `0x${"33".repeat(32)}`, false));
  n.same("transaction", await n.ask("eth_getTransactionByHash", `0x${"33".repeat(32)}`));
  n.same("receipt", await n.ask("eth_getTransactionReceipt", `0x${"33".repeat(32)}`));
});

check("block: counts, places and receipts", async (n) => {
  const { blockNumber, blockHash, transactionHash } = await n.pay();
  const at = `0x${blockNumber.toString(16)}`;
  n.same("counts", [await n.ask("eth_getBlockTransactionCountByNumber", at), await n.ask("eth_getBlockTransactionCountByHash", blockHash), await n.ask("eth_getUncleCountByBlockNumber", at)]);
  equal((await n.ask("eth_getTransactionByBlockNumberAndIndex", at, "0x0")).hash, transactionHash);
  equal((await n.ask("eth_getTransactionByBlockHashAndIndex", blockHash, "0x0")).hash, transactionHash);
  equal((await n.ask("eth_getBlockReceipts", at)).map((r) => r.transactionHash), [transactionHash]);
  n.same("second place", await n.ask("eth_getTransactionByBlockNumberAndIndex", at, "0x1"));
});

check("state: of an older block", async (n) => {
  const address = await n.deploy();
  await n.write(address, "store", [1n, 10n]);
  const blockNumber = await n.viem.getBlockNumber();
  await n.write(address, "store", [1n, 20n], { value: 3n });
  n.same("call", await n.viem.readContract({ address, abi: specimen.abi, functionName: "kept", args: [1n], blockNumber }));
  n.same("balance", await n.viem.getBalance({ address, blockNumber }));
  n.same("nonce", await n.viem.getTransactionCount({ address: alice.address, blockNumber }));
  const { hash } = await n.viem.getBlock({ blockNumber });
  n.same("by hash", await n.ask("eth_call", { to: address, data: data("kept", 1n) }, { blockHash: hash }));
});

check("state: of a block that is not there is refused", async (n) => {
  const { error } = await n.rpc("eth_getBalance", [nobody, "0x999999"]);
  n.same("refused", Boolean(error));
  n.note("code", error?.code);
});

check("proof: of an account and a slot", async (n) => {
  const address = await n.deploy();
  await n.write(address, "store", [0n, 42n]);
  const slot = "0xad3228b676f7d3cd4284a5443f17f1962b36e491b30a40b2405849e597ba5fb5";
  const proof = await n.viem.getProof({ address, storageKeys: [slot] });
  n.same("account", [proof.balance, proof.nonce, proof.codeHash, proof.storageHash]);
  n.same("slot", proof.storageProof);
  const { stateRoot } = await n.viem.getBlock();
  equal(keccak256(proof.accountProof[0]), stateRoot, "root of the proof");
  equal(keccak256(proof.storageProof[0].proof[0]), proof.storageHash, "root of the slots");
});

check("proof: of what is not there", async (n) => {
  const proof = await n.viem.getProof({ address: "0x00000000000000000000000000000000000abcde", storageKeys: [toHex(5, { size: 32 })] });
  n.same("account", [proof.balance, proof.nonce]);
  n.note("hashes", [proof.codeHash, proof.storageHash]);
});

check("fees: a history", async (n) => {
  for (let i = 0; i < 3; i++) await n.pay();
  const history = await n.viem.getFeeHistory({ blockCount: 3, rewardPercentiles: [25, 75] });
  const blocks = await Promise.all([0, 1, 2].map((i) => n.viem.getBlock({ blockNumber: history.oldestBlock + BigInt(i) })));
  equal(history.baseFeePerGas.slice(0, 3), blocks.map((b) => b.baseFeePerGas), "base fees");
  n.same("ratios", history.gasUsedRatio);
  n.same("lengths", [history.baseFeePerGas.length, history.reward.length, history.reward[0].length]);
  const { blockNumber } = await n.pay();
  const next = await n.viem.getBlock({ blockNumber });
  equal(history.baseFeePerGas[3], next.baseFeePerGas, "the next base fee");
});

check("fees: what viem and ethers would pay", async (n) => {
  const { maxFeePerGas, maxPriorityFeePerGas } = await n.viem.estimateFeesPerGas();
  const { baseFeePerGas } = await n.viem.getBlock();
  must(maxFeePerGas >= baseFeePerGas, `${maxFeePerGas} is below the base fee`);
  n.note("tip", [maxPriorityFeePerGas, await n.ask("eth_maxPriorityFeePerGas")]);
  const fees = await n.ethers.getFeeData();
  must(fees.gasPrice >= baseFeePerGas / 2n, `gas price ${fees.gasPrice}`);
});

check("fees: cast", async (n) => must(BigInt(await n.cast("gas-price")) > 0n, "no price"));

check("fees: the base fee follows EIP-1559", async (n) => {
  await n.viem.setNextBlockBaseFeePerGas({ baseFeePerGas: 2_000_000_000n });
  await n.pay();
  await n.pay();
  const first = await n.viem.getBlock();
  await n.pay();
  const second = await n.viem.getBlock();
  const target = first.gasLimit / 2n;
  equal(second.baseFeePerGas, first.baseFeePerGas - (first.baseFeePerGas * (target - first.gasUsed)) / target / 8n, "base fee");
  n.same("base fees", [first.baseFeePerGas, second.baseFeePerGas]);
});

check("simulate: blocks that are not made", async (n) => {
  const address = await n.deploy();
  const [first, second] = await n.viem.simulateBlocks({
    blocks: [
      { calls: [{ account: alice, to: address, data: data("store", 1n, 5n) }, { account: alice, to: nobody, value: 7n }], blockOverrides: { baseFeePerGas: 0n } },
      { calls: [{ account: alice, to: address, data: data("kept", 1n) }, { account: alice, to: address, data: data("refuse", 9n) }], stateOverrides: [{ address: nobody, balance: 1n }] },
    ],
  });
  n.same("first", first.calls.map((c) => [c.status, c.data, c.gasUsed, (c.logs ?? []).map((l) => [l.topics, l.data])]));
  n.same("second", second.calls.map((c) => [c.status, c.data, c.gasUsed]));
  n.same("numbers", [second.number - first.number]);
  n.same("nothing happened", await n.read(address, "kept", [1n]));
  const faults = await n.rpc("eth_simulateV1", [{ blockStateCalls: [{ calls: [{ from: alice.address, to: address, data: data("refuse", 9n) }] }] }, "latest"]);
  n.note("code of a revert", faults.result[0].calls[0].error.code);
});

check("simulate: calls, and the assets they move", async (n) => {
  const address = await n.deploy();
  const { results } = await n.viem.simulateCalls({
    account: bob.address,
    calls: [{ to: nobody, value: 9n }, { to: address, abi: specimen.abi, functionName: "store", args: [1n, 2n] }],
  });
  n.same("results", results.map((r) => [r.status, r.result ?? null, r.data]));
  const traced = await n.viem.simulateCalls({ account: bob.address, calls: [{ to: nobody, value: 9n }], traceAssetChanges: true }).catch(() => null);
  n.note("assets", traced?.assetChanges.map((a) => [a.token.symbol, a.value.diff]) ?? "not served");
});

check("simulate: transfers are logged where asked", async (n) => {
  const { result } = await n.rpc("eth_simulateV1", [{ traceTransfers: true, blockStateCalls: [{ calls: [{ from: bob.address, to: nobody, value: "0x9" }] }] }, "latest"]);
  n.same("logs", result[0].calls[0].logs.map((l) => [l.address, l.topics, l.data]));
});

check("simulate: a nonce that is wrong is refused with validation", async (n) => {
  const { error } = await n.rpc("eth_simulateV1", [{ validation: true, blockStateCalls: [{ calls: [{ from: bob.address, to: nobody, nonce: "0x9", maxFeePerGas: "0x77359400" }] }] }, "latest"]);
  n.note("answer", plain(error?.code));
});
