package delegation

import (
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/common/math"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"
	"github.com/holiman/uint256"
)

// Root is the authority of a delegation that has no parent.
var Root = common.MaxHash

// Caveat is a contract that is asked around every execution, and what it is told. Args
// come with a redemption and are not signed.
type Caveat struct {
	Enforcer common.Address `json:"enforcer" cbor:"1,keyasint"`
	Terms    hexutil.Bytes  `json:"terms" cbor:"2,keyasint"`
	Args     hexutil.Bytes  `json:"args" cbor:"3,keyasint,omitempty"`
}

// Delegation lets Delegate act for Delegator, an account that knows the manager, as far
// as every caveat lets it. Authority is the hash of the parent, or Root. Signature is the
// delegator's: 65 bytes of a key, or what its account takes (ERC-1271).
//
// As JSON it is what MetaMask's kit reads and writes.
type Delegation struct {
	Delegate  common.Address `json:"delegate" cbor:"1,keyasint"`
	Delegator common.Address `json:"delegator" cbor:"2,keyasint"`
	Authority common.Hash    `json:"authority" cbor:"3,keyasint"`
	Caveats   []Caveat       `json:"caveats" cbor:"4,keyasint"`
	Salt      hexutil.U256   `json:"salt" cbor:"5,keyasint"`
	Signature hexutil.Bytes  `json:"signature" cbor:"6,keyasint"`
}

// New is a delegation of one's own account, unsigned. Two of the same terms differ by
// their salt.
func New(delegator, delegate common.Address, salt *uint256.Int, caveats ...Caveat) Delegation {
	return Delegation{Delegate: delegate, Delegator: delegator, Authority: Root, Caveats: caveats, Salt: hexutil.U256(*salt)}
}

// Child is a delegation of what the parent's delegate was given, to another, unsigned.
func (d Delegation) Child(delegate common.Address, salt *uint256.Int, caveats ...Caveat) Delegation {
	return Delegation{Delegate: delegate, Delegator: d.Delegate, Authority: d.Hash(), Caveats: caveats, Salt: hexutil.U256(*salt)}
}

var (
	delegationType = crypto.Keccak256([]byte("Delegation(address delegate,address delegator,bytes32 authority,Caveat[] caveats,uint256 salt)Caveat(address enforcer,bytes terms)"))
	caveatType     = crypto.Keccak256([]byte("Caveat(address enforcer,bytes terms)"))
)

// Hash names a delegation: it is its struct hash by EIP-712, without domain, signature and
// args.
//
// spec: provisioning §8.3
func (d Delegation) Hash() common.Hash {
	var caveats []byte
	for _, c := range d.Caveats {
		caveats = append(caveats, crypto.Keccak256(caveatType, word(c.Enforcer), crypto.Keccak256(c.Terms))...)
	}
	salt := (*uint256.Int)(&d.Salt).Bytes32()
	return crypto.Keccak256Hash(delegationType, word(d.Delegate), word(d.Delegator), d.Authority[:], crypto.Keccak256(caveats), salt[:])
}

// word is an address as a word of the ABI.
func word(a common.Address) []byte { return common.LeftPadBytes(a[:], 32) }

// Typed is what the delegator signs, for a manager on a chain.
func (d Delegation) Typed(chainID uint64, manager common.Address) apitypes.TypedData {
	caveats := make([]any, len(d.Caveats))
	for i, c := range d.Caveats {
		caveats[i] = map[string]any{"enforcer": c.Enforcer.Hex(), "terms": c.Terms.String()}
	}
	return apitypes.TypedData{
		Types: apitypes.Types{
			"EIP712Domain": {{Name: "name", Type: "string"}, {Name: "version", Type: "string"}, {Name: "chainId", Type: "uint256"}, {Name: "verifyingContract", Type: "address"}},
			"Caveat":       {{Name: "enforcer", Type: "address"}, {Name: "terms", Type: "bytes"}},
			"Delegation": {
				{Name: "delegate", Type: "address"},
				{Name: "delegator", Type: "address"},
				{Name: "authority", Type: "bytes32"},
				{Name: "caveats", Type: "Caveat[]"},
				{Name: "salt", Type: "uint256"},
			},
		},
		PrimaryType: "Delegation",
		Domain: apitypes.TypedDataDomain{
			Name: "DelegationManager", Version: "1", ChainId: (*math.HexOrDecimal256)(new(big.Int).SetUint64(chainID)), VerifyingContract: manager.Hex(),
		},
		Message: apitypes.TypedDataMessage{
			"delegate": d.Delegate.Hex(), "delegator": d.Delegator.Hex(), "authority": d.Authority.Hex(), "caveats": caveats,
			"salt": (*uint256.Int)(&d.Salt).Hex(),
		},
	}
}

// Digest is the hash that a key signs.
func (d Delegation) Digest(chainID uint64, manager common.Address) (common.Hash, error) {
	hash, _, err := apitypes.TypedDataAndHash(d.Typed(chainID, manager))
	if err != nil {
		return common.Hash{}, fmt.Errorf("hash a delegation: %w", err)
	}
	return common.BytesToHash(hash), nil
}

// SignedBy tells whether the signature is the delegator's own key's. An account with
// rules of its own answers on the chain alone.
func (d Delegation) SignedBy(chainID uint64, manager common.Address) (bool, error) {
	digest, err := d.Digest(chainID, manager)
	if err != nil || len(d.Signature) != crypto.SignatureLength || d.Signature[64] < 27 {
		return false, err
	}
	signature := append([]byte{}, d.Signature...)
	signature[64] -= 27
	key, err := crypto.SigToPub(digest[:], signature)
	return err == nil && crypto.PubkeyToAddress(*key) == d.Delegator, nil
}
