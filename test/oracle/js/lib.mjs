// What the checks share: the list of them, clients of every kind, and the two ways
// to say what was seen.

import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Contract, ContractFactory, FetchRequest, JsonRpcProvider, Network, Wallet, WebSocketProvider } from "ethers";
import { createPublicClient, createTestClient, createWalletClient, http, publicActions, testActions, walletActions, webSocket } from "viem";
import { mnemonicToAccount } from "viem/accounts";
import { foundry } from "viem/chains";

const here = dirname(fileURLToPath(import.meta.url));
const execute = promisify(execFile);

/** A contract of ours that does one thing of every kind. */
export const specimen = JSON.parse(readFileSync(join(here, "../../../contracts/out/Specimen.json"), "utf8"));

const phrase = "test test test test test test test test test test test junk";

/** The developer accounts of both nodes. */
export const [alice, bob, carol] = [0, 1, 2].map((addressIndex) => mnemonicToAccount(phrase, { addressIndex }));

export const aliceKey = "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80";

/** An account nobody has a key of. */
export const nobody = "0xb0b0000000000000000000000000000000000b0b";

export const checks = [];

/** check adds one; run gets a Node and throws where the node is wrong. */
export function check(name, run) {
  checks.push({ name, run });
}

export function must(condition, what) {
  if (!condition) throw new Error(what);
}

/** equal compares two values as JSON. */
export function equal(got, want, what = "value") {
  must(plain(got) === plain(want), `${what} is ${plain(got)}, not ${plain(want)}`);
}

export function plain(value) {
  return JSON.stringify(value, (_, v) => (typeof v === "bigint" ? `${v}` : v)) ?? "undefined";
}

/** fails runs what must be refused and returns the error. */
export async function fails(promise) {
  let done;
  try {
    done = await promise;
  } catch (error) {
    return error;
  }
  throw new Error(`was not refused, but gave ${plain(done)}`);
}

/** soon waits for a promise, at most ten seconds. */
export function soon(promise, what) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} did not happen in 10 s`)), 10_000);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** Fees and gas of a transfer, so that no node has a say in them: anvil keeps its base fee when it goes back. */
export const fixed = { gas: 21_000n, maxFeePerGas: 100_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n };

/** until asks again, at most ten seconds. */
export async function until(done, what) {
  const end = Date.now() + 10_000;
  while (!(await done())) {
    must(Date.now() < end, `${what} did not happen in 10 s`);
    await new Promise((next) => setTimeout(next, 20));
  }
}

/** Node is one endpoint and the clients that speak to it. */
export class Node {
  constructor(url) {
    this.url = url;
    this.wsUrl = url.replace("http", "ws");
    const options = { chain: foundry, pollingInterval: 50, cacheTime: 0 };
    const transport = http(url, { retryCount: 0 });
    this.viem = createTestClient({ ...options, mode: "anvil", transport }).extend(publicActions).extend(walletActions);
    this.hardhat = createTestClient({ ...options, mode: "hardhat", transport }).extend(testActions({ mode: "hardhat" }));
    this.wallet = createWalletClient({ ...options, account: alice, transport });
    this.batching = createPublicClient({ ...options, transport: http(url, { batch: true, retryCount: 0 }) });
    const network = Network.from(31337);
    this.ethers = new JsonRpcProvider(new FetchRequest(url), network, { staticNetwork: network, cacheTimeout: -1, polling: true, pollingInterval: 50 });
    this.signer = new Wallet(aliceKey, this.ethers);
    this.opened = [];
  }

  /** rpc is a request with nothing in between; it answers the whole response. */
  async rpc(method, params = []) {
    return this.post(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }));
  }

  async post(body) {
    const response = await fetch(this.url, { method: "POST", headers: { "content-type": "application/json" }, body });
    const text = await response.text();
    try {
      return JSON.parse(text);
    } catch {
      return { text, status: response.status };
    }
  }

  /** ask is rpc for who wants the result. */
  async ask(method, ...params) {
    const { result, error } = await this.rpc(method, params);
    if (error) throw Object.assign(new Error(`${method}: ${error.message}`), error);
    return result;
  }

  /** subscriber is a viem client over WebSocket. */
  subscriber() {
    const client = createPublicClient({ chain: foundry, transport: webSocket(this.wsUrl, { retryCount: 0, reconnect: false }) });
    this.opened.push(async () => (await client.transport.getRpcClient()).close());
    return client;
  }

  /** socket is an ethers provider over WebSocket. It is closed when all it has asked is answered: what it
   * asks for last, to unsubscribe, it asks for only once it knows the subscription, and nobody waits for that. */
  socket() {
    const provider = new WebSocketProvider(this.wsUrl, 31337, { staticNetwork: true });
    const asked = new Set();
    const send = provider.send.bind(provider);
    provider.send = (method, params) => {
      const answer = send(method, params);
      asked.add(answer);
      answer.catch(() => {}).then(() => asked.delete(answer));
      return answer;
    };
    this.opened.push(async () => {
      await provider.removeAllListeners();
      do {
        await Promise.allSettled([...asked]);
        await new Promise(setImmediate);
      } while (asked.size > 0);
      provider.destroy();
    });
    return provider;
  }

  async cast(...args) {
    const { stdout } = await execute(castPath, [args[0], "--rpc-url", this.url, ...args.slice(1)], { timeout: 20_000 });
    return stdout.trim();
  }

  /** deploy puts a Specimen on the chain. */
  async deploy() {
    const hash = await this.wallet.deployContract({ abi: specimen.abi, bytecode: specimen.bytecode });
    const { contractAddress } = await this.viem.waitForTransactionReceipt({ hash });
    return contractAddress;
  }

  /** write calls a Specimen and returns the receipt. */
  async write(address, functionName, args, more = {}) {
    const hash = await this.wallet.writeContract({ address, abi: specimen.abi, functionName, args, ...more });
    return this.viem.waitForTransactionReceipt({ hash });
  }

  read(address, functionName, args = []) {
    return this.viem.readContract({ address, abi: specimen.abi, functionName, args });
  }

  ethersSpecimen(address, runner = this.signer) {
    return new Contract(address, specimen.abi, runner);
  }

  ethersFactory() {
    return new ContractFactory(specimen.abi, specimen.bytecode, this.signer);
  }

  /** pay sends one wei in the same bytes on every chain, and answers the receipt. */
  async pay(to = nobody, value = 1n) {
    const hash = await this.wallet.sendTransaction({ to, value, ...fixed });
    return this.viem.waitForTransactionReceipt({ hash });
  }

  /** waiting runs while nothing is mined, and leaves nothing that waits behind. */
  async waiting(run) {
    await this.viem.setAutomine(false);
    try {
      await run();
    } finally {
      await this.ask("anvil_dropAllTransactions");
      await this.viem.setAutomine(true);
    }
  }

  /** tidy closes what a check has opened, and lets what it sent be mined. */
  async tidy() {
    for (const close of this.opened.splice(0)) await close();
    await until(async () => (await this.ask("txpool_status")).pending === "0x0", "the end of what waits");
  }
}

const castPath = join(here, "node_modules/@foundry-rs", `cast-${process.platform}-${{ x64: "amd64" }[process.arch] ?? process.arch}`, "bin/cast");
