package protocol

import (
	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
)

// Call is one transaction of an order. Value is nil but where a session key hands over its
// coin, and where coin is wrapped.
type Call struct {
	To    common.Address
	Data  []byte
	Gas   uint64       // limit; set before sending
	Value *uint256.Int `cbor:"Value,omitempty"` // wei
}

// Log is one event of a receipt.
type Log struct {
	Address common.Address `cbor:"1,keyasint"`
	Topics  []common.Hash  `cbor:"2,keyasint"`
	Data    []byte         `cbor:"3,keyasint"`
}
