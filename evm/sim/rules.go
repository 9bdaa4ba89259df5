package sim

import (
	"errors"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/params"
)

// Hardfork names the rules of the EVM.
type Hardfork string

// The forks that a chain we trade on can have.
const (
	Cancun Hardfork = "cancun" // OP-stack: Ecotone
	Prague Hardfork = "prague" // OP-stack: Isthmus
	Osaka  Hardfork = "osaka"  // Ethereum, and the devnet
)

// Rules say which chain is simulated.
type Rules struct {
	ChainID  uint64
	Hardfork Hardfork
}

// ErrRules: the rules name no chain or no fork that is known here.
var ErrRules = errors.New("unknown chain rules")

func (r Rules) config() (*params.ChainConfig, error) {
	if r.ChainID == 0 {
		return nil, fmt.Errorf("%w: chain id 0", ErrRules)
	}
	c := *params.AllDevChainProtocolChanges
	c.ChainID = new(big.Int).SetUint64(r.ChainID)
	c.AmsterdamTime, c.BogotaTime, c.UBTTime = nil, nil, nil
	switch r.Hardfork {
	case Osaka:
	case Prague:
		c.OsakaTime = nil
	case Cancun:
		c.OsakaTime, c.PragueTime = nil, nil
	default:
		return nil, fmt.Errorf("%w: fork %q, known are %q, %q and %q", ErrRules, r.Hardfork, Cancun, Prague, Osaka)
	}
	return &c, nil
}
