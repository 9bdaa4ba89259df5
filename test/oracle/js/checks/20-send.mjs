import { Transaction, parseEther } from "ethers";
import { createWalletClient, http, parseGwei } from "viem";
import { foundry } from "viem/chains";
import { alice, aliceKey, bob, carol, check, equal, fails, must, nobody, specimen } from "../lib.mjs";

const shown = (r) => ({ status: r.status, gasUsed: r.gasUsed, to: r.to, logs: r.logs.length, index: r.transactionIndex });

check("send: viem moves ether", async (n) => {
  const hash = await n.wallet.sendTransaction({ to: nobody, value: 5n * 10n ** 18n });
  const receipt = await n.viem.waitForTransactionReceipt({ hash });
  n.same("receipt", shown(receipt));
  n.note("type", receipt.type);
  n.same("balance", await n.viem.getBalance({ address: nobody }));
  const spent = 10_000n * 10n ** 18n - (await n.viem.getBalance({ address: alice.address }));
  equal(spent, 5n * 10n ** 18n + receipt.gasUsed * receipt.effectiveGasPrice, "what it cost");
});

check("send: ethers moves ether", async (n) => {
  const sent = await n.signer.sendTransaction({ to: nobody, value: parseEther("2") });
  const receipt = await sent.wait();
  n.same("receipt", [receipt.status, receipt.gasUsed, receipt.type, receipt.confirmations ? 0 : 1]);
  n.same("balance", await n.ethers.getBalance(nobody));
});

check("send: cast moves ether", async (n) => {
  const receipt = JSON.parse(await n.cast("send", nobody, "--value", "3ether", "--private-key", aliceKey, "--json"));
  n.same("receipt", [receipt.status, receipt.gasUsed, receipt.type, receipt.to]);
  n.same("balance", await n.cast("balance", nobody, "--ether"));
});

check("send: the node signs for its own accounts", async (n) => {
  const hash = await n.ask("eth_sendTransaction", { from: bob.address, to: nobody, value: "0x7" });
  const receipt = await n.viem.waitForTransactionReceipt({ hash });
  n.same("receipt", [receipt.status, receipt.from, receipt.gasUsed]);
  n.same("balance", await n.viem.getBalance({ address: nobody }));
  n.note("type of a request without fees", receipt.type);
});

check("send: viem sends with an account of the node", async (n) => {
  const wallet = createWalletClient({ chain: foundry, account: carol.address, transport: http(n.url) });
  const receipt = await n.viem.waitForTransactionReceipt({ hash: await wallet.sendTransaction({ to: nobody, value: 9n }) });
  n.same("receipt", shown(receipt));
  n.note("type", receipt.type);
});

check("send: ethers sends with an account of the node", async (n) => {
  const signer = await n.ethers.getSigner(1);
  const receipt = await (await signer.sendTransaction({ to: nobody, value: 4n })).wait();
  n.same("receipt", [receipt.status, receipt.from, receipt.gasUsed]);
});

// One signed transaction of each type: the hash, and every field as it comes back.
const gas = 90_000n;
const accessList = [{ address: nobody, storageKeys: [`0x${"00".repeat(31)}01`] }];
const kinds = {
  legacy: { type: "legacy", gasPrice: parseGwei("3") },
  "access list (EIP-2930)": { type: "eip2930", gasPrice: parseGwei("3"), accessList },
  "fee market (EIP-1559)": { type: "eip1559", maxFeePerGas: parseGwei("5"), maxPriorityFeePerGas: parseGwei("1"), accessList },
};
for (const [kind, fields] of Object.entries(kinds)) {
  check(`send: a transaction of type ${kind}`, async (n) => {
    const raw = await alice.signTransaction({ chainId: 31337, nonce: 0, to: nobody, value: 1n, gas, data: "0x1234", ...fields });
    await n.viem.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei("2") });
    const hash = await n.viem.sendRawTransaction({ serializedTransaction: raw });
    equal(hash, Transaction.from(raw).hash, "hash");
    await n.viem.waitForTransactionReceipt({ hash }); // anvil mines a moment after it answers
    const { blockHash, blockTimestamp, ...back } = await n.viem.getTransaction({ hash });
    n.same("transaction", sorted(back));
    const receipt = await n.viem.getTransactionReceipt({ hash });
    n.same("receipt", [shown(receipt), receipt.type, receipt.effectiveGasPrice, receipt.cumulativeGasUsed]);
    const byEthers = await n.ethers.getTransaction(hash);
    n.same("ethers", [byEthers.type, byEthers.nonce, byEthers.gasLimit, byEthers.gasPrice, byEthers.signature.serialized]);
    n.same("raw", (await n.ask("eth_getRawTransactionByHash", hash)) === raw);
  });
}

