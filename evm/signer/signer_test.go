package signer_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/big"
	"strings"
	"sync"
	"testing"

	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/signer"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"
	"github.com/holiman/uint256"
	"pgregory.net/rapid"
)

func secret(name string) *[32]byte {
	s := [32]byte(crypto.Keccak256([]byte(name)))
	return &s
}

func newSigner(t testing.TB, chainID uint64, name string) *signer.Signer {
	t.Helper()
	s, err := signer.New(chainID, secret(name))
	check(t, err)
	return s
}

func transfer(chainID int64, nonce uint64) *types.DynamicFeeTx {
	return &types.DynamicFeeTx{
		ChainID: big.NewInt(chainID), Nonce: nonce, To: &common.Address{1}, Value: big.NewInt(5),
		Gas: 21_000, GasFeeCap: big.NewInt(20e9), GasTipCap: big.NewInt(1e9),
	}
}

// The example of EIP-712 itself: the key is keccak256("cow").
const mail = `{"types":{"EIP712Domain":[{"name":"name","type":"string"},{"name":"version","type":"string"},
{"name":"chainId","type":"uint256"},{"name":"verifyingContract","type":"address"}],
"Person":[{"name":"name","type":"string"},{"name":"wallet","type":"address"}],
"Mail":[{"name":"from","type":"Person"},{"name":"to","type":"Person"},{"name":"contents","type":"string"}]},
"primaryType":"Mail","domain":{"name":"Ether Mail","version":"1","chainId":"1","verifyingContract":"0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC"},
"message":{"from":{"name":"Cow","wallet":"0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826"},
"to":{"name":"Bob","wallet":"0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB"},"contents":"Hello, Bob!"}}`

func typed(t testing.TB, text string) apitypes.TypedData {
	t.Helper()
	var data apitypes.TypedData
	check(t, json.Unmarshal([]byte(text), &data))
	return data
}

func TestTypedDataSignsTheStandardsExample(t *testing.T) {
	s := newSigner(t, 1, "cow")
	if want := common.HexToAddress("0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826"); s.Address() != want {
		t.Fatalf("address %v, want %v", s.Address(), want)
	}
	signature, digest, err := s.SignTypedData(typed(t, mail))
	check(t, err)
	if want := common.HexToHash("0xbe609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2"); digest != want {
		t.Errorf("digest %v, want %v", digest, want)
	}
	recovered := signature
	recovered[64] -= 27
	key, err := crypto.SigToPub(digest[:], recovered[:])
	if err != nil || crypto.PubkeyToAddress(*key) != s.Address() {
		t.Errorf("signature %x recovers to another key (%v)", signature, err)
	}
}

func TestATransactionIsAcceptedByANode(t *testing.T) {
	n := evmtest.NewNode(t, nil)
	s := newSigner(t, evmtest.ChainID, "evmtest account")
	signed, err := s.SignTransaction(transfer(evmtest.ChainID, 0))
	check(t, err)
	c := rpc.New(n.RPC)
	hash, err := c.Send(t.Context(), signed.Raw)
	if err != nil || hash != signed.Hash {
		t.Fatalf("sent %v as %v: %v", signed.Hash, hash, err)
	}
	block := n.Mine()
	if r, err := c.Receipt(t.Context(), hash); err != nil || r.Status != 1 || r.BlockHash != block {
		t.Errorf("receipt %+v (%v)", r, err)
	}
	again, err := s.SignTransaction(transfer(evmtest.ChainID, 0))
	if err != nil || !bytes.Equal(again.Raw, signed.Raw) {
		t.Errorf("the same transaction signs differently (%v)", err)
	}
}

func TestAnotherChainIsRefusedAndNotCounted(t *testing.T) {
	s := newSigner(t, 8453, "cow")
	other := transfer(1, 0)
	none := transfer(1, 0)
	none.ChainID = nil
	for _, tx := range []*types.DynamicFeeTx{other, none} {
		if _, err := s.SignTransaction(tx); !errors.Is(err, signer.ErrChain) {
			t.Errorf("chain %v: %v", tx.ChainID, err)
		}
	}
	for _, text := range []string{mail, strings.Replace(mail, `"chainId":"1",`, "", 1)} {
		if _, _, err := s.SignTypedData(typed(t, text)); !errors.Is(err, signer.ErrChain) {
			t.Errorf("typed data: %v", err)
		}
	}
	if _, err := signer.New(0, secret("cow")); !errors.Is(err, signer.ErrChain) {
		t.Errorf("chain 0: %v", err)
	}
	broken := typed(t, strings.Replace(mail, `"chainId":"1"`, `"chainId":"8453"`, 1))
	broken.PrimaryType = "Letter"
	if _, _, err := s.SignTypedData(broken); !errors.Is(err, signer.ErrTypedData) {
		t.Errorf("broken typed data: %v", err)
	}
	if s.Signatures() != 0 {
		t.Errorf("counted %d refusals as signatures", s.Signatures())
	}
}

