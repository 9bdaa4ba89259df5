// Code generated via abigen V2 - DO NOT EDIT.
// This file is a generated binding and any manual changes will be lost.

package bind

import (
	"bytes"
	"errors"
	"math/big"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
)

// Reference imports to suppress errors if they are not otherwise used.
var (
	_ = bytes.Equal
	_ = errors.New
	_ = big.NewInt
	_ = common.Big1
	_ = types.BloomLookup
	_ = abi.ConvertType
)

// CageAmount is an auto generated low-level Go binding around an user-defined struct.
type CageAmount struct {
	Token  common.Address
	Amount *big.Int
}

// CageBinding is an auto generated low-level Go binding around an user-defined struct.
type CageBinding struct {
	Target common.Address
	Reader common.Address
	Deeds  uint16
}

// CageCap is an auto generated low-level Go binding around an user-defined struct.
type CageCap struct {
	Kind    uint8
	Subject common.Address
	Share   uint16
}

// CageSelector is an auto generated low-level Go binding around an user-defined struct.
type CageSelector struct {
	Target   common.Address
	Selector [4]byte
}

// CageSetup is an auto generated low-level Go binding around an user-defined struct.
type CageSetup struct {
	Owner                common.Address
	Account              common.Address
	Enforcer             common.Address
	Cash                 common.Address
	PriceOracle          common.Address
	SanctionsOracle      common.Address
	ConstitutionHash     [32]byte
	HighWaterMark        *big.Int
	Limits               [14]uint64
	DrawdownWindow       uint32
	MinRebalanceInterval uint32
	MaxRebalancesPerDay  uint32
	Assets               []common.Address
	Protocols            []common.Address
	Selectors            []CageSelector
	Readers              []CageBinding
	Caps                 []CageCap
}

// CageSnapshot is an auto generated low-level Go binding around an user-defined struct.
type CageSnapshot struct {
	Setup              CageSetup
	Halted             bool
	Version            uint64
	Nonce              *big.Int
	Spent              *big.Int
	Lost               *big.Int
	OpenPositionCount  *big.Int
	Deployed           *big.Int
	HighWaterMarkNonce *big.Int
	Placed             []*big.Int
}

// PolicyCageMetaData contains all meta data concerning the PolicyCage contract.
var PolicyCageMetaData = MetaData{
	ABI: "[{\"inputs\":[{\"components\":[{\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"account\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"enforcer\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"cash\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"priceOracle\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"sanctionsOracle\",\"type\":\"address\"},{\"internalType\":\"bytes32\",\"name\":\"constitutionHash\",\"type\":\"bytes32\"},{\"internalType\":\"uint256\",\"name\":\"highWaterMark\",\"type\":\"uint256\"},{\"internalType\":\"uint64[14]\",\"name\":\"limits\",\"type\":\"uint64[14]\"},{\"internalType\":\"uint32\",\"name\":\"drawdownWindow\",\"type\":\"uint32\"},{\"internalType\":\"uint32\",\"name\":\"minRebalanceInterval\",\"type\":\"uint32\"},{\"internalType\":\"uint32\",\"name\":\"maxRebalancesPerDay\",\"type\":\"uint32\"},{\"internalType\":\"address[]\",\"name\":\"assets\",\"type\":\"address[]\"},{\"internalType\":\"address[]\",\"name\":\"protocols\",\"type\":\"address[]\"},{\"components\":[{\"internalType\":\"address\",\"name\":\"target\",\"type\":\"address\"},{\"internalType\":\"bytes4\",\"name\":\"selector\",\"type\":\"bytes4\"}],\"internalType\":\"structCageSelector[]\",\"name\":\"selectors\",\"type\":\"tuple[]\"},{\"components\":[{\"internalType\":\"address\",\"name\":\"target\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"reader\",\"type\":\"address\"},{\"internalType\":\"uint16\",\"name\":\"deeds\",\"type\":\"uint16\"}],\"internalType\":\"structCageBinding[]\",\"name\":\"readers\",\"type\":\"tuple[]\"},{\"components\":[{\"internalType\":\"enumCageCapKind\",\"name\":\"kind\",\"type\":\"uint8\"},{\"internalType\":\"address\",\"name\":\"subject\",\"type\":\"address\"},{\"internalType\":\"uint16\",\"name\":\"share\",\"type\":\"uint16\"}],\"internalType\":\"structCageCap[]\",\"name\":\"caps\",\"type\":\"tuple[]\"}],\"internalType\":\"structCageSetup\",\"name\":\"s\",\"type\":\"tuple\"}],\"stateMutability\":\"nonpayable\",\"type\":\"constructor\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"asset\",\"type\":\"address\"}],\"name\":\"AssetNotApproved\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"BadSignature\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"enumCageCapKind\",\"name\":\"kind\",\"type\":\"uint8\"},{\"internalType\":\"address\",\"name\":\"subject\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"current\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"max\",\"type\":\"uint256\"}],\"name\":\"CapExceeded\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"id\",\"type\":\"bytes32\"},{\"internalType\":\"uint256\",\"name\":\"eta\",\"type\":\"uint256\"}],\"name\":\"ChangeNotDue\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"current\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"min\",\"type\":\"uint256\"}],\"name\":\"CollateralRatioTooLow\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"current\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"max\",\"type\":\"uint256\"}],\"name\":\"ConcentrationExceeded\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"}],\"name\":\"DestinationNotAllowed\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"current\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"max\",\"type\":\"uint256\"}],\"name\":\"DrawdownExceeded\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"Halted\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"loss\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"remaining\",\"type\":\"uint256\"}],\"name\":\"LossLimitReached\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"NotMover\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"NotOwner\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"NothingToValidate\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"enumCageKind\",\"name\":\"kind\",\"type\":\"uint8\"},{\"internalType\":\"bytes32\",\"name\":\"subject\",\"type\":\"bytes32\"},{\"internalType\":\"uint256\",\"name\":\"value\",\"type\":\"uint256\"}],\"name\":\"OutOfRange\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"max\",\"type\":\"uint256\"}],\"name\":\"PositionLimitReached\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"current\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"max\",\"type\":\"uint256\"}],\"name\":\"PositionTooLarge\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"target\",\"type\":\"address\"}],\"name\":\"ProtocolNotApproved\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"target\",\"type\":\"address\"}],\"name\":\"SanctionedAddress\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"target\",\"type\":\"address\"},{\"internalType\":\"bytes4\",\"name\":\"selector\",\"type\":\"bytes4\"}],\"name\":\"SelectorNotAllowed\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"remaining\",\"type\":\"uint256\"}],\"name\":\"SpendingLimitExceeded\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"id\",\"type\":\"bytes32\"}],\"name\":\"UnknownChange\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"position\",\"type\":\"uint256\"}],\"name\":\"UnknownPosition\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"given\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"received\",\"type\":\"uint256\"}],\"name\":\"ValueLost\",\"type\":\"error\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"token\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"bool\",\"name\":\"allowed\",\"type\":\"bool\"}],\"name\":\"AssetWhitelisted\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"enumCageCapKind\",\"name\":\"kind\",\"type\":\"uint8\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"subject\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"share\",\"type\":\"uint256\"}],\"name\":\"CapUpdated\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"id\",\"type\":\"bytes32\"}],\"name\":\"ChangeApplied\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"id\",\"type\":\"bytes32\"}],\"name\":\"ChangeCancelled\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"id\",\"type\":\"bytes32\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"eta\",\"type\":\"uint256\"}],\"name\":\"ChangeScheduled\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"bps\",\"type\":\"uint256\"}],\"name\":\"DrawdownThresholdUpdated\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":false,\"internalType\":\"address\",\"name\":\"by\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"timestamp\",\"type\":\"uint256\"}],\"name\":\"EmergencyHalt\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"value\",\"type\":\"uint256\"}],\"name\":\"HighWaterMarkUpdated\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"enumCageLimit\",\"name\":\"limit\",\"type\":\"uint8\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"value\",\"type\":\"uint256\"}],\"name\":\"LimitUpdated\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"uint256\",\"name\":\"position\",\"type\":\"uint256\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"cost\",\"type\":\"uint256\"}],\"name\":\"PositionClosed\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"n\",\"type\":\"uint256\"}],\"name\":\"PositionLimitUpdated\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"uint256\",\"name\":\"position\",\"type\":\"uint256\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"cost\",\"type\":\"uint256\"}],\"name\":\"PositionReduced\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"target\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"bool\",\"name\":\"allowed\",\"type\":\"bool\"}],\"name\":\"ProtocolUpdated\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"target\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"address\",\"name\":\"reader\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint16\",\"name\":\"deeds\",\"type\":\"uint16\"}],\"name\":\"ReaderUpdated\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":false,\"internalType\":\"address\",\"name\":\"by\",\"type\":\"address\"}],\"name\":\"Resumed\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"enumCageKind\",\"name\":\"role\",\"type\":\"uint8\"},{\"indexed\":false,\"internalType\":\"address\",\"name\":\"holder\",\"type\":\"address\"}],\"name\":\"RoleUpdated\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"target\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"bytes4\",\"name\":\"selector\",\"type\":\"bytes4\"},{\"indexed\":false,\"internalType\":\"bool\",\"name\":\"allowed\",\"type\":\"bool\"}],\"name\":\"SelectorUpdated\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[],\"name\":\"SessionBegun\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"perTx\",\"type\":\"uint256\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"perDay\",\"type\":\"uint256\"}],\"name\":\"SpendingCapUpdated\",\"type\":\"event\"},{\"inputs\":[],\"name\":\"account\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"allowArbitraryCalldata\",\"outputs\":[{\"internalType\":\"bool\",\"name\":\"\",\"type\":\"bool\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"id\",\"type\":\"bytes32\"}],\"name\":\"applyChange\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"assets\",\"outputs\":[{\"internalType\":\"address[]\",\"name\":\"\",\"type\":\"address[]\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"beginSession\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"id\",\"type\":\"bytes32\"}],\"name\":\"cancelChange\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"cash\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"name\":\"changes\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"slot\",\"type\":\"bytes32\"},{\"internalType\":\"bytes32\",\"name\":\"subject\",\"type\":\"bytes32\"},{\"internalType\":\"uint256\",\"name\":\"value\",\"type\":\"uint256\"},{\"internalType\":\"uint64\",\"name\":\"eta\",\"type\":\"uint64\"},{\"internalType\":\"enumCageKind\",\"name\":\"kind\",\"type\":\"uint8\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"target\",\"type\":\"address\"},{\"internalType\":\"bytes4\",\"name\":\"selector\",\"type\":\"bytes4\"}],\"name\":\"checkCall\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"reader\",\"type\":\"address\"},{\"internalType\":\"uint16\",\"name\":\"deeds\",\"type\":\"uint16\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"borrowValue\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"collateralValue\",\"type\":\"uint256\"}],\"name\":\"checkCollateralRatio\",\"outputs\":[],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"asset\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"newAmount\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"totalPortfolio\",\"type\":\"uint256\"}],\"name\":\"checkConcentration\",\"outputs\":[],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"currentNav\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"mark\",\"type\":\"uint256\"}],\"name\":\"checkDrawdown\",\"outputs\":[],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"target\",\"type\":\"address\"}],\"name\":\"checkSanctions\",\"outputs\":[],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"spentToday\",\"type\":\"uint256\"}],\"name\":\"checkSpendingLimit\",\"outputs\":[],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"constitutionHash\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"dailyLost\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"dailySpent\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"deployed\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"drawdownWindow\",\"outputs\":[{\"internalType\":\"uint32\",\"name\":\"\",\"type\":\"uint32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"emergencyHalt\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"enforcer\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"getConfig\",\"outputs\":[{\"components\":[{\"components\":[{\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"account\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"enforcer\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"cash\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"priceOracle\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"sanctionsOracle\",\"type\":\"address\"},{\"internalType\":\"bytes32\",\"name\":\"constitutionHash\",\"type\":\"bytes32\"},{\"internalType\":\"uint256\",\"name\":\"highWaterMark\",\"type\":\"uint256\"},{\"internalType\":\"uint64[14]\",\"name\":\"limits\",\"type\":\"uint64[14]\"},{\"internalType\":\"uint32\",\"name\":\"drawdownWindow\",\"type\":\"uint32\"},{\"internalType\":\"uint32\",\"name\":\"minRebalanceInterval\",\"type\":\"uint32\"},{\"internalType\":\"uint32\",\"name\":\"maxRebalancesPerDay\",\"type\":\"uint32\"},{\"internalType\":\"address[]\",\"name\":\"assets\",\"type\":\"address[]\"},{\"internalType\":\"address[]\",\"name\":\"protocols\",\"type\":\"address[]\"},{\"components\":[{\"internalType\":\"address\",\"name\":\"target\",\"type\":\"address\"},{\"internalType\":\"bytes4\",\"name\":\"selector\",\"type\":\"bytes4\"}],\"internalType\":\"structCageSelector[]\",\"name\":\"selectors\",\"type\":\"tuple[]\"},{\"components\":[{\"internalType\":\"address\",\"name\":\"target\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"reader\",\"type\":\"address\"},{\"internalType\":\"uint16\",\"name\":\"deeds\",\"type\":\"uint16\"}],\"internalType\":\"structCageBinding[]\",\"name\":\"readers\",\"type\":\"tuple[]\"},{\"components\":[{\"internalType\":\"enumCageCapKind\",\"name\":\"kind\",\"type\":\"uint8\"},{\"internalType\":\"address\",\"name\":\"subject\",\"type\":\"address\"},{\"internalType\":\"uint16\",\"name\":\"share\",\"type\":\"uint16\"}],\"internalType\":\"structCageCap[]\",\"name\":\"caps\",\"type\":\"tuple[]\"}],\"internalType\":\"structCageSetup\",\"name\":\"setup\",\"type\":\"tuple\"},{\"internalType\":\"bool\",\"name\":\"halted\",\"type\":\"bool\"},{\"internalType\":\"uint64\",\"name\":\"version\",\"type\":\"uint64\"},{\"internalType\":\"uint256\",\"name\":\"nonce\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"spent\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"lost\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"openPositionCount\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"deployed\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"highWaterMarkNonce\",\"type\":\"uint256\"},{\"internalType\":\"uint256[]\",\"name\":\"placed\",\"type\":\"uint256[]\"}],\"internalType\":\"structCageSnapshot\",\"name\":\"c\",\"type\":\"tuple\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"highWaterMark\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"highWaterMarkNonce\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"token\",\"type\":\"address\"}],\"name\":\"isApprovedAsset\",\"outputs\":[{\"internalType\":\"bool\",\"name\":\"\",\"type\":\"bool\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"target\",\"type\":\"address\"}],\"name\":\"isApprovedProtocol\",\"outputs\":[{\"internalType\":\"bool\",\"name\":\"\",\"type\":\"bool\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"isHalted\",\"outputs\":[{\"internalType\":\"bool\",\"name\":\"\",\"type\":\"bool\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"target\",\"type\":\"address\"},{\"internalType\":\"bytes4\",\"name\":\"selector\",\"type\":\"bytes4\"}],\"name\":\"isSelectorAllowed\",\"outputs\":[{\"internalType\":\"bool\",\"name\":\"\",\"type\":\"bool\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"token\",\"type\":\"address\"}],\"name\":\"isWhitelisted\",\"outputs\":[{\"internalType\":\"bool\",\"name\":\"\",\"type\":\"bool\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"enumCageLimit\",\"name\":\"which\",\"type\":\"uint8\"}],\"name\":\"limit\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"lossLeft\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"maxRebalancesPerDay\",\"outputs\":[{\"internalType\":\"uint32\",\"name\":\"\",\"type\":\"uint32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"minRebalanceInterval\",\"outputs\":[{\"internalType\":\"uint32\",\"name\":\"\",\"type\":\"uint32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"nonce\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"openPositionCount\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"owner\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"position\",\"type\":\"uint256\"}],\"name\":\"positionCost\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"priceOracle\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"target\",\"type\":\"address\"}],\"name\":\"readerOf\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"reader\",\"type\":\"address\"},{\"internalType\":\"uint16\",\"name\":\"deeds\",\"type\":\"uint16\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"position\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"left\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"whole\",\"type\":\"uint256\"}],\"name\":\"recordPositionClose\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"position\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"rest\",\"type\":\"uint256\"}],\"name\":\"recordPositionRest\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"position\",\"type\":\"uint256\"}],\"name\":\"releasePosition\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"resume\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"sanctionsOracle\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"sessionLost\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"enumCageCapKind\",\"name\":\"kind\",\"type\":\"uint8\"},{\"internalType\":\"address\",\"name\":\"subject\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"share\",\"type\":\"uint256\"}],\"name\":\"setCap\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"bps\",\"type\":\"uint256\"}],\"name\":\"setDrawdownThreshold\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"}],\"name\":\"setEnforcer\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"value\",\"type\":\"uint256\"},{\"internalType\":\"bytes\",\"name\":\"signature\",\"type\":\"bytes\"}],\"name\":\"setHighWaterMark\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"enumCageLimit\",\"name\":\"limit\",\"type\":\"uint8\"},{\"internalType\":\"uint256\",\"name\":\"value\",\"type\":\"uint256\"}],\"name\":\"setLimit\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"n\",\"type\":\"uint256\"}],\"name\":\"setMaxPositions\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"}],\"name\":\"setPriceOracle\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"target\",\"type\":\"address\"},{\"internalType\":\"bool\",\"name\":\"allowed\",\"type\":\"bool\"}],\"name\":\"setProtocol\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"target\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"reader\",\"type\":\"address\"},{\"internalType\":\"uint16\",\"name\":\"deeds\",\"type\":\"uint16\"}],\"name\":\"setReader\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"}],\"name\":\"setSanctionsOracle\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"target\",\"type\":\"address\"},{\"internalType\":\"bytes4\",\"name\":\"selector\",\"type\":\"bytes4\"},{\"internalType\":\"bool\",\"name\":\"allowed\",\"type\":\"bool\"}],\"name\":\"setSelector\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"perTx\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"perDay\",\"type\":\"uint256\"}],\"name\":\"setSpendingCaps\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"given\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"received\",\"type\":\"uint256\"},{\"internalType\":\"bool\",\"name\":\"exit\",\"type\":\"bool\"}],\"name\":\"settleMove\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"position\",\"type\":\"uint256\"},{\"components\":[{\"internalType\":\"address\",\"name\":\"token\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"}],\"internalType\":\"structCageAmount[]\",\"name\":\"capital\",\"type\":\"tuple[]\"}],\"name\":\"validatePositionIncrease\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"pool\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"protocol\",\"type\":\"address\"},{\"components\":[{\"internalType\":\"address\",\"name\":\"token\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"}],\"internalType\":\"structCageAmount[]\",\"name\":\"capital\",\"type\":\"tuple[]\"}],\"name\":\"validatePositionOpen\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"tokenIn\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"tokenOut\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"}],\"name\":\"validateTrade\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"},{\"internalType\":\"address\",\"name\":\"destination\",\"type\":\"address\"}],\"name\":\"validateWithdrawal\",\"outputs\":[],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"version\",\"outputs\":[{\"internalType\":\"uint64\",\"name\":\"\",\"type\":\"uint64\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"name\":\"waiting\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"token\",\"type\":\"address\"},{\"internalType\":\"bool\",\"name\":\"allowed\",\"type\":\"bool\"}],\"name\":\"whitelistAsset\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"}]",
	ID:  "PolicyCage",
}

