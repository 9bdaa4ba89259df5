package cage

import (
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"pgregory.net/rapid"
)

func TestTheDigestIsThatOfTheSetsNotOfTheirOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := limits()
		address := rapid.Custom(func(t *rapid.T) common.Address {
			return common.BytesToAddress(rapid.SliceOfN(rapid.Byte(), 20, 20).Draw(t, "address"))
		})
		p.Tokens, p.Pools = rapid.SliceOfN(address, 0, 6).Draw(t, "tokens"), rapid.SliceOfN(address, 0, 6).Draw(t, "pools")
		p.Protocols = rapid.SliceOfN(rapid.StringMatching(`[a-z]{1,8}`), 0, 4).Draw(t, "protocols")
		q := p
		q.Tokens, q.Pools = rapid.Permutation(p.Tokens).Draw(t, "tokens again"), rapid.Permutation(p.Pools).Draw(t, "pools again")
		q.Protocols = rapid.Permutation(p.Protocols).Draw(t, "protocols again")
		kept := slices.Clone(q.Tokens)
		if p.Digest() != q.Digest() {
			t.Fatalf("%+v and %+v differ", p, q)
		}
		if !slices.Equal(q.Tokens, kept) {
			t.Fatal("asking for the digest reordered the policy")
		}
	})
}

func TestEveryLimitIsPartOfTheDigest(t *testing.T) {
	digest := limits().Digest()
	for name, edit := range map[string]func(*Policy){
		"tokens": func(p *Policy) { p.Tokens = p.Tokens[:1] }, "pools": func(p *Policy) { p.Pools = nil }, "protocols": func(p *Policy) { p.Protocols = nil },
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
