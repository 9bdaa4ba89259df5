// A configuration around that of a suite: compilers from disk, one network, a report as JSON.
const path = require('path');
const { SUITE: suite, SUITE_CONFIG: config, SUITE_SOLC: compilers, SUITE_URL: url, SUITE_OUT: output } = process.env;
const from = (name) => require(require.resolve(name, { paths: [suite] }));
const { extendEnvironment, subtask } = from('hardhat/config');
const { TASK_COMPILE_SOLIDITY_GET_SOLC_BUILD } = from('hardhat/builtin-tasks/task-names');

subtask(TASK_COMPILE_SOLIDITY_GET_SOLC_BUILD, async ({ solcVersion }) => ({
  version: solcVersion,
  longVersion: solcVersion,
  compilerPath: path.join(compilers, solcVersion, 'node_modules', 'solc', 'soljson.js'),
  isSolcJs: true,
}));

let own = require(path.join(suite, config));
own = own.default ?? own;

// Who waits for a transaction looks again soon and not after four seconds: anvil makes its block a moment
// after it has answered.
const { BaseProvider } = from('ethers').providers ?? {};
if (BaseProvider) Object.defineProperty(BaseProvider.prototype, '_pollingInterval', { get: () => 20, set: () => {} });

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
