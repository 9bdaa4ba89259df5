package evmtest

import "encoding/binary"

// The opcodes that the test contracts use.
const (
	opStop, opAdd, opMul, opSub, opDiv          = 0x00, 0x01, 0x02, 0x03, 0x04
	opLt, opEq, opIsZero, opShr                 = 0x10, 0x14, 0x15, 0x1c
	opCaller, opCalldataload, opCalldatasize    = 0x33, 0x35, 0x36
	opCalldatacopy, opCodecopy                  = 0x37, 0x39
	opCoinbase, opTimestamp, opNumber           = 0x41, 0x42, 0x43
	opBaseFee                                   = 0x48
	opPop, opMload, opMstore, opSload, opSstore = 0x50, 0x51, 0x52, 0x54, 0x55
	opJump, opJumpi, opGas, opJumpdest          = 0x56, 0x57, 0x5a, 0x5b
	opPush0, opPush1, opDup1, opSwap1, opLog3   = 0x5f, 0x60, 0x80, 0x90, 0xa3
	opCreate, opCall, opReturn, opRevert        = 0xf0, 0xf1, 0xf3, 0xfd
	opReturndatasize, opReturndatacopy          = 0x3d, 0x3e
	opDelegatecall                              = 0xf4
)

// assembler writes bytecode with forward labels.
type assembler struct {
	code   []byte
	labels map[string]int
	holes  map[int]string // offset of a two-byte jump target
}

func newAssembler() *assembler {
	return &assembler{labels: map[string]int{}, holes: map[int]string{}}
}

func (a *assembler) op(ops ...byte) *assembler {
	a.code = append(a.code, ops...)
	return a
}

// push writes the shortest push of the bytes.
func (a *assembler) push(value ...byte) *assembler {
	if len(value) == 0 {
		return a.op(opPush0)
	}
	return a.op(opPush1 + byte(len(value)) - 1).op(value...)
}

func (a *assembler) label(name string) *assembler {
	a.labels[name] = len(a.code)
	return a.op(opJumpdest)
}

func (a *assembler) jump(name string) *assembler   { return a.target(name).op(opJump) }
func (a *assembler) jumpIf(name string) *assembler { return a.target(name).op(opJumpi) }

func (a *assembler) target(name string) *assembler {
	a.op(opPush1 + 1)
	a.holes[len(a.code)] = name
	return a.op(0, 0)
}

func (a *assembler) bytes() []byte {
	for at, name := range a.holes {
		binary.BigEndian.PutUint16(a.code[at:], uint16(a.labels[name]))
	}
	return a.code
}
