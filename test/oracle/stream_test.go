package oracle

import (
	"crypto/ecdsa"
	"math/big"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"

	"bardo.run/bardo/internal/seed"
	"bardo.run/bardo/mirage/cheat"
)

const (
	// senders is how many of the developer accounts send; each block is one sender's, so
	// that no pool has a say in the order.
	senders = 8
	// ofEach is how often a kind is in the stream, and perBlock how many one block takes.
	ofEach   = 110
	perBlock = 30
)

// sent is one transaction of the stream and what kind it is.
type sent struct {
	kind string
	tx   *types.Transaction
}

// stream writes the transactions. It is used once, by one goroutine.
type stream struct {
	t      testing.TB
	rand   *rand.Rand
	signer types.Signer
	scene  scene
	keys   []*ecdsa.PrivateKey
	nonces []uint64
	born   int // newcomers so far
	pact   []authority
}

// authority is an account that gave itself code, or will.
type authority struct {
	key   *ecdsa.PrivateKey
	nonce uint64
}

func newStream(t testing.TB, s seed.Seed, on scene) *stream {
	t.Helper()
	accounts, err := cheat.Accounts(cheat.Mnemonic, senders)
	if err != nil {
		t.Fatal(err)
	}
	w := &stream{t: t, rand: s.Stream("oracle/stream"), signer: types.LatestSignerForChainID(chainID), scene: on, nonces: slices.Repeat([]uint64{approved}, senders)}
	for _, a := range accounts {
		w.keys = append(w.keys, a.Key)
	}
	for i := range authorities {
		w.pact = append(w.pact, authority{key: keyOf(t, "oracle/authority", i)})
	}
	return w
}

// authorities is how many accounts take code and lose it again.
const authorities = 16

// keyOf is the i-th key of a name.
func keyOf(t testing.TB, name string, i int) *ecdsa.PrivateKey {
	t.Helper()
	b := seed.Seed(i).Bytes(name)
	key, err := crypto.ToECDSA(b[:])
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// blocks returns the whole stream, by block. Each kind is in it the same number of times;
// those whose gas differs come last, because what they cost changes balances and fees.
func (w *stream) blocks() (agreed, differing [][]sent) {
	count := ofEach
	if os.Getenv("BARDO_LONG") != "" {
		count *= 10
	}
	var first, last []kind
	for _, k := range kinds {
		if gasDiffers[k.name] == "" {
			first = append(first, slices.Repeat([]kind{k}, count)...)
		} else {
			last = append(last, slices.Repeat([]kind{k}, count)...)
		}
	}
	return w.shuffled(first), w.shuffled(last)
}

func (w *stream) shuffled(order []kind) (all [][]sent) {
	w.rand.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	for from := 0; from < len(order); from += perBlock {
		var block []sent
		sender := (from / perBlock) % senders
		for _, k := range order[from:min(from+perBlock, len(order))] {
			block = append(block, sent{k.name, w.sign(sender, k.make(w, sender))})
		}
		all = append(all, block)
	}
	return all
}

// call is what a kind leaves to the stream: nonce, fees and signature are not its matter.
type call struct {
	to    *common.Address
	value int64
	data  []byte
	gas   uint64
	list  types.AccessList
	auths []types.SetCodeAuthorization
	// legacy and listed choose types 0 and 1; authorisations make it type 4, else 2.
	legacy, listed bool
}

// sign makes the next transaction of a sender. Its fees lie above every base fee of the
// stream.
func (w *stream) sign(sender int, c call) *types.Transaction {
	w.t.Helper()
	tip := big.NewInt(w.rand.Int64N(3e9))
	most := new(big.Int).Add(big.NewInt(200e9), tip)
	value, nonce := big.NewInt(c.value), w.nonces[sender]
	w.nonces[sender]++
	var data types.TxData
	switch {
	case c.legacy:
		data = &types.LegacyTx{Nonce: nonce, To: c.to, Value: value, Data: c.data, Gas: c.gas, GasPrice: most}
	case c.listed:
		data = &types.AccessListTx{ChainID: chainID, Nonce: nonce, To: c.to, Value: value, Data: c.data, Gas: c.gas, GasPrice: most, AccessList: c.list}
	case len(c.auths) > 0:
		data = &types.SetCodeTx{
			ChainID: uint256.MustFromBig(chainID), Nonce: nonce, To: *c.to, Value: uint256.MustFromBig(value), Data: c.data, Gas: c.gas,
			GasFeeCap: uint256.MustFromBig(most), GasTipCap: uint256.MustFromBig(tip), AccessList: c.list, AuthList: c.auths,
		}
	default:
		data = &types.DynamicFeeTx{
			ChainID: chainID, Nonce: nonce, To: c.to, Value: value, Data: c.data, Gas: c.gas,
			GasFeeCap: most, GasTipCap: tip, AccessList: c.list,
		}
	}
	tx, err := types.SignNewTx(w.keys[sender], w.signer, data)
	if err != nil {
		w.t.Fatal(err)
	}
	return tx
}

var chainID = big.NewInt(31337)

// someone is one of a few accounts, so that they are met again.
func (w *stream) someone() *common.Address {
	a := common.BigToAddress(big.NewInt(0xacc0_0000 + w.rand.Int64N(64)))
	return &a
}

// bytes are random ones, of which share in ten are zero.
func (w *stream) bytes(n int, share int) []byte {
	b := make([]byte, n)
	for i := range b {
		if w.rand.IntN(10) >= share {
			b[i] = byte(w.rand.Uint32())
		}
	}
	return b
}

func addressOf(key *ecdsa.PrivateKey) common.Address { return crypto.PubkeyToAddress(key.PublicKey) }
