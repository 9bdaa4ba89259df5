package adversarial

import (
	"encoding/binary"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/crypto"
)

// answer is what a contract says when it is asked by a function.
type answer struct {
	signature string
	words     []*big.Int
}

// teller is the code of a contract that gives these answers, whatever the truth, and reverts
// whatever else it is asked.
func teller(all ...answer) []byte {
	const each, after = 11, 3                    // bytes of a comparison, and behind the last one
	code := []byte{0x5f, 0x35, 0x60, 0xe0, 0x1c} // the selector
	var bodies, data []byte
	size := len(code) + each*len(all) + after
	const body = 13
	for i, a := range all {
		at := binary.BigEndian.AppendUint16(nil, uint16(size+body*i))                                               //nolint:gosec // small
		code = append(append(append(code, 0x80, 0x63), selectorOf(a.signature)...), 0x14, 0x61, at[0], at[1], 0x57) // dup, push, eq, jumpi
		n := binary.BigEndian.AppendUint16(nil, uint16(32*len(a.words)))                                            //nolint:gosec // small
		from := binary.BigEndian.AppendUint16(nil, uint16(size+body*len(all)+len(data)))                            //nolint:gosec // small
		bodies = append(bodies, 0x5b, 0x61, n[0], n[1], 0x80, 0x61, from[0], from[1], 0x5f, 0x39, 0x5f, 0xf3, 0x00) // jumpdest, codecopy, return
		for _, w := range a.words {
			data = append(data, common.BigToHash(w).Bytes()...)
		}
	}
	code = append(code, 0x5f, 0x5f, 0xfd)
	return append(append(code, bodies...), data...)
}

func selectorOf(signature string) []byte { return crypto.Keccak256([]byte(signature))[:4] }

// twist is one word of the answer of a function, said otherwise.
type twist struct {
	signature string
	word      int
	shift     byte     // how many bits it loses, where says is nil
	says      *big.Int // instead
}

// twisted is the code of a contract that answers as the one at an address does, but for a twist.
func twisted(honest common.Address, by twist) []byte {
	at := binary.BigEndian.AppendUint16(nil, uint16(32*by.word)) //nolint:gosec // small
	lie := []byte{0x61, at[0], at[1], 0x51, 0x60, by.shift, 0x1c}
	if by.says != nil {
		lie = append([]byte{0x7f}, common.BigToHash(by.says).Bytes()...)
	}
	lie = append(lie, 0x61, at[0], at[1], 0x52)
	code := []byte{0x36, 0x5f, 0x5f, 0x37, 0x5f, 0x5f, 0x36, 0x5f, 0x73} // its call, handed on by a static call
	code = append(append(code, honest.Bytes()...), 0x5a, 0xfa, 0x3d, 0x5f, 0x5f, 0x3e)
	done := len(code) + 5 + 16 + len(lie)
	code = append(code, 0x15, 0x61, byte((done+4)>>8), byte(done+4), 0x57)
	code = append(append(append(code, 0x5f, 0x35, 0x60, 0xe0, 0x1c, 0x63), selectorOf(by.signature)...), 0x14, 0x15, 0x61, byte(done>>8), byte(done), 0x57)
	code = append(code, lie...)
	return append(code, 0x5b, 0x3d, 0x5f, 0xf3, 0x5b, 0x3d, 0x5f, 0xfd)
}

// becomes gives a contract another code, which nobody can but whoever owns what stands behind it.
func (r *realm) becomes(at common.Address, code []byte) {
	r.t.Helper()
	check(r.t, r.Chain().Miner.Edit(r.t.Context(), func(db *state.StateDB) { db.SetCode(at, code, 0) }))
}

// codeOf is the code of a contract.
func (r *realm) codeOf(at common.Address) []byte {
	r.t.Helper()
	var code hexutil.Bytes
	check(r.t, r.RPC.Call(&code, "eth_getCode", at, "latest"))
	return code
}

// lies has a market tell a square-root price and a liquidity that it has not.
func (b *basket) lies(s *stall, root, liquidity *big.Int) {
	b.r.t.Helper()
	if s.code == nil {
		s.code = b.r.codeOf(s.at)
	}
	b.r.becomes(s.at, pretender(s, root, liquidity))
}

// pretender is a pool that tells what it likes, and gives nothing.
func pretender(s *stall, root, liquidity *big.Int) []byte {
	zero, one := s.sides()
	n := func(v int64) *big.Int { return big.NewInt(v) }
	return teller(
		answer{"slot0()", []*big.Int{root, n(0), n(0), n(1), n(1), n(0), n(1)}}, answer{"liquidity()", []*big.Int{liquidity}},
		answer{"feeGrowthGlobal0X128()", []*big.Int{n(0)}}, answer{"feeGrowthGlobal1X128()", []*big.Int{n(0)}},
		answer{"token0()", []*big.Int{zero.at.Big()}}, answer{"token1()", []*big.Int{one.at.Big()}}, answer{"fee()", []*big.Int{n(s.fee)}}, answer{"tickSpacing()", []*big.Int{n(spacings[s.fee])}},
	)
}

// restores has a market be what it was.
func (b *basket) restores(s *stall) {
	b.r.t.Helper()
	if s.code != nil {
		b.r.becomes(s.at, s.code)
		s.code = nil
	}
}
