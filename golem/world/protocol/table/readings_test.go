package table

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/world/protocol"
)

// spec: safety §7.1 — a cage is given a reader for each contract that calls reach, once, and a
// venue that nobody reads is none for it.
func TestACageIsGivenAReaderForEachContract(t *testing.T) {
	at := func(n byte) common.Address { return common.Address{n} }
	v := Venue{Pools: []Pool{{Handle: "a", At: at(1)}, {Handle: "b", At: at(2)}}, Router: at(3), Positions: at(4), V2Router: at(5), Aave: at(6), Base: turn.Token{Address: at(8)}, Quote: turn.Token{Address: at(9)}}
	got, err := Readings(v.Deployments())
	want := []policycage.Reading{
		{Target: at(3), Reader: "UniswapV3", Deeds: policycage.Swaps},
		{Target: at(4), Reader: "UniswapV3", Deeds: policycage.Positions},
		{Target: at(5), Reader: "UniswapV2", Deeds: policycage.Swaps},
		{Target: at(6), Reader: "AaveV3", Deeds: policycage.Lends},
	}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %v", got, err)
	}
	for _, row := range rows {
		if row.Cage != "" && !slices.Contains(policycage.Readers(), row.Cage) {
			t.Errorf("%s is read by %s, of which there is no contract", row.Name, row.Cage)
		}
		if row.Cage != "" {
			continue
		}
		_, err := Readings([]protocol.Deployment{{Handle: "x", Protocol: row.Name}})
		if !errors.Is(err, ErrUnread) || !strings.HasPrefix(err.Error(), "x ("+row.Name+")") {
			t.Errorf("%s: %v", row.Name, err)
		}
	}
}
