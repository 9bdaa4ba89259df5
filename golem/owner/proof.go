package owner

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/math"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"

	"bardo.run/bardo/golem/safety/approval"
)

// ErrProof says that the owner did not sign a letter.
var ErrProof = errors.New("the owner did not sign this letter")

// Typed is what an owner signs of a letter, as EIP-712 has it: for one Golem on one chain. The
// word is signed as the text of its JSON, so that a wallet shows it.
func (l Letter) Typed(golemID string, chainID uint64) (apitypes.TypedData, error) {
	word, err := json.Marshal(l.Word)
	return apitypes.TypedData{
		PrimaryType: "OwnerLetter",
		Types: apitypes.Types{
			"EIP712Domain": {{Name: "name", Type: "string"}, {Name: "version", Type: "string"}, {Name: "chainId", Type: "uint256"}},
			"OwnerLetter": {
				{Name: "golemId", Type: "string"},
				{Name: "id", Type: "string"},
				{Name: "kind", Type: "string"},
				{Name: "word", Type: "string"},
				{Name: "at", Type: "uint256"},
				{Name: "expires", Type: "uint256"},
			},
		},
		Domain: apitypes.TypedDataDomain{Name: "Bardo Owner Letter", Version: "1", ChainId: math.NewHexOrDecimal256(int64(chainID))}, //nolint:gosec // chains are numbered far below
		Message: apitypes.TypedDataMessage{
			"golemId": golemID, "id": l.ID, "kind": l.Kind(), "word": string(word), "at": fmt.Sprint(l.At), "expires": fmt.Sprint(l.Expires),
		},
	}, err
}

// Digest is the hash of Typed.
func (l Letter) Digest(golemID string, chainID uint64) (common.Hash, error) {
	typed, err := l.Typed(golemID, chainID)
	if err != nil {
		return common.Hash{}, err
	}
	sum, _, err := apitypes.TypedDataAndHash(typed)
	return common.BytesToHash(sum), err
}

// Proven reports, as an ErrProof, that an owner did not sign a letter to a Golem. A letter
// without a proof is not proven. Any other error is that of the owner's contract, which
// could not be asked.
func Proven(ctx context.Context, l Letter, golemID string, chainID uint64, by approval.Owner) error {
	digest, err := l.Digest(golemID, chainID)
	if err != nil {
		return err
	}
	signed, err := by.Signed(ctx, digest, l.Proof)
	if err == nil && !signed {
		err = ErrProof
	}
	return err
}
