// Runs every check against one endpoint and prints a line of JSON for each:
// {check, error?, results, details}. Results must be the same on every chain;
// details may differ where somebody can say why.
//
//   node run.mjs http://127.0.0.1:8545 [part of a check's name]

import { readdirSync } from "node:fs";
import { checks, Node, plain } from "./lib.mjs";

for (const file of readdirSync(new URL("checks/", import.meta.url)).sort()) await import(`./checks/${file}`);

const [url, part = ""] = process.argv.slice(2);
const node = new Node(url);

for (const { name, run } of checks) {
  if (!name.includes(part)) continue;
  const line = { check: name, results: {}, details: {} };
  node.same = (what, value) => (line.results[what] = plain(value));
  node.note = (what, value) => (line.details[what] = plain(value));
  const id = await node.ask("evm_snapshot");
  try {
    await run(node);
  } catch (error) {
    line.error = `${error.stack ?? error}`.split("\n").slice(0, 6).join("\n");
  }
  await node.tidy().catch((error) => (line.error ??= `${error}`));
  const reverted = await node.rpc("evm_revert", [id]);
  if (reverted.result !== true && !line.error) line.error = `the chain did not go back: ${plain(reverted)}`;
  console.log(plain(line));
}
process.exit(0);
