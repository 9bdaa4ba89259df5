import { encodeFunctionData, getContractAddress, parseEventLogs } from "viem";
import { alice, check, equal, fails, must, nobody, specimen } from "../lib.mjs";

check("contract: viem deploys", async (n) => {
  const address = await n.deploy();
  equal(address.toLowerCase(), getContractAddress({ from: alice.address, nonce: 0n }).toLowerCase());
  n.same("address", address);
  n.same("code", await n.viem.getCode({ address }));
});

check("contract: ethers deploys and calls", async (n) => {
  const contract = await (await n.ethersFactory().deploy()).waitForDeployment();
  const receipt = await (await contract.store(1, 2)).wait();
  n.same("receipt", [receipt.status, receipt.gasUsed]);
  n.same("event", receipt.logs[0].fragment.name + receipt.logs[0].args.join());
  n.same("value", await contract.kept(1));
});

check("contract: cast deploys, sends and calls", async (n) => {
  const key = "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80";
  const made = JSON.parse(await n.cast("send", "--private-key", key, "--json", "--create", specimen.bytecode));
  const sent = JSON.parse(await n.cast("send", made.contractAddress, "store(uint256,uint256)", "4", "44", "--private-key", key, "--json"));
  n.same("receipts", [made.status, made.gasUsed, made.contractAddress, sent.status, sent.gasUsed]);
  n.same("value", await n.cast("call", made.contractAddress, "kept(uint256)(uint256)", "4"));
  n.same("storage", await n.cast("storage", made.contractAddress, "0"));
  n.same("logs", JSON.parse(await n.cast("logs", "--json", "--from-block", "0", "--address", made.contractAddress)).map((l) => [l.topics, l.data]));
});

check("contract: viem writes, reads and decodes the event", async (n) => {
  const address = await n.deploy();
  const receipt = await n.write(address, "store", [7n, 70n], { value: 11n });
  const [event] = parseEventLogs({ abi: specimen.abi, logs: receipt.logs });
  n.same("receipt", [receipt.status, receipt.gasUsed, event.eventName, event.args, event.logIndex, receipt.logsBloom]);
  n.same("value", await n.read(address, "kept", [7n]));
  n.same("balance", await n.viem.getBalance({ address }));
});

check("contract: viem simulates a write", async (n) => {
  const address = await n.deploy();
  await n.write(address, "store", [7n, 70n]);
  const { result } = await n.viem.simulateContract({ account: alice, address, abi: specimen.abi, functionName: "store", args: [7n, 71n] });
  n.same("result", result);
  n.same("value", await n.read(address, "kept", [7n]));
});

check("contract: many reads at once", async (n) => {
  const address = await n.deploy();
  for (const i of [1n, 2n, 3n]) await n.write(address, "store", [i, i * i]);
  n.same("values", await Promise.all([1n, 2n, 3n, 4n].map((i) => n.read(address, "kept", [i]))));
});

const encode = (functionName, ...args) => encodeFunctionData({ abi: specimen.abi, functionName, args });

const reverted = (error) => error.walk((e) => e.name === "ContractFunctionRevertedError");

check("revert: viem reads the reason of a call", async (n) => {
  const address = await n.deploy();
  const cause = reverted(await fails(n.viem.simulateContract({ account: alice, address, abi: specimen.abi, functionName: "fail", args: ["not today"] })));
  equal(cause?.reason, "not today", "reason");
  n.same("cause", [cause.reason, cause.data?.errorName]);
});

check("revert: viem reads a custom error", async (n) => {
  const address = await n.deploy();
  const cause = reverted(await fails(n.viem.simulateContract({ account: alice, address, abi: specimen.abi, functionName: "refuse", args: [9n] })));
  equal(cause?.data?.errorName, "TooMuch", "error");
  n.same("arguments", cause.data.args);
});

check("revert: viem reads a panic", async (n) => {
  const address = await n.deploy();
  const cause = reverted(await fails(n.read(address, "divide", [1n, 0n])));
  n.same("reason", cause?.reason);
});

check("revert: viem reads the reason before it sends", async (n) => {
  const address = await n.deploy();
  const error = await fails(n.wallet.writeContract({ address, abi: specimen.abi, functionName: "fail", args: ["no gas for this"] }));
  must(error.message.includes("no gas for this"), error.message);
});

check("revert: ethers reads reason, custom error and panic", async (n) => {
  const contract = n.ethersSpecimen(await n.deploy());
  const reason = await fails(contract.fail.staticCall("not today"));
  const custom = await fails(contract.refuse.staticCall(9));
  const panic = await fails(contract.divide(1, 0));
  n.same("codes", [reason.code, custom.code, panic.code]);
  n.same("reasons", [reason.reason, custom.revert?.name, custom.revert?.args, panic.reason]);
});

