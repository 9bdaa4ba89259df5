// viem's tests of its test actions, and only these: the others are of viem, or of Ethereum's mainnet.
import { join } from 'node:path';

const { SUITE: suite, SUITE_OUT: output } = process.env;

export default {
  root: suite,
  test: {
    alias: [
      { find: '~test', replacement: join(suite, 'test/src') },
      { find: /^viem$/, replacement: join(suite, 'src/index.ts') },
      { find: /^viem\/(.*)/, replacement: join(suite, 'src/$1') },
    ],
    include: ['src/actions/test/*.test.ts'],
    setupFiles: [join(suite, 'test/setup.ts')],
    globalSetup: [join(suite, '../../serve.mjs')],
    fileParallelism: false,
    cache: false, // by which the order of the files would be another on each node
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: output ? ['json'] : ['verbose'],
    ...(output && { outputFile: output }),
  },
};
