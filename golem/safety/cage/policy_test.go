package cage

import (
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"pgregory.net/rapid"

	"bardo.run/bardo/golem/world/protocol/uniswapv2"
	"bardo.run/bardo/golem/world/protocol/uniswapv3"
)

func TestTheDigestIsThatOfTheSetsNotOfTheirOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := limits()
		address := rapid.Custom(func(t *rapid.T) common.Address {
			return common.BytesToAddress(rapid.SliceOfN(rapid.Byte(), 20, 20).Draw(t, "address"))
		})
		listing := rapid.Custom(func(t *rapid.T) Listing {
			return Listing{
				Handle: rapid.StringMatching(`[a-z]{1,2}-usdc-5`).Draw(t, "handle"), Protocol: rapid.SampledFrom([]string{uniswapv2.Name, uniswapv3.Name}).Draw(t, "protocol"),
				Address: address.Draw(t, "market"), ID: common.BytesToHash(rapid.SliceOfN(rapid.Byte(), 0, 32).Draw(t, "id")),
			}
		})
		p.Tokens, p.Markets = rapid.SliceOfN(address, 0, 6).Draw(t, "tokens"), rapid.SliceOfN(listing, 0, 6).Draw(t, "markets")
		p.Protocols = rapid.SliceOfN(rapid.StringMatching(`[a-z]{1,8}`), 0, 4).Draw(t, "protocols")
		q := p
		q.Tokens, q.Markets = rapid.Permutation(p.Tokens).Draw(t, "tokens again"), rapid.Permutation(p.Markets).Draw(t, "markets again")
		q.Protocols = rapid.Permutation(p.Protocols).Draw(t, "protocols again")
		kept, markets := slices.Clone(q.Tokens), slices.Clone(q.Markets)
		if p.Digest() != q.Digest() {
			t.Fatalf("%+v and %+v differ", p, q)
		}
		if !slices.Equal(q.Tokens, kept) || !slices.Equal(q.Markets, markets) {
			t.Fatal("asking for the digest reordered the policy")
		}
	})
}

func TestEveryLimitIsPartOfTheDigest(t *testing.T) {
	digest := limits().Digest()
	for name, edit := range map[string]func(*Policy){
		"tokens": func(p *Policy) { p.Tokens = p.Tokens[:1] }, "markets": func(p *Policy) { p.Markets = nil }, "a market's handle": func(p *Policy) { p.Markets[0].Handle += "0" }, "a market's protocol": func(p *Policy) { p.Markets[0].Protocol = uniswapv2.Name },
		"a market's address": func(p *Policy) { p.Markets[0].Address[0]++ }, "a market's id": func(p *Policy) { p.Markets[0].ID[0]++ }, "protocols": func(p *Policy) { p.Protocols = nil },
		"position": func(p *Policy) { p.MaxPosition++ }, "concentration": func(p *Policy) { p.MaxConcentration++ }, "slippage": func(p *Policy) { p.MaxSlippage++ },
		"impact": func(p *Policy) { p.MaxImpact++ }, "drawdown": func(p *Policy) { p.MaxDrawdown++ }, "transaction": func(p *Policy) { p.PerTransaction++ },
		"day": func(p *Policy) { p.PerDay++ }, "loss": func(p *Policy) { p.Loss.Exit++ }, "positions": func(p *Policy) { p.MaxPositions++ }, "rate": func(p *Policy) { p.PerHour++ }, "shadow": func(p *Policy) { p.Shadow = true }, "behind": func(p *Policy) { p.MaxBehind++ },
		"collateral": func(p *Policy) { p.MinCollateral = 12_500 },
	} {
		p := limits()
		edit(&p)
		if p.Digest() == digest {
			t.Errorf("%s is not part of the digest", name)
		}
	}
}