check("revert: ethers reads the reason of an estimate", async (n) => {
  const contract = n.ethersSpecimen(await n.deploy());
  const error = await fails(contract.refuse(9));
  n.same("error", [error.code, error.action, error.data]);
});

check("revert: cast prints the reason", async (n) => {
  const address = await n.deploy();
  const error = await fails(n.cast("call", address, "fail(string)", "not today"));
  must(error.stderr.includes("not today"), error.stderr);
});

check("revert: the bytes of a revert, whatever it says", async (n) => {
  const address = await n.deploy();
  const { error } = await n.rpc("eth_call", [{ to: address, data: `0x${"de".repeat(4)}` }, "latest"]);
  n.same("an unknown function", [error.code, error.data ?? "0x"]);
  const custom = await n.rpc("eth_call", [{ to: address, data: encode("refuse", 9n) }, "latest"]);
  n.same("a custom error", [custom.error.code, custom.error.data]);
  n.note("message", custom.error.message);
});

check("revert: a transaction that reverts is in its block", async (n) => {
  const address = await n.deploy();
  const receipt = await n.write(address, "refuse", [9n], { gas: 100_000n });
  n.same("receipt", [receipt.status, receipt.gasUsed, receipt.logs.length]);
  const sent = await n.ethersSpecimen(address).refuse(9, { gasLimit: 100_000n });
  n.same("ethers", (await fails(sent.wait())).code);
});

check("revert: one that runs out of gas takes all of it", async (n) => {
  const address = await n.deploy();
  const receipt = await n.write(address, "burn", [], { gas: 120_000n });
  n.same("receipt", [receipt.status, receipt.gasUsed]);
});

check("call: state overrides", async (n) => {
  const address = await n.deploy();
  const abi = specimen.abi;
  const call = (stateOverride) => n.viem.readContract({ address, abi, functionName: "kept", args: [0n], stateOverride });
  const slot = "0xad3228b676f7d3cd4284a5443f17f1962b36e491b30a40b2405849e597ba5fb5"; // of kept[0]
  const value = `0x${"00".repeat(31)}2a`;
  n.same("a slot of many", await call([{ address, stateDiff: [{ slot, value }] }]));
  n.same("all slots", await call([{ address, state: [{ slot, value }] }]));
  n.same("code", (await n.viem.call({ to: nobody, stateOverride: [{ address: nobody, code: "0x602a60005260206000f3" }] })).data);
  n.same("balance", (await n.viem.call({ to: address, value: 5n, account: nobody, stateOverride: [{ address: nobody, balance: 10n }] })).data);
});

check("call: block overrides", async (n) => {
  const address = await n.deploy();
  const { data } = await n.viem.call({ to: address, data: encode("around"), blockOverrides: { number: 77n, time: 1_900_000_000n, baseFeePerGas: 0n } });
  n.same("number and time", data.slice(0, 130));
});

check("call: more value than there is is refused", async (n) => {
  const error = await fails(n.viem.call({ to: nobody, value: 10n ** 30n, account: alice }));
  n.same("viem's name", error.walk((e) => e.name === "InsufficientFundsError")?.name ?? error.name);
});

check("call: the block a contract sees", async (n) => {
  const address = await n.deploy();
  const [number, time, , random, coinbase, gasLimit, chain] = await n.read(address, "around");
  const block = await n.viem.getBlock();
  equal([number, time], [block.number, block.timestamp], "number and time");
  must(random === BigInt(block.mixHash), "the randomness is not the block's");
  n.same("block", [number, coinbase, gasLimit, chain]);
});

check("estimate: a limit that is estimated is enough", async (n) => {
  const address = await n.deploy();
  const gas = await n.viem.estimateContractGas({ account: alice, address, abi: specimen.abi, functionName: "nest", args: [1n, 2n] });
  const receipt = await n.write(address, "nest", [1n, 2n], { gas });
  n.same("status", receipt.status);
  n.same("used", receipt.gasUsed);
  n.note("estimate", gas);
});

check("estimate: a transfer", async (n) => n.note("gas", await n.viem.estimateGas({ account: alice, to: nobody, value: 1n })));

check("estimate: cast", async (n) => n.note("gas", await n.cast("estimate", "--from", alice.address, nobody, "--value", "1")));

check("estimate: what reverts has no estimate", async (n) => {
  const address = await n.deploy();
  const { error } = await n.rpc("eth_estimateGas", [{ from: alice.address, to: address, data: "0xdeadbeef" }]);
  n.same("code", error.code);
});

check("access list: what a call touches", async (n) => {
  const address = await n.deploy();
  const { accessList } = await n.viem.createAccessList({ account: alice, to: address, data: encode("store", 5n, 6n) });
  n.same("list", accessList.map(({ address, storageKeys }) => [address.toLowerCase(), storageKeys]));
});
