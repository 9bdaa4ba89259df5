package rollup

import (
	"encoding/binary"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
)

// Params are what the fees of one block follow from. Base fees are of the chain below,
// in wei per gas; the scalars of both are parts of a million.
type Params struct {
	BaseFee, BlobBaseFee             uint256.Int
	BaseFeeScalar, BlobBaseFeeScalar uint32
	OperatorScalar                   uint32
	OperatorConstant                 uint64
	// Jovian has the operator's scalar count hundreds of wei per gas, where Isthmus
	// has it count millionths of one.
	Jovian bool
}

// Slot is one place in the storage of a contract.
type Slot struct {
	Contract common.Address
	Key      common.Hash
}

// The slots that hold Params, as the OP stack's clients read them.
var (
	baseFeeSlot  = Slot{L1Block, common.BigToHash(big.NewInt(1))}
	scalarSlot   = Slot{L1Block, common.BigToHash(big.NewInt(3))}
	blobSlot     = Slot{L1Block, common.BigToHash(big.NewInt(7))}
	operatorSlot = Slot{L1Block, common.BigToHash(big.NewInt(8))}
	rulesSlot    = Slot{Oracle, common.Hash{}}
)

// Storage is p as the two contracts hold it.
func (p Params) Storage() map[Slot]common.Hash {
	var scalars, operator, rules common.Hash
	binary.BigEndian.PutUint32(scalars[16:], p.BaseFeeScalar)
	binary.BigEndian.PutUint32(scalars[20:], p.BlobBaseFeeScalar)
	binary.BigEndian.PutUint32(operator[20:], p.OperatorScalar)
	binary.BigEndian.PutUint64(operator[24:], p.OperatorConstant)
	rules[31], rules[30], rules[29] = 1, 1, 1 // Ecotone, Fjord, Isthmus
	if p.Jovian {
		rules[28] = 1
	}
	return map[Slot]common.Hash{
		baseFeeSlot: p.BaseFee.Bytes32(), blobSlot: p.BlobBaseFee.Bytes32(), scalarSlot: scalars, operatorSlot: operator, rulesSlot: rules,
	}
}

// ParamsOf reads Params out of a state.
func ParamsOf(at func(common.Address, common.Hash) common.Hash) (p Params) {
	read := func(s Slot) common.Hash { return at(s.Contract, s.Key) }
	base, blob, scalars, operator, rules := read(baseFeeSlot), read(blobSlot), read(scalarSlot), read(operatorSlot), read(rulesSlot)
	p.BaseFee.SetBytes32(base[:])
	p.BlobBaseFee.SetBytes32(blob[:])
	p.BaseFeeScalar, p.BlobBaseFeeScalar = binary.BigEndian.Uint32(scalars[16:]), binary.BigEndian.Uint32(scalars[20:])
	p.OperatorScalar, p.OperatorConstant = binary.BigEndian.Uint32(operator[20:]), binary.BigEndian.Uint64(operator[24:])
	p.Jovian = rules[28] == 1
	return p
}
