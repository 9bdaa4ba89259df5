package node

import (
	"maps"
	"math/big"

	"github.com/ethereum/go-ethereum/core"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/params"
)

// chainConfig is every fork up to Osaka from block 0. The developer chain of
// go-ethereum also turns unborn forks on; they are unset in a copy.
func chainConfig(id uint64) *params.ChainConfig {
	c := *params.AllDevChainProtocolChanges
	c.ChainID = new(big.Int).SetUint64(id)
	c.AmsterdamTime, c.BogotaTime, c.UBTTime = nil, nil, nil
	return &c
}

// genesis is block 0: the system contracts, the CREATE2 deployer, and what the
// configuration adds.
func genesis(c Config) *core.Genesis {
	alloc := types.GenesisAlloc{}
	maps.Copy(alloc, core.SystemContractAllocs())
	for addr, code := range c.Code {
		alloc[addr] = types.Account{Nonce: 1, Code: code, Balance: new(big.Int)}
	}
	maps.Copy(alloc, c.predeployed)
	for addr, balance := range c.Alloc {
		account := alloc[addr]
		account.Balance = new(big.Int).Set(balance)
		alloc[addr] = account
	}
	return &core.Genesis{
		Config:     chainConfig(c.ChainID),
		Timestamp:  uint64(c.GenesisTime.Unix()),
		GasLimit:   c.GasLimit,
		BaseFee:    new(big.Int).Set(c.BaseFee),
		Difficulty: new(big.Int),
		ExtraData:  []byte("mirage"),
		Mixhash:    prevRandao(c.ChainID, c.Seed, 0),
		Alloc:      alloc,
	}
}
