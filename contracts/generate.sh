#!/bin/sh
# Recompiles our contracts, and writes evm/network and evm/bind anew. On a clean tree it changes
# nothing. What a machine lacks is skipped with a printed reason.
set -eu
cd "$(dirname "$0")/.."

if ! command -v node >/dev/null 2>&1; then
	echo "contracts not compiled: node is not installed"
elif [ ! -d contracts/node_modules/solc ]; then
	echo "contracts not compiled: run npm ci in contracts first"
else
	node contracts/compile.mjs
	node contracts/networks.mjs
fi

go run ./contracts/gen
