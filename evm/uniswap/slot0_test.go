package uniswap

import (
	"bytes"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"pgregory.net/rapid"

	"bardo.run/bardo/evm/bind"
)

// What slot0 answers is read as by the decoder of the bindings, and refused where it refuses it.
func TestSlot0IsReadAsTheBindingsReadIt(t *testing.T) {
	abi := bind.NewUniswapV3Pool()
	read, refused := 0, 0
	rapid.Check(t, func(r *rapid.T) {
		words := make([][]byte, rapid.SampledFrom([]int{7, 7, 7, 7, 8, 6, 0}).Draw(r, "words"))
		for i := range words {
			words[i] = []byte{rapid.Byte().Draw(r, "word") & 1}
		}
		for range rapid.IntRange(0, 2).Draw(r, "bent") {
			if len(words) > 0 {
				words[rapid.IntRange(0, len(words)-1).Draw(r, "which")] = bentWord(r)
			}
		}
		var data []byte
		for _, word := range words {
			data = append(data, common.LeftPadBytes(word, 32)...)
		}
		if len(data) > 0 && rapid.IntRange(0, 4).Draw(r, "cut") == 0 {
			data = data[:len(data)-1]
		}
		want, err := abi.UnpackSlot0(data)
		got, e := unpackSlot0(data)
		if (err == nil) != (e == nil) {
			r.Fatalf("%x: %v, want %v", data, e, err)
		}
		if err != nil {
			refused++
			return
		}
		read++
		if got.sqrt.ToBig().Cmp(want.SqrtPriceX96) != 0 || got.tick != int32(want.Tick.Int64()) {
			r.Fatalf("%x: %v at %d, want %v at %d", data, &got.sqrt, got.tick, want.SqrtPriceX96, want.Tick)
		}
	})
	if read == 0 || refused == 0 {
		t.Errorf("%d were read and %d refused: want both", read, refused)
	}
}

// bentWord draws up to 32 bytes: any, short, or a small negative number.
func bentWord(r *rapid.T) []byte {
	word := rapid.SliceOfN(rapid.Byte(), 0, 32).Draw(r, "bytes")
	switch rapid.IntRange(0, 2).Draw(r, "kind") {
	case 0:
		return word[:min(len(word), 2)]
	case 1:
		return append(bytes.Repeat([]byte{255}, 29), common.LeftPadBytes(word[:min(len(word), 3)], 3)...)
	}
	return word
}
