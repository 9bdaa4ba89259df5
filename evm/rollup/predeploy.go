package rollup

import "github.com/ethereum/go-ethereum/common"

// Addresses of contracts that every chain of the OP stack has from its first block.
var (
	// Oracle tells what a transaction would be charged.
	Oracle = common.HexToAddress("0x420000000000000000000000000000000000000F")
	// L1Block holds what the chain knows of the one below it.
	L1Block = common.HexToAddress("0x4200000000000000000000000000000000000015")
	// DataVault and OperatorVault take the two fees.
	DataVault     = common.HexToAddress("0x420000000000000000000000000000000000001A")
	OperatorVault = common.HexToAddress("0x420000000000000000000000000000000000001b")
)
