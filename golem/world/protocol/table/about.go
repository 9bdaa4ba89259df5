package table

import (
	"fmt"

	"github.com/ethereum/go-ethereum/accounts/abi"

	"bardo.run/bardo/evm/bind"
)

// Interfaces say what the bytes of the adapters' calls mean.
func Interfaces() (all []*abi.ABI, _ error) {
	of := []*bind.MetaData{&bind.ERC20MetaData}
	for _, row := range rows {
		of = append(of, row.Interfaces...)
	}
	for _, m := range of {
		parsed, err := m.ParseABI()
		if err != nil {
			return nil, fmt.Errorf("read an interface: %w", err)
		}
		all = append(all, parsed)
	}
	return all, nil
}
