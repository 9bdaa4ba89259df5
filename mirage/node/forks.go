package node

import (
	"context"
	"errors"
	"fmt"
	"time"

	"bardo.run/bardo/mirage/fork"
)

// ErrFork is wrapped where a fork cannot be combined with what else was asked for.
var ErrFork = errors.New("the fork is refused")

// forks makes the configuration that of a chain on another one's block. The system calls are left
// out, because each would read slots below that are new in every block. No account is funded.
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
	c = c.withDefaults()
	return c, fork.Rules(context.Background(), s, c.genesis.Config)
}