// PolicyCage is an auto generated Go binding around an Ethereum contract.
type PolicyCage struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *PolicyCage) GetABI() abi.ABI {
	return c.abi
}

// NewPolicyCage creates a new instance of PolicyCage.
func NewPolicyCage() *PolicyCage {
	parsed, err := PolicyCageMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &PolicyCage{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor((address,address,address,address,address,address,bytes32,uint256,uint64[14],uint32,uint32,uint32,address[],address[],(address,bytes4)[],(address,address,uint16)[],(uint8,address,uint16)[]) s) returns()
func (policyCage *PolicyCage) PackConstructor(s CageSetup) []byte {
	enc, err := policyCage.abi.Pack("", s)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackAccount is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5dab2420.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function account() view returns(address)
func (policyCage *PolicyCage) PackAccount() []byte {
	enc, err := policyCage.abi.Pack("account")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackAccount is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5dab2420.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function account() view returns(address)
func (policyCage *PolicyCage) TryPackAccount() ([]byte, error) {
	return policyCage.abi.Pack("account")
}

// UnpackAccount is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x5dab2420.
//
// Solidity: function account() view returns(address)
func (policyCage *PolicyCage) UnpackAccount(data []byte) (common.Address, error) {
	out, err := policyCage.abi.Unpack("account", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackAllowArbitraryCalldata is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xfeb05997.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function allowArbitraryCalldata() view returns(bool)
func (policyCage *PolicyCage) PackAllowArbitraryCalldata() []byte {
	enc, err := policyCage.abi.Pack("allowArbitraryCalldata")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackAllowArbitraryCalldata is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xfeb05997.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function allowArbitraryCalldata() view returns(bool)
func (policyCage *PolicyCage) TryPackAllowArbitraryCalldata() ([]byte, error) {
	return policyCage.abi.Pack("allowArbitraryCalldata")
}

// UnpackAllowArbitraryCalldata is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xfeb05997.
//
// Solidity: function allowArbitraryCalldata() view returns(bool)
func (policyCage *PolicyCage) UnpackAllowArbitraryCalldata(data []byte) (bool, error) {
	out, err := policyCage.abi.Unpack("allowArbitraryCalldata", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
}

// PackApplyChange is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5ab47b73.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function applyChange(bytes32 id) returns()
func (policyCage *PolicyCage) PackApplyChange(id [32]byte) []byte {
	enc, err := policyCage.abi.Pack("applyChange", id)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackApplyChange is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5ab47b73.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function applyChange(bytes32 id) returns()
func (policyCage *PolicyCage) TryPackApplyChange(id [32]byte) ([]byte, error) {
	return policyCage.abi.Pack("applyChange", id)
}

// PackAssets is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x71a97305.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function assets() view returns(address[])
func (policyCage *PolicyCage) PackAssets() []byte {
	enc, err := policyCage.abi.Pack("assets")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackAssets is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x71a97305.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function assets() view returns(address[])
func (policyCage *PolicyCage) TryPackAssets() ([]byte, error) {
	return policyCage.abi.Pack("assets")
}

// UnpackAssets is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x71a97305.
//
// Solidity: function assets() view returns(address[])
func (policyCage *PolicyCage) UnpackAssets(data []byte) ([]common.Address, error) {
	out, err := policyCage.abi.Unpack("assets", data)
	if err != nil {
		return *new([]common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new([]common.Address)).(*[]common.Address)
	return out0, nil
}

// PackBeginSession is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x80bb096b.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function beginSession() returns()
func (policyCage *PolicyCage) PackBeginSession() []byte {
	enc, err := policyCage.abi.Pack("beginSession")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackBeginSession is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x80bb096b.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function beginSession() returns()
func (policyCage *PolicyCage) TryPackBeginSession() ([]byte, error) {
	return policyCage.abi.Pack("beginSession")
}

// PackCancelChange is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5449b798.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function cancelChange(bytes32 id) returns()
func (policyCage *PolicyCage) PackCancelChange(id [32]byte) []byte {
	enc, err := policyCage.abi.Pack("cancelChange", id)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackCancelChange is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5449b798.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function cancelChange(bytes32 id) returns()
func (policyCage *PolicyCage) TryPackCancelChange(id [32]byte) ([]byte, error) {
	return policyCage.abi.Pack("cancelChange", id)
}

// PackCash is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x961be391.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function cash() view returns(address)
func (policyCage *PolicyCage) PackCash() []byte {
	enc, err := policyCage.abi.Pack("cash")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackCash is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x961be391.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function cash() view returns(address)
func (policyCage *PolicyCage) TryPackCash() ([]byte, error) {
	return policyCage.abi.Pack("cash")
}

// UnpackCash is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x961be391.
//
// Solidity: function cash() view returns(address)
func (policyCage *PolicyCage) UnpackCash(data []byte) (common.Address, error) {
	out, err := policyCage.abi.Unpack("cash", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackChanges is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x0443efb7.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function changes(bytes32 ) view returns(bytes32 slot, bytes32 subject, uint256 value, uint64 eta, uint8 kind)
func (policyCage *PolicyCage) PackChanges(arg0 [32]byte) []byte {
	enc, err := policyCage.abi.Pack("changes", arg0)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackChanges is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x0443efb7.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function changes(bytes32 ) view returns(bytes32 slot, bytes32 subject, uint256 value, uint64 eta, uint8 kind)
func (policyCage *PolicyCage) TryPackChanges(arg0 [32]byte) ([]byte, error) {
	return policyCage.abi.Pack("changes", arg0)
}

// PolicyCageChangesOutput serves as a container for the return parameters of contract
// method Changes.
type PolicyCageChangesOutput struct {
	Slot    [32]byte
	Subject [32]byte
	Value   *big.Int
	Eta     uint64
	Kind    uint8
}

// UnpackChanges is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x0443efb7.
//
// Solidity: function changes(bytes32 ) view returns(bytes32 slot, bytes32 subject, uint256 value, uint64 eta, uint8 kind)
func (policyCage *PolicyCage) UnpackChanges(data []byte) (PolicyCageChangesOutput, error) {
	out, err := policyCage.abi.Unpack("changes", data)
	outstruct := new(PolicyCageChangesOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.Slot = *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	outstruct.Subject = *abi.ConvertType(out[1], new([32]byte)).(*[32]byte)
	outstruct.Value = abi.ConvertType(out[2], new(big.Int)).(*big.Int)
	outstruct.Eta = *abi.ConvertType(out[3], new(uint64)).(*uint64)
	outstruct.Kind = *abi.ConvertType(out[4], new(uint8)).(*uint8)
	return *outstruct, nil
}

// PackCheckCall is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xe3e224ee.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function checkCall(address target, bytes4 selector) view returns(address reader, uint16 deeds)
func (policyCage *PolicyCage) PackCheckCall(target common.Address, selector [4]byte) []byte {
	enc, err := policyCage.abi.Pack("checkCall", target, selector)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackCheckCall is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xe3e224ee.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function checkCall(address target, bytes4 selector) view returns(address reader, uint16 deeds)
func (policyCage *PolicyCage) TryPackCheckCall(target common.Address, selector [4]byte) ([]byte, error) {
	return policyCage.abi.Pack("checkCall", target, selector)
}

// PolicyCageCheckCallOutput serves as a container for the return parameters of contract
// method CheckCall.
type PolicyCageCheckCallOutput struct {
	Reader common.Address
	Deeds  uint16
}

// UnpackCheckCall is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xe3e224ee.
//
// Solidity: function checkCall(address target, bytes4 selector) view returns(address reader, uint16 deeds)
func (policyCage *PolicyCage) UnpackCheckCall(data []byte) (PolicyCageCheckCallOutput, error) {
	out, err := policyCage.abi.Unpack("checkCall", data)
	outstruct := new(PolicyCageCheckCallOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.Reader = *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	outstruct.Deeds = *abi.ConvertType(out[1], new(uint16)).(*uint16)
	return *outstruct, nil
}

// PackCheckCollateralRatio is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x7eb94761.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function checkCollateralRatio(uint256 borrowValue, uint256 collateralValue) view returns()
func (policyCage *PolicyCage) PackCheckCollateralRatio(borrowValue *big.Int, collateralValue *big.Int) []byte {
	enc, err := policyCage.abi.Pack("checkCollateralRatio", borrowValue, collateralValue)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackCheckCollateralRatio is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x7eb94761.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function checkCollateralRatio(uint256 borrowValue, uint256 collateralValue) view returns()
func (policyCage *PolicyCage) TryPackCheckCollateralRatio(borrowValue *big.Int, collateralValue *big.Int) ([]byte, error) {
	return policyCage.abi.Pack("checkCollateralRatio", borrowValue, collateralValue)
}

// PackCheckConcentration is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x9f5e0643.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function checkConcentration(address asset, uint256 newAmount, uint256 totalPortfolio) view returns()
func (policyCage *PolicyCage) PackCheckConcentration(asset common.Address, newAmount *big.Int, totalPortfolio *big.Int) []byte {
	enc, err := policyCage.abi.Pack("checkConcentration", asset, newAmount, totalPortfolio)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackCheckConcentration is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x9f5e0643.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function checkConcentration(address asset, uint256 newAmount, uint256 totalPortfolio) view returns()
func (policyCage *PolicyCage) TryPackCheckConcentration(asset common.Address, newAmount *big.Int, totalPortfolio *big.Int) ([]byte, error) {
	return policyCage.abi.Pack("checkConcentration", asset, newAmount, totalPortfolio)
}

// PackCheckDrawdown is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xce740ebf.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function checkDrawdown(uint256 currentNav, uint256 mark) view returns()
func (policyCage *PolicyCage) PackCheckDrawdown(currentNav *big.Int, mark *big.Int) []byte {
	enc, err := policyCage.abi.Pack("checkDrawdown", currentNav, mark)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackCheckDrawdown is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xce740ebf.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function checkDrawdown(uint256 currentNav, uint256 mark) view returns()
func (policyCage *PolicyCage) TryPackCheckDrawdown(currentNav *big.Int, mark *big.Int) ([]byte, error) {
	return policyCage.abi.Pack("checkDrawdown", currentNav, mark)
}

// PackCheckSanctions is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5298acc0.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function checkSanctions(address target) view returns()
func (policyCage *PolicyCage) PackCheckSanctions(target common.Address) []byte {
	enc, err := policyCage.abi.Pack("checkSanctions", target)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackCheckSanctions is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5298acc0.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function checkSanctions(address target) view returns()
func (policyCage *PolicyCage) TryPackCheckSanctions(target common.Address) ([]byte, error) {
	return policyCage.abi.Pack("checkSanctions", target)
}

// PackCheckSpendingLimit is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x2bc45eb9.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function checkSpendingLimit(uint256 amount, uint256 spentToday) view returns()
func (policyCage *PolicyCage) PackCheckSpendingLimit(amount *big.Int, spentToday *big.Int) []byte {
	enc, err := policyCage.abi.Pack("checkSpendingLimit", amount, spentToday)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackCheckSpendingLimit is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x2bc45eb9.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function checkSpendingLimit(uint256 amount, uint256 spentToday) view returns()
func (policyCage *PolicyCage) TryPackCheckSpendingLimit(amount *big.Int, spentToday *big.Int) ([]byte, error) {
	return policyCage.abi.Pack("checkSpendingLimit", amount, spentToday)
}

// PackConstitutionHash is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xc7d93fd4.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function constitutionHash() view returns(bytes32)
func (policyCage *PolicyCage) PackConstitutionHash() []byte {
	enc, err := policyCage.abi.Pack("constitutionHash")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackConstitutionHash is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xc7d93fd4.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function constitutionHash() view returns(bytes32)
func (policyCage *PolicyCage) TryPackConstitutionHash() ([]byte, error) {
	return policyCage.abi.Pack("constitutionHash")
}

// UnpackConstitutionHash is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xc7d93fd4.
//
// Solidity: function constitutionHash() view returns(bytes32)
func (policyCage *PolicyCage) UnpackConstitutionHash(data []byte) ([32]byte, error) {
	out, err := policyCage.abi.Unpack("constitutionHash", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackDailyLost is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xc4da6711.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function dailyLost() view returns(uint256)
func (policyCage *PolicyCage) PackDailyLost() []byte {
	enc, err := policyCage.abi.Pack("dailyLost")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackDailyLost is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xc4da6711.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function dailyLost() view returns(uint256)
func (policyCage *PolicyCage) TryPackDailyLost() ([]byte, error) {
	return policyCage.abi.Pack("dailyLost")
}

// UnpackDailyLost is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xc4da6711.
//
// Solidity: function dailyLost() view returns(uint256)
func (policyCage *PolicyCage) UnpackDailyLost(data []byte) (*big.Int, error) {
	out, err := policyCage.abi.Unpack("dailyLost", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackDailySpent is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x0bc6b89c.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function dailySpent() view returns(uint256)
func (policyCage *PolicyCage) PackDailySpent() []byte {
	enc, err := policyCage.abi.Pack("dailySpent")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackDailySpent is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x0bc6b89c.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function dailySpent() view returns(uint256)
func (policyCage *PolicyCage) TryPackDailySpent() ([]byte, error) {
	return policyCage.abi.Pack("dailySpent")
}

// UnpackDailySpent is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x0bc6b89c.
//
// Solidity: function dailySpent() view returns(uint256)
func (policyCage *PolicyCage) UnpackDailySpent(data []byte) (*big.Int, error) {
	out, err := policyCage.abi.Unpack("dailySpent", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackDeployed is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf905c15a.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function deployed() view returns(uint256)
func (policyCage *PolicyCage) PackDeployed() []byte {
	enc, err := policyCage.abi.Pack("deployed")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackDeployed is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf905c15a.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function deployed() view returns(uint256)
func (policyCage *PolicyCage) TryPackDeployed() ([]byte, error) {
	return policyCage.abi.Pack("deployed")
}

// UnpackDeployed is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xf905c15a.
//
// Solidity: function deployed() view returns(uint256)
func (policyCage *PolicyCage) UnpackDeployed(data []byte) (*big.Int, error) {
	out, err := policyCage.abi.Unpack("deployed", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackDrawdownWindow is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x7cbe412c.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function drawdownWindow() view returns(uint32)
func (policyCage *PolicyCage) PackDrawdownWindow() []byte {
	enc, err := policyCage.abi.Pack("drawdownWindow")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackDrawdownWindow is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x7cbe412c.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function drawdownWindow() view returns(uint32)
func (policyCage *PolicyCage) TryPackDrawdownWindow() ([]byte, error) {
	return policyCage.abi.Pack("drawdownWindow")
}

// UnpackDrawdownWindow is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x7cbe412c.
//
// Solidity: function drawdownWindow() view returns(uint32)
func (policyCage *PolicyCage) UnpackDrawdownWindow(data []byte) (uint32, error) {
	out, err := policyCage.abi.Unpack("drawdownWindow", data)
	if err != nil {
		return *new(uint32), err
	}
	out0 := *abi.ConvertType(out[0], new(uint32)).(*uint32)
	return out0, nil
}

// PackEmergencyHalt is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x51755334.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function emergencyHalt() returns()
func (policyCage *PolicyCage) PackEmergencyHalt() []byte {
	enc, err := policyCage.abi.Pack("emergencyHalt")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackEmergencyHalt is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x51755334.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function emergencyHalt() returns()
func (policyCage *PolicyCage) TryPackEmergencyHalt() ([]byte, error) {
	return policyCage.abi.Pack("emergencyHalt")
}

// PackEnforcer is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x0d14a0e2.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function enforcer() view returns(address)
func (policyCage *PolicyCage) PackEnforcer() []byte {
	enc, err := policyCage.abi.Pack("enforcer")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackEnforcer is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x0d14a0e2.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function enforcer() view returns(address)
func (policyCage *PolicyCage) TryPackEnforcer() ([]byte, error) {
	return policyCage.abi.Pack("enforcer")
}

// UnpackEnforcer is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x0d14a0e2.
//
// Solidity: function enforcer() view returns(address)
func (policyCage *PolicyCage) UnpackEnforcer(data []byte) (common.Address, error) {
	out, err := policyCage.abi.Unpack("enforcer", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackGetConfig is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xc3f909d4.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getConfig() view returns(((address,address,address,address,address,address,bytes32,uint256,uint64[14],uint32,uint32,uint32,address[],address[],(address,bytes4)[],(address,address,uint16)[],(uint8,address,uint16)[]),bool,uint64,uint256,uint256,uint256,uint256,uint256,uint256,uint256[]) c)
func (policyCage *PolicyCage) PackGetConfig() []byte {
	enc, err := policyCage.abi.Pack("getConfig")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGetConfig is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xc3f909d4.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getConfig() view returns(((address,address,address,address,address,address,bytes32,uint256,uint64[14],uint32,uint32,uint32,address[],address[],(address,bytes4)[],(address,address,uint16)[],(uint8,address,uint16)[]),bool,uint64,uint256,uint256,uint256,uint256,uint256,uint256,uint256[]) c)
func (policyCage *PolicyCage) TryPackGetConfig() ([]byte, error) {
	return policyCage.abi.Pack("getConfig")
}

// UnpackGetConfig is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xc3f909d4.
//
// Solidity: function getConfig() view returns(((address,address,address,address,address,address,bytes32,uint256,uint64[14],uint32,uint32,uint32,address[],address[],(address,bytes4)[],(address,address,uint16)[],(uint8,address,uint16)[]),bool,uint64,uint256,uint256,uint256,uint256,uint256,uint256,uint256[]) c)
func (policyCage *PolicyCage) UnpackGetConfig(data []byte) (CageSnapshot, error) {
	out, err := policyCage.abi.Unpack("getConfig", data)
	if err != nil {
		return *new(CageSnapshot), err
	}
	out0 := *abi.ConvertType(out[0], new(CageSnapshot)).(*CageSnapshot)
	return out0, nil
}

// PackHighWaterMark is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x1e8410da.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function highWaterMark() view returns(uint256)
func (policyCage *PolicyCage) PackHighWaterMark() []byte {
	enc, err := policyCage.abi.Pack("highWaterMark")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackHighWaterMark is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x1e8410da.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function highWaterMark() view returns(uint256)
func (policyCage *PolicyCage) TryPackHighWaterMark() ([]byte, error) {
	return policyCage.abi.Pack("highWaterMark")
}

// UnpackHighWaterMark is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x1e8410da.
//
// Solidity: function highWaterMark() view returns(uint256)
func (policyCage *PolicyCage) UnpackHighWaterMark(data []byte) (*big.Int, error) {
	out, err := policyCage.abi.Unpack("highWaterMark", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackHighWaterMarkNonce is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf619482c.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function highWaterMarkNonce() view returns(uint256)
func (policyCage *PolicyCage) PackHighWaterMarkNonce() []byte {
	enc, err := policyCage.abi.Pack("highWaterMarkNonce")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackHighWaterMarkNonce is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf619482c.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function highWaterMarkNonce() view returns(uint256)
func (policyCage *PolicyCage) TryPackHighWaterMarkNonce() ([]byte, error) {
	return policyCage.abi.Pack("highWaterMarkNonce")
}

// UnpackHighWaterMarkNonce is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xf619482c.
//
// Solidity: function highWaterMarkNonce() view returns(uint256)
func (policyCage *PolicyCage) UnpackHighWaterMarkNonce(data []byte) (*big.Int, error) {
	out, err := policyCage.abi.Unpack("highWaterMarkNonce", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackIsApprovedAsset is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5b5e3c13.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function isApprovedAsset(address token) view returns(bool)
func (policyCage *PolicyCage) PackIsApprovedAsset(token common.Address) []byte {
	enc, err := policyCage.abi.Pack("isApprovedAsset", token)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackIsApprovedAsset is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5b5e3c13.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function isApprovedAsset(address token) view returns(bool)
func (policyCage *PolicyCage) TryPackIsApprovedAsset(token common.Address) ([]byte, error) {
	return policyCage.abi.Pack("isApprovedAsset", token)
}

// UnpackIsApprovedAsset is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x5b5e3c13.
//
// Solidity: function isApprovedAsset(address token) view returns(bool)
func (policyCage *PolicyCage) UnpackIsApprovedAsset(data []byte) (bool, error) {
	out, err := policyCage.abi.Unpack("isApprovedAsset", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
}

// PackIsApprovedProtocol is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd02b059d.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function isApprovedProtocol(address target) view returns(bool)
func (policyCage *PolicyCage) PackIsApprovedProtocol(target common.Address) []byte {
	enc, err := policyCage.abi.Pack("isApprovedProtocol", target)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackIsApprovedProtocol is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd02b059d.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function isApprovedProtocol(address target) view returns(bool)
func (policyCage *PolicyCage) TryPackIsApprovedProtocol(target common.Address) ([]byte, error) {
	return policyCage.abi.Pack("isApprovedProtocol", target)
}

// UnpackIsApprovedProtocol is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xd02b059d.
//
// Solidity: function isApprovedProtocol(address target) view returns(bool)
func (policyCage *PolicyCage) UnpackIsApprovedProtocol(data []byte) (bool, error) {
	out, err := policyCage.abi.Unpack("isApprovedProtocol", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
}

// PackIsHalted is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xc7ff1584.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function isHalted() view returns(bool)
func (policyCage *PolicyCage) PackIsHalted() []byte {
	enc, err := policyCage.abi.Pack("isHalted")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackIsHalted is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xc7ff1584.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function isHalted() view returns(bool)
func (policyCage *PolicyCage) TryPackIsHalted() ([]byte, error) {
	return policyCage.abi.Pack("isHalted")
}

// UnpackIsHalted is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xc7ff1584.
//
// Solidity: function isHalted() view returns(bool)
func (policyCage *PolicyCage) UnpackIsHalted(data []byte) (bool, error) {
	out, err := policyCage.abi.Unpack("isHalted", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
}

// PackIsSelectorAllowed is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xfd5d471c.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function isSelectorAllowed(address target, bytes4 selector) view returns(bool)
func (policyCage *PolicyCage) PackIsSelectorAllowed(target common.Address, selector [4]byte) []byte {
	enc, err := policyCage.abi.Pack("isSelectorAllowed", target, selector)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackIsSelectorAllowed is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xfd5d471c.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function isSelectorAllowed(address target, bytes4 selector) view returns(bool)
func (policyCage *PolicyCage) TryPackIsSelectorAllowed(target common.Address, selector [4]byte) ([]byte, error) {
	return policyCage.abi.Pack("isSelectorAllowed", target, selector)
}

// UnpackIsSelectorAllowed is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xfd5d471c.
//
// Solidity: function isSelectorAllowed(address target, bytes4 selector) view returns(bool)
func (policyCage *PolicyCage) UnpackIsSelectorAllowed(data []byte) (bool, error) {
	out, err := policyCage.abi.Unpack("isSelectorAllowed", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
}

// PackIsWhitelisted is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3af32abf.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function isWhitelisted(address token) view returns(bool)
func (policyCage *PolicyCage) PackIsWhitelisted(token common.Address) []byte {
	enc, err := policyCage.abi.Pack("isWhitelisted", token)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackIsWhitelisted is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3af32abf.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function isWhitelisted(address token) view returns(bool)
func (policyCage *PolicyCage) TryPackIsWhitelisted(token common.Address) ([]byte, error) {
	return policyCage.abi.Pack("isWhitelisted", token)
}

// UnpackIsWhitelisted is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x3af32abf.
//
// Solidity: function isWhitelisted(address token) view returns(bool)
func (policyCage *PolicyCage) UnpackIsWhitelisted(data []byte) (bool, error) {
	out, err := policyCage.abi.Unpack("isWhitelisted", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
}

// PackLimit is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8e8d4d4c.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function limit(uint8 which) view returns(uint256)
func (policyCage *PolicyCage) PackLimit(which uint8) []byte {
	enc, err := policyCage.abi.Pack("limit", which)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackLimit is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8e8d4d4c.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function limit(uint8 which) view returns(uint256)
func (policyCage *PolicyCage) TryPackLimit(which uint8) ([]byte, error) {
	return policyCage.abi.Pack("limit", which)
}

// UnpackLimit is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x8e8d4d4c.
//
// Solidity: function limit(uint8 which) view returns(uint256)
func (policyCage *PolicyCage) UnpackLimit(data []byte) (*big.Int, error) {
	out, err := policyCage.abi.Unpack("limit", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackLossLeft is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x78888a37.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function lossLeft() view returns(uint256)
func (policyCage *PolicyCage) PackLossLeft() []byte {
	enc, err := policyCage.abi.Pack("lossLeft")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackLossLeft is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x78888a37.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function lossLeft() view returns(uint256)
func (policyCage *PolicyCage) TryPackLossLeft() ([]byte, error) {
	return policyCage.abi.Pack("lossLeft")
}

// UnpackLossLeft is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x78888a37.
//
// Solidity: function lossLeft() view returns(uint256)
func (policyCage *PolicyCage) UnpackLossLeft(data []byte) (*big.Int, error) {
	out, err := policyCage.abi.Unpack("lossLeft", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackMaxRebalancesPerDay is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x72dac4f3.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function maxRebalancesPerDay() view returns(uint32)
func (policyCage *PolicyCage) PackMaxRebalancesPerDay() []byte {
	enc, err := policyCage.abi.Pack("maxRebalancesPerDay")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackMaxRebalancesPerDay is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x72dac4f3.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function maxRebalancesPerDay() view returns(uint32)
func (policyCage *PolicyCage) TryPackMaxRebalancesPerDay() ([]byte, error) {
	return policyCage.abi.Pack("maxRebalancesPerDay")
}

// UnpackMaxRebalancesPerDay is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x72dac4f3.
//
// Solidity: function maxRebalancesPerDay() view returns(uint32)
func (policyCage *PolicyCage) UnpackMaxRebalancesPerDay(data []byte) (uint32, error) {
	out, err := policyCage.abi.Unpack("maxRebalancesPerDay", data)
	if err != nil {
		return *new(uint32), err
	}
	out0 := *abi.ConvertType(out[0], new(uint32)).(*uint32)
	return out0, nil
}

// PackMinRebalanceInterval is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x6c252eb2.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function minRebalanceInterval() view returns(uint32)
func (policyCage *PolicyCage) PackMinRebalanceInterval() []byte {
	enc, err := policyCage.abi.Pack("minRebalanceInterval")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackMinRebalanceInterval is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x6c252eb2.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function minRebalanceInterval() view returns(uint32)
func (policyCage *PolicyCage) TryPackMinRebalanceInterval() ([]byte, error) {
	return policyCage.abi.Pack("minRebalanceInterval")
}

// UnpackMinRebalanceInterval is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x6c252eb2.
//
// Solidity: function minRebalanceInterval() view returns(uint32)
func (policyCage *PolicyCage) UnpackMinRebalanceInterval(data []byte) (uint32, error) {
	out, err := policyCage.abi.Unpack("minRebalanceInterval", data)
	if err != nil {
		return *new(uint32), err
	}
	out0 := *abi.ConvertType(out[0], new(uint32)).(*uint32)
	return out0, nil
}

// PackNonce is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xaffed0e0.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function nonce() view returns(uint256)
func (policyCage *PolicyCage) PackNonce() []byte {
	enc, err := policyCage.abi.Pack("nonce")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackNonce is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xaffed0e0.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function nonce() view returns(uint256)
func (policyCage *PolicyCage) TryPackNonce() ([]byte, error) {
	return policyCage.abi.Pack("nonce")
}

// UnpackNonce is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xaffed0e0.
//
// Solidity: function nonce() view returns(uint256)
func (policyCage *PolicyCage) UnpackNonce(data []byte) (*big.Int, error) {
	out, err := policyCage.abi.Unpack("nonce", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackOpenPositionCount is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x13171930.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function openPositionCount() view returns(uint256)
func (policyCage *PolicyCage) PackOpenPositionCount() []byte {
	enc, err := policyCage.abi.Pack("openPositionCount")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackOpenPositionCount is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x13171930.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function openPositionCount() view returns(uint256)
func (policyCage *PolicyCage) TryPackOpenPositionCount() ([]byte, error) {
	return policyCage.abi.Pack("openPositionCount")
}

// UnpackOpenPositionCount is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x13171930.
//
// Solidity: function openPositionCount() view returns(uint256)
func (policyCage *PolicyCage) UnpackOpenPositionCount(data []byte) (*big.Int, error) {
	out, err := policyCage.abi.Unpack("openPositionCount", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackOwner is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8da5cb5b.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function owner() view returns(address)
func (policyCage *PolicyCage) PackOwner() []byte {
	enc, err := policyCage.abi.Pack("owner")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackOwner is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8da5cb5b.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function owner() view returns(address)
func (policyCage *PolicyCage) TryPackOwner() ([]byte, error) {
	return policyCage.abi.Pack("owner")
}

// UnpackOwner is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x8da5cb5b.
//
// Solidity: function owner() view returns(address)
func (policyCage *PolicyCage) UnpackOwner(data []byte) (common.Address, error) {
	out, err := policyCage.abi.Unpack("owner", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackPositionCost is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8c1d8b06.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function positionCost(uint256 position) view returns(uint256)
func (policyCage *PolicyCage) PackPositionCost(position *big.Int) []byte {
	enc, err := policyCage.abi.Pack("positionCost", position)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackPositionCost is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8c1d8b06.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function positionCost(uint256 position) view returns(uint256)
func (policyCage *PolicyCage) TryPackPositionCost(position *big.Int) ([]byte, error) {
	return policyCage.abi.Pack("positionCost", position)
}

// UnpackPositionCost is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x8c1d8b06.
//
// Solidity: function positionCost(uint256 position) view returns(uint256)
func (policyCage *PolicyCage) UnpackPositionCost(data []byte) (*big.Int, error) {
	out, err := policyCage.abi.Unpack("positionCost", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackPriceOracle is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x2630c12f.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function priceOracle() view returns(address)
func (policyCage *PolicyCage) PackPriceOracle() []byte {
	enc, err := policyCage.abi.Pack("priceOracle")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackPriceOracle is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x2630c12f.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function priceOracle() view returns(address)
func (policyCage *PolicyCage) TryPackPriceOracle() ([]byte, error) {
	return policyCage.abi.Pack("priceOracle")
}

// UnpackPriceOracle is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x2630c12f.
//
// Solidity: function priceOracle() view returns(address)
func (policyCage *PolicyCage) UnpackPriceOracle(data []byte) (common.Address, error) {
	out, err := policyCage.abi.Unpack("priceOracle", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackReaderOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x7dd5e936.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function readerOf(address target) view returns(address reader, uint16 deeds)
func (policyCage *PolicyCage) PackReaderOf(target common.Address) []byte {
	enc, err := policyCage.abi.Pack("readerOf", target)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackReaderOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x7dd5e936.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function readerOf(address target) view returns(address reader, uint16 deeds)
func (policyCage *PolicyCage) TryPackReaderOf(target common.Address) ([]byte, error) {
	return policyCage.abi.Pack("readerOf", target)
}

// PolicyCageReaderOfOutput serves as a container for the return parameters of contract
// method ReaderOf.
type PolicyCageReaderOfOutput struct {
	Reader common.Address
	Deeds  uint16
}

// UnpackReaderOf is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x7dd5e936.
//
// Solidity: function readerOf(address target) view returns(address reader, uint16 deeds)
func (policyCage *PolicyCage) UnpackReaderOf(data []byte) (PolicyCageReaderOfOutput, error) {
	out, err := policyCage.abi.Unpack("readerOf", data)
	outstruct := new(PolicyCageReaderOfOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.Reader = *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	outstruct.Deeds = *abi.ConvertType(out[1], new(uint16)).(*uint16)
	return *outstruct, nil
}

// PackRecordPositionClose is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x4f27ac04.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function recordPositionClose(uint256 position, uint256 left, uint256 whole) returns()
func (policyCage *PolicyCage) PackRecordPositionClose(position *big.Int, left *big.Int, whole *big.Int) []byte {
	enc, err := policyCage.abi.Pack("recordPositionClose", position, left, whole)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackRecordPositionClose is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x4f27ac04.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function recordPositionClose(uint256 position, uint256 left, uint256 whole) returns()
func (policyCage *PolicyCage) TryPackRecordPositionClose(position *big.Int, left *big.Int, whole *big.Int) ([]byte, error) {
	return policyCage.abi.Pack("recordPositionClose", position, left, whole)
}

// PackRecordPositionRest is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x434d86b8.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function recordPositionRest(uint256 position, uint256 rest) returns()
func (policyCage *PolicyCage) PackRecordPositionRest(position *big.Int, rest *big.Int) []byte {
	enc, err := policyCage.abi.Pack("recordPositionRest", position, rest)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackRecordPositionRest is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x434d86b8.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function recordPositionRest(uint256 position, uint256 rest) returns()
func (policyCage *PolicyCage) TryPackRecordPositionRest(position *big.Int, rest *big.Int) ([]byte, error) {
	return policyCage.abi.Pack("recordPositionRest", position, rest)
}

// PackReleasePosition is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x74ee7724.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function releasePosition(uint256 position) returns()
func (policyCage *PolicyCage) PackReleasePosition(position *big.Int) []byte {
	enc, err := policyCage.abi.Pack("releasePosition", position)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackReleasePosition is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x74ee7724.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function releasePosition(uint256 position) returns()
func (policyCage *PolicyCage) TryPackReleasePosition(position *big.Int) ([]byte, error) {
	return policyCage.abi.Pack("releasePosition", position)
}

// PackResume is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x046f7da2.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function resume() returns()
func (policyCage *PolicyCage) PackResume() []byte {
	enc, err := policyCage.abi.Pack("resume")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackResume is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x046f7da2.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function resume() returns()
func (policyCage *PolicyCage) TryPackResume() ([]byte, error) {
	return policyCage.abi.Pack("resume")
}

// PackSanctionsOracle is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb3df4df9.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function sanctionsOracle() view returns(address)
func (policyCage *PolicyCage) PackSanctionsOracle() []byte {
	enc, err := policyCage.abi.Pack("sanctionsOracle")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSanctionsOracle is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb3df4df9.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function sanctionsOracle() view returns(address)
func (policyCage *PolicyCage) TryPackSanctionsOracle() ([]byte, error) {
	return policyCage.abi.Pack("sanctionsOracle")
}

// UnpackSanctionsOracle is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xb3df4df9.
//
// Solidity: function sanctionsOracle() view returns(address)
func (policyCage *PolicyCage) UnpackSanctionsOracle(data []byte) (common.Address, error) {
	out, err := policyCage.abi.Unpack("sanctionsOracle", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackSessionLost is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5c458da8.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function sessionLost() view returns(uint256)
func (policyCage *PolicyCage) PackSessionLost() []byte {
	enc, err := policyCage.abi.Pack("sessionLost")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSessionLost is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5c458da8.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function sessionLost() view returns(uint256)
func (policyCage *PolicyCage) TryPackSessionLost() ([]byte, error) {
	return policyCage.abi.Pack("sessionLost")
}

// UnpackSessionLost is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x5c458da8.
//
// Solidity: function sessionLost() view returns(uint256)
func (policyCage *PolicyCage) UnpackSessionLost(data []byte) (*big.Int, error) {
	out, err := policyCage.abi.Unpack("sessionLost", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackSetCap is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3fddc5cc.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function setCap(uint8 kind, address subject, uint256 share) returns()
func (policyCage *PolicyCage) PackSetCap(kind uint8, subject common.Address, share *big.Int) []byte {
	enc, err := policyCage.abi.Pack("setCap", kind, subject, share)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSetCap is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3fddc5cc.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function setCap(uint8 kind, address subject, uint256 share) returns()
func (policyCage *PolicyCage) TryPackSetCap(kind uint8, subject common.Address, share *big.Int) ([]byte, error) {
	return policyCage.abi.Pack("setCap", kind, subject, share)
}

// PackSetDrawdownThreshold is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5c64e05f.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function setDrawdownThreshold(uint256 bps) returns()
func (policyCage *PolicyCage) PackSetDrawdownThreshold(bps *big.Int) []byte {
	enc, err := policyCage.abi.Pack("setDrawdownThreshold", bps)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSetDrawdownThreshold is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5c64e05f.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function setDrawdownThreshold(uint256 bps) returns()
func (policyCage *PolicyCage) TryPackSetDrawdownThreshold(bps *big.Int) ([]byte, error) {
	return policyCage.abi.Pack("setDrawdownThreshold", bps)
}

// PackSetEnforcer is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xcb6e3ef7.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function setEnforcer(address to) returns()
func (policyCage *PolicyCage) PackSetEnforcer(to common.Address) []byte {
	enc, err := policyCage.abi.Pack("setEnforcer", to)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSetEnforcer is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xcb6e3ef7.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function setEnforcer(address to) returns()
func (policyCage *PolicyCage) TryPackSetEnforcer(to common.Address) ([]byte, error) {
	return policyCage.abi.Pack("setEnforcer", to)
}

// PackSetHighWaterMark is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x760684fd.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function setHighWaterMark(uint256 value, bytes signature) returns()
func (policyCage *PolicyCage) PackSetHighWaterMark(value *big.Int, signature []byte) []byte {
	enc, err := policyCage.abi.Pack("setHighWaterMark", value, signature)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSetHighWaterMark is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x760684fd.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function setHighWaterMark(uint256 value, bytes signature) returns()
func (policyCage *PolicyCage) TryPackSetHighWaterMark(value *big.Int, signature []byte) ([]byte, error) {
	return policyCage.abi.Pack("setHighWaterMark", value, signature)
}

// PackSetLimit is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa9fab194.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function setLimit(uint8 limit, uint256 value) returns()
func (policyCage *PolicyCage) PackSetLimit(limit uint8, value *big.Int) []byte {
	enc, err := policyCage.abi.Pack("setLimit", limit, value)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSetLimit is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa9fab194.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function setLimit(uint8 limit, uint256 value) returns()
func (policyCage *PolicyCage) TryPackSetLimit(limit uint8, value *big.Int) ([]byte, error) {
	return policyCage.abi.Pack("setLimit", limit, value)
}

// PackSetMaxPositions is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x68888dc3.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function setMaxPositions(uint256 n) returns()
func (policyCage *PolicyCage) PackSetMaxPositions(n *big.Int) []byte {
	enc, err := policyCage.abi.Pack("setMaxPositions", n)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSetMaxPositions is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x68888dc3.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function setMaxPositions(uint256 n) returns()
func (policyCage *PolicyCage) TryPackSetMaxPositions(n *big.Int) ([]byte, error) {
	return policyCage.abi.Pack("setMaxPositions", n)
}

// PackSetPriceOracle is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x530e784f.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function setPriceOracle(address to) returns()
func (policyCage *PolicyCage) PackSetPriceOracle(to common.Address) []byte {
	enc, err := policyCage.abi.Pack("setPriceOracle", to)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSetPriceOracle is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x530e784f.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function setPriceOracle(address to) returns()
func (policyCage *PolicyCage) TryPackSetPriceOracle(to common.Address) ([]byte, error) {
	return policyCage.abi.Pack("setPriceOracle", to)
}

// PackSetProtocol is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x32ecabe9.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function setProtocol(address target, bool allowed) returns()
func (policyCage *PolicyCage) PackSetProtocol(target common.Address, allowed bool) []byte {
	enc, err := policyCage.abi.Pack("setProtocol", target, allowed)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSetProtocol is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x32ecabe9.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function setProtocol(address target, bool allowed) returns()
func (policyCage *PolicyCage) TryPackSetProtocol(target common.Address, allowed bool) ([]byte, error) {
	return policyCage.abi.Pack("setProtocol", target, allowed)
}

// PackSetReader is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3c2eaada.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function setReader(address target, address reader, uint16 deeds) returns()
func (policyCage *PolicyCage) PackSetReader(target common.Address, reader common.Address, deeds uint16) []byte {
	enc, err := policyCage.abi.Pack("setReader", target, reader, deeds)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSetReader is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3c2eaada.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function setReader(address target, address reader, uint16 deeds) returns()
func (policyCage *PolicyCage) TryPackSetReader(target common.Address, reader common.Address, deeds uint16) ([]byte, error) {
	return policyCage.abi.Pack("setReader", target, reader, deeds)
}

// PackSetSanctionsOracle is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x9ddd8982.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function setSanctionsOracle(address to) returns()
func (policyCage *PolicyCage) PackSetSanctionsOracle(to common.Address) []byte {
	enc, err := policyCage.abi.Pack("setSanctionsOracle", to)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSetSanctionsOracle is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x9ddd8982.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function setSanctionsOracle(address to) returns()
func (policyCage *PolicyCage) TryPackSetSanctionsOracle(to common.Address) ([]byte, error) {
	return policyCage.abi.Pack("setSanctionsOracle", to)
}

// PackSetSelector is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf83f4432.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function setSelector(address target, bytes4 selector, bool allowed) returns()
func (policyCage *PolicyCage) PackSetSelector(target common.Address, selector [4]byte, allowed bool) []byte {
	enc, err := policyCage.abi.Pack("setSelector", target, selector, allowed)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSetSelector is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf83f4432.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function setSelector(address target, bytes4 selector, bool allowed) returns()
func (policyCage *PolicyCage) TryPackSetSelector(target common.Address, selector [4]byte, allowed bool) ([]byte, error) {
	return policyCage.abi.Pack("setSelector", target, selector, allowed)
}

// PackSetSpendingCaps is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5094d946.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function setSpendingCaps(uint256 perTx, uint256 perDay) returns()
func (policyCage *PolicyCage) PackSetSpendingCaps(perTx *big.Int, perDay *big.Int) []byte {
	enc, err := policyCage.abi.Pack("setSpendingCaps", perTx, perDay)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSetSpendingCaps is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5094d946.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function setSpendingCaps(uint256 perTx, uint256 perDay) returns()
func (policyCage *PolicyCage) TryPackSetSpendingCaps(perTx *big.Int, perDay *big.Int) ([]byte, error) {
	return policyCage.abi.Pack("setSpendingCaps", perTx, perDay)
}

// PackSettleMove is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x26f30d6d.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function settleMove(uint256 given, uint256 received, bool exit) returns()
func (policyCage *PolicyCage) PackSettleMove(given *big.Int, received *big.Int, exit bool) []byte {
	enc, err := policyCage.abi.Pack("settleMove", given, received, exit)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSettleMove is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x26f30d6d.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function settleMove(uint256 given, uint256 received, bool exit) returns()
func (policyCage *PolicyCage) TryPackSettleMove(given *big.Int, received *big.Int, exit bool) ([]byte, error) {
	return policyCage.abi.Pack("settleMove", given, received, exit)
}

// PackValidatePositionIncrease is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xe5287015.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function validatePositionIncrease(uint256 position, (address,uint256)[] capital) returns()
func (policyCage *PolicyCage) PackValidatePositionIncrease(position *big.Int, capital []CageAmount) []byte {
	enc, err := policyCage.abi.Pack("validatePositionIncrease", position, capital)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackValidatePositionIncrease is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xe5287015.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function validatePositionIncrease(uint256 position, (address,uint256)[] capital) returns()
func (policyCage *PolicyCage) TryPackValidatePositionIncrease(position *big.Int, capital []CageAmount) ([]byte, error) {
	return policyCage.abi.Pack("validatePositionIncrease", position, capital)
}

// PackValidatePositionOpen is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x25555062.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function validatePositionOpen(address pool, address protocol, (address,uint256)[] capital) returns(uint256)
func (policyCage *PolicyCage) PackValidatePositionOpen(pool common.Address, protocol common.Address, capital []CageAmount) []byte {
	enc, err := policyCage.abi.Pack("validatePositionOpen", pool, protocol, capital)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackValidatePositionOpen is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x25555062.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function validatePositionOpen(address pool, address protocol, (address,uint256)[] capital) returns(uint256)
func (policyCage *PolicyCage) TryPackValidatePositionOpen(pool common.Address, protocol common.Address, capital []CageAmount) ([]byte, error) {
	return policyCage.abi.Pack("validatePositionOpen", pool, protocol, capital)
}

// UnpackValidatePositionOpen is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x25555062.
//
// Solidity: function validatePositionOpen(address pool, address protocol, (address,uint256)[] capital) returns(uint256)
func (policyCage *PolicyCage) UnpackValidatePositionOpen(data []byte) (*big.Int, error) {
	out, err := policyCage.abi.Unpack("validatePositionOpen", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackValidateTrade is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xaf9ab0d6.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function validateTrade(address tokenIn, address tokenOut, uint256 amount) returns()
func (policyCage *PolicyCage) PackValidateTrade(tokenIn common.Address, tokenOut common.Address, amount *big.Int) []byte {
	enc, err := policyCage.abi.Pack("validateTrade", tokenIn, tokenOut, amount)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackValidateTrade is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xaf9ab0d6.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function validateTrade(address tokenIn, address tokenOut, uint256 amount) returns()
func (policyCage *PolicyCage) TryPackValidateTrade(tokenIn common.Address, tokenOut common.Address, amount *big.Int) ([]byte, error) {
	return policyCage.abi.Pack("validateTrade", tokenIn, tokenOut, amount)
}

// PackValidateWithdrawal is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x7178c39e.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function validateWithdrawal(address , uint256 , address destination) view returns()
func (policyCage *PolicyCage) PackValidateWithdrawal(arg0 common.Address, arg1 *big.Int, destination common.Address) []byte {
	enc, err := policyCage.abi.Pack("validateWithdrawal", arg0, arg1, destination)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackValidateWithdrawal is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x7178c39e.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function validateWithdrawal(address , uint256 , address destination) view returns()
func (policyCage *PolicyCage) TryPackValidateWithdrawal(arg0 common.Address, arg1 *big.Int, destination common.Address) ([]byte, error) {
	return policyCage.abi.Pack("validateWithdrawal", arg0, arg1, destination)
}

// PackVersion is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x54fd4d50.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function version() view returns(uint64)
func (policyCage *PolicyCage) PackVersion() []byte {
	enc, err := policyCage.abi.Pack("version")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackVersion is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x54fd4d50.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function version() view returns(uint64)
func (policyCage *PolicyCage) TryPackVersion() ([]byte, error) {
	return policyCage.abi.Pack("version")
}

// UnpackVersion is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x54fd4d50.
//
// Solidity: function version() view returns(uint64)
func (policyCage *PolicyCage) UnpackVersion(data []byte) (uint64, error) {
	out, err := policyCage.abi.Unpack("version", data)
	if err != nil {
		return *new(uint64), err
	}
	out0 := *abi.ConvertType(out[0], new(uint64)).(*uint64)
	return out0, nil
}

// PackWaiting is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3a831e07.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function waiting(bytes32 ) view returns(bytes32)
func (policyCage *PolicyCage) PackWaiting(arg0 [32]byte) []byte {
	enc, err := policyCage.abi.Pack("waiting", arg0)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackWaiting is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3a831e07.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function waiting(bytes32 ) view returns(bytes32)
func (policyCage *PolicyCage) TryPackWaiting(arg0 [32]byte) ([]byte, error) {
	return policyCage.abi.Pack("waiting", arg0)
}

// UnpackWaiting is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x3a831e07.
//
// Solidity: function waiting(bytes32 ) view returns(bytes32)
func (policyCage *PolicyCage) UnpackWaiting(data []byte) ([32]byte, error) {
	out, err := policyCage.abi.Unpack("waiting", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackWhitelistAsset is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xcba91dd2.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function whitelistAsset(address token, bool allowed) returns()
func (policyCage *PolicyCage) PackWhitelistAsset(token common.Address, allowed bool) []byte {
	enc, err := policyCage.abi.Pack("whitelistAsset", token, allowed)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackWhitelistAsset is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xcba91dd2.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function whitelistAsset(address token, bool allowed) returns()
func (policyCage *PolicyCage) TryPackWhitelistAsset(token common.Address, allowed bool) ([]byte, error) {
	return policyCage.abi.Pack("whitelistAsset", token, allowed)
}

// PolicyCageAssetWhitelisted represents a AssetWhitelisted event raised by the PolicyCage contract.
type PolicyCageAssetWhitelisted struct {
	Token   common.Address
	Allowed bool
	Raw     *types.Log // Blockchain specific contextual infos
}

const PolicyCageAssetWhitelistedEventName = "AssetWhitelisted"

// ContractEventName returns the user-defined event name.
func (PolicyCageAssetWhitelisted) ContractEventName() string {
	return PolicyCageAssetWhitelistedEventName
}

// UnpackAssetWhitelistedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event AssetWhitelisted(address indexed token, bool allowed)
func (policyCage *PolicyCage) UnpackAssetWhitelistedEvent(log *types.Log) (*PolicyCageAssetWhitelisted, error) {
	event := "AssetWhitelisted"
	if len(log.Topics) == 0 {
		return nil, ErrNoEventSignature
	}
	if log.Topics[0] != policyCage.abi.Events[event].ID {
		return nil, ErrEventSignatureMismatch
	}
	out := new(PolicyCageAssetWhitelisted)
	if len(log.Data) > 0 {
		if err := policyCage.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range policyCage.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// PolicyCageCapUpdated represents a CapUpdated event raised by the PolicyCage contract.
type PolicyCageCapUpdated struct {
	Kind    uint8
	Subject common.Address
	Share   *big.Int
	Raw     *types.Log // Blockchain specific contextual infos
}

const PolicyCageCapUpdatedEventName = "CapUpdated"

// ContractEventName returns the user-defined event name.
func (PolicyCageCapUpdated) ContractEventName() string {
	return PolicyCageCapUpdatedEventName
}

// UnpackCapUpdatedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event CapUpdated(uint8 indexed kind, address indexed subject, uint256 share)
func (policyCage *PolicyCage) UnpackCapUpdatedEvent(log *types.Log) (*PolicyCageCapUpdated, error) {
	event := "CapUpdated"
	if len(log.Topics) == 0 {
		return nil, ErrNoEventSignature
	}
	if log.Topics[0] != policyCage.abi.Events[event].ID {
		return nil, ErrEventSignatureMismatch
	}
	out := new(PolicyCageCapUpdated)
	if len(log.Data) > 0 {
		if err := policyCage.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range policyCage.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// PolicyCageChangeApplied represents a ChangeApplied event raised by the PolicyCage contract.
type PolicyCageChangeApplied struct {
	Id  [32]byte
	Raw *types.Log // Blockchain specific contextual infos
}

const PolicyCageChangeAppliedEventName = "ChangeApplied"

// ContractEventName returns the user-defined event name.
func (PolicyCageChangeApplied) ContractEventName() string {
	return PolicyCageChangeAppliedEventName
}

// UnpackChangeAppliedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event ChangeApplied(bytes32 indexed id)
func (policyCage *PolicyCage) UnpackChangeAppliedEvent(log *types.Log) (*PolicyCageChangeApplied, error) {
	event := "ChangeApplied"
	if len(log.Topics) == 0 {
		return nil, ErrNoEventSignature
	}
	if log.Topics[0] != policyCage.abi.Events[event].ID {
		return nil, ErrEventSignatureMismatch
	}
	out := new(PolicyCageChangeApplied)
	if len(log.Data) > 0 {
		if err := policyCage.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range policyCage.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// PolicyCageChangeCancelled represents a ChangeCancelled event raised by the PolicyCage contract.
type PolicyCageChangeCancelled struct {
	Id  [32]byte
	Raw *types.Log // Blockchain specific contextual infos
}

const PolicyCageChangeCancelledEventName = "ChangeCancelled"

// ContractEventName returns the user-defined event name.
func (PolicyCageChangeCancelled) ContractEventName() string {
	return PolicyCageChangeCancelledEventName
}

// UnpackChangeCancelledEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event ChangeCancelled(bytes32 indexed id)
func (policyCage *PolicyCage) UnpackChangeCancelledEvent(log *types.Log) (*PolicyCageChangeCancelled, error) {
	event := "ChangeCancelled"
	if len(log.Topics) == 0 {
		return nil, ErrNoEventSignature
	}
	if log.Topics[0] != policyCage.abi.Events[event].ID {
		return nil, ErrEventSignatureMismatch
	}
	out := new(PolicyCageChangeCancelled)
	if len(log.Data) > 0 {
		if err := policyCage.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range policyCage.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// PolicyCageChangeScheduled represents a ChangeScheduled event raised by the PolicyCage contract.
type PolicyCageChangeScheduled struct {
	Id  [32]byte
	Eta *big.Int
	Raw *types.Log // Blockchain specific contextual infos
}

const PolicyCageChangeScheduledEventName = "ChangeScheduled"

// ContractEventName returns the user-defined event name.
func (PolicyCageChangeScheduled) ContractEventName() string {
	return PolicyCageChangeScheduledEventName
}

// UnpackChangeScheduledEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event ChangeScheduled(bytes32 indexed id, uint256 eta)
func (policyCage *PolicyCage) UnpackChangeScheduledEvent(log *types.Log) (*PolicyCageChangeScheduled, error) {
	event := "ChangeScheduled"
	if len(log.Topics) == 0 {
		return nil, ErrNoEventSignature
	}
	if log.Topics[0] != policyCage.abi.Events[event].ID {
		return nil, ErrEventSignatureMismatch
	}
	out := new(PolicyCageChangeScheduled)
	if len(log.Data) > 0 {
		if err := policyCage.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range policyCage.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// PolicyCageDrawdownThresholdUpdated represents a DrawdownThresholdUpdated event raised by the PolicyCage contract.
type PolicyCageDrawdownThresholdUpdated struct {
	Bps *big.Int
	Raw *types.Log // Blockchain specific contextual infos
}

const PolicyCageDrawdownThresholdUpdatedEventName = "DrawdownThresholdUpdated"

// ContractEventName returns the user-defined event name.
func (PolicyCageDrawdownThresholdUpdated) ContractEventName() string {
	return PolicyCageDrawdownThresholdUpdatedEventName
}

// UnpackDrawdownThresholdUpdatedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event DrawdownThresholdUpdated(uint256 bps)
func (policyCage *PolicyCage) UnpackDrawdownThresholdUpdatedEvent(log *types.Log) (*PolicyCageDrawdownThresholdUpdated, error) {
	event := "DrawdownThresholdUpdated"
	if len(log.Topics) == 0 {
		return nil, ErrNoEventSignature
	}
	if log.Topics[0] != policyCage.abi.Events[event].ID {
		return nil, ErrEventSignatureMismatch
	}
	out := new(PolicyCageDrawdownThresholdUpdated)
	if len(log.Data) > 0 {
		if err := policyCage.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range policyCage.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// PolicyCageEmergencyHalt represents a EmergencyHalt event raised by the PolicyCage contract.
type PolicyCageEmergencyHalt struct {
	By        common.Address
	Timestamp *big.Int
	Raw       *types.Log // Blockchain specific contextual infos
}

const PolicyCageEmergencyHaltEventName = "EmergencyHalt"

// ContractEventName returns the user-defined event name.
func (PolicyCageEmergencyHalt) ContractEventName() string {
	return PolicyCageEmergencyHaltEventName
}

// UnpackEmergencyHaltEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event EmergencyHalt(address by, uint256 timestamp)
func (policyCage *PolicyCage) UnpackEmergencyHaltEvent(log *types.Log) (*PolicyCageEmergencyHalt, error) {
	event := "EmergencyHalt"
	if len(log.Topics) == 0 {
		return nil, ErrNoEventSignature
	}
	if log.Topics[0] != policyCage.abi.Events[event].ID {
		return nil, ErrEventSignatureMismatch
	}
	out := new(PolicyCageEmergencyHalt)
	if len(log.Data) > 0 {
		if err := policyCage.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range policyCage.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// PolicyCageHighWaterMarkUpdated represents a HighWaterMarkUpdated event raised by the PolicyCage contract.
type PolicyCageHighWaterMarkUpdated struct {
	Value *big.Int
	Raw   *types.Log // Blockchain specific contextual infos
}

const PolicyCageHighWaterMarkUpdatedEventName = "HighWaterMarkUpdated"

// ContractEventName returns the user-defined event name.
func (PolicyCageHighWaterMarkUpdated) ContractEventName() string {
	return PolicyCageHighWaterMarkUpdatedEventName
}

// UnpackHighWaterMarkUpdatedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event HighWaterMarkUpdated(uint256 value)
func (policyCage *PolicyCage) UnpackHighWaterMarkUpdatedEvent(log *types.Log) (*PolicyCageHighWaterMarkUpdated, error) {
	event := "HighWaterMarkUpdated"
	if len(log.Topics) == 0 {
		return nil, ErrNoEventSignature
	}
	if log.Topics[0] != policyCage.abi.Events[event].ID {
		return nil, ErrEventSignatureMismatch
	}
	out := new(PolicyCageHighWaterMarkUpdated)
	if len(log.Data) > 0 {
		if err := policyCage.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range policyCage.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// PolicyCageLimitUpdated represents a LimitUpdated event raised by the PolicyCage contract.
type PolicyCageLimitUpdated struct {
	Limit uint8
	Value *big.Int
	Raw   *types.Log // Blockchain specific contextual infos
}

const PolicyCageLimitUpdatedEventName = "LimitUpdated"

// ContractEventName returns the user-defined event name.
func (PolicyCageLimitUpdated) ContractEventName() string {
	return PolicyCageLimitUpdatedEventName
}

// UnpackLimitUpdatedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event LimitUpdated(uint8 indexed limit, uint256 value)
func (policyCage *PolicyCage) UnpackLimitUpdatedEvent(log *types.Log) (*PolicyCageLimitUpdated, error) {
	event := "LimitUpdated"
	if len(log.Topics) == 0 {
		return nil, ErrNoEventSignature
	}
	if log.Topics[0] != policyCage.abi.Events[event].ID {
		return nil, ErrEventSignatureMismatch
	}
	out := new(PolicyCageLimitUpdated)
	if len(log.Data) > 0 {
		if err := policyCage.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range policyCage.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// PolicyCagePositionClosed represents a PositionClosed event raised by the PolicyCage contract.
type PolicyCagePositionClosed struct {
	Position *big.Int
	Cost     *big.Int
	Raw      *types.Log // Blockchain specific contextual infos
}

const PolicyCagePositionClosedEventName = "PositionClosed"

// ContractEventName returns the user-defined event name.
func (PolicyCagePositionClosed) ContractEventName() string {
	return PolicyCagePositionClosedEventName
}

// UnpackPositionClosedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event PositionClosed(uint256 indexed position, uint256 cost)
func (policyCage *PolicyCage) UnpackPositionClosedEvent(log *types.Log) (*PolicyCagePositionClosed, error) {
	event := "PositionClosed"
	if len(log.Topics) == 0 {
		return nil, ErrNoEventSignature
	}
	if log.Topics[0] != policyCage.abi.Events[event].ID {
		return nil, ErrEventSignatureMismatch
	}
	out := new(PolicyCagePositionClosed)
	if len(log.Data) > 0 {
		if err := policyCage.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range policyCage.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// PolicyCagePositionLimitUpdated represents a PositionLimitUpdated event raised by the PolicyCage contract.
type PolicyCagePositionLimitUpdated struct {
	N   *big.Int
	Raw *types.Log // Blockchain specific contextual infos
}

const PolicyCagePositionLimitUpdatedEventName = "PositionLimitUpdated"

// ContractEventName returns the user-defined event name.
func (PolicyCagePositionLimitUpdated) ContractEventName() string {
	return PolicyCagePositionLimitUpdatedEventName
}

// UnpackPositionLimitUpdatedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event PositionLimitUpdated(uint256 n)
func (policyCage *PolicyCage) UnpackPositionLimitUpdatedEvent(log *types.Log) (*PolicyCagePositionLimitUpdated, error) {
	event := "PositionLimitUpdated"
	if len(log.Topics) == 0 {
		return nil, ErrNoEventSignature
	}
	if log.Topics[0] != policyCage.abi.Events[event].ID {
		return nil, ErrEventSignatureMismatch
	}
	out := new(PolicyCagePositionLimitUpdated)
	if len(log.Data) > 0 {
		if err := policyCage.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range policyCage.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// PolicyCagePositionReduced represents a PositionReduced event raised by the PolicyCage contract.
type PolicyCagePositionReduced struct {
	Position *big.Int
	Cost     *big.Int
	Raw      *types.Log // Blockchain specific contextual infos
}

const PolicyCagePositionReducedEventName = "PositionReduced"

// ContractEventName returns the user-defined event name.
func (PolicyCagePositionReduced) ContractEventName() string {
	return PolicyCagePositionReducedEventName
}

// UnpackPositionReducedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event PositionReduced(uint256 indexed position, uint256 cost)
func (policyCage *PolicyCage) UnpackPositionReducedEvent(log *types.Log) (*PolicyCagePositionReduced, error) {
	event := "PositionReduced"
	if len(log.Topics) == 0 {
		return nil, ErrNoEventSignature
	}
	if log.Topics[0] != policyCage.abi.Events[event].ID {
		return nil, ErrEventSignatureMismatch
	}
	out := new(PolicyCagePositionReduced)
	if len(log.Data) > 0 {
		if err := policyCage.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range policyCage.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// PolicyCageProtocolUpdated represents a ProtocolUpdated event raised by the PolicyCage contract.
type PolicyCageProtocolUpdated struct {
	Target  common.Address
	Allowed bool
	Raw     *types.Log // Blockchain specific contextual infos
}

const PolicyCageProtocolUpdatedEventName = "ProtocolUpdated"

// ContractEventName returns the user-defined event name.
func (PolicyCageProtocolUpdated) ContractEventName() string {
	return PolicyCageProtocolUpdatedEventName
}

// UnpackProtocolUpdatedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event ProtocolUpdated(address indexed target, bool allowed)
func (policyCage *PolicyCage) UnpackProtocolUpdatedEvent(log *types.Log) (*PolicyCageProtocolUpdated, error) {
	event := "ProtocolUpdated"
	if len(log.Topics) == 0 {
		return nil, ErrNoEventSignature
	}
	if log.Topics[0] != policyCage.abi.Events[event].ID {
		return nil, ErrEventSignatureMismatch
	}
	out := new(PolicyCageProtocolUpdated)
	if len(log.Data) > 0 {
		if err := policyCage.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range policyCage.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// PolicyCageReaderUpdated represents a ReaderUpdated event raised by the PolicyCage contract.
type PolicyCageReaderUpdated struct {
	Target common.Address
	Reader common.Address
	Deeds  uint16
	Raw    *types.Log // Blockchain specific contextual infos
}

const PolicyCageReaderUpdatedEventName = "ReaderUpdated"

// ContractEventName returns the user-defined event name.
func (PolicyCageReaderUpdated) ContractEventName() string {
	return PolicyCageReaderUpdatedEventName
}

// UnpackReaderUpdatedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event ReaderUpdated(address indexed target, address reader, uint16 deeds)
func (policyCage *PolicyCage) UnpackReaderUpdatedEvent(log *types.Log) (*PolicyCageReaderUpdated, error) {
	event := "ReaderUpdated"
	if len(log.Topics) == 0 {
		return nil, ErrNoEventSignature
	}
	if log.Topics[0] != policyCage.abi.Events[event].ID {
		return nil, ErrEventSignatureMismatch
	}
	out := new(PolicyCageReaderUpdated)
	if len(log.Data) > 0 {
		if err := policyCage.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range policyCage.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// PolicyCageResumed represents a Resumed event raised by the PolicyCage contract.
type PolicyCageResumed struct {
	By  common.Address
	Raw *types.Log // Blockchain specific contextual infos
}

const PolicyCageResumedEventName = "Resumed"

// ContractEventName returns the user-defined event name.
func (PolicyCageResumed) ContractEventName() string {
	return PolicyCageResumedEventName
}

// UnpackResumedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Resumed(address by)
func (policyCage *PolicyCage) UnpackResumedEvent(log *types.Log) (*PolicyCageResumed, error) {
	event := "Resumed"
	if len(log.Topics) == 0 {
		return nil, ErrNoEventSignature
	}
	if log.Topics[0] != policyCage.abi.Events[event].ID {
		return nil, ErrEventSignatureMismatch
	}
	out := new(PolicyCageResumed)
	if len(log.Data) > 0 {
		if err := policyCage.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range policyCage.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// PolicyCageRoleUpdated represents a RoleUpdated event raised by the PolicyCage contract.
type PolicyCageRoleUpdated struct {
	Role   uint8
	Holder common.Address
	Raw    *types.Log // Blockchain specific contextual infos
}

const PolicyCageRoleUpdatedEventName = "RoleUpdated"

// ContractEventName returns the user-defined event name.
func (PolicyCageRoleUpdated) ContractEventName() string {
	return PolicyCageRoleUpdatedEventName
}

// UnpackRoleUpdatedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event RoleUpdated(uint8 indexed role, address holder)
func (policyCage *PolicyCage) UnpackRoleUpdatedEvent(log *types.Log) (*PolicyCageRoleUpdated, error) {
	event := "RoleUpdated"
	if len(log.Topics) == 0 {
		return nil, ErrNoEventSignature
	}
	if log.Topics[0] != policyCage.abi.Events[event].ID {
		return nil, ErrEventSignatureMismatch
	}
	out := new(PolicyCageRoleUpdated)
	if len(log.Data) > 0 {
		if err := policyCage.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range policyCage.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// PolicyCageSelectorUpdated represents a SelectorUpdated event raised by the PolicyCage contract.
type PolicyCageSelectorUpdated struct {
	Target   common.Address
	Selector [4]byte
	Allowed  bool
	Raw      *types.Log // Blockchain specific contextual infos
}

const PolicyCageSelectorUpdatedEventName = "SelectorUpdated"

// ContractEventName returns the user-defined event name.
func (PolicyCageSelectorUpdated) ContractEventName() string {
	return PolicyCageSelectorUpdatedEventName
}

// UnpackSelectorUpdatedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event SelectorUpdated(address indexed target, bytes4 selector, bool allowed)
func (policyCage *PolicyCage) UnpackSelectorUpdatedEvent(log *types.Log) (*PolicyCageSelectorUpdated, error) {
	event := "SelectorUpdated"
	if len(log.Topics) == 0 {
		return nil, ErrNoEventSignature
	}
	if log.Topics[0] != policyCage.abi.Events[event].ID {
		return nil, ErrEventSignatureMismatch
	}
	out := new(PolicyCageSelectorUpdated)
	if len(log.Data) > 0 {
		if err := policyCage.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range policyCage.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// PolicyCageSessionBegun represents a SessionBegun event raised by the PolicyCage contract.
type PolicyCageSessionBegun struct {
	Raw *types.Log // Blockchain specific contextual infos
}

const PolicyCageSessionBegunEventName = "SessionBegun"

// ContractEventName returns the user-defined event name.
func (PolicyCageSessionBegun) ContractEventName() string {
	return PolicyCageSessionBegunEventName
}

// UnpackSessionBegunEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event SessionBegun()
func (policyCage *PolicyCage) UnpackSessionBegunEvent(log *types.Log) (*PolicyCageSessionBegun, error) {
	event := "SessionBegun"
	if len(log.Topics) == 0 {
		return nil, ErrNoEventSignature
	}
	if log.Topics[0] != policyCage.abi.Events[event].ID {
		return nil, ErrEventSignatureMismatch
	}
	out := new(PolicyCageSessionBegun)
	if len(log.Data) > 0 {
		if err := policyCage.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range policyCage.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// PolicyCageSpendingCapUpdated represents a SpendingCapUpdated event raised by the PolicyCage contract.
type PolicyCageSpendingCapUpdated struct {
	PerTx  *big.Int
	PerDay *big.Int
	Raw    *types.Log // Blockchain specific contextual infos
}

const PolicyCageSpendingCapUpdatedEventName = "SpendingCapUpdated"

// ContractEventName returns the user-defined event name.
func (PolicyCageSpendingCapUpdated) ContractEventName() string {
	return PolicyCageSpendingCapUpdatedEventName
}

// UnpackSpendingCapUpdatedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event SpendingCapUpdated(uint256 perTx, uint256 perDay)
func (policyCage *PolicyCage) UnpackSpendingCapUpdatedEvent(log *types.Log) (*PolicyCageSpendingCapUpdated, error) {
	event := "SpendingCapUpdated"
	if len(log.Topics) == 0 {
		return nil, ErrNoEventSignature
	}
	if log.Topics[0] != policyCage.abi.Events[event].ID {
		return nil, ErrEventSignatureMismatch
	}
	out := new(PolicyCageSpendingCapUpdated)
	if len(log.Data) > 0 {
		if err := policyCage.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range policyCage.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// UnpackError attempts to decode the provided error data using user-defined
// error definitions.
func (policyCage *PolicyCage) UnpackError(raw []byte) (any, error) {
	if len(raw) < 4 {
		return nil, errors.New("no selector")
	}
	if bytes.Equal(raw[:4], policyCage.abi.Errors["AssetNotApproved"].ID.Bytes()[:4]) {
		return policyCage.UnpackAssetNotApprovedError(raw[4:])
	}
	if bytes.Equal(raw[:4], policyCage.abi.Errors["BadSignature"].ID.Bytes()[:4]) {
		return policyCage.UnpackBadSignatureError(raw[4:])
	}
	if bytes.Equal(raw[:4], policyCage.abi.Errors["CapExceeded"].ID.Bytes()[:4]) {
		return policyCage.UnpackCapExceededError(raw[4:])
	}
	if bytes.Equal(raw[:4], policyCage.abi.Errors["ChangeNotDue"].ID.Bytes()[:4]) {
		return policyCage.UnpackChangeNotDueError(raw[4:])
	}
	if bytes.Equal(raw[:4], policyCage.abi.Errors["CollateralRatioTooLow"].ID.Bytes()[:4]) {
		return policyCage.UnpackCollateralRatioTooLowError(raw[4:])
	}
	if bytes.Equal(raw[:4], policyCage.abi.Errors["ConcentrationExceeded"].ID.Bytes()[:4]) {
		return policyCage.UnpackConcentrationExceededError(raw[4:])
	}
	if bytes.Equal(raw[:4], policyCage.abi.Errors["DestinationNotAllowed"].ID.Bytes()[:4]) {
		return policyCage.UnpackDestinationNotAllowedError(raw[4:])
	}
	if bytes.Equal(raw[:4], policyCage.abi.Errors["DrawdownExceeded"].ID.Bytes()[:4]) {
		return policyCage.UnpackDrawdownExceededError(raw[4:])
	}
	if bytes.Equal(raw[:4], policyCage.abi.Errors["Halted"].ID.Bytes()[:4]) {
		return policyCage.UnpackHaltedError(raw[4:])
	}
	if bytes.Equal(raw[:4], policyCage.abi.Errors["LossLimitReached"].ID.Bytes()[:4]) {
		return policyCage.UnpackLossLimitReachedError(raw[4:])
	}
	if bytes.Equal(raw[:4], policyCage.abi.Errors["NotMover"].ID.Bytes()[:4]) {
		return policyCage.UnpackNotMoverError(raw[4:])
	}
	if bytes.Equal(raw[:4], policyCage.abi.Errors["NotOwner"].ID.Bytes()[:4]) {
		return policyCage.UnpackNotOwnerError(raw[4:])
	}
	if bytes.Equal(raw[:4], policyCage.abi.Errors["NothingToValidate"].ID.Bytes()[:4]) {
		return policyCage.UnpackNothingToValidateError(raw[4:])
	}
	if bytes.Equal(raw[:4], policyCage.abi.Errors["OutOfRange"].ID.Bytes()[:4]) {
		return policyCage.UnpackOutOfRangeError(raw[4:])
	}
	if bytes.Equal(raw[:4], policyCage.abi.Errors["PositionLimitReached"].ID.Bytes()[:4]) {
		return policyCage.UnpackPositionLimitReachedError(raw[4:])
	}
	if bytes.Equal(raw[:4], policyCage.abi.Errors["PositionTooLarge"].ID.Bytes()[:4]) {
		return policyCage.UnpackPositionTooLargeError(raw[4:])
	}
	if bytes.Equal(raw[:4], policyCage.abi.Errors["ProtocolNotApproved"].ID.Bytes()[:4]) {
		return policyCage.UnpackProtocolNotApprovedError(raw[4:])
	}
	if bytes.Equal(raw[:4], policyCage.abi.Errors["SanctionedAddress"].ID.Bytes()[:4]) {
		return policyCage.UnpackSanctionedAddressError(raw[4:])
	}
	if bytes.Equal(raw[:4], policyCage.abi.Errors["SelectorNotAllowed"].ID.Bytes()[:4]) {
		return policyCage.UnpackSelectorNotAllowedError(raw[4:])
	}
	if bytes.Equal(raw[:4], policyCage.abi.Errors["SpendingLimitExceeded"].ID.Bytes()[:4]) {
		return policyCage.UnpackSpendingLimitExceededError(raw[4:])
	}
	if bytes.Equal(raw[:4], policyCage.abi.Errors["UnknownChange"].ID.Bytes()[:4]) {
		return policyCage.UnpackUnknownChangeError(raw[4:])
	}
	if bytes.Equal(raw[:4], policyCage.abi.Errors["UnknownPosition"].ID.Bytes()[:4]) {
		return policyCage.UnpackUnknownPositionError(raw[4:])
	}
	if bytes.Equal(raw[:4], policyCage.abi.Errors["ValueLost"].ID.Bytes()[:4]) {
		return policyCage.UnpackValueLostError(raw[4:])
	}
	return nil, errors.New("Unknown error")
}

// PolicyCageAssetNotApproved represents a AssetNotApproved error raised by the PolicyCage contract.
type PolicyCageAssetNotApproved struct {
	Asset common.Address
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error AssetNotApproved(address asset)
func PolicyCageAssetNotApprovedErrorID() common.Hash {
	return common.HexToHash("0xa6e7da23c7e08f18ab06caabd41f1c1425c6dc2e62b8b004578ba15ea9a9285b")
}

// UnpackAssetNotApprovedError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error AssetNotApproved(address asset)
func (policyCage *PolicyCage) UnpackAssetNotApprovedError(raw []byte) (*PolicyCageAssetNotApproved, error) {
	out := new(PolicyCageAssetNotApproved)
	if err := policyCage.abi.UnpackIntoInterface(out, "AssetNotApproved", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// PolicyCageBadSignature represents a BadSignature error raised by the PolicyCage contract.
type PolicyCageBadSignature struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error BadSignature()
func PolicyCageBadSignatureErrorID() common.Hash {
	return common.HexToHash("0x5cd5d2335541c4f2ed05fbe44f397e8b79f8e2333157122d2dab06e378ef7685")
}

// UnpackBadSignatureError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error BadSignature()
func (policyCage *PolicyCage) UnpackBadSignatureError(raw []byte) (*PolicyCageBadSignature, error) {
	out := new(PolicyCageBadSignature)
	if err := policyCage.abi.UnpackIntoInterface(out, "BadSignature", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// PolicyCageCapExceeded represents a CapExceeded error raised by the PolicyCage contract.
type PolicyCageCapExceeded struct {
	Kind    uint8
	Subject common.Address
	Current *big.Int
	Max     *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error CapExceeded(uint8 kind, address subject, uint256 current, uint256 max)
func PolicyCageCapExceededErrorID() common.Hash {
	return common.HexToHash("0x632e35ae38fe0cd1be0f93093310371da99236f258012cf28ddb9ecfb602d0d8")
}

// UnpackCapExceededError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error CapExceeded(uint8 kind, address subject, uint256 current, uint256 max)
func (policyCage *PolicyCage) UnpackCapExceededError(raw []byte) (*PolicyCageCapExceeded, error) {
	out := new(PolicyCageCapExceeded)
	if err := policyCage.abi.UnpackIntoInterface(out, "CapExceeded", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// PolicyCageChangeNotDue represents a ChangeNotDue error raised by the PolicyCage contract.
type PolicyCageChangeNotDue struct {
	Id  [32]byte
	Eta *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error ChangeNotDue(bytes32 id, uint256 eta)
func PolicyCageChangeNotDueErrorID() common.Hash {
	return common.HexToHash("0xc2e38f16c82f5bc5030e946d01f6f668468088cc0c799115aacdef0f65f514b5")
}

// UnpackChangeNotDueError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error ChangeNotDue(bytes32 id, uint256 eta)
func (policyCage *PolicyCage) UnpackChangeNotDueError(raw []byte) (*PolicyCageChangeNotDue, error) {
	out := new(PolicyCageChangeNotDue)
	if err := policyCage.abi.UnpackIntoInterface(out, "ChangeNotDue", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// PolicyCageCollateralRatioTooLow represents a CollateralRatioTooLow error raised by the PolicyCage contract.
type PolicyCageCollateralRatioTooLow struct {
	Current *big.Int
	Min     *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error CollateralRatioTooLow(uint256 current, uint256 min)
func PolicyCageCollateralRatioTooLowErrorID() common.Hash {
	return common.HexToHash("0xd4b45b22f4fc2a1df54d4a449adbc09a74141096b336c2ef2463087a56635610")
}

// UnpackCollateralRatioTooLowError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error CollateralRatioTooLow(uint256 current, uint256 min)
func (policyCage *PolicyCage) UnpackCollateralRatioTooLowError(raw []byte) (*PolicyCageCollateralRatioTooLow, error) {
	out := new(PolicyCageCollateralRatioTooLow)
	if err := policyCage.abi.UnpackIntoInterface(out, "CollateralRatioTooLow", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// PolicyCageConcentrationExceeded represents a ConcentrationExceeded error raised by the PolicyCage contract.
type PolicyCageConcentrationExceeded struct {
	Current *big.Int
	Max     *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error ConcentrationExceeded(uint256 current, uint256 max)
func PolicyCageConcentrationExceededErrorID() common.Hash {
	return common.HexToHash("0xf82fc6b7f9ad9d737bde224368ecb1499e8f93399b406692bbecd4b63758ef97")
}

// UnpackConcentrationExceededError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error ConcentrationExceeded(uint256 current, uint256 max)
func (policyCage *PolicyCage) UnpackConcentrationExceededError(raw []byte) (*PolicyCageConcentrationExceeded, error) {
	out := new(PolicyCageConcentrationExceeded)
	if err := policyCage.abi.UnpackIntoInterface(out, "ConcentrationExceeded", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// PolicyCageDestinationNotAllowed represents a DestinationNotAllowed error raised by the PolicyCage contract.
type PolicyCageDestinationNotAllowed struct {
	To common.Address
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error DestinationNotAllowed(address to)
func PolicyCageDestinationNotAllowedErrorID() common.Hash {
	return common.HexToHash("0x821cf3bd69ac320f60e76eb3361f71a5b079cba9f4cd62a84a88c841bc64f95c")
}

// UnpackDestinationNotAllowedError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error DestinationNotAllowed(address to)
func (policyCage *PolicyCage) UnpackDestinationNotAllowedError(raw []byte) (*PolicyCageDestinationNotAllowed, error) {
	out := new(PolicyCageDestinationNotAllowed)
	if err := policyCage.abi.UnpackIntoInterface(out, "DestinationNotAllowed", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// PolicyCageDrawdownExceeded represents a DrawdownExceeded error raised by the PolicyCage contract.
type PolicyCageDrawdownExceeded struct {
	Current *big.Int
	Max     *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error DrawdownExceeded(uint256 current, uint256 max)
func PolicyCageDrawdownExceededErrorID() common.Hash {
	return common.HexToHash("0x9f87abfac947a83e034d46291e951d05992ae8890f8f5e1db159ce13e32f38c9")
}

// UnpackDrawdownExceededError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error DrawdownExceeded(uint256 current, uint256 max)
func (policyCage *PolicyCage) UnpackDrawdownExceededError(raw []byte) (*PolicyCageDrawdownExceeded, error) {
	out := new(PolicyCageDrawdownExceeded)
	if err := policyCage.abi.UnpackIntoInterface(out, "DrawdownExceeded", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// PolicyCageHalted represents a Halted error raised by the PolicyCage contract.
type PolicyCageHalted struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error Halted()
func PolicyCageHaltedErrorID() common.Hash {
	return common.HexToHash("0x1ee9080f6b55ca44ce58681c8162e6c1ac1c47e1da791a4a1c1ec6186d8af1f3")
}

// UnpackHaltedError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error Halted()
func (policyCage *PolicyCage) UnpackHaltedError(raw []byte) (*PolicyCageHalted, error) {
	out := new(PolicyCageHalted)
	if err := policyCage.abi.UnpackIntoInterface(out, "Halted", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// PolicyCageLossLimitReached represents a LossLimitReached error raised by the PolicyCage contract.
type PolicyCageLossLimitReached struct {
	Loss      *big.Int
	Remaining *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error LossLimitReached(uint256 loss, uint256 remaining)
func PolicyCageLossLimitReachedErrorID() common.Hash {
	return common.HexToHash("0x36a46298c0aefbf275e053b75d0ea3f7c5b7d41c50e8717110c8da70e11df5bf")
}

// UnpackLossLimitReachedError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error LossLimitReached(uint256 loss, uint256 remaining)
func (policyCage *PolicyCage) UnpackLossLimitReachedError(raw []byte) (*PolicyCageLossLimitReached, error) {
	out := new(PolicyCageLossLimitReached)
	if err := policyCage.abi.UnpackIntoInterface(out, "LossLimitReached", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// PolicyCageNotMover represents a NotMover error raised by the PolicyCage contract.
type PolicyCageNotMover struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error NotMover()
func PolicyCageNotMoverErrorID() common.Hash {
	return common.HexToHash("0xf27a7745156dd8672e5b3e6ef692093df208a5792375c2449c893dde1c7a4de1")
}

// UnpackNotMoverError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error NotMover()
func (policyCage *PolicyCage) UnpackNotMoverError(raw []byte) (*PolicyCageNotMover, error) {
	out := new(PolicyCageNotMover)
	if err := policyCage.abi.UnpackIntoInterface(out, "NotMover", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// PolicyCageNotOwner represents a NotOwner error raised by the PolicyCage contract.
type PolicyCageNotOwner struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error NotOwner()
func PolicyCageNotOwnerErrorID() common.Hash {
	return common.HexToHash("0x30cd74712f59d478562d48e2d35de830db72c60a63dd08ae59199eec990b5bc4")
}

// UnpackNotOwnerError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error NotOwner()
func (policyCage *PolicyCage) UnpackNotOwnerError(raw []byte) (*PolicyCageNotOwner, error) {
	out := new(PolicyCageNotOwner)
	if err := policyCage.abi.UnpackIntoInterface(out, "NotOwner", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// PolicyCageNothingToValidate represents a NothingToValidate error raised by the PolicyCage contract.
type PolicyCageNothingToValidate struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error NothingToValidate()
func PolicyCageNothingToValidateErrorID() common.Hash {
	return common.HexToHash("0x826976f96a44bb68c95b58fbff0ca03bc5659b93f55fd25166e4b244c23c33c9")
}

// UnpackNothingToValidateError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error NothingToValidate()
func (policyCage *PolicyCage) UnpackNothingToValidateError(raw []byte) (*PolicyCageNothingToValidate, error) {
	out := new(PolicyCageNothingToValidate)
	if err := policyCage.abi.UnpackIntoInterface(out, "NothingToValidate", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// PolicyCageOutOfRange represents a OutOfRange error raised by the PolicyCage contract.
type PolicyCageOutOfRange struct {
	Kind    uint8
	Subject [32]byte
	Value   *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error OutOfRange(uint8 kind, bytes32 subject, uint256 value)
func PolicyCageOutOfRangeErrorID() common.Hash {
	return common.HexToHash("0x184b23a6023430467c00c55dd767efde53f74d106e70c0a0b4b146ef1caf08fc")
}

// UnpackOutOfRangeError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error OutOfRange(uint8 kind, bytes32 subject, uint256 value)
func (policyCage *PolicyCage) UnpackOutOfRangeError(raw []byte) (*PolicyCageOutOfRange, error) {
	out := new(PolicyCageOutOfRange)
	if err := policyCage.abi.UnpackIntoInterface(out, "OutOfRange", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// PolicyCagePositionLimitReached represents a PositionLimitReached error raised by the PolicyCage contract.
type PolicyCagePositionLimitReached struct {
	Max *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error PositionLimitReached(uint256 max)
func PolicyCagePositionLimitReachedErrorID() common.Hash {
	return common.HexToHash("0x6964a641b673abe7d0f3f6fe4e37e393240675b82eb67a5b6f230ceab73593dd")
}

// UnpackPositionLimitReachedError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error PositionLimitReached(uint256 max)
func (policyCage *PolicyCage) UnpackPositionLimitReachedError(raw []byte) (*PolicyCagePositionLimitReached, error) {
	out := new(PolicyCagePositionLimitReached)
	if err := policyCage.abi.UnpackIntoInterface(out, "PositionLimitReached", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// PolicyCagePositionTooLarge represents a PositionTooLarge error raised by the PolicyCage contract.
type PolicyCagePositionTooLarge struct {
	Current *big.Int
	Max     *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error PositionTooLarge(uint256 current, uint256 max)
func PolicyCagePositionTooLargeErrorID() common.Hash {
	return common.HexToHash("0x8d896fef823b1c411f70d4938bade1cb221b0010288d03b4e18ad8fa1c4b3c56")
}

// UnpackPositionTooLargeError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error PositionTooLarge(uint256 current, uint256 max)
func (policyCage *PolicyCage) UnpackPositionTooLargeError(raw []byte) (*PolicyCagePositionTooLarge, error) {
	out := new(PolicyCagePositionTooLarge)
	if err := policyCage.abi.UnpackIntoInterface(out, "PositionTooLarge", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// PolicyCageProtocolNotApproved represents a ProtocolNotApproved error raised by the PolicyCage contract.
type PolicyCageProtocolNotApproved struct {
	Target common.Address
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error ProtocolNotApproved(address target)
func PolicyCageProtocolNotApprovedErrorID() common.Hash {
	return common.HexToHash("0xc200f9afaee658400525147d5c1964076a7751745e6927854a550dfde389f1ce")
}

// UnpackProtocolNotApprovedError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error ProtocolNotApproved(address target)
func (policyCage *PolicyCage) UnpackProtocolNotApprovedError(raw []byte) (*PolicyCageProtocolNotApproved, error) {
	out := new(PolicyCageProtocolNotApproved)
	if err := policyCage.abi.UnpackIntoInterface(out, "ProtocolNotApproved", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// PolicyCageSanctionedAddress represents a SanctionedAddress error raised by the PolicyCage contract.
type PolicyCageSanctionedAddress struct {
	Target common.Address
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error SanctionedAddress(address target)
func PolicyCageSanctionedAddressErrorID() common.Hash {
	return common.HexToHash("0x8027911123971054d93579ebea046c8461473fa4d2e510b9b49eed3bed3270e0")
}

// UnpackSanctionedAddressError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error SanctionedAddress(address target)
func (policyCage *PolicyCage) UnpackSanctionedAddressError(raw []byte) (*PolicyCageSanctionedAddress, error) {
	out := new(PolicyCageSanctionedAddress)
	if err := policyCage.abi.UnpackIntoInterface(out, "SanctionedAddress", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// PolicyCageSelectorNotAllowed represents a SelectorNotAllowed error raised by the PolicyCage contract.
type PolicyCageSelectorNotAllowed struct {
	Target   common.Address
	Selector [4]byte
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error SelectorNotAllowed(address target, bytes4 selector)
func PolicyCageSelectorNotAllowedErrorID() common.Hash {
	return common.HexToHash("0xebd03c5266d03f12ce1c6b76148e2bfac8122d63b7a28109f1d8f0152ff0426d")
}

// UnpackSelectorNotAllowedError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error SelectorNotAllowed(address target, bytes4 selector)
func (policyCage *PolicyCage) UnpackSelectorNotAllowedError(raw []byte) (*PolicyCageSelectorNotAllowed, error) {
	out := new(PolicyCageSelectorNotAllowed)
	if err := policyCage.abi.UnpackIntoInterface(out, "SelectorNotAllowed", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// PolicyCageSpendingLimitExceeded represents a SpendingLimitExceeded error raised by the PolicyCage contract.
type PolicyCageSpendingLimitExceeded struct {
	Amount    *big.Int
	Remaining *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error SpendingLimitExceeded(uint256 amount, uint256 remaining)
func PolicyCageSpendingLimitExceededErrorID() common.Hash {
	return common.HexToHash("0x4557d1656832972695937c4c01908c84bb87a66221f162f093115077c6987a18")
}

// UnpackSpendingLimitExceededError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error SpendingLimitExceeded(uint256 amount, uint256 remaining)
func (policyCage *PolicyCage) UnpackSpendingLimitExceededError(raw []byte) (*PolicyCageSpendingLimitExceeded, error) {
	out := new(PolicyCageSpendingLimitExceeded)
	if err := policyCage.abi.UnpackIntoInterface(out, "SpendingLimitExceeded", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// PolicyCageUnknownChange represents a UnknownChange error raised by the PolicyCage contract.
type PolicyCageUnknownChange struct {
	Id [32]byte
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error UnknownChange(bytes32 id)
func PolicyCageUnknownChangeErrorID() common.Hash {
	return common.HexToHash("0xe0a203fb2e934a683377d7e35d4d3856050210be3ff47349b092b08de3c5d15c")
}

// UnpackUnknownChangeError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error UnknownChange(bytes32 id)
func (policyCage *PolicyCage) UnpackUnknownChangeError(raw []byte) (*PolicyCageUnknownChange, error) {
	out := new(PolicyCageUnknownChange)
	if err := policyCage.abi.UnpackIntoInterface(out, "UnknownChange", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// PolicyCageUnknownPosition represents a UnknownPosition error raised by the PolicyCage contract.
type PolicyCageUnknownPosition struct {
	Position *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error UnknownPosition(uint256 position)
func PolicyCageUnknownPositionErrorID() common.Hash {
	return common.HexToHash("0xa2016c11fd938afcd5c3bf071f2777c37500125ba57c5f47eef0a71788ec8a46")
}

// UnpackUnknownPositionError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error UnknownPosition(uint256 position)
func (policyCage *PolicyCage) UnpackUnknownPositionError(raw []byte) (*PolicyCageUnknownPosition, error) {
	out := new(PolicyCageUnknownPosition)
	if err := policyCage.abi.UnpackIntoInterface(out, "UnknownPosition", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// PolicyCageValueLost represents a ValueLost error raised by the PolicyCage contract.
type PolicyCageValueLost struct {
	Given    *big.Int
	Received *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error ValueLost(uint256 given, uint256 received)
func PolicyCageValueLostErrorID() common.Hash {
	return common.HexToHash("0x0ad891bb90ff8de73a9f77e9241befa2bc734cb037bb1c0746b46f91da59f4f2")
}

// UnpackValueLostError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error ValueLost(uint256 given, uint256 received)
func (policyCage *PolicyCage) UnpackValueLostError(raw []byte) (*PolicyCageValueLost, error) {
	out := new(PolicyCageValueLost)
	if err := policyCage.abi.UnpackIntoInterface(out, "ValueLost", raw); err != nil {
		return nil, err
	}
	return out, nil
}
