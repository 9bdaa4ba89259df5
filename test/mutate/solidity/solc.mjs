// Compiles for mutate: a request is one line of JSON on the standard input, its answer one
// line on the standard output. Only how a contract's artifact was built says how it is
// built again: settings are those of the request.
//
//   node solc.mjs <folder that has solc>

import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";

const solc = createRequire(join(process.argv[2], "x.mjs"))("solc");
for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(JSON.stringify(JSON.parse(solc.compile(line))) + "\n");
}