// The signer itself counts, so that "no signature after death" can be asserted.
func TestADestroyedKeySignsNothing(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		s, err := signer.New(1, secret("cow"))
		check(r, err)
		before, after := rapid.IntRange(0, 3).Draw(r, "before"), rapid.IntRange(1, 3).Draw(r, "after")
		for i := range before {
			if _, err := s.SignTransaction(transfer(1, uint64(i))); err != nil {
				r.Fatal(err)
			}
		}
		s.Destroy()
		for range after {
			if _, err := s.SignTransaction(transfer(1, 9)); !errors.Is(err, signer.ErrDestroyed) {
				r.Fatalf("transaction after death: %v", err)
			}
			if sig, _, err := s.SignTypedData(typed(t, mail)); !errors.Is(err, signer.ErrDestroyed) || sig != [65]byte{} {
				r.Fatalf("typed data after death: %x, %v", sig, err)
			}
			s.Destroy()
		}
		if s.Signatures() != uint64(before) {
			r.Fatalf("counted %d signatures, made %d", s.Signatures(), before)
		}
	})
}

func TestDestroyingWhileSigningIsSafe(t *testing.T) {
	s := newSigner(t, 1, "cow")
	var made uint64
	var mu sync.Mutex
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			for n := range 8 {
				if _, err := s.SignTransaction(transfer(1, uint64(8*i+n))); err == nil {
					mu.Lock()
					made++
					mu.Unlock()
				}
				if i == 3 && n == 4 {
					s.Destroy()
				}
			}
		})
	}
	wg.Wait()
	if s.Signatures() != made || made == 0 || made == 32 {
		t.Errorf("counted %d signatures, received %d of 32", s.Signatures(), made)
	}
}

func TestTheCallersCopyOfTheKeyIsWiped(t *testing.T) {
	good, zero, order := secret("cow"), new([32]byte), new([32]byte)
	copy(order[:], common.FromHex("0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141"))
	if _, err := signer.New(1, good); err != nil || *good != [32]byte{} {
		t.Errorf("left %x (%v)", *good, err)
	}
	for _, bad := range []*[32]byte{zero, order} {
		if _, err := signer.New(1, bad); !errors.Is(err, signer.ErrKey) || *bad != [32]byte{} {
			t.Errorf("left %x (%v)", *bad, err)
		}
	}
}

func TestGeneratedKeysDiffer(t *testing.T) {
	a, err := signer.Generate(1)
	check(t, err)
	b, err := signer.Generate(1)
	if err != nil || a.Address() == b.Address() {
		t.Errorf("twice the account %v (%v)", a.Address(), err)
	}
}

func TestTheKeyIsNeverPrinted(t *testing.T) {
	key := secret("cow")
	digits, words := hex.EncodeToString(key[:]), new(big.Int).SetBytes(key[:]).String()
	s := newSigner(t, 1, "cow")
	var out bytes.Buffer
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%d", "%x", "%q"} {
		fmt.Fprintf(&out, verb+"\n", s)
		fmt.Fprintf(&out, verb+"\n", struct{ S *signer.Signer }{s})
		fmt.Fprintf(&out, verb+"\n", []any{s})
	}
	slog.New(slog.NewJSONHandler(&out, nil)).Info("boot", "signer", s, "in", struct{ S *signer.Signer }{s})
	slog.New(slog.NewTextHandler(&out, nil)).Info("boot", "signer", s, "in", struct{ S *signer.Signer }{s})
	check(t, json.NewEncoder(&out).Encode(map[string]any{"signer": s}))
	text := strings.ToLower(out.String())
	if strings.Contains(text, digits) || strings.Contains(text, words) || strings.Contains(text, digits[:16]) {
		t.Errorf("the key is in %s", text)
	}
	if strings.Count(text, "[redacted]") < 10 {
		t.Errorf("nothing was redacted in %s", text)
	}
}

// spec: chain §8
func TestFees(t *testing.T) {
	for _, c := range []struct{ base, median, wantMax, wantTip uint64 }{
		{1_000_000_000, 100_000_000, 2_100_000_000, 100_000_000},
		{1_000_000_000, 0, 2_001_000_000, 1_000_000}, // floor: 0.001 gwei
		{0, 999_999, 1_000_000, 1_000_000},
		{0, 1_000_001, 1_000_001, 1_000_001},
	} {
		f, err := signer.ChooseFees(uint256.NewInt(c.base), uint256.NewInt(c.median))
		if err != nil || f.Max.Uint64() != c.wantMax || f.Tip.Uint64() != c.wantTip {
			t.Errorf("base %d, median %d: max %s, tip %s (%v)", c.base, c.median, f.Max.Dec(), f.Tip.Dec(), err)
		}
	}
	if _, err := signer.ChooseFees(new(uint256.Int).SetAllOne(), new(uint256.Int)); !errors.Is(err, signer.ErrFee) {
		t.Errorf("an absurd base fee: %v", err)
	}
	r, err := signer.Fees{Max: *uint256.NewInt(800), Tip: *uint256.NewInt(9)}.Replacement()
	if err != nil || r.Max.Uint64() != 900 || r.Tip.Uint64() != 11 {
		t.Errorf("replacement %s and %s (%v), want 900 and 11", r.Max.Dec(), r.Tip.Dec(), err)
	}
	if _, err := (signer.Fees{Max: *new(uint256.Int).SetAllOne()}).Replacement(); !errors.Is(err, signer.ErrFee) {
		t.Errorf("an absurd replacement: %v", err)
	}
}

// check ends the test at an error.
func check(t rapid.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
