package oracle

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
)

// kind is one of the things that a transaction of the stream does.
type kind struct {
	name string
	make func(w *stream, sender int) call
}

var kinds = []kind{
	{"transfer", func(w *stream, _ int) call {
		return call{to: w.someone(), value: w.rand.Int64N(1e18), gas: 21_000 + 9_000}
	}},
	{"legacy transfer", func(w *stream, _ int) call {
		return call{to: w.someone(), value: w.rand.Int64N(1e18), gas: 30_000, legacy: true}
	}},
	{"access list", (*stream).access},
	{"fee market", func(w *stream, _ int) call {
		return w.specimen("store", 80_000, w.word(9), w.word(1000))
	}},
	{"deploy", func(w *stream, _ int) call {
		return call{data: w.scene.creation, value: w.rand.Int64N(9), gas: 1_500_000}
	}},
	{"revert with reason", func(w *stream, _ int) call {
		return w.specimen("fail", 60_000, string(make([]byte, w.rand.IntN(40)))+"no")
	}},
	{"revert with custom error", func(w *stream, _ int) call { return w.specimen("refuse", 60_000, w.word(99)) }},
	{"panic and inner revert", func(w *stream, _ int) call {
		if w.rand.IntN(2) == 0 {
			return w.specimen("divide", 60_000, w.word(9), new(big.Int))
		}
		return w.specimen("nest", 120_000, w.word(20), w.word(20))
	}},
	{"out of gas", func(w *stream, _ int) call { return w.specimen("burn", 50_000+w.rand.Uint64N(200_000)) }},
	{"set code", (*stream).delegate},
	{"set code of a new account", (*stream).newcomer},
	{"create2", func(w *stream, _ int) call {
		c := w.specimen("child", 200_000, [32]byte(w.bytes(32, 9)))
		c.value = w.rand.Int64N(3)
		return c
	}},
	{"selfdestruct", (*stream).vanish},
	{"logs", func(w *stream, _ int) call {
		return w.specimen("shout", 200_000, w.word(12), string(w.bytes(w.rand.IntN(100), 5)))
	}},
	{"precompile", (*stream).precompile},
	{"big calldata", func(w *stream, _ int) call {
		return w.specimen("swallow", 1_500_000, w.bytes(1000+w.rand.IntN(20_000), w.rand.IntN(11)))
	}},
	{"block's surroundings", func(w *stream, _ int) call { return w.specimen("witness", 90_000) }},
	{"swap", (*stream).swap},
	{"random code", func(w *stream, _ int) call { return call{data: w.program(), gas: 200_000 + w.rand.Uint64N(200_000)} }},
}

// specimen calls the contract of contracts/src/Specimen.sol.
func (w *stream) specimen(method string, gas uint64, args ...any) call {
	w.t.Helper()
	data, err := w.scene.abi.Pack(method, args...)
	if err != nil {
		w.t.Fatalf("%s: %v", method, err)
	}
	return call{to: &w.scene.specimen, data: data, gas: gas}
}

func (w *stream) word(below int64) *big.Int { return big.NewInt(w.rand.Int64N(below)) }

// access is a call whose access list names slots that it touches, and others.
func (w *stream) access(int) call {
	slot := w.word(9)
	c := w.specimen("store", 120_000, slot, w.word(1000))
	touched := crypto.Keccak256Hash(common.BigToHash(slot).Bytes(), make([]byte, 32))
	c.list = types.AccessList{
		{Address: w.scene.specimen, StorageKeys: []common.Hash{touched, common.BigToHash(w.word(5))}[:1+w.rand.IntN(2)]},
		{Address: *w.someone(), StorageKeys: []common.Hash{}},
	}[:1+w.rand.IntN(2)]
	c.listed = w.rand.IntN(2) == 0
	return c
}

// delegate lets accounts take the Specimen's code (EIP-7702), or lose it, and calls one of
// them. One authorisation in four is not valid and is passed over by the chain.
func (w *stream) delegate(int) call {
	c := w.specimen("store", 300_000, w.word(9), w.word(1000))
	c.value = w.rand.Int64N(3)
	for range 1 + w.rand.IntN(3) {
		a := &w.pact[w.rand.IntN(len(w.pact))]
		auth := types.SetCodeAuthorization{ChainID: *uint256.MustFromBig(chainID), Address: w.scene.specimen, Nonce: a.nonce}
		switch w.rand.IntN(8) {
		case 0:
			auth.Nonce += 5
		case 1:
			auth.ChainID = *uint256.NewInt(1)
		case 2:
			auth.Address = common.Address{} // takes the code away
			a.nonce++
		case 3:
			auth.ChainID = uint256.Int{} // for every chain
			a.nonce++
		default:
			a.nonce++
		}
		signed, err := types.SignSetCode(a.key, auth)
		if err != nil {
			w.t.Fatal(err)
		}
		c.auths = append(c.auths, signed)
		to := addressOf(a.key)
		c.to = &to
	}
	return c
}

// newcomer gives code to an account that is not there yet.
func (w *stream) newcomer(int) call {
	c := w.specimen("store", 300_000, w.word(9), w.word(1000))
	key := keyOf(w.t, "oracle/newcomer", w.born)
	w.born++
	auth, err := types.SignSetCode(key, types.SetCodeAuthorization{ChainID: *uint256.MustFromBig(chainID), Address: w.scene.specimen})
	if err != nil {
		w.t.Fatal(err)
	}
	to := addressOf(key)
	c.to, c.auths = &to, []types.SetCodeAuthorization{auth}
	return c
}

// vanish destroys a contract while it is made, or sends one's balance away (EIP-6780).
func (w *stream) vanish(int) call {
	heir := common.LeftPadBytes(w.someone().Bytes(), 32)
	if w.rand.IntN(2) == 0 {
		// PUSH32 heir SELFDESTRUCT, as creation code
		return call{data: append(append([]byte{0x7f}, heir...), 0xff), value: w.rand.Int64N(1e15), gas: 150_000}
	}
	return call{to: &w.scene.bomb, data: heir, value: w.rand.Int64N(1e15), gas: 100_000}
}

// swap trades on the pool, either way, through the router.
func (w *stream) swap(sender int) call {
	m := w.scene.market
	in, out, amount := m.usdc, m.weth, big.NewInt(1e6+w.rand.Int64N(5e9))
	if w.rand.IntN(2) == 0 {
		in, out, amount = m.weth, m.usdc, big.NewInt(1e15+w.rand.Int64N(2e18))
	}
	data := bind.NewSwapRouter().PackExactInputSingle(bind.ISwapRouterExactInputSingleParams{
		TokenIn: in, TokenOut: out, Fee: big.NewInt(500), Recipient: addressOf(w.keys[sender]),
		Deadline: big.NewInt(1 << 40), AmountIn: amount, AmountOutMinimum: new(big.Int), SqrtPriceLimitX96: new(big.Int),
	})
	return call{to: &m.router, data: data, gas: 400_000}
}
