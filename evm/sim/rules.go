package sim

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/params"

	"bardo.run/bardo/evm/remote"
	"bardo.run/bardo/evm/rpc"
)

// Hardfork names the rules of the EVM.
type Hardfork string

// The forks that a chain we trade on can have.
const (
	Cancun Hardfork = "cancun" // OP-stack: Ecotone
	Prague Hardfork = "prague" // OP-stack: Isthmus
	Osaka  Hardfork = "osaka"  // Ethereum, and the devnet

	// Asked is whichever of these the chain says it runs. The chain is asked with the first
	// simulation, and again when an hour of its time has passed: a Golem may live longer
	// than a fork.
	Asked Hardfork = "asked"
)

// again is after how many seconds of its time a chain is asked anew.
const again = 3_600

// Rules say which chain is simulated.
type Rules struct {
	ChainID  uint64
	Hardfork Hardfork
}

// ErrRules: the rules name no chain or no fork that is known here.
var ErrRules = errors.New("unknown chain rules")

func (r Rules) check() error {
	if r.ChainID != 0 && r.Hardfork == Asked {
		return nil
	}
	_, err := r.config()
	return err
}

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
		return nil, fmt.Errorf("%w: fork %q, known are %q, %q, %q and %q", ErrRules, r.Hardfork, Cancun, Prague, Osaka, Asked)
	}
	return &c, nil
}

// detect asks a node which fork a block is run under.
func detect(ctx context.Context, client *rpc.Client, block common.Hash) (Hardfork, error) {
	if osaka, err := remote.Osaka(ctx, client, block); err != nil || osaka {
		return Osaka, err
	}
	answer, err := client.Ask(ctx, "eth_getBlockByHash", block, false)
	if err != nil {
		return "", err
	}
	var header struct{ RequestsHash *common.Hash } // that Prague brought
	if err := json.Unmarshal(answer, &header); err != nil {
		return "", &rpc.Error{Method: "eth_getBlockByHash", Kind: rpc.ErrMalformed, Detail: "block " + block.Hex(), Cause: err}
	}
	if header.RequestsHash == nil {
		return Cancun, nil
	}
	return Prague, nil
}

// under returns the rules of what is simulated on a block.
func (s *Simulator) under(ctx context.Context, block rpc.Block) (*params.ChainConfig, error) {
	s.mu.Lock()
	config, asked := s.config, s.asked
	s.mu.Unlock()
	if config != nil && (s.rules.Hardfork != Asked || asked <= block.Time && block.Time < asked+again) {
		return config, nil
	}
	rules := s.rules
	if rules.Hardfork == Asked {
		fork, err := detect(ctx, s.client, block.Hash)
		if err != nil {
			return nil, upstream(err)
		}
		rules.Hardfork = fork
	}
	config, err := rules.config()
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.config, s.asked = config, block.Time
	return config, nil
}
