package custodytest

import (
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/math"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/delegation"
	"bardo.run/bardo/golem/mind/thanatopsis"
	"bardo.run/bardo/golem/safety/signing"
)

// whole are the contracts that the suite calls, allowed or not.
func whole(s Subject) []common.Address {
	all := []common.Address{*s.Allowed(0).To}
	for _, tx := range s.Beyond {
		if tx.To != nil {
			all = append(all, *tx.To)
		}
	}
	return all
}

// words are the typed data of a testament.
func words(s Subject) apitypes.TypedData {
	return thanatopsis.Words("golem", s.Account.Hex(), s.ChainID, [32]byte{1})
}

// typed has every key refuse typed data by which somebody takes tokens or acts for the account,
// and that of other domains: what lies behind a signature no chain asks again.
func typed(s Subject) error {
	second := s.Port.Narrow(signing.Fence{Targets: whole(s)})
	for name, data := range foreign(s) {
		if _, _, err := apitypes.TypedDataAndHash(data); err != nil {
			return fmt.Errorf("%s is no typed data: %w", name, err)
		}
		for who, k := range map[string]interface {
			SignTypedData(data apitypes.TypedData) ([65]byte, common.Hash, error)
			Signatures() uint64
		}{"the key": s.Port.Signer(), "a narrower key": second, "the identity": s.Port.Identity()} {
			before := k.Signatures()
			if by, _, err := k.SignTypedData(data); err == nil || by != [65]byte{} || k.Signatures() != before {
				return fmt.Errorf("%s signs %s", who, name)
			}
		}
	}
	return nil
}

// identified has the identity, and no key that acts, sign the testament.
func identified(s Subject) error {
	if _, _, err := s.Port.Signer().SignTypedData(words(s)); err == nil {
		return fmt.Errorf("the key that acts signs for the Golem itself")
	}
	return s.testament()
}

// testament has it signed, and recovers who did.
func (s Subject) testament() error {
	data := words(s)
	signature, digest, err := s.Port.Identity().SignTypedData(data)
	if err != nil {
		return fmt.Errorf("the testament was not signed: %w", err)
	}
	hash, _, err := apitypes.TypedDataAndHash(data)
	if err != nil || common.Hash(hash) != digest || signature[64] < 27 {
		return fmt.Errorf("signed was %s and not %x (%w)", digest, hash, err)
	}
	signature[64] -= 27
	key, err := crypto.SigToPub(hash, signature[:])
	if err != nil || crypto.PubkeyToAddress(*key) != s.Port.Identity().Address() {
		return fmt.Errorf("the testament is not signed by the identity (%w)", err)
	}
	return nil
}

// foreign is typed data that no key of a Golem signs.
func foreign(s Subject) map[string]apitypes.TypedData {
	token, thief := common.Address{19: 0x70}.Hex(), common.Address{19: 0x66}.Hex()
	domain := func(name, version string, contract string) apitypes.TypedDataDomain {
		return apitypes.TypedDataDomain{Name: name, Version: version, ChainId: math.NewHexOrDecimal256(int64(s.ChainID)), VerifyingContract: contract} //nolint:gosec // a devnet's
	}
	uints := func(names ...string) (all []apitypes.Type) {
		for _, n := range names {
			all = append(all, apitypes.Type{Name: n, Type: "uint256"})
		}
		return all
	}
	parties := func(names ...string) (all []apitypes.Type) {
		for _, n := range names {
			all = append(all, apitypes.Type{Name: n, Type: "address"})
		}
		return all
	}
	most, far := math.MaxBig256.String(), big.NewInt(1<<40).String()
	will, elsewhere, other := words(s), words(s), words(s)
	will.Domain.VerifyingContract, will.Types = token, with(will.Types, "EIP712Domain", apitypes.Type{Name: "verifyingContract", Type: "address"})
	elsewhere.Domain.ChainId = math.NewHexOrDecimal256(1)
	other.Types, other.Message["to"] = with(other.Types, "Testament", apitypes.Type{Name: "to", Type: "address"}), thief
	return map[string]apitypes.TypedData{
		"a permit (EIP-2612)": {
			PrimaryType: "Permit", Domain: domain("USD Coin", "2", token),
			Types:   apitypes.Types{"EIP712Domain": full, "Permit": append(parties("owner", "spender"), uints("value", "nonce", "deadline")...)},
			Message: apitypes.TypedDataMessage{"owner": s.Account.Hex(), "spender": thief, "value": most, "nonce": "0", "deadline": far},
		},
		"an authorization (EIP-3009)": {
			PrimaryType: "TransferWithAuthorization", Domain: domain("USD Coin", "2", token),
			Types:   apitypes.Types{"EIP712Domain": full, "TransferWithAuthorization": append(parties("from", "to"), append(uints("value", "validAfter", "validBefore"), apitypes.Type{Name: "nonce", Type: "bytes32"})...)},
			Message: apitypes.TypedDataMessage{"from": s.Account.Hex(), "to": thief, "value": most, "validAfter": "0", "validBefore": far, "nonce": common.Hash{1}.Hex()},
		},
		"an allowance of Permit2": {
			PrimaryType: "PermitTransferFrom", Domain: domain("Permit2", "", token),
			Types: apitypes.Types{
				"EIP712Domain": append([]apitypes.Type{full[0]}, full[2:]...), "TokenPermissions": append(parties("token"), uints("amount")...),
				"PermitTransferFrom": append([]apitypes.Type{{Name: "permitted", Type: "TokenPermissions"}, {Name: "spender", Type: "address"}}, uints("nonce", "deadline")...),
			},
			Message: apitypes.TypedDataMessage{"permitted": map[string]any{"token": token, "amount": most}, "spender": thief, "nonce": "0", "deadline": far},
		},
		"a delegation of the account":        delegation.New(s.Account, common.HexToAddress(thief), uint256.NewInt(1)).Typed(s.ChainID, common.HexToAddress(token)),
		"a testament for a contract":         will,
		"a testament for another chain":      elsewhere,
		"a testament that says more":         other,
		"an order of its own type and words": {PrimaryType: "Order", Domain: will.Domain, Types: apitypes.Types{"EIP712Domain": will.Types["EIP712Domain"], "Order": parties("to")}, Message: apitypes.TypedDataMessage{"to": thief}},
	}
}

// full is a domain with everything in it.
var full = []apitypes.Type{{Name: "name", Type: "string"}, {Name: "version", Type: "string"}, {Name: "chainId", Type: "uint256"}, {Name: "verifyingContract", Type: "address"}}

// with are types of which one has another member.
func with(types apitypes.Types, name string, member apitypes.Type) apitypes.Types {
	out := apitypes.Types{}
	for n, members := range types {
		out[n] = members
	}
	out[name] = append(append([]apitypes.Type{}, types[name]...), member)
	return out
}
