package uniswap

import (
	"encoding/binary"
	"errors"

	"github.com/holiman/uint256"
)

// slot0 is where a pool stands.
type slot0 struct {
	sqrt uint256.Int // Q64.96
	tick int32
}

var errSlot0 = errors.New("no answer of slot0")

// unpackSlot0 decodes what slot0() answers, and refuses what the decoder of the bindings does. A price is
// read some thousand times a day, and that decoder makes thirty objects of it.
func unpackSlot0(data []byte) (s slot0, _ error) {
	const words = 7 // price, tick, three uint16 of observations, a uint8 of fees, a bool
	if len(data) < words*32 || len(data)%32 != 0 {
		return s, errSlot0
	}
	for i, most := range [words]uint64{2: 1<<16 - 1, 3: 1<<16 - 1, 4: 1<<16 - 1, 5: 1<<8 - 1, 6: 1} {
		if most == 0 {
			continue
		}
		if word := new(uint256.Int).SetBytes32(data[i*32:]); !word.IsUint64() || word.Uint64() > most {
			return s, errSlot0
		}
	}
	s.sqrt.SetBytes32(data)
	s.tick = int32(binary.BigEndian.Uint32(data[60:])) //nolint:gosec // two's complement, as the chain has it
	return s, nil
}