const sorted = (o) => Object.fromEntries(Object.entries(o).sort(([a], [b]) => (a < b ? -1 : 1)));

check("send: an authorisation (EIP-7702) gives an account code", async (n) => {
  const address = await n.deploy();
  const authorization = await bob.signAuthorization({ chainId: 31337, contractAddress: address, nonce: 0 });
  const hash = await n.wallet.writeContract({ address: bob.address, abi: specimen.abi, functionName: "store", args: [3n, 33n], authorizationList: [authorization] });
  const receipt = await n.viem.waitForTransactionReceipt({ hash });
  n.same("receipt", shown(receipt));
  n.same("code", await n.viem.getCode({ address: bob.address }));
  n.same("value", await n.read(bob.address, "kept", [3n]));
  n.same("nonce", await n.viem.getTransactionCount({ address: bob.address }));
  const [back] = (await n.viem.getTransaction({ hash })).authorizationList;
  equal(back.address.toLowerCase(), address.toLowerCase(), "authorised");
  n.same("authorisation", [back.chainId, back.nonce, back.r, back.s]);
});

check("send: ethers sends an authorisation", async (n) => {
  const address = await n.deploy();
  const nonce = await n.signer.getNonce();
  const authorization = await n.signer.authorize({ address, nonce: nonce + 1 });
  const sent = await n.signer.sendTransaction({ to: alice.address, type: 4, authorizationList: [authorization], gasLimit: 200_000n });
  const receipt = await sent.wait();
  n.same("receipt", [receipt.status, receipt.type, receipt.gasUsed]);
  n.same("code", await n.ethers.getCode(alice.address));
});

check("send: the CREATE2 deployer stands where it stands on every chain", async (n) => {
  const deployer = "0x4e59b44847b379578588920cA78FbF26c0B4956C";
  const receipt = await n.viem.waitForTransactionReceipt({ hash: await n.wallet.sendTransaction({ to: deployer, data: `0x${"00".repeat(32)}6001600c60003960016000f3fe` }) });
  n.same("status", [receipt.status, receipt.gasUsed]);
  n.same("code of the deployer", await n.viem.getCode({ address: deployer }));
});

check("send: eth_sendRawTransactionSync answers the receipt", async (n) => {
  const raw = await alice.signTransaction({ chainId: 31337, nonce: 0, to: nobody, value: 1n, gas: 21_000n, gasPrice: parseGwei("3"), type: "legacy" });
  const receipt = await n.ask("eth_sendRawTransactionSync", raw);
  n.same("receipt", [receipt.status, receipt.gasUsed, receipt.transactionHash]);
});

check("send: viem prepares a request that then passes", async (n) => {
  const request = await n.wallet.prepareTransactionRequest({ to: nobody, value: 1n });
  n.same("request", [request.nonce, request.chainId]);
  n.note("type, tip and gas", [request.type, request.maxPriorityFeePerGas, request.gas]);
  const hash = await n.viem.sendRawTransaction({ serializedTransaction: await n.wallet.signTransaction(request) });
  n.same("status", (await n.viem.waitForTransactionReceipt({ hash })).status);
});

