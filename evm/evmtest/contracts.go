package evmtest

import "github.com/ethereum/go-ethereum/crypto"

// Token returns the runtime code of a small ERC-20: balanceOf, transfer,
// decimals (6), and mint(address,uint256) for everybody. The balance of an
// account lies in the slot of its address.
// transfer reverts with Error("low") when the balance is too small.
func Token() []byte { return token(0) }

// LyingToken is a Token whose transfer logs twice the amount it moves.
func LyingToken() []byte { return token(1) }

func token(extraShift byte) []byte {
	a := newAssembler()
	a.op(opPush0, opCalldataload).push(224).op(opShr)
	a.op(opDup1).push(selector("balanceOf(address)")...).op(opEq).jumpIf("balance")
	a.op(opDup1).push(selector("transfer(address,uint256)")...).op(opEq).jumpIf("transfer")
	a.op(opDup1).push(selector("decimals()")...).op(opEq).jumpIf("decimals")
	a.op(opDup1).push(selector("mint(address,uint256)")...).op(opEq).jumpIf("mint")
	a.op(opPush0, opPush0, opRevert)

	a.label("mint").push(36).op(opCalldataload).push(4).op(opCalldataload, opSload, opAdd)
	a.push(4).op(opCalldataload, opSstore, opStop)

	a.label("balance").push(4).op(opCalldataload, opSload)
	a.returnTop()
	a.label("decimals").push(6)
	a.returnTop()

	a.label("transfer")
	a.push(36).op(opCalldataload, opCaller, opSload, opLt).jumpIf("low")
	// balance[caller] = balance[caller] - amount
	a.push(36).op(opCalldataload, opCaller, opSload, opSub, opCaller, opSstore)
	// balance[to] = balance[to] + amount
	a.push(36).op(opCalldataload).push(4).op(opCalldataload, opSload, opAdd).push(4).op(opCalldataload, opSstore)
	// log Transfer(caller, to, amount), or a lie
	a.push(36).op(opCalldataload).push(1+extraShift).op(opMul, opPush0, opMstore)
	a.push(4).op(opCalldataload, opCaller).push(crypto.Keccak256([]byte("Transfer(address,address,uint256)"))...)
	a.push(32).op(opPush0, opLog3)
	a.push(1)
	a.returnTop()

	a.label("low")
	reason := make([]byte, 100)
	copy(reason, selector("Error(string)"))
	reason[35], reason[67] = 32, 3
	copy(reason[68:], "low")
	for i := 0; i < len(reason); i += 32 {
		word := make([]byte, 32)
		copy(word, reason[i:])
		a.push(word...).push(byte(i)).op(opMstore)
	}
	a.push(100).op(opPush0, opRevert)
	return a.bytes()
}

// SilentToken is a token like Token that logs nothing, moves what it is told for
// everybody, and answers one to every other call.
func SilentToken() []byte {
	a := newAssembler()
	a.op(opPush0, opCalldataload).push(224).op(opShr)
	a.op(opDup1).push(selector("balanceOf(address)")...).op(opEq).jumpIf("balance")
	a.op(opDup1).push(selector("transfer(address,uint256)")...).op(opEq).jumpIf("transfer")
	a.op(opDup1).push(selector("transferFrom(address,address,uint256)")...).op(opEq).jumpIf("transferFrom")
	a.op(opDup1).push(selector("mint(address,uint256)")...).op(opEq).jumpIf("mint")
	a.label("one").push(1)
	a.returnTop()

	a.label("mint").push(36).op(opCalldataload).push(4).op(opCalldataload, opSload, opAdd)
	a.push(4).op(opCalldataload, opSstore, opStop)

	a.label("balance").push(4).op(opCalldataload, opSload)
	a.returnTop()

	a.label("transfer")
	a.push(36).op(opCalldataload, opCaller, opSload, opSub, opCaller, opSstore)
	a.push(36).op(opCalldataload).push(4).op(opCalldataload, opSload, opAdd).push(4).op(opCalldataload, opSstore)
	a.jump("one")

	a.label("transferFrom")
	a.push(68).op(opCalldataload).push(4).op(opCalldataload, opSload, opSub).push(4).op(opCalldataload, opSstore)
	a.push(68).op(opCalldataload).push(36).op(opCalldataload, opSload, opAdd).push(36).op(opCalldataload, opSstore)
	a.jump("one")
	return a.bytes()
}

// Reverter returns the runtime code of a contract that reverts with its call
// data.
func Reverter() []byte {
	return newAssembler().op(opCalldatasize, opPush0, opPush0, opCalldatacopy, opCalldatasize, opPush0, opRevert).bytes()
}

// Looper returns the runtime code of a contract that never ends.
func Looper() []byte { return newAssembler().label("again").jump("again").bytes() }

// Glutton returns the runtime code of a contract that asks for more memory than
// the gas of any block pays for.
func Glutton() []byte {
	return newAssembler().push(1).push(0xff, 0xff, 0xff, 0xff).op(opMstore, opStop).bytes()
}

// Clock returns the runtime code of a contract that stores number and
// timestamp of its block in slots 0 and 1 and returns number, timestamp, base
// fee and coinbase.
func Clock() []byte {
	a := newAssembler()
	a.op(opNumber, opPush0, opSstore, opTimestamp).push(1).op(opSstore)
	for i, source := range []byte{opNumber, opTimestamp, opBaseFee, opCoinbase} {
		a.op(source).push(byte(32 * i)).op(opMstore)
	}
	return a.push(128).op(opPush0, opReturn).bytes()
}

// Factory returns the runtime code of a contract that deploys an empty
// contract and returns its address.
func Factory() []byte {
	a := newAssembler().op(opPush0, opPush0, opPush0, opCreate)
	a.returnTop()
	return a.bytes()
}

// returnTop returns the word on top of the stack.
func (a *assembler) returnTop() { a.op(opPush0, opMstore).push(32).op(opPush0, opReturn) }

func selector(signature string) []byte { return crypto.Keccak256([]byte(signature))[:4] }
