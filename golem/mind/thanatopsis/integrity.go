package thanatopsis

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/common/math"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"
)

// Integrity is what a testament can be checked by (mortality §10): the SHA-256 over
// its JSON without this field, keys in order and without spaces, and the EIP-712
// signature of that hash by the Golem's identity. A death without it leaves no signature.
type Integrity struct {
	SHA256    string `json:"sha256"`
	Signature string `json:"eip712_signature,omitempty"`
}

// ErrForged means that a testament is not what was signed.
var ErrForged = errors.New("the testament was changed, or is another Golem's")

// Sum is the hash that is signed.
func (t Testament) Sum() (sum [32]byte, err error) {
	text, err := json.Marshal(t)
	if err != nil {
		return sum, fmt.Errorf("hash the testament: %w", err)
	}
	return SumOf(text)
}

// SumOf is the hash of a testament's file, whatever its spaces.
func SumOf(text []byte) (sum [32]byte, err error) {
	var groups map[string]any
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber() // numbers stay as they were written
	if err := d.Decode(&groups); err != nil {
		return sum, fmt.Errorf("hash the testament: %w", err)
	}
	delete(groups, "integrity")
	var canonical bytes.Buffer
	e := json.NewEncoder(&canonical)
	e.SetEscapeHTML(false)
	if err := e.Encode(groups); err != nil { // maps are written in the order of their keys
		return sum, fmt.Errorf("hash the testament: %w", err)
	}
	return sha256.Sum256(bytes.TrimRight(canonical.Bytes(), "\n")), nil
}

// Words is the typed data that the Golem's identity signs.
func Words(golemID, wallet string, chainID uint64, sum [32]byte) apitypes.TypedData {
	return apitypes.TypedData{
		PrimaryType: "Testament",
		Types: apitypes.Types{
			"EIP712Domain": {{Name: "name", Type: "string"}, {Name: "version", Type: "string"}, {Name: "chainId", Type: "uint256"}},
			"Testament":    {{Name: "golemId", Type: "string"}, {Name: "wallet", Type: "address"}, {Name: "sha256", Type: "bytes32"}},
		},
		Domain:  apitypes.TypedDataDomain{Name: "Bardo Testament", Version: Version, ChainId: math.NewHexOrDecimal256(int64(chainID))},
		Message: apitypes.TypedDataMessage{"golemId": golemID, "wallet": wallet, "sha256": hexutil.Encode(sum[:])},
	}
}

// Verify checks a testament's file: its hash, and that the identity it names signed that. signed
// is false where it has no signature to check. A wrong one is ErrForged.
func Verify(text []byte) (signed bool, err error) {
	var t Testament
	if err := json.Unmarshal(text, &t); err != nil {
		return false, fmt.Errorf("read the testament: %w", err)
	}
	sum, err := SumOf(text)
	if err != nil {
		return false, err
	}
	if got := hex.EncodeToString(sum[:]); got != t.Integrity.SHA256 {
		return false, fmt.Errorf("%w: it has the hash %s and says %s", ErrForged, got, t.Integrity.SHA256)
	}
	if t.Integrity.Signature == "" {
		return false, nil
	}
	by, err := author(t, sum)
	if err != nil || !strings.EqualFold(by.Hex(), t.Identity.Key) {
		return true, fmt.Errorf("%w: its signature is by %s and not by %s", ErrForged, by, t.Identity.Key)
	}
	return true, nil
}

// author recovers who signed.
func author(t Testament, sum [32]byte) (common.Address, error) {
	signature, err := hexutil.Decode(t.Integrity.Signature)
	if err != nil || len(signature) != crypto.SignatureLength || signature[64] < 27 {
		return common.Address{}, errors.New("no signature")
	}
	digest, _, err := apitypes.TypedDataAndHash(Words(t.Identity.GolemID, t.Identity.Wallet, t.Identity.ChainID, sum))
	if err != nil {
		return common.Address{}, err
	}
	signature[64] -= 27
	key, err := crypto.SigToPub(digest, signature)
	if err != nil {
		return common.Address{}, err
	}
	return crypto.PubkeyToAddress(*key), nil
}
