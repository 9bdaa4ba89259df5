package policycage_test

import (
	"errors"
	"strings"
	"testing"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/internal/money"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
)

// spec: safety §7.7
func TestABuilderRefusesWhatIsOutsideOfItsRanges(t *testing.T) {
	whole := worldly()
	whole.PriceOracle = common.Address{9}
	check(t, whole.Validate())
	for name, c := range map[string]struct {
		edit func(*policycage.Config)
		says string
	}{
		"no asset":                  {func(c *policycage.Config) { c.Assets = nil }, "must hold the cash"},
		"no oracle":                 {func(c *policycage.Config) { c.PriceOracle = common.Address{} }, "price oracle"},
		"concentration 499":         {func(c *policycage.Config) { c.Limits.Concentration = 499 }, "max_concentration_bps is 499"},
		"concentration 10,001":      {func(c *policycage.Config) { c.Limits.Concentration = 10_001 }, "from 500 to 10000"},
		"collateral 10,499":         {func(c *policycage.Config) { c.Limits.Collateral = 10_499 }, "min_collateral_ratio_bps"},
		"drawdown 99":               {func(c *policycage.Config) { c.Limits.Drawdown = 99 }, "from 100 to 5000"},
		"drawdown 5,001":            {func(c *policycage.Config) { c.Limits.Drawdown = 5_001 }, "max_drawdown_bps"},
		"a transaction below 100":   {func(c *policycage.Config) { c.Limits.PerTransaction = 100*money.One - 1 }, "max_per_tx"},
		"a day above ten million":   {func(c *policycage.Config) { c.Limits.PerDay = 10_000_000*money.One + 1 }, "max_per_day"},
		"a session below 1,000":     {func(c *policycage.Config) { c.Limits.PerSession = 1 }, "max_per_session"},
		"no position":               {func(c *policycage.Config) { c.Limits.Positions = 0 }, "max_open_positions"},
		"more assets than the most": {func(c *policycage.Config) { c.Limits.Assets = 1 }, "max_asset_count is 1"},
		"a position of nothing":     {func(c *policycage.Config) { c.Limits.Position = 0 }, "max_position_bps"},
		"a loss of nothing a day":   {func(c *policycage.Config) { c.Limits.DayLoss = 0 }, "max_loss_per_day"},
		"exits that may lose more":  {func(c *policycage.Config) { c.Limits.ExitLoss = c.Limits.MoveLoss + 1 }, "max_exit_loss_bps"},
		"a reader of nobody":        {func(c *policycage.Config) { c.Readers = []policycage.Binding{{Reader: c.Owner}} }, "the zero address reads"},
		"a reader of no deeds":      {func(c *policycage.Config) { c.Readers = []policycage.Binding{{Target: places[0], Reader: guard}} }, "which are no deeds"},
		"a reader of allowances": {func(c *policycage.Config) {
			c.Readers = []policycage.Binding{{Target: places[0], Reader: guard, Deeds: 1}}
		}, "which are no deeds"},
		"two readers": {func(c *policycage.Config) {
			c.Readers = []policycage.Binding{{Target: places[0], Reader: guard, Deeds: 2}, {Target: places[0], Reader: nobody, Deeds: 4}}
		}, "has two readers"},
		"an owner that enforces": {func(c *policycage.Config) { c.Enforcer = c.Owner }, "no enforcer"},
		"nobody's account":       {func(c *policycage.Config) { c.Account = common.Address{} }, "are needed"},
	} {
		t.Run(name, func(t *testing.T) {
			bad := whole
			c.edit(&bad)
			_, err := policycage.Creation(bad)
			if !errors.Is(err, policycage.ErrConfig) || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%v", err)
			}
		})
	}
	whole.Limits.Drawdown = 100 // below what a contract takes: the mirror holds it
	if setup, err := whole.Setup(); err != nil || setup.Limits[4] != 500 {
		t.Errorf("%v %v", setup.Limits, err)
	}
}

