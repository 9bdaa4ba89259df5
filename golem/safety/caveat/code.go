package caveat

import (
	"encoding/json"
	"fmt"

	"github.com/ethereum/go-ethereum/common/hexutil"

	"bardo.run/bardo/contracts"
)

// Creation returns the creation code of a contract of this package: an enforcer by its
// Kind, or ActionBook, VitalityOracle or DreamOracle. Constructor arguments, where there
// are any, go behind it.
func Creation(name string) ([]byte, error) {
	text, err := contracts.Caveats.ReadFile("out/" + name + ".json")
	if err != nil {
		return nil, fmt.Errorf("there is no contract %s: %w", name, err)
	}
	var out struct{ Bytecode hexutil.Bytes }
	if err := json.Unmarshal(text, &out); err != nil {
		return nil, fmt.Errorf("contract %s: %w", name, err)
	}
	return out.Bytecode, nil
}
