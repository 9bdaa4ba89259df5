package chain

import (
	"github.com/ethereum/go-ethereum/common"
)

// Call is one transaction of an order: no value is ever sent with it.
type Call struct {
	To   common.Address
	Data []byte
	Gas  uint64 // limit; set before sending
}
