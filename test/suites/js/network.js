// The tests of Hardhat's helpers ask for the network "hardhat", which is in process. Here that name is
// the node at SUITE_URL.
const parameters = require(require.resolve('hardhat/internal/core/params/env-variables', { paths: [process.cwd()] }));
const asked = parameters.getEnvHardhatArguments;
parameters.getEnvHardhatArguments = (...args) => ({ ...asked(...args), network: 'localhost' });
const resolution = require(require.resolve('hardhat/internal/core/config/default-config', { paths: [process.cwd()] }));
resolution.defaultLocalhostNetworkParams.url = process.env.SUITE_URL;
resolution.defaultLocalhostNetworkParams.timeout = 60000;
