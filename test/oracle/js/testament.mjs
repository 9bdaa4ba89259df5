// Checks a testament as anybody could who has the file only: computes its hash anew
// and has viem and ethers say who signed it. Prints {sha256, viem, ethers}.
//
//   node testament.mjs death/testament.json

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { verifyTypedData as byEthers } from "ethers";
import { recoverTypedDataAddress } from "viem";

// Numbers stay as they are written: another language may print them in another way.
const text = readFileSync(process.argv[2], "utf8");
const token = /("(?:[^"\\]|\\.)*")|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/g;
const will = JSON.parse(text.replace(token, (_, string, number) => string ?? `{"number":"${number}"}`));
const written = (v) => Object.keys(v).join() === "number" && typeof v.number === "string";

// What the hash is over: no integrity, keys in the order of their bytes, no spaces.
function canonical(v) {
  if (Array.isArray(v)) return `[${v.map(canonical).join(",")}]`;
  if (v === null || typeof v !== "object") return JSON.stringify(v);
  if (written(v)) return v.number;
  const keys = Object.keys(v).sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  return `{${keys.map((k) => `${JSON.stringify(k)}:${canonical(v[k])}`).join(",")}}`;
}

const { integrity, ...words } = will;
const sha256 = createHash("sha256").update(canonical(words)).digest("hex");
const { golem_id: golemId, wallet_address: wallet, chain_id: chainId } = words.identity;
const domain = { name: "Bardo Testament", version: "4.0", chainId: Number(chainId.number) };
const types = {
  Testament: [
    { name: "golemId", type: "string" },
    { name: "wallet", type: "address" },
    { name: "sha256", type: "bytes32" },
  ],
};
const message = { golemId, wallet, sha256: `0x${sha256}` };
const signature = integrity.eip712_signature;
console.log(
  JSON.stringify({
    sha256,
    viem: await recoverTypedDataAddress({ domain, types, primaryType: "Testament", message, signature }),
    ethers: byEthers(domain, types, message, signature),
  }),
);
