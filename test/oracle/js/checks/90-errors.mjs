import { check, nobody } from "../lib.mjs";

// The code of each fault. What JSON-RPC itself defines is the same everywhere.
const faults = {
  "an unknown method": ["eth_nonesuch", []],
  "an unknown namespace": ["nonesuch_x", []],
  "a parameter that is missing": ["eth_getBalance", []],
  "an address that is none": ["eth_getBalance", ["0x12", "latest"]],
  "a block that is none": ["eth_getBlockByNumber", ["newest", false]],
  "a call that is no object": ["eth_call", ["0x12", "latest"]],
  "bytes that are no transaction": ["eth_sendRawTransaction", ["0x1234"]],
  "a filter that is none": ["eth_newFilter", [{ address: "0x12" }]],
  "a number that is none": ["evm_increaseTime", ["soon"]],
};
for (const [what, [method, params]] of Object.entries(faults)) {
  check(`error: ${what}`, async (n) => {
    const { error } = await n.rpc(method, params);
    n.same("refused", Boolean(error));
    n.note("code", error?.code);
  });
}

check("error: what is not JSON, and what is no request", async (n) => {
  n.note("not JSON", (await n.post("{nonsense")).error?.code ?? "none");
  n.note("no request", (await n.post('{"hello":1}')).error?.code ?? "none");
  n.note("an empty batch", (await n.post("[]")).error?.code ?? "none");
});

check("error: a sender nobody holds a key of", async (n) => {
  const { error } = await n.rpc("eth_signTransaction", [{ from: nobody, to: nobody, gas: "0x5208", gasPrice: "0x77359400", nonce: "0x0" }]);
  n.same("refused", Boolean(error));
  n.note("code", error?.code);
});