func TestASnapshotIsWhatTheCageWasMadeOf(t *testing.T) {
	var made policycage.Config
	s := raise(t, func(_ *stage, c *policycage.Config) { made = *c })
	got := s.snapshot()
	if got.Limits != made.Limits || got.Owner != made.Owner || got.Account != made.Account || got.Enforcer != made.Enforcer ||
		got.Constitution != made.Constitution || got.Cash != made.Cash || got.HighWaterMark != made.HighWaterMark || got.Version != 1 || got.Cage != s.cage {
		t.Errorf("%+v", got)
	}
	if len(got.Assets) != 2 || len(got.Protocols) != 4 || len(got.Selectors) != 9 || len(got.Readers) != 3 || got.Assets[0].Cmp(got.Assets[1]) > 0 {
		t.Errorf("%v, %v, %v", got.Assets, got.Protocols, got.Selectors)
	}
	hash := got.PolicyHash(1)
	if hash == got.PolicyHash(2) {
		t.Error("two chains have one policy")
	}
	// What counts changes no policy; a halt does.
	s.kind(s.tries(s.golem.Address, s.cage, s.codec.PackValidateTrade(s.usdc, s.weth, usdc(1))), "NotMover")
	s.does(s.owner, s.codec.PackEmergencyHalt())
	halted := s.snapshot()
	if !halted.Halted || halted.PolicyHash(1) == hash {
		t.Error("a halt is no change")
	}
	// The old block still says what it said.
	old, err := policycage.Read(t.Context(), s.client, got.Block, s.cage)
	if err != nil || old.Halted || old.PolicyHash(1) != hash {
		t.Errorf("%v, %v", old.Halted, err)
	}
}

// spec: safety §1.4 S-10 (a read that fails is no cage)
func TestWhatIsNoCageIsAnError(t *testing.T) {
	s := raise(t, nil)
	for _, at := range []common.Address{{1}, s.usdc, s.Deploy(answers(1, 1))} {
		now, err := s.client.Head(t.Context())
		check(t, err)
		if _, err := policycage.Read(t.Context(), s.client, now.Hash, at); err == nil {
			t.Errorf("%s was read as a cage", at)
		}
	}
	if _, err := policycage.Read(t.Context(), s.client, common.Hash{1}, s.cage); !errors.Is(err, rpc.ErrNoBlock) {
		t.Errorf("a block that there is not: %v", err)
	}
}

// Every error of the contracts has words of its own.
func TestEveryRefusalHasWords(t *testing.T) {
	n := 0
	for _, m := range []*bind.MetaData{&bind.PolicyCageMetaData, &bind.CageEnforcerMetaData, &bind.CageOracleMetaData, &bind.CageReaderMetaData} {
		parsed, err := m.ParseABI()
		check(t, err)
		for name, kind := range parsed.Errors {
			data := append(kind.ID[:4:4], make([]byte, 32*len(kind.Inputs))...)
			v, ok := policycage.Decode(data)
			if !ok || v.Kind != policycage.Kind(name) || strings.HasSuffix(v.Error(), ": "+name) || strings.Contains(v.Error(), "%!") || strings.Contains(v.Error(), "nil") {
				t.Errorf("%s: %v", name, v)
			}
			if len(kind.Inputs) > 0 {
				if _, ok := policycage.Decode(data[:len(data)-1]); ok {
					t.Errorf("%s was read from too little", name)
				}
			}
			n++
		}
	}
	if n < 44 {
		t.Errorf("there are %d errors only", n)
	}
	for _, raw := range [][]byte{nil, {1, 2, 3}, {1, 2, 3, 4}, crypto.Keccak256([]byte("Error(string)"))[:4]} {
		if _, ok := policycage.Decode(raw); ok {
			t.Errorf("%x is none of ours", raw)
		}
	}
}
