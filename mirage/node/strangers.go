package node

import (
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/params"
)

// HardForks are the rules that a chain can run under, oldest first; the last is the default.
var HardForks = []string{"shanghai", "cancun", "prague", "osaka"}

// rules takes from a chain's rules what came after the named hard fork, one of HardForks.
func rules(c *params.ChainConfig, name string) {
	if name == "" {
		return
	}
	at := slices.Index(HardForks, name)
	for i, time := range []**uint64{&c.CancunTime, &c.PragueTime, &c.OsakaTime} {
		if i >= at {
			*time = nil
		}
	}
}

// Config is what the pool knows of the chain's rules: where a transaction's gas has no cap of its
// own (EIP-7825), it is kept from the fork that brings the cap.
func (c sighted) Config() *params.ChainConfig {
	return uncapped(c.BlockChain.Config(), c.states.chain.uncapped)
}

func uncapped(c *params.ChainConfig, yes bool) *params.ChainConfig {
	if !yes || c.OsakaTime == nil {
		return c
	}
	free := *c
	free.OsakaTime, free.ChainID = nil, new(big.Int).Set(c.ChainID)
	return &free
}
