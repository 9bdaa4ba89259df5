package cheat

import "encoding/json"

// Silent is the cheats that change nothing here.
type Silent struct{ base }

// SetLoggingEnabled is accepted: a devnet prints no requests, so it neither begins nor ends that.
func (s *Silent) SetLoggingEnabled(bool) bool { return true }

// SetMinGasPrice is refused, as anvil and Hardhat refuse it where blocks have a base fee, and in
// anvil's words, which tools compare.
func (s *Silent) SetMinGasPrice(quantity) error {
	return invalid("anvil_setMinGasPrice is not supported when EIP-1559 is active")
}

// AddCompilationResult answers that nothing was kept: a devnet decodes no stack traces.
func (s *Silent) AddCompilationResult(_, _, _ json.RawMessage) bool { return false }

// GetStackTraceFailuresCount answers zero, for none is decoded.
func (s *Silent) GetStackTraceFailuresCount() int { return 0 }
