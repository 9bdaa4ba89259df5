package fork

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/ethereum/go-ethereum/params"

	"bardo.run/bardo/evm/remote"
	"bardo.run/bardo/evm/rpc"
)

// probe is creation code that returns CLZ(0), an instruction that Osaka brought.
const probe = "0x5f1e5f5260205ff3"

// Rules takes from c, which has those up to Osaka, the rules that a block is not run under:
// Osaka's where the chain below does not know its instruction there, and Prague's where the
// header lacks its field besides. The chain itself is asked, because a list of chains and dates
// would soon be out of date.
func Rules(ctx context.Context, s *remote.State, c *params.ChainConfig) error {
	pin := json.RawMessage(fmt.Sprintf(`{"blockHash":%q}`, s.Block().Hash))
	answer, err := s.Ask(ctx, "eth_call", map[string]string{"data": probe}, pin)
	if errors.Is(err, rpc.ErrTransport) || errors.Is(err, rpc.ErrMalformed) || errors.Is(err, rpc.ErrRateLimited) {
		return &UpstreamError{err}
	}
	if err == nil && string(answer) == fmt.Sprintf(`"0x%064x"`, 256) {
		return nil
	}
	c.OsakaTime = nil
	if s.Header().RequestsHash == nil {
		c.PragueTime = nil
	}
	return nil
}
