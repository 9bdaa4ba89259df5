package oracle

// opcode is an instruction that random programs use, and how many words it takes.
type opcode struct {
	code  byte
	takes int
}

// instructions are those whose result follows from the stream: no block hash, no
// randomness of the block.
var instructions = []opcode{
	{0x01, 2},
	{0x02, 2},
	{0x03, 2},
	{0x04, 2},
	{0x05, 2},
	{0x06, 2},
	{0x07, 2},
	{0x08, 3},
	{0x09, 3},
	{0x0a, 2},
	{0x0b, 2}, // arithmetic
	{0x10, 2},
	{0x11, 2},
	{0x12, 2},
	{0x13, 2},
	{0x14, 2},
	{0x15, 1},
	{0x16, 2},
	{0x17, 2},
	{0x18, 2},
	{0x19, 1},
	{0x1a, 2},
	{0x1b, 2},
	{0x1c, 2},
	{0x1d, 2},
	{0x1e, 1}, // bits, CLZ (EIP-7939)
	{0x20, 2},
	{0x30, 0},
	{0x31, 1},
	{0x32, 0},
	{0x33, 0},
	{0x34, 0},
	{0x35, 1},
	{0x36, 0},
	{0x37, 3},
	{0x38, 0},
	{0x39, 3},
	{0x3a, 0},
	{0x3b, 1},
	{0x3c, 4},
	{0x3d, 0},
	{0x3e, 3},
	{0x3f, 1},
	{0x41, 0},
	{0x42, 0},
	{0x43, 0},
	{0x45, 0},
	{0x46, 0},
	{0x47, 0},
	{0x48, 0},
	{0x49, 1},
	{0x4a, 0},
	{0x50, 1},
	{0x51, 1},
	{0x52, 2},
	{0x53, 2},
	{0x54, 1},
	{0x55, 2},
	{0x58, 0},
	{0x59, 0},
	{0x5a, 0},
	{0x5b, 0},
	{0x5c, 1},
	{0x5d, 2},
	{0x5e, 3}, // MCOPY, transient storage
	{0x80, 1},
	{0x81, 2},
	{0x90, 2},
	{0x91, 3},
	{0xa0, 2},
	{0xa1, 3},
	{0xa2, 4},
	{0xf0, 3},
	{0xf1, 7},
	{0xf2, 7},
	{0xf4, 6},
	{0xf5, 4},
	{0xfa, 6},
	{0x0c, 0},
	{0xef, 0},
	{0xfe, 0}, // none of these is one
}

// program is creation code of random instructions that mostly get their words, and at
// last returns some memory as the code of the contract.
func (w *stream) program() (code []byte) {
	for range 2 + w.rand.IntN(20) {
		in := instructions[w.rand.IntN(len(instructions)-3)]
		if w.rand.IntN(150) == 0 {
			in = instructions[w.rand.IntN(len(instructions))]
		}
		for i := range in.takes {
			if i > 0 && w.rand.IntN(20) == 0 {
				continue // whatever lies on the stack already
			}
			code = w.push(code)
		}
		code = append(code, in.code)
	}
	return append(code, 0x60, byte(w.rand.IntN(96)), 0x5f, 0xf3)
}

// push appends a word: mostly a small number, at times a whole one or an address.
func (w *stream) push(code []byte) []byte {
	switch w.rand.IntN(40) {
	case 0:
		return append(append(code, 0x7f), w.bytes(32, 1)...)
	case 1:
		return append(append(code, 0x73), w.scene.specimen.Bytes()...)
	case 2:
		return append(append(code, 0x73), w.someone().Bytes()...)
	case 3, 4, 5, 6:
		return append(code, 0x5f)
	default:
		return append(code, 0x60, byte(w.rand.IntN(120)))
	}
}
