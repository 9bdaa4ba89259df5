package evmtest

// TollToken returns the runtime code of a token that keeps half of what is moved: whoever is
// paid gets the other half. It moves what it is told for everybody, mints for everybody, has 6
// decimals, and answers one to every other call.
func TollToken() []byte { return greedy(1, nil) }

// ReenteringToken is a token like it that keeps nothing, and calls its caller before it moves
// anything, with all of the gas that there is. What comes of that call is all the same to it.
func ReenteringToken(data []byte) []byte { return greedy(0, data) }

// greedy is a token that pays an amount shifted to the right by so many bits.
func greedy(toll byte, data []byte) []byte {
	a := newAssembler()
	a.op(opPush0, opCalldataload).push(224).op(opShr)
	for _, f := range [][2]string{
		{"balanceOf(address)", "balance"},
		{"decimals()", "decimals"},
		{"mint(address,uint256)", "mint"},
		{"transfer(address,uint256)", "transfer"},
		{"transferFrom(address,address,uint256)", "transferFrom"},
	} {
		a.op(opDup1).push(selector(f[0])...).op(opEq).jumpIf(f[1])
	}
	a.label("one").push(1)
	a.returnTop()
	a.label("decimals").push(6)
	a.returnTop()
	a.label("balance").push(4).op(opCalldataload, opSload)
	a.returnTop()
	a.label("mint").push(36).op(opCalldataload)
	a.paid(4)
	a.op(opStop)

	a.label("transfer").back(data)
	a.push(36).op(opCalldataload, opCaller, opSload, opSub, opCaller, opSstore)
	a.push(36).op(opCalldataload).push(toll).op(opShr)
	a.paid(4).jump("one")

	a.label("transferFrom").back(data)
	a.push(68).op(opCalldataload).push(4).op(opCalldataload, opSload, opSub).push(4).op(opCalldataload, opSstore)
	a.push(68).op(opCalldataload).push(toll).op(opShr)
	a.paid(36).jump("one")
	return a.bytes()
}

// paid adds the word on top of the stack to the balance of the address in the call's data.
func (a *assembler) paid(at byte) *assembler {
	return a.push(at).op(opCalldataload, opSload, opAdd).push(at).op(opCalldataload, opSstore)
}

// back calls the caller.
func (a *assembler) back(data []byte) *assembler {
	if len(data) == 0 {
		return a
	}
	for i := 0; i < len(data); i += 32 {
		word := make([]byte, 32)
		copy(word, data[i:])
		a.push(word...).push(byte(i)).op(opMstore)
	}
	return a.op(opPush0, opPush0).push(byte(len(data))).op(opPush0, opPush0, opCaller, opGas, opCall, opPop)
}
