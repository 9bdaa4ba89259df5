package table

import (
	"errors"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/world/protocol"
)

// Mint reads a call that puts liquidity into a market of a reading, which it returns too; what
// is no such call of any protocol is protocol.ErrNoMint.
func Mint(data []byte, seen turn.Reading) (protocol.Mint, *turn.Market, error) {
	for _, row := range rows {
		if row.mint == nil {
			continue
		}
		if m, market, err := row.mint(data, seen); !errors.Is(err, protocol.ErrNoMint) {
			return m, market, err
		}
	}
	return protocol.Mint{}, nil, protocol.ErrNoMint
}
