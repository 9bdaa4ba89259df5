// viem's tests of its test actions on the node at SUITE_URL. They name a node as prool's server does, by a
// port and the number of a worker; here one worker has one node for all of its files.
import { createServer, request } from 'node:http';

const url = process.env.SUITE_URL;

export default async function serve() {
  const server = createServer((from, to) => {
    const on = request(url, { method: from.method, headers: { 'content-type': 'application/json' } }, (answer) => {
      to.writeHead(answer.statusCode, answer.headers);
      answer.pipe(to);
    });
    on.on('error', () => to.destroy());
    from.pipe(on);
  });
  await new Promise((ready, fail) => server.once('error', fail).listen(8545, '127.0.0.1', ready));
  return () => server.close();
}
