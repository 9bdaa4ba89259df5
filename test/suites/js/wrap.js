// A configuration around that of a suite: compilers from disk, one network, a report as JSON.
const path = require('path');
const { SUITE: suite, SUITE_CONFIG: config, SUITE_SOLC: compilers, SUITE_URL: url, SUITE_OUT: output } = process.env;
const from = (name) => require(require.resolve(name, { paths: [suite] }));
const { extendEnvironment, extendProvider, subtask } = from('hardhat/config');
const { ProviderWrapper } = from('hardhat/plugins');
const { TASK_COMPILE_SOLIDITY_GET_SOLC_BUILD } = from('hardhat/builtin-tasks/task-names');

subtask(TASK_COMPILE_SOLIDITY_GET_SOLC_BUILD, async ({ solcVersion }) => ({
  version: solcVersion,
  longVersion: solcVersion,
  compilerPath: path.join(compilers, solcVersion, 'node_modules', 'solc', 'soljson.js'),
  isSolcJs: true,
}));

let own = require(path.join(suite, config));
own = own.default ?? own;

// A transaction is in its block when the answer comes, as on Hardhat's own network, for which these suites
// are written. The devnet does so; anvil makes the block a moment later, and most of a suite would see none.
class Settled extends ProviderWrapper {
  async request(args) {
    const result = await this._wrappedProvider.request(args);
    if (/^eth_send(Raw)?Transaction$/.test(args.method)) await this.settle(result);
    return result;
  }

  async settle(hash) {
    const ask = (method, ...params) => this._wrappedProvider.request({ method, params });
    for (let left = 500; left > 0 && !(await ask('eth_getTransactionReceipt', hash)) && (await ask('anvil_getAutomine')); left--) {
      await new Promise((next) => setTimeout(next, 5));
    }
  }
}
if (url) extendProvider((provider) => new Settled(provider));

// hardhat-waffle hands out keys on Hardhat's own network only; these are the same.
extendEnvironment((hre) => {
  const provider = hre.waffle?.provider;
  if (!provider) return;
  const { Wallet } = from('ethers');
  const phrase = 'test test test test test test test test test test test junk';
  provider.getWallets = () => [...Array(20).keys()].map((i) => Wallet.fromMnemonic(phrase, `m/44'/60'/0'/0/${i}`).connect(provider));
});

module.exports = {
  ...own,
  defaultNetwork: url ? 'suite' : 'hardhat',
  paths: { ...own.paths, root: suite },
  networks: { ...own.networks, ...(url && { suite: { url, timeout: 60000 } }) },
  mocha: { ...own.mocha, ...(output && { reporter: 'json', reporterOptions: { output } }) },
};
