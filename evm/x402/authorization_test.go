package x402

import (
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"
	"github.com/x402-foundation/x402/go/mechanisms/evm"
	"pgregory.net/rapid"
)

// The well-known development account 0, and what the vectors have it sign.
var (
	payer   = common.HexToAddress("0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266")
	payee   = common.HexToAddress("0x70997970C51812dc3A010C7d01b50e0d17dc79C8")
	base    = NewToken(8453, common.HexToAddress("0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"), "USD Coin", "2")
	sepolia = NewToken(84532, common.HexToAddress("0x036CbD53842c5426634e7929541eC2318f3dCF7e"), "USDC", "2")
	signed  = Authorization{
		From: payer, To: payee, Value: *uint256.NewInt(2_400_000), ValidBefore: *uint256.NewInt(1_900_000_000),
		Nonce: common.HexToHash("0x1111111111111111111111111111111111111111111111111111111111111111"),
	}
)

// spec: provisioning §20 V2–V4, §13.3 — domains, digests and signatures of both methods; one for the
// other recovers somebody else.
func TestTheVectorsOfAuthorizations(t *testing.T) {
	for _, c := range []struct {
		name            string
		token           Token
		method          Method
		separator       string
		digest, r, s, v string
	}{
		{
			"V2", base, Receive, "0x02fa7265e7c5d81118673727957699e4d68f74cd74b7db77da710fe8a2c7834f", "0xff8e6afaf7c0d566c7555b16f7f5961a5ade36e9bf693de3f2e483b0aa4cd53f",
			"0x9402f1270f5bdab6e18087d1c9c17d61bfde5eeef5d3bc4150471dd4a17d871b", "0x168c001760ee097a1f3c8fd17c1cfc417e5795e2e6b25af935b047cda898fe0b", "0x1c",
		},
		{
			"V3", base, Transfer, "0x02fa7265e7c5d81118673727957699e4d68f74cd74b7db77da710fe8a2c7834f", "0xa26b53fab7190f83bb0626ac30383b16df817cf6eafae6ec0277d1ee32c43c17",
			"0x834a262999958a8dcdfada2cd2b06c4d5390cc14a38134f739bd548f1998256d", "0x32f60a2ae4ade555488dc16b52f17a406d46a94dd58ca1ffc1a6790c9b2f0651", "0x1c",
		},
		{
			"V4", sepolia, Receive, "0x71f17a3b2ff373b803d70a5a07c046c1a2bc8e89c09ef722fcb047abe94c9818", "0x72d67eb765795d94fe0bd8e18b612ce7fb7b5e394ec4eeb2a8e794478cfcc8d5",
			"0xebfa478bab3fb6dbb35ffb345c4d7785648be81bedb92d709f0dde668e0e8a1b", "0x3fa4c6bc63518d2e4d0dd7d15f6c68ea1a58b9bb4cbf5c8b76b02af1661636b5", "0x1b",
		},
	} {
		digest := c.token.Digest(c.method, &signed)
		if c.token.Separator.Hex() != c.separator || digest.Hex() != c.digest {
			t.Errorf("%s: domain %s, digest %s", c.name, c.token.Separator, digest)
		}
		sig := hexutil.MustDecode(c.r + c.s[2:] + c.v[2:])
		if who, ok := Recover(digest, sig); !ok || who != payer {
			t.Errorf("%s: signed by %s, %v", c.name, who, ok)
		}
		other := c.token.Digest(1-c.method, &signed)
		if who, ok := Recover(other, sig); ok && who == payer || c.name == "V2" && who != common.HexToAddress("0xC32530ABB47A9A203dE4a8A43592976BfBa96Ea6") {
			t.Errorf("%s: the other method recovers %s", c.name, who)
		}
	}
	for m, want := range map[Method]string{
		Transfer: "0x7c7c6cdb67a18743f49ec6fa9b35f50d52ed05cbed4cc592e13b44501c1a2267",
		Receive:  "0xd099cc98ef71107a616c4f0f941f04c322d8e254fe26b3c6668db87aae413de8",
	} {
		if typeHashes[m].Hex() != want {
			t.Errorf("%s: %s", m, typeHashes[m])
		}
	}
}

