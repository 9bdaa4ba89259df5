package rpc_test

import (
	"errors"
	"testing"

	"bardo.run/bardo/evm/rpc"
)

func TestAClientWithoutAChainRefusesEveryRequest(t *testing.T) {
	c := rpc.Nowhere()
	_, chain := c.ChainID(t.Context())
	_, send := c.Send(t.Context(), []byte{1})
	for what, err := range map[string]error{"a read": chain, "a transaction": send} {
		if !errors.Is(err, rpc.ErrUnsupported) {
			t.Errorf("%s: %v", what, err)
		}
	}
	c.Close()
}
