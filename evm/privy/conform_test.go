package privy_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"math/big"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"
	"pgregory.net/rapid"

	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/privy"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/signer"
)

// hand is what whoever sends transactions needs of a signer.
type hand interface {
	Address() common.Address
	ChainID() uint64
	Signatures() uint64
	SignTransaction(*types.DynamicFeeTx) (signer.Transaction, error)
	SignTypedData(apitypes.TypedData) ([65]byte, common.Hash, error)
	Destroy()
}

var _ = []hand{(*signer.Signer)(nil), (*privy.Signer)(nil)}

// both hold the same key, one here and one with the provider.
func both(t *testing.T) (*signer.Signer, *privy.Signer, *kit) {
	t.Helper()
	k := newKit(t)
	k.SetKey(k.wallet.ID, secretOf("evmtest account")[:])
	k.wallet.Address = evmtest.NewNode(t, nil).Account
	local, err := signer.New(evmtest.ChainID, secretOf("evmtest account"))
	check(k.t, err)
	return local, k.open(k.client), k
}

// spec: provisioning §8.9
func TestAWalletSignsWhatALocalKeySigns(t *testing.T) {
	local, remote, _ := both(t)
	if local.Address() != remote.Address() {
		t.Fatalf("%s and %s", local.Address(), remote.Address())
	}
	rapid.Check(t, func(r *rapid.T) {
		wei := func(name string) *big.Int {
			return new(big.Int).SetBytes(rapid.SliceOfN(rapid.Byte(), 0, 12).Draw(r, name))
		}
		to := common.BytesToAddress(rapid.SliceOfN(rapid.Byte(), 20, 20).Draw(r, "to"))
		tx := &types.DynamicFeeTx{
			ChainID: big.NewInt(evmtest.ChainID), Nonce: rapid.Uint64().Draw(r, "nonce"), To: &to, Value: wei("value"),
			Data: rapid.SliceOfN(rapid.Byte(), 0, 300).Draw(r, "data"), Gas: rapid.Uint64().Draw(r, "gas"), GasFeeCap: wei("fee"), GasTipCap: wei("tip"),
		}
		want, err1 := local.SignTransaction(tx)
		got, err2 := remote.SignTransaction(tx)
		check(r, errors.Join(err1, err2))
		if want.Hash != got.Hash || !bytes.Equal(want.Raw, got.Raw) {
			r.Fatalf("%x, want %x", got.Raw, want.Raw)
		}
	})
	if local.Signatures() != remote.Signatures() || local.Signatures() == 0 {
		t.Errorf("counted %d and %d signatures", local.Signatures(), remote.Signatures())
	}
}

// order is typed data with everything that EIP-712 knows.
const order = `{"types":{"EIP712Domain":[{"name":"name","type":"string"},{"name":"chainId","type":"uint256"},{"name":"verifyingContract","type":"address"},{"name":"salt","type":"bytes32"}],
"Leg":[{"name":"token","type":"address"},{"name":"amount","type":"uint256"}],
"Order":[{"name":"legs","type":"Leg[]"},{"name":"limit","type":"int128"},{"name":"open","type":"bool"},{"name":"note","type":"string"},{"name":"data","type":"bytes"},{"name":"nonce","type":"uint64"}]},
"primaryType":"Order","domain":{"name":"Räume <&>","chainId":"0x7a69","verifyingContract":"0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC","salt":"0x0101010101010101010101010101010101010101010101010101010101010101"},
"message":{"legs":[{"token":"0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826","amount":"115792089237316195423570985008687907853269984665640564039457584007913129639935"}],
"limit":"-170141183460469231731687303715884105728","open":true,"note":"“no” <script>","data":"0xdead","nonce":7}}`

func typed(t testing.TB, text string) apitypes.TypedData {
	t.Helper()
	var data apitypes.TypedData
	check(t, json.Unmarshal([]byte(text), &data))
	return data
}

func TestAWalletSignsTypedDataAsALocalKeyDoes(t *testing.T) {
	local, remote, _ := both(t)
	want, digest, err := local.SignTypedData(typed(t, order))
	check(t, err)
	got, same, err := remote.SignTypedData(typed(t, order))
	if err != nil || got != want || same != digest {
		t.Errorf("%x over %s (%v), want %x over %s", got, same, err, want, digest)
	}
}

func TestBothRefuseTheSame(t *testing.T) {
	local, remote, k := both(t)
	asked := k.Asked()
	other, none := transfer(0), transfer(0)
	other.ChainID, none.ChainID = big.NewInt(1), nil
	broken := typed(t, order)
	broken.PrimaryType = "Letter"
	for name, s := range map[string]hand{"local": local, "remote": remote} {
		for _, tx := range []*types.DynamicFeeTx{other, none} {
			if _, err := s.SignTransaction(tx); !errors.Is(err, signer.ErrChain) {
				t.Errorf("%s, chain %v: %v", name, tx.ChainID, err)
			}
		}
		if _, _, err := s.SignTypedData(typed(t, strings.Replace(order, "0x7a69", "1", 1))); !errors.Is(err, signer.ErrChain) {
			t.Errorf("%s, domain of another chain: %v", name, err)
		}
		if _, _, err := s.SignTypedData(broken); !errors.Is(err, signer.ErrTypedData) {
			t.Errorf("%s, broken typed data: %v", name, err)
		}
		s.Destroy()
		s.Destroy()
		if _, err := s.SignTransaction(transfer(1)); !errors.Is(err, signer.ErrDestroyed) {
			t.Errorf("%s, after its end: %v", name, err)
		}
		if sig, _, err := s.SignTypedData(typed(t, order)); !errors.Is(err, signer.ErrDestroyed) || sig != [65]byte{} {
			t.Errorf("%s, after its end: %x, %v", name, sig, err)
		}
		if s.Signatures() != 0 || s.Address() == (common.Address{}) {
			t.Errorf("%s counted %d refusals as signatures", name, s.Signatures())
		}
	}
	if k.Asked() != asked {
		t.Errorf("the provider was asked %d times", k.Asked()-asked)
	}
}

func TestATransactionOfTheWalletIsMined(t *testing.T) {
	n := evmtest.NewNode(t, nil)
	k := newKit(t)
	w, err := k.client.Bound(t.Context(), k.binding)
	check(t, err)
	n.Send(w.Address, 1e18)
	s := k.open(k.client)
	tx := transfer(0)
	tx.Value = big.NewInt(123_456)
	done, err := s.SignTransaction(tx)
	check(t, err)
	c := rpc.New(n.RPC)
	hash, err := c.Send(t.Context(), done.Raw)
	if err != nil || hash != done.Hash {
		t.Fatalf("sent %s as %s: %v", done.Hash, hash, err)
	}
	block := n.Mine()
	receipt, err := c.Receipt(t.Context(), hash)
	if err != nil || receipt.Status != 1 || receipt.BlockHash != block {
		t.Errorf("receipt %+v (%v)", receipt, err)
	}
	if k.Signed(k.wallet.ID) != 1 {
		t.Errorf("%d signatures", k.Signed(k.wallet.ID))
	}
}
