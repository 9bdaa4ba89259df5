package golem

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
)

func TestAStartSaysWhatTheGolemLacks(t *testing.T) {
	t.Parallel()
	whole := func() (b agent.Boot, r turn.Reading) {
		b.Policy.Tokens, b.Policy.Protocols = []common.Address{{1}}, []string{"uniswap-v3"}
		r = turntest.Pool{Token0: turn.Token{Address: common.Address{1}, Symbol: "USDC"}, Token1: turn.Token{Address: common.Address{2}, Symbol: "WETH"}, QuoteIsZero: true}.Seen(uint256.NewInt(1), new(uint256.Int))
		r.Native = *uint256.NewInt(1)
		return b, r
	}
	const owner = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
	for want, spoil := range map[string]func(*agent.Boot, *turn.Reading) string{
		"":                                func(*agent.Boot, *turn.Reading) string { return owner },
		"write USDC and WETH into it":     func(b *agent.Boot, _ *turn.Reading) string { b.Policy.Tokens = nil; return owner },
		"safety.approved_protocols":       func(b *agent.Boot, _ *turn.Reading) string { b.Policy.Protocols = nil; return owner },
		"send it USDC":                    func(_ *agent.Boot, r *turn.Reading) string { r.Assets[0].Units.Clear(); return owner },
		"no coin to pay gas with":         func(_ *agent.Boot, r *turn.Reading) string { r.Native.Clear(); return owner },
		"identity.owner_address is empty": func(*agent.Boot, *turn.Reading) string { return "" },
	} {
		b, r := whole()
		address := spoil(&b, &r)
		all := lacks(b, r, address)
		if (want == "") != (len(all) == 0) || len(all) > 1 || want != "" && !strings.Contains(all[0], want) {
			t.Errorf("%q: %q", want, all)
		}
	}
	b, r := whole()
	r.Native.Clear()
	if b.Policy.Paper = true; len(lacks(b, r, owner)) != 0 {
		t.Error("a paper life needs coin")
	}
}

// A start with an unknown protocol is refused, and one that approves less than its strategy names.
func TestAProtocolThatIsNotApprovedIsRefusedAtTheStart(t *testing.T) {
	t.Parallel()
	m := market(t)
	for protocol, want := range map[string]struct {
		code int
		said string
	}{
		"uniswap-v9": {exitConfig, "safety.approved_protocols"},
		"aave-v3":    {exitStrategy, `protocol "uniswap-v3" is not among safety.approved_protocols: aave-v3`},
	} {
		dir := settings(t, m, m.Chain().Server.Endpoint(), "")
		edit(t, filepath.Join(dir, "golem.toml"), `["uniswap-v3"]`, `["`+protocol+`"]`)
		keyIn(t, dir)
		if code, said := ask(t, "--config", filepath.Join(dir, "golem.toml")); code != want.code || !strings.Contains(said, want.said) {
			t.Errorf("%s: exit %d: %s", protocol, code, said)
		}
	}
}
