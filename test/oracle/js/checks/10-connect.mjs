import { alice, bob, check, equal, must, plain, soon } from "../lib.mjs";

check("connect: viem reads the chain id over HTTP", async (n) => n.same("id", await n.viem.getChainId()));

check("connect: viem reads the chain id over WebSocket", async (n) => n.same("id", await soon(n.subscriber().getChainId(), "an answer")));

check("connect: ethers knows the network over HTTP", async (n) => n.same("id", (await n.ethers.send("eth_chainId", []))));

check("connect: ethers knows the network over WebSocket", async (n) => n.same("height", await soon(n.socket().getBlockNumber(), "an answer")));

check("connect: cast reads the chain id", async (n) => n.same("id", await n.cast("chain-id")));

check("connect: cast reads the client", async (n) => n.note("client", await n.cast("client")));

check("connect: the node has the developer accounts", async (n) => {
  const accounts = await n.viem.request({ method: "eth_accounts" });
  equal(accounts[0], alice.address.toLowerCase());
  n.same("accounts", accounts);
  n.same("balances", await Promise.all([alice, bob].map((a) => n.viem.getBalance({ address: a.address }))));
});

check("connect: a batch is answered in its order, faults in their place", async (n) => {
  const answers = await n.post(
    JSON.stringify([
      { jsonrpc: "2.0", id: 7, method: "eth_chainId" },
      { jsonrpc: "2.0", id: "x", method: "eth_nonesuch" },
      { jsonrpc: "2.0", id: 9, method: "eth_getBalance", params: [bob.address, "latest"] },
    ]),
  );
  n.same("ids", answers.map((a) => a.id));
  n.same("faults", answers.map((a) => a.error?.code ?? 0));
  n.same("results", answers.map((a) => a.result ?? null));
});

check("connect: viem batches requests", async (n) => {
  const [id, balance, nonce] = await Promise.all([
    n.batching.getChainId(),
    n.batching.getBalance({ address: bob.address }),
    n.batching.getTransactionCount({ address: bob.address }),
  ]);
  n.same("answers", [id, balance, nonce]);
});

check("connect: ethers batches requests", async (n) => {
  n.same("answers", await Promise.all([n.ethers.getBalance(bob.address), n.ethers.getTransactionCount(bob.address), n.ethers.getCode(bob.address)]));
});

check("connect: a page of localhost may ask", async (n) => {
  const response = await fetch(n.url, {
    method: "OPTIONS",
    headers: { origin: "http://localhost:5173", "access-control-request-method": "POST", "access-control-request-headers": "content-type" },
  });
  must(response.ok, `the preflight was answered ${response.status}`);
  must(["*", "http://localhost:5173"].includes(response.headers.get("access-control-allow-origin")), plain([...response.headers]));
});

check("connect: a page from elsewhere may not ask", async (n) => {
  const response = await fetch(n.url, { method: "OPTIONS", headers: { origin: "https://example.com", "access-control-request-method": "POST" } });
  n.note("allowed", response.headers.get("access-control-allow-origin"));
});

check("connect: plain answers", async (n) => {
  for (const method of ["net_version", "net_listening", "eth_syncing", "eth_hashrate", "eth_coinbase", "eth_blobBaseFee"]) n.same(method, await n.ask(method));
  for (const method of ["eth_mining", "net_peerCount"]) n.note(method, (await n.rpc(method)).result ?? null);
  n.same("sha3", await n.ask("web3_sha3", "0x68656c6c6f"));
});
