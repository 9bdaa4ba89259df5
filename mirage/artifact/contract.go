package artifact

import (
	"encoding/json"
	"fmt"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
)

// Contract is one third-party contract as kept in the artifacts folder.
// Treat its slices as read-only.
type Contract struct {
	Name     string          `json:"name"`
	Package  string          `json:"package"` // npm name
	Version  string          `json:"version"`
	Licence  string          `json:"licence"`            // SPDX expression
	ABI      json.RawMessage `json:"abi,omitempty"`      // absent where the package ships none
	Creation hexutil.Bytes   `json:"creation,omitempty"` // link positions are zero
	Links    []Link          `json:"links,omitempty"`    // sorted by library
	Runtime  hexutil.Bytes   `json:"runtime,omitempty"`  // only for contracts placed at genesis
}

// Link says where a library's 20-byte address goes in the creation code.
type Link struct {
	Library string `json:"library"`
	Offsets []int  `json:"offsets"`
}

// Code returns a fresh copy of the creation code with the libraries' addresses
// linked in. A library without an address is an error.
func (c *Contract) Code(libraries map[string]common.Address) ([]byte, error) {
	if len(c.Creation) == 0 {
		return nil, fmt.Errorf("%s: the artifact has no creation code", c.Name)
	}
	code := append([]byte(nil), c.Creation...)
	for _, l := range c.Links {
		addr, ok := libraries[l.Library]
		if !ok {
			return nil, fmt.Errorf("%s: library %s has no address", c.Name, l.Library)
		}
		for _, at := range l.Offsets {
			copy(code[at:at+common.AddressLength], addr[:])
		}
	}
	return code, nil
}