check("send: eth_fillTransaction completes a request", async (n) => {
  const { tx, raw } = await n.ask("eth_fillTransaction", { from: alice.address, to: nobody, value: "0x1" });
  n.same("filled", [tx.nonce, tx.to, tx.value]);
  must(raw.startsWith("0x"), "raw is not hexadecimal");
  n.note("gas, type and chain", [tx.gas, tx.type, tx.chainId]);
});

check("send: eth_signTransaction signs what then passes", async (n) => {
  const raw = await n.ask("eth_signTransaction", { from: alice.address, to: nobody, value: "0x1", gas: "0x5208", maxFeePerGas: "0x77359400", maxPriorityFeePerGas: "0x0", nonce: "0x0", chainId: "0x7a69" });
  n.same("bytes", raw);
  const hash = await n.viem.sendRawTransaction({ serializedTransaction: raw });
  n.same("status", (await n.viem.waitForTransactionReceipt({ hash })).status);
});

check("send: a transaction for another chain is refused", async (n) => {
  const raw = await alice.signTransaction({ chainId: 1, nonce: 0, to: nobody, gas: 21_000n, maxFeePerGas: parseGwei("3"), type: "eip1559" });
  const answer = await n.rpc("eth_sendRawTransaction", [raw]);
  n.same("refused", Boolean(answer.error));
  n.note("error", [answer.error.code, answer.error.message]);
});

check("send: a nonce that was used is refused, and viem knows why", async (n) => {
  await n.pay();
  const error = await fails(n.wallet.sendTransaction({ to: nobody, nonce: 0, gas: 21_000n }));
  n.same("viem's name", error.walk((e) => e.name === "NonceTooLowError")?.name ?? error.name);
});

check("send: ethers knows a used nonce", async (n) => {
  await n.pay();
  n.same("code", (await fails(n.signer.sendTransaction({ to: nobody, nonce: 0, gasLimit: 21_000n }))).code);
});

check("send: more than there is is refused, and viem knows why", async (n) => {
  const error = await fails(n.wallet.sendTransaction({ to: nobody, value: 10n ** 30n, gas: 21_000n }));
  n.same("viem's name", error.walk((e) => e.name === "InsufficientFundsError")?.name ?? error.name);
});

check("send: ethers knows that there is not enough", async (n) => {
  n.same("code", (await fails(n.signer.sendTransaction({ to: nobody, value: 10n ** 30n, gasLimit: 21_000n }))).code);
});

check("send: less gas than a transfer takes is refused, and viem knows why", async (n) => {
  const error = await fails(n.wallet.sendTransaction({ to: nobody, gas: 20_000n }));
  n.same("viem's name", error.walk((e) => e.name === "IntrinsicGasTooLowError")?.name ?? error.name);
});

check("send: a tip above the cap is refused", async (n) => {
  const raw = await n.rpc("eth_sendTransaction", [{ from: alice.address, to: nobody, maxFeePerGas: "0x1", maxPriorityFeePerGas: "0x77359400", gas: "0x5208" }]);
  n.same("refused", Boolean(raw.error));
});

check("send: the same bytes again are refused", async (n) => {
  const raw = await alice.signTransaction({ chainId: 31337, nonce: 0, to: nobody, gas: 21_000n, maxFeePerGas: parseGwei("3"), type: "eip1559" });
  await n.viem.waitForTransactionReceipt({ hash: await n.ask("eth_sendRawTransaction", raw) });
  const again = await n.rpc("eth_sendRawTransaction", [raw]);
  n.same("refused", Boolean(again.error));
  n.note("code", again.error.code);
});

check("send: a transaction above the cap of EIP-7825 is refused", async (n) => {
  const raw = await alice.signTransaction({ chainId: 31337, nonce: 0, to: nobody, gas: 17_000_000n, maxFeePerGas: parseGwei("3"), type: "eip1559" });
  n.same("refused", Boolean((await n.rpc("eth_sendRawTransaction", [raw])).error));
});
