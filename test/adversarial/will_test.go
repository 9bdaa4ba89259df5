package adversarial

import (
	"encoding/hex"
	"encoding/json"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/math"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"

	"bardo.run/bardo/golem/mind/thanatopsis"
	"bardo.run/bardo/internal/seed"
)

// newRnd is chance for what needs a little of it.
func newRnd() *rand.Rand { return seed.Seed(99).Stream("regressions") }

// lastWill is the signature under the testament, and what it is of.
func (d *drama) lastWill(t *testing.T) ([]byte, apitypes.TypedData) {
	t.Helper()
	var will struct {
		Integrity thanatopsis.Integrity `json:"integrity"`
	}
	check(t, json.Unmarshal([]byte(d.papers["testament"]), &will))
	signature, err := hex.DecodeString(strings.TrimPrefix(will.Integrity.Signature, "0x"))
	if err != nil || len(signature) != 65 {
		t.Fatalf("the testament has no signature: %s", d.papers["testament"])
	}
	sum, err := hex.DecodeString(will.Integrity.SHA256)
	if err != nil || len(sum) != 32 {
		t.Fatalf("the testament has no hash: %q", will.Integrity.SHA256)
	}
	id := d.boot.Identity
	return signature, thanatopsis.Words(id.GolemID, id.Wallet.Hex(), id.ChainID, [32]byte(sum))
}

// recovered is who signed typed data.
func recovered(t *testing.T, data apitypes.TypedData, signature []byte) common.Address {
	t.Helper()
	digest, _, err := apitypes.TypedDataAndHash(data)
	check(t, err)
	sig := append([]byte{}, signature...)
	sig[64] -= 27
	key, err := crypto.SigToPub(digest, sig)
	check(t, err)
	return crypto.PubkeyToAddress(*key)
}

// permitOf is an ERC-2612 permit of everything, to somebody.
func permitOf(token, owner common.Address) apitypes.TypedData {
	return apitypes.TypedData{
		PrimaryType: "Permit", Domain: apitypes.TypedDataDomain{Name: "USD Coin", Version: "2", ChainId: math.NewHexOrDecimal256(31337), VerifyingContract: token.Hex()},
		Types: apitypes.Types{
			"EIP712Domain": {{Name: "name", Type: "string"}, {Name: "version", Type: "string"}, {Name: "chainId", Type: "uint256"}, {Name: "verifyingContract", Type: "address"}},
			"Permit":       {{Name: "owner", Type: "address"}, {Name: "spender", Type: "address"}, {Name: "value", Type: "uint256"}, {Name: "nonce", Type: "uint256"}, {Name: "deadline", Type: "uint256"}},
		},
		Message: apitypes.TypedDataMessage{
			"owner": owner.Hex(), "spender": common.Address{19: 0x66}.Hex(), "value": math.MaxBig256.String(), "nonce": "0", "deadline": big.NewInt(1 << 40).String(),
		},
	}
}
