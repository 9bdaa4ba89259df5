package policycage

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"bardo.run/bardo/internal/money"

	"github.com/ethereum/go-ethereum/common"
)

// canonical is a snapshot as it is hashed: what the cage allows, and to whom. Counters
// are not in it: they change with every trade, which voids nothing.
type canonical struct {
	ChainID         uint64           `json:"chain_id"`
	Cage            common.Address   `json:"cage"`
	Version         uint64           `json:"version"`
	Halted          bool             `json:"halted"`
	Owner           common.Address   `json:"owner"`
	Account         common.Address   `json:"account"`
	Enforcer        common.Address   `json:"enforcer"`
	Cash            common.Address   `json:"cash"`
	PriceOracle     common.Address   `json:"price_oracle"`
	SanctionsOracle common.Address   `json:"sanctions_oracle"`
	Constitution    common.Hash      `json:"constitution_hash"`
	HighWaterMark   money.USDC       `json:"high_water_mark"`
	Limits          Limits           `json:"limits"`
	Assets          []common.Address `json:"assets"`
	Protocols       []common.Address `json:"protocols"`
	Selectors       []string         `json:"selectors"`
	Readers         []Binding        `json:"readers"`
	Caps            []Cap            `json:"caps"`
}

// PolicyHash is the SHA-256 of the snapshot's canonical JSON: of the policy alone, so
// that a permit lives through a trade and not through a change.
//
// spec: safety §2.1, §7.5
func (s Snapshot) PolicyHash(chainID uint64) [sha256.Size]byte {
	c := canonical{
		ChainID: chainID, Cage: s.Cage, Version: s.Version, Halted: s.Halted, Owner: s.Owner, Account: s.Account,
		Enforcer: s.Enforcer, Cash: s.Cash, PriceOracle: s.PriceOracle, SanctionsOracle: s.SanctionsOracle,
		Constitution: s.Constitution, HighWaterMark: s.HighWaterMark, Limits: s.Limits,
		Assets: append([]common.Address{}, s.Assets...), Protocols: append([]common.Address{}, s.Protocols...), Selectors: []string{},
		Readers: append([]Binding{}, s.Readers...), Caps: append([]Cap{}, s.Caps...),
	}
	for _, x := range s.Selectors {
		c.Selectors = append(c.Selectors, hex.EncodeToString(x.Target[:])+"."+hex.EncodeToString(x.Method[:]))
	}
	text, err := json.Marshal(c)
	if err != nil {
		panic("policycage: a snapshot always encodes: " + err.Error())
	}
	return sha256.Sum256(text)
}
