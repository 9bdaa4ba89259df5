package node

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/ethereum/go-ethereum/params"

	"bardo.run/bardo/evm/remote"
	"bardo.run/bardo/evm/rpc"
)

// forks makes the configuration that of a chain on another one's block.
func (c Config) forks() (Config, error) {
	s := c.Fork
	if s == nil {
		return c, nil
	}
	switch {
	case s.Header() == nil:
		return c, fmt.Errorf("%w: its block was not pinned", ErrFork)
	case c.ChainID != 0 && c.ChainID != s.Chain():
		return c, fmt.Errorf("%w: the chain below has id %d, not %d: leave the id out", ErrFork, s.Chain(), c.ChainID)
	case c.DataDir != "" || c.State != nil:
		return c, fmt.Errorf("%w: it lives in memory and begins on its block: it takes no data folder and no state", ErrFork)
	case c.KeepStates != 0:
		return c, fmt.Errorf("%w: it keeps every state", ErrFork)
	case len(c.Alloc)+len(c.Code) > 0:
		return c, fmt.Errorf("%w: its accounts are the chain's below: change them when it runs", ErrFork)
	case s.Header().BaseFee == nil:
		return c, fmt.Errorf("%w: block %d has no base fee (EIP-1559)", ErrFork, s.Block().Number)
	}
	c.ChainID = s.Chain()
	if c.GasLimit == 0 {
		c.GasLimit = s.Header().GasLimit
	}
	c.GenesisTime = time.Unix(int64(s.Header().Time), 0)
	c.NoSystemCalls = true
	rules, err := forkRules(context.Background(), s)
	if err != nil {
		return c, &UpstreamError{err}
	}
	c = c.withDefaults()
	c.genesis.Config = rules
	return c, nil
}

// probe is creation code that returns CLZ(0), an instruction that Osaka brought.
const probe = "0x5f1e5f5260205ff3"

// forkRules finds out which rules a block is run under: Osaka where the chain below knows
// Osaka's instruction there, else what the header has fields of, Cancun at least.
func forkRules(ctx context.Context, s *remote.State) (*params.ChainConfig, error) {
	c := chainConfig(s.Chain())
	pin := json.RawMessage(fmt.Sprintf(`{"blockHash":%q}`, s.Block().Hash))
	answer, err := s.Ask(ctx, "eth_call", map[string]string{"data": probe}, pin)
	if errors.Is(err, rpc.ErrTransport) || errors.Is(err, rpc.ErrMalformed) || errors.Is(err, rpc.ErrRateLimited) {
		return nil, err
	}
	if err == nil && string(answer) == fmt.Sprintf(`"0x%064x"`, 256) {
		return c, nil
	}
	c.OsakaTime = nil
	if s.Header().RequestsHash == nil {
		c.PragueTime = nil
	}
	return c, nil
}
