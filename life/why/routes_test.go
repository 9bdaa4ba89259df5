package why

import (
	"strings"
	"testing"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/thanatopsis"
)

// spec: mortality §9.2
// A death that sells an asset over another one says of both sales what they are to one another.
func TestTheSalesOfADeathThatGoOverAnAssetAreExplained(t *testing.T) {
	sale := func(permit, sold string, route *turn.Route) thanatopsis.Deed {
		return thanatopsis.Deed{Action: turn.Action{
			Status: turn.StatusExecuted, Preview: turn.Preview{Kind: "swap", PermitID: permit},
			Proposal: turn.Proposal{Origin: turn.OriginSettlement, Body: []byte(`{"type":"swap","params":{"token_in":"` + sold + `"}}`), Route: route},
		}}
	}
	all := []thanatopsis.Deed{
		sale("permit:1", "aave", &turn.Route{From: "aave", Over: "weth", To: "usdc", Second: "weth-usdc-5"}),
		sale("permit:2", "wbtc", nil), sale("permit:3", "weth", nil),
	}
	first := routes(&all[0].Action, &turn.Reading{})
	if len(first) != 1 || !strings.Contains(first[0].Text, "no market trades aave for usdc") || strings.Contains(first[0].Text, "gas") {
		t.Errorf("the first sale: %+v", first)
	}
	second := follows(&all[2].Action, all)
	if len(second) != 1 || second[0].ID != "permit:1" || second[0].Text != "it sells what the sale of aave brought, too" {
		t.Errorf("the second sale: %+v", second)
	}
	for _, i := range []int{0, 1} {
		if links := follows(&all[i].Action, all); links != nil {
			t.Errorf("sale %d sells what another brought: %+v", i, links)
		}
	}
}
