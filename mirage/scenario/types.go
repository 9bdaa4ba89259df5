package scenario

import (
	"encoding/json"
	"errors"
	"math/big"

	"bardo.run/bardo/mirage/node"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
)

// Codes of the reference (spec: mirage-testing §6.4).
const (
	CodeInvalidParams       = -32602
	CodeSetNotFound         = -32050
	CodeSetAlreadyRunning   = -32051
	CodeSetHasNoScenarios   = -32052
	CodeParallelUnavailable = -32053
	CodeJobNotFound         = -32054
	CodeJobNotComplete      = -32055
)

// Defaults and bounds of a scenario.
const (
	DefaultMaxGas  = 10_000_000
	DefaultTimeout = 30 // seconds
	mostSets       = 256
	mostScenarios  = 1_000 // of one set
	mostTimeout    = 3_600
)

// Transaction is one step of a scenario; nobody signs it and it pays no gas.
type Transaction struct {
	From  common.Address  `json:"from"`
	To    *common.Address `json:"to,omitempty"` // nil creates
	Value *hexutil.U256   `json:"value,omitempty"`
	Data  hexutil.Bytes   `json:"data,omitempty"`
}

// Scenario is a list of transactions and what must hold behind them.
type Scenario struct {
	SetID          string           `json:"set_id"`
	Name           string           `json:"name"`
	Transactions   []Transaction    `json:"transactions"`
	TrackAddresses []common.Address `json:"track_addresses"` // default: all that are touched
	MaxGas         uint64           `json:"max_gas"`         // of all transactions; 0 is the default
	TimeoutSeconds float64          `json:"timeout_seconds"` // 0 is the default
	Assertions     []Assertion      `json:"assertions"`
}

// Status of a scenario behind its run.
const (
	Success     = "success"
	Reverted    = "reverted"
	Timeout     = "timeout"
	GasExceeded = "gas_exceeded"
	Failed      = "error"
)

// Result is what came of one scenario.
type Result struct {
	ScenarioID       string                                         `json:"scenario_id"`
	Name             string                                         `json:"name"`
	Status           string                                         `json:"status"`
	GasUsed          uint64                                         `json:"gas_used"`
	WallTimeMS       float64                                        `json:"wall_time_ms"`
	PeakMemoryBytes  uint64                                         `json:"peak_memory_bytes"` // of the heap, above where it began
	FinalBalances    map[common.Address]*hexutil.Big                `json:"final_balances"`
	BalanceDeltas    map[common.Address]*big.Int                    `json:"balance_deltas"` // of the coin
	TokenDeltas      map[common.Address]map[common.Address]*big.Int `json:"token_deltas"`   // token, holder
	Logs             []Log                                          `json:"logs"`
	RevertReason     string                                         `json:"revert_reason,omitempty"`
	RevertData       hexutil.Bytes                                  `json:"revert_data,omitempty"`
	FailedAssertions []string                                       `json:"failed_assertions"`

	slots map[node.Slot]common.Hash // written, with their last values
}

// Log is an event of a scenario.
type Log struct {
	Address     common.Address `json:"address"`
	Topics      []common.Hash  `json:"topics"`
	Data        hexutil.Bytes  `json:"data"`
	Transaction int            `json:"transaction"`
}

// Error is a JSON-RPC error.
type Error struct {
	Code    int
	Message string
}

// Error implements error.
func (e *Error) Error() string { return e.Message }

// ErrorCode implements rpc.Error.
func (e *Error) ErrorCode() int { return e.Code }

// UnmarshalJSON refuses fields that mean nothing here, so that a misspelt limit is no
// silent default.
func (s *Scenario) UnmarshalJSON(b []byte) error {
	type plain Scenario
	if err := strict(b, (*plain)(s)); err != nil {
		return err
	}
	switch {
	case s.TimeoutSeconds < 0 || s.TimeoutSeconds > mostTimeout:
		return errors.New("timeout_seconds is outside 0 to 3600")
	case len(s.Transactions) == 0:
		return errors.New("a scenario has transactions")
	}
	if s.MaxGas == 0 {
		s.MaxGas = DefaultMaxGas
	}
	if s.TimeoutSeconds == 0 {
		s.TimeoutSeconds = DefaultTimeout
	}
	return nil
}

var _ json.Unmarshaler = (*Scenario)(nil)
