package kit

import (
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
)

// Enforcers are the caveats of the delegation framework that need no argument, by the
// name of their artifact and of their entry in the book.
var Enforcers = []string{
	"AllowedCalldataEnforcer", "AllowedMethodsEnforcer", "AllowedTargetsEnforcer", "ApprovalRevocationEnforcer",
	"ArgsEqualityCheckEnforcer", "BlockNumberEnforcer", "DeployedEnforcer", "ERC1155BalanceChangeEnforcer",
	"ERC20BalanceChangeEnforcer", "ERC20PeriodTransferEnforcer", "ERC20StreamingEnforcer", "ERC20TransferAmountEnforcer",
	"ERC721BalanceChangeEnforcer", "ERC721TransferEnforcer", "ExactCalldataBatchEnforcer", "ExactCalldataEnforcer",
	"ExactExecutionBatchEnforcer", "ExactExecutionEnforcer", "IdEnforcer", "LimitedCallsEnforcer", "MultiTokenPeriodEnforcer",
	"NativeBalanceChangeEnforcer", "NativeTokenPeriodTransferEnforcer", "NativeTokenStreamingEnforcer",
	"NativeTokenTransferAmountEnforcer", "NonceEnforcer", "OwnershipTransferEnforcer", "RedeemerEnforcer",
	"SpecificActionERC20TransferBatchEnforcer", "TimestampEnforcer", "ValueLteEnforcer",
}

// delegation creates the entry points, the manager, its 7702 account and the enforcers.
// The account was built for entry point 0.7.
func (w *writer) delegation(phase string) {
	w.make(phase, "EntryPoint", nil, nil)
	entry := w.make(phase, "EntryPoint07", nil, nil)
	manager := w.make(phase, "DelegationManager", word(w.Deployer()), nil)
	w.make(phase, "EIP7702StatelessDeleGator", append(word(manager), word(entry)...), nil)
	for _, name := range Enforcers {
		w.make(phase, name, nil, nil)
	}
	w.make(phase, "LogicalOrWrapperEnforcer", word(manager), nil)
	w.make(phase, "NativeTokenPaymentEnforcer", append(word(manager), word(w.At("ArgsEqualityCheckEnforcer"))...), nil)
}

// word is an address as an argument of a constructor.
func word(a common.Address) []byte { return common.LeftPadBytes(a[:], 32) }

// created is the address of a contract's n-th creation.
func created(by common.Address, n uint64) common.Address { return crypto.CreateAddress(by, n) }
