package oracle

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/sha256"
	"encoding/asn1"
	"encoding/binary"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	gethcrypto "github.com/ethereum/go-ethereum/crypto"
)

// precompile asks one of the built-in contracts of Osaka, with an input that it takes or
// with noise.
func (w *stream) precompile(sender int) call {
	at, input := w.question(sender)
	if w.rand.IntN(5) == 0 {
		input = w.bytes(w.rand.IntN(400), 3)
	}
	c := w.specimen("ask", 900_000, at, input)
	c.value = w.rand.Int64N(2)
	return c
}

// question is a precompile and an input of the right shape.
func (w *stream) question(sender int) (common.Address, []byte) {
	at := func(n int64) common.Address { return common.BigToAddress(big.NewInt(n)) }
	switch n := 1 + w.rand.Int64N(18); n {
	case 1:
		return at(1), w.recovery(sender)
	case 5:
		return at(5), w.power()
	case 6: // G + G on bn254
		return at(6), words(1, 2, 1, 2)
	case 7:
		return at(7), append(words(1, 2), w.bytes(32, 2)...)
	case 8:
		return at(8), w.bytes(192*w.rand.IntN(3), 10)
	case 9:
		input := w.bytes(213, 2)
		binary.BigEndian.PutUint32(input, w.rand.Uint32N(5000))
		input[212] = byte(w.rand.IntN(2))
		return at(9), input
	case 11, 12, 13, 14, 15: // the point at infinity is a point
		return at(n), make([]byte, []int{256, 160, 512, 288, 384}[n-11])
	case 16:
		return at(n), append(make([]byte, 16), append([]byte{0}, w.bytes(47, 2)...)...)
	case 18:
		return at(0x100), w.p256()
	default:
		return at(n), w.bytes(w.rand.IntN(500), 2)
	}
}

func words(values ...int64) (out []byte) {
	for _, v := range values {
		out = append(out, common.LeftPadBytes(big.NewInt(v).Bytes(), 32)...)
	}
	return out
}

// recovery is a signature that ecrecover knows.
func (w *stream) recovery(sender int) []byte {
	hash := gethcrypto.Keccak256(w.bytes(20, 0))
	sig, err := gethcrypto.Sign(hash, w.keys[sender])
	if err != nil {
		w.t.Fatal(err)
	}
	return append(append(append(hash, words(int64(sig[64])+27)...), sig[:32]...), sig[32:64]...)
}

// power is an input of modexp with numbers of random length.
func (w *stream) power() []byte {
	b, e, m := w.rand.IntN(100), w.rand.IntN(40), w.rand.IntN(100)
	return append(words(int64(b), int64(e), int64(m)), w.bytes(b+e+m, 1)...)
}

// p256 is a signature that P256VERIFY (EIP-7951) accepts, or nearly.
func (w *stream) p256() []byte {
	scalar := gethcrypto.Keccak256([]byte("oracle/p256"))
	key, err := ecdsa.ParseRawPrivateKey(elliptic.P256(), scalar)
	if err != nil {
		w.t.Fatal(err)
	}
	digest := sha256.Sum256(w.bytes(20, 0))
	der, err := key.Sign(nil, digest[:], crypto.SHA256) // without chance, RFC 6979
	if err != nil {
		w.t.Fatal(err)
	}
	var sig struct{ R, S *big.Int }
	if _, err := asn1.Unmarshal(der, &sig); err != nil {
		w.t.Fatal(err)
	}
	public, err := key.PublicKey.Bytes()
	if err != nil {
		w.t.Fatal(err)
	}
	out := append(digest[:], sig.R.FillBytes(make([]byte, 32))...)
	out = append(append(out, sig.S.FillBytes(make([]byte, 32))...), public[1:]...)
	if w.rand.IntN(4) == 0 {
		out[w.rand.IntN(len(out))] ^= 1
	}
	return out
}