// The foundation's SDK has the same digest, of any authorization.
func TestTheDigestIsThatOfTheFoundation(t *testing.T) {
	number := rapid.Custom(func(t *rapid.T) *uint256.Int {
		return new(uint256.Int).SetBytes(rapid.SliceOfN(rapid.Byte(), 0, 32).Draw(t, "number"))
	})
	rapid.Check(t, func(t *rapid.T) {
		a := Authorization{
			From: common.BytesToAddress(rapid.SliceOfN(rapid.Byte(), 20, 20).Draw(t, "from")), To: common.BytesToAddress(rapid.SliceOfN(rapid.Byte(), 20, 20).Draw(t, "to")),
			Value: *number.Draw(t, "value"), ValidAfter: *number.Draw(t, "after"), ValidBefore: *number.Draw(t, "before"),
			Nonce: common.BytesToHash(rapid.SliceOfN(rapid.Byte(), 32, 32).Draw(t, "nonce")),
		}
		token := NewToken(rapid.Uint64Range(1, 1<<53).Draw(t, "chain"), common.BytesToAddress(rapid.SliceOfN(rapid.Byte(), 20, 20).Draw(t, "token")), rapid.StringN(1, -1, -1).Draw(t, "name"), rapid.StringN(1, -1, -1).Draw(t, "version"))
		want, err := evm.HashEIP3009Authorization(evm.ExactEIP3009Authorization{
			From: a.From.Hex(), To: a.To.Hex(), Value: a.Value.Dec(), ValidAfter: a.ValidAfter.Dec(), ValidBefore: a.ValidBefore.Dec(), Nonce: a.Nonce.Hex(),
		}, new(big.Int).SetUint64(token.ChainID), token.Address.Hex(), token.Name, token.Version)
		if got := token.Digest(Transfer, &a); err != nil || common.BytesToHash(want) != got {
			t.Fatalf("%s, the SDK has %x, %v", got, want, err)
		}
	})
}

// spec: provisioning §20.13 — a signature has one form.
func TestASignatureThatHasAnotherFormIsNone(t *testing.T) {
	key, err := crypto.GenerateKey()
	if err != nil {
		t.Fatal(err)
	}
	a := signed
	a.From = crypto.PubkeyToAddress(key.PublicKey)
	digest := base.Digest(Transfer, &a)
	good, err := crypto.Sign(digest[:], key)
	if err != nil {
		t.Fatal(err)
	}
	if who, ok := Recover(digest, good); !ok || who != a.From {
		t.Fatalf("signed by %s, %v", who, ok)
	}
	order := crypto.S256().Params().N
	bent := func(f func(sig []byte)) []byte {
		sig := append([]byte(nil), good...)
		f(sig)
		return sig
	}
	for name, sig := range map[string][]byte{
		"a high s": bent(func(sig []byte) {
			new(big.Int).Sub(order, new(big.Int).SetBytes(sig[32:64])).FillBytes(sig[32:64])
			sig[64] ^= 1
		}),
		"v of 29":        bent(func(sig []byte) { sig[64] = 29 }),
		"v of 2":         bent(func(sig []byte) { sig[64] = 2 }),
		"v of 26":        bent(func(sig []byte) { sig[64] = 26 }),
		"r of zero":      bent(func(sig []byte) { clear(sig[:32]) }),
		"s of zero":      bent(func(sig []byte) { clear(sig[32:64]) }),
		"r of the order": bent(func(sig []byte) { order.FillBytes(sig[:32]) }),
		"64 bytes":       good[:64],
		"66 bytes":       append(bent(func([]byte) {}), 0),
		"nothing":        nil,
	} {
		if who, ok := Recover(digest, sig); ok {
			t.Errorf("%s: signed by %s", name, who)
		}
	}
}

func BenchmarkRecover(b *testing.B) {
	sig := hexutil.MustDecode("0x9402f1270f5bdab6e18087d1c9c17d61bfde5eeef5d3bc4150471dd4a17d871b168c001760ee097a1f3c8fd17c1cfc417e5795e2e6b25af935b047cda898fe0b1c")
	for b.Loop() {
		if who, ok := Recover(base.Digest(Receive, &signed), sig); !ok || who != payer {
			b.Fatal(who)
		}
	}
}
