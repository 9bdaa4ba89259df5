package fork

import (
	"context"

	"github.com/ethereum/go-ethereum/params"

	"bardo.run/bardo/evm/remote"
)

// Rules takes from c, which has those up to Osaka, the rules that a block is not run under:
// Osaka's where the chain below does not know its instruction there, and Prague's where the
// header lacks its field besides.
func Rules(ctx context.Context, s *remote.State, c *params.ChainConfig) error {
	osaka, err := remote.Osaka(ctx, s, s.Block().Hash)
	if err != nil {
		return &UpstreamError{err}
	}
	if osaka {
		return nil
	}
	c.OsakaTime = nil
	if s.Header().RequestsHash == nil {
		c.PragueTime = nil
	}
	return nil
}
