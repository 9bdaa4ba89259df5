package uniswap

import (
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
		var data []byte
		for range rapid.SampledFrom([]int{7, 7, 7, 7, 8, 6, 0}).Draw(r, "words") {
			word := rapid.SliceOfN(rapid.Byte(), 0, 32).Draw(r, "word")
			switch rapid.IntRange(0, 3).Draw(r, "kind") {
			case 0:
				word = []byte{byte(len(word)) & 1}
			case 1:
				word = word[:min(len(word), 2)]
			case 2:
				if len(word) > 0 {
					word = append([]byte{255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255}, word[:min(len(word), 3)]...)
				}
			}
			data = append(data, common.LeftPadBytes(word, 32)...)
		}
		data = data[:len(data)-rapid.IntRange(0, min(1, len(data))).Draw(r, "cut")]
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
