package cheat

import (
	"math/big"
	"strings"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"
)

// domainFields are the fields of an EIP-712 domain in the order of EIP-5267's bitmap.
var domainFields = []apitypes.Type{
	{Name: "name", Type: "string"},
	{Name: "version", Type: "string"},
	{Name: "chainId", Type: "uint256"},
	{Name: "verifyingContract", Type: "address"},
	{Name: "salt", Type: "bytes32"},
}

// domainABI is EIP-5267's one function.
var domainABI = func() abi.ABI {
	parsed, err := abi.JSON(strings.NewReader(`[{"name":"eip712Domain","type":"function","stateMutability":"view","inputs":[],"outputs":[
		{"name":"fields","type":"bytes1"},{"name":"name","type":"string"},{"name":"version","type":"string"},{"name":"chainId","type":"uint256"},
		{"name":"verifyingContract","type":"address"},{"name":"salt","type":"bytes32"},{"name":"extensions","type":"uint256[]"}]}]`))
	if err != nil {
		panic(err) // the text above is constant
	}
	return parsed
}()

// domain is an answer of eip712Domain.
type domain struct {
	fields        byte
	name, version string
	chainID       *big.Int
	contract      common.Address
	salt          [32]byte
}

// unpackDomain takes the values as the ABI orders and types them.
func unpackDomain(v []any) domain {
	return domain{v[0].([1]byte)[0], v[1].(string), v[2].(string), v[3].(*big.Int), v[4].(common.Address), v[5].([32]byte)}
}

// field is one field as typed data takes it.
func (d domain) field(name string) any {
	switch name {
	case "name":
		return d.name
	case "version":
		return d.version
	case "chainId":
		return d.chainID
	case "verifyingContract":
		return d.contract.Hex()
	default:
		return hexutil.Bytes(d.salt[:])
	}
}
