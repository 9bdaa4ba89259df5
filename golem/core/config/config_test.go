package config

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"bardo.run/bardo/internal/conf"
	"bardo.run/bardo/internal/money"
)

var update = flag.Bool("update", false, "rewrite docs/configuration.md")

func environment(pairs ...string) func(string) (string, bool) {
	m := map[string]string{}
	for i := 0; i < len(pairs); i += 2 {
		m[pairs[i]] = pairs[i+1]
	}
	return func(name string) (string, bool) { v, ok := m[name]; return v, ok }
}

func load(text string, env ...string) (GolemConfig, error) {
	return Load(conf.Options{File: "golem.toml", Data: []byte(text), Env: environment(env...)})
}

func TestDefaultsAreValidAndLoadUnchanged(t *testing.T) {
	if err := Verify(Default()); err != nil {
		t.Fatal(err)
	}
	got, err := load("")
	if err != nil || len(Changes(got, Default())) != 0 {
		t.Errorf("%v; differs in %v", err, Changes(got, Default()))
	}
	if w := got.Warnings(); len(w) != 0 {
		t.Errorf("warnings %v", w)
	}
}

// spec: runtime §4.3, §4.4, §4.6, §4.7, the defaults.
func TestDefaultsAreThoseOfTheSpecification(t *testing.T) {
	c := Default()
	got := map[string]any{
		"network": c.ChainID(), "interval": c.Heartbeat.BaseInterval(), "idle": c.Heartbeat.IdleThreshold,
		"deliberation": c.Heartbeat.BaseDeliberationThreshold, "cost": c.Heartbeat.MaxDailyCost.USDC(),
		"volatile": c.Heartbeat.RegimeMultipliers.Volatile, "position": c.Safety.MaxPosition, "drawdown": c.Safety.MaxDrawdown,
		"tx": c.Safety.SpendingLimits.PerTransaction.USDC(), "permit": c.Permits.TTL(), "stage": c.Risk.StartStage,
		"floor": c.Mortality.Economic.DeathReserveFloor.USDC(), "terminal": c.Mortality.Economic.TerminalThreshold,
		"assets": len(c.Safety.ApprovedAssets), "strategy": c.Strategy.Path,
	}
	want := map[string]any{
		"network": uint64(84532), "interval": time.Minute, "idle": uint32(3),
		"deliberation": 0.3, "cost": 10 * money.One,
		"volatile": 0.3, "position": money.BPS(2500), "drawdown": money.BPS(1300),
		"tx": 10_000 * money.One, "permit": time.Minute, "stage": "shadow",
		"floor": money.USDC(300_000), "terminal": 0.05,
		"assets": 0, "strategy": "./STRATEGY.md",
	}
	for name := range want {
		if got[name] != want[name] {
			t.Errorf("%s = %v, want %v", name, got[name], want[name])
		}
	}
}

// spec: runtime §4.9, "file with terminal_threshold = 0.4, conservation_threshold
// = 0.3 ⇒ exit 10, message names both keys".
func TestThresholdsInTheWrongOrderNameBothKeys(t *testing.T) {
	_, err := load("[mortality.economic]\nterminal_threshold = 0.4\nconservation_threshold = 0.3\n")
	if KindOf(err) != Invalid {
		t.Fatalf("got %v", err)
	}
	want := "golem.toml:3:1: mortality.economic.terminal_threshold, mortality.economic.conservation_threshold: 0.4 is not below 0.3"
	if !strings.Contains(err.Error(), want) {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}

// spec: runtime §4.9, "GOLEM_TICK_INTERVAL=45 with file value 90 and flag absent ⇒ 45 s".
func TestTheEnvironmentWinsOverTheFile(t *testing.T) {
	c, err := load("[heartbeat]\nbase_interval_seconds = 90\n", "GOLEM_TICK_INTERVAL", "45")
	if err != nil || c.Heartbeat.BaseInterval() != 45*time.Second {
		t.Errorf("got %v (%v), want 45 s", c.Heartbeat.BaseInterval(), err)
	}
}

// A share is written as in STRATEGY.md, to the basis point, or as a number of them.
func TestBasisPointsAreWrittenAsInAStrategy(t *testing.T) {
	for text, want := range map[string]money.BPS{
		"200": 200, "'2.00%'": 200, "'2%'": 200, "'0.5%'": 50, "'0.01%'": 1, "'100%'": 10_000, "'100.01%'": 0, "'0%'": 0, "'2.001%'": 0, "'-2%'": 0, "'%'": 0, "'2.00'": 0, "2.0": 0,
		"'2 %'": 200, "'200bps'": 200, "'200 bps'": 200, "'2.5bps'": 0, "'2bps%'": 0, "'99999999999bps'": 0,
	} {
		c, err := load("[safety]\nmax_loss_day_bps = " + text + "\n")
		if (err == nil) != (want > 0) || err == nil && c.Safety.MaxLossDay != want || err != nil && !strings.Contains(err.Error(), "golem.toml:2:1: safety.max_loss_day_bps: ") {
			t.Errorf("%s: %d (%v), want %d", text, c.Safety.MaxLossDay, err, want)
		}
	}
	if c, err := load("", "BARDO_MAX_SLIPPAGE_BPS", "1.25%"); err != nil || c.Safety.MaxSlippage != 125 {
		t.Errorf("from the environment: %d (%v)", c.Safety.MaxSlippage, err)
	}
	if _, err := load("[safety]\nmax_loss_day_bps = 'half'\n"); err == nil || !strings.Contains(err.Error(), `wants basis points, as 50, "50bps" or "0.50%"`) {
		t.Errorf("half: %v", err)
	}
	if _, err := load("[safety]\nmax_positions = '2%'\n"); err == nil {
		t.Error("positions are no share")
	}
}

// spec: runtime §4.9, "${MISSING} in chain.rpc_url ⇒ exit 10".
func TestAnUndefinedVariableInTheEndpointIsFatal(t *testing.T) {
	_, err := load("[chain]\nrpc_url = 'https://node.example/${MISSING}'\n")
	if KindOf(err) != Invalid || !strings.Contains(err.Error(), "golem.toml:2:1: chain.rpc_url: refers to ${MISSING}") {
		t.Errorf("got %v", err)
	}
	c, err := load("[chain]\nrpc_url = 'https://node.example/${KEY}'\n", "KEY", "k7")
	if err != nil || c.Chain.RPCURL != "https://node.example/k7" {
		t.Errorf("got %q (%v)", c.Chain.RPCURL, err)
	}
}

const hexKey = "4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318"

// spec: runtime §4.1, "A literal that looks like a private key … in a
// secret-typed key is a fatal config error".
func TestAPrivateKeyInTheFileIsFatalAndNeverQuoted(t *testing.T) {
	for _, text := range []string{
		"[custody.localkey]\nprivate_key = '" + hexKey + "'\n",
		"[custody.localkey]\nprivate_key = '0x" + hexKey + "'\n",
		"[custody.localkey]\nprivate_key_path = '0x" + hexKey + "'\n",
		"[chain]\nrpc_url = '" + hexKey + "'\n",
		"[custody]\nlocalkey = { private_key = '${K}' }\n",
		"[golem]\nkey = '" + hexKey + "'\n",
	} {
		_, err := load(text, "K", hexKey)
		if KindOf(err) != Invalid || strings.Contains(err.Error(), hexKey[:20]) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// spec: runtime §11, "logging a struct that contains a WalletSecret prints a redaction marker".
func TestTheConfigurationPrintsWithoutItsSecrets(t *testing.T) {
	c, err := load("", "GOLEM_PRIVATE_KEY", hexKey)
	if err != nil {
		t.Fatal(err)
	}
	err = c.Custody.LocalKey.PrivateKey.Use(func(b []byte) error {
		if string(b) != hexKey {
			return errors.New("the key did not arrive")
		}
		return nil
	})
	asJSON, jsonErr := json.Marshal(c)
	said := fmt.Sprintf("%v %+v %#v %s", c, c, c, asJSON)
	if err != nil || jsonErr != nil || strings.Contains(said, hexKey[:20]) || !bytes.Contains(asJSON, []byte("[redacted]")) {
		t.Errorf("%v %v: %s", err, jsonErr, said)
	}
	if got := SecretVariables(); !slices.Equal(got, []string{"GOLEM_KEYSTORE_PASSPHRASE", "GOLEM_PRIVATE_KEY", "PRIVY_APP_SECRET", "PRIVY_AUTHORIZATION_KEY"}) {
		t.Errorf("secret variables: %v", got)
	}
}

// spec: runtime §4.9, the rules between keys, each with values that are valid alone.
func TestRulesBetweenKeysNameTheKeys(t *testing.T) {
	const economic, probes, enclave = "[mortality.economic.partitions]\n", "[heartbeat.probe_thresholds]\n", "[golem]\ncustody_mode = 'embedded'\n"
	cases := []struct{ text, want string }{
		{"[mortality.economic]\nterminal_threshold = 0.2\nconservation_threshold = 0.2\n", "terminal_threshold, mortality.economic.conservation_threshold: 0.2 is not below 0.2"},
		{"[venue]\nv4_router = \"0x00000000000000000000000000000000000000aa\"\n", "venue.v4_router, venue.v4_state_view: a v4 pool needs both or none"},
		{"[venue]\nv4_state_view = \"0x00000000000000000000000000000000000000aa\"\n", "venue.v4_router, venue.v4_state_view: a v4 pool needs both or none"},
		{economic + "llm = 0.61\n", "partitions.llm, mortality.economic.partitions.gas, mortality.economic.partitions.data: the shares sum to 1.01"},
		{"[clock]\ngamma_min_interval_secs = 16\n", "clock.gamma_min_interval_secs, clock.gamma_max_interval_secs: 16 is above 15"},
		{"[clock]\ntheta_max_interval_secs = 29\n", "clock.theta_min_interval_secs, clock.theta_max_interval_secs: 30 is above 29"},
		{"[heartbeat]\ncost_warning_threshold = 0.95\n", "heartbeat.cost_warning_threshold, heartbeat.cost_soft_cap_threshold: 0.95 is above 0.9"},
		{probes + "price_low_bps = 200\n", "probe_thresholds.price_high_bps: 200 is not below 200"},
		{probes + "health_high = 1.5\n", "probe_thresholds.health_high: 1.5 is not above 1.5"},
		{"[mortality]\nimmortal = true\n", "mortality.immortal, golem.mode: a hosted Golem cannot be immortal"},
		{"[mortality.economic]\nenabled = false\n", "mortality.economic.enabled, golem.mode: a hosted Golem pays its way"},
		// spec: safety §17 — quote age ≤ 30 s
		{"[chain]\nstaleness_blocks = 16\n", "chain.staleness_blocks, chain.block_time_secs: a head of 32s would still be traded on; a quote may be 30s old"},
		{"[chain]\nblock_time_secs = 4\n", "a head of 40s would still be traded on"},
		{enclave + "[custody]\ngrant_path = 'grant.json'\n", "golem.custody_mode, custody.grant_path: an enclave's wallet acts for itself"},
		{enclave + "[audit]\nanchor = true\n", "golem.custody_mode, audit.anchor: an enclave signs no transaction that carries a mark alone"},
		{enclave + "[venue]\nv2_router = '0x00000000000000000000000000000000000000aa'\n", "an enclave's rules hold no swap on Uniswap v2 or v4"},
		{"[custody.embedded]\nexpires_at = '2026-02-31T00:00:00Z'\n", "is no time"},
		{"[mortality.stochastic]\nseed = 42\n", "mortality.stochastic.seed, golem.network: a seed is for devnets"},
	}
	for _, c := range cases {
		_, err := load(c.text)
		var e *conf.Error
		if !errors.As(err, &e) || len(e.Problems) != 1 || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q\n got %v\nwant %s", c.text, err, c.want)
		}
	}
	if _, err := load(economic + "llm = 0.3333333\ngas = 0.3333333\ndata = 0.3333334\n"); err != nil {
		t.Errorf("shares that sum to 1 ± 1e-6: %v", err)
	}
	for _, fits := range []string{"staleness_blocks = 15\n", "staleness_blocks = 1\nblock_time_secs = 60\n", "staleness_blocks = 3\nblock_time_secs = 10\n"} {
		if _, err := load("[chain]\n" + fits); err != nil {
			t.Errorf("%s: %v", fits, err)
		}
	}
}

// spec: runtime §4.3 to §4.8, the ranges.
func TestValuesOutsideTheirRangeAreFatal(t *testing.T) {
	for _, text := range []string{
		"heartbeat.base_interval_seconds = 9", "heartbeat.base_interval_seconds = 301", "heartbeat.idle_threshold = 0",
		"heartbeat.base_deliberation_threshold = 0.81", "heartbeat.max_daily_cost_usd = 0",
		"heartbeat.regime_multipliers.volatile = 0",
		"clock.wakeup_dedup_secs = -1", "permits.ttl_secs = 4", "permits.ttl_secs = 181", "safety.max_position_bps = 10001",
		"safety.max_slippage_bps = 5001", "safety.spending_limits.per_day = -1", "mortality.economic.death_reserve_floor_usdc = 0.09",
		"mortality.economic.death_reserve_proportional = 0.11", "mortality.economic.conservation_threshold = 0.51",
		"mortality.economic.ttl_death_margin_s = 4", "mortality.epistemic.fitness_window = 499", "mortality.epistemic.senescence_threshold = 0.61",
		"mortality.epistemic.minimum_predictions = 9", "mortality.stochastic.base_hazard_rate = 0.0002", "mortality.stochastic.max_hazard_rate = 0.011",
		"mortality.stochastic.epistemic_hazard_multiplier = 0.9", "mortality.vitality.up_hold_ticks = 0", "mortality.vitality.economic_steepness = nan",
		"golem.schema_version = 2", "golem.name = ''", "golem.name = 'a b'", "golem.network = 'mainnet'", "golem.custody_mode = 'safe'", "custody.embedded.expires_at = 'tomorrow'", "custody.embedded.max_gas_per_day = 0",
		"golem.funding = '12.3456789'", "golem.funding = 1e3", "identity.owner_address = '0x12'",
		"chain.rpc_url = 'ftp://x'", "safety.approved_assets = ['a b']", "risk.start_stage = 'proven'", "profile = 'hardened'", "clock.delta_min_secs = 301", "identity.agent_id = '7'", "log.level = 'loud'",
		"inference.payment = 'prepaid'",
	} {
		if _, err := load(text); KindOf(err) != Invalid || !strings.Contains(err.Error(), "golem.toml:1:1: "+strings.Fields(text)[0]) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// spec: mortality §20, §21 — what is refused to the hosted is the self-hosted owner's
// choice, and a devnet's rolls may be known.
func TestASelfHostedGolemMayBeImmortal(t *testing.T) {
	c, err := load("[golem]\nmode = 'self-hosted'\nnetwork = 'devnet'\n[mortality]\nimmortal = true\n[mortality.economic]\nenabled = false\n", "BARDO_STOCHASTIC_SEED", "42")
	if err != nil || !c.Mortality.Immortal || c.Mortality.Economic.Enabled || c.Mortality.Stochastic.Seed != 42 {
		t.Errorf("%+v, %v", c.Mortality, err)
	}
}

func TestAFullFileIsRead(t *testing.T) {
	c, err := load(`
[golem]
name = "ada"
network = "devnet"
mode = "self-hosted"
funding = "200.5"
[safety]
approved_assets = ["USDC", "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2"]
approved_protocols = ["uniswap-v3"]
[safety.spending_limits]
per_transaction = 250
per_day = 1_000.25
[risk]
start_stage = "full"
[strategy]
hot_reload = false
`)
	if err != nil {
		t.Fatal(err)
	}
	want := Default()
	want.Golem.Name, want.Golem.Network, want.Golem.Mode, want.Golem.Funding = "ada", "devnet", "self-hosted", USD(200_500_000)
	want.Safety.ApprovedAssets = []string{"USDC", "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2"}
	want.Safety.ApprovedProtocols = []string{"uniswap-v3"}
	want.Safety.SpendingLimits.PerTransaction, want.Safety.SpendingLimits.PerDay = USD(250*money.One), USD(1_000_250_000)
	want.Risk.StartStage, want.Strategy.HotReload = "full", false
	if !reflect.DeepEqual(c, want) || c.ChainID() != 31337 {
		t.Errorf("differs in %v", Changes(c, want))
	}
}

// spec: runtime §4.4, "a base outside them logs one warning at boot".
func TestABaseOutsideTheClockIsAWarning(t *testing.T) {
	c, err := load("[heartbeat]\nbase_interval_seconds = 15\n")
	if w := c.Warnings(); err != nil || len(w) != 1 || !strings.Contains(w[0], "base_interval_seconds is 15 s; ticks come every 30 to 120 s") {
		t.Errorf("got %v (%v)", w, err)
	}
}

// spec: runtime §4.1, changes "prefixed restart_required:".
func TestChangesAskForARestart(t *testing.T) {
	now := Default()
	now.Golem.Funding, now.Clock.WakeupDedupSecs = dollars(51), 11
	want := []string{"restart_required:golem.funding", "restart_required:clock.wakeup_dedup_secs"}
	if got := Changes(Default(), now); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestKindsOfErrors(t *testing.T) {
	var o conf.Options
	if err := o.ReadFile(filepath.Join(t.TempDir(), "absent.toml")); KindOf(err) != Unreadable {
		t.Errorf("absent file: %v", err)
	}
	if KindOf(nil) != None || KindOf(errors.New("x")) != None {
		t.Error("another error has a kind")
	}
}

func TestUSDIsWrittenShort(t *testing.T) {
	for amount, want := range map[USD]string{dollars(50): "50.00", 300_000: "0.30", 1: "0.000001", 1_230_000: "1.23", -500_000: "-0.50"} {
		text, err := amount.MarshalText()
		var back USD
		if err != nil || string(text) != want || back.UnmarshalText(text) != nil || back != amount {
			t.Errorf("%d is written %s (%v) and read back as %d", amount, text, err, back)
		}
	}
}

func TestTheReferencePageIsUpToDate(t *testing.T) {
	path := filepath.Join("..", "..", "..", "docs", "configuration.md")
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(Reference()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	page, err := os.ReadFile(path)
	if err != nil || string(page) != Reference() {
		t.Errorf("docs/configuration.md differs from the code (%v); run go test ./golem/core/config -update", err)
	}
}

// A market of Morpho Blue is named by contract and id, and by neither alone.
func TestAMarketOfMorphoTakesBothItsKeys(t *testing.T) {
	const contract, market = "morpho = '0x00000000000000000000000000000000000000aa'\n", "morpho_market = '0x00000000000000000000000000000000000000000000000000000000000000bb'\n"
	for text, wants := range map[string]string{
		"": "", contract + market: "", contract: "the contract and the market's id", market: "the contract and the market's id",
		contract + "morpho_market = '0x01'\n": "venue.morpho_market", "morpho = 'blue'\n" + market: "venue.morpho",
	} {
		_, err := load("[venue]\n" + text)
		if (err == nil) != (wants == "") || err != nil && (KindOf(err) != Invalid || !strings.Contains(err.Error(), wants)) {
			t.Errorf("%q: %v, want %q", text, err, wants)
		}
	}
}

// spec: chain §2: staleness is counted in blocks; a socket may be silent for as long.
func TestASocketMayBeSilentAsLongAsAHeadMayBeOld(t *testing.T) {
	for _, at := range []struct {
		network     string
		secs        int64
		blocks      uint64
		wantSeconds int
	}{
		{"base", 0, 10, 20},
		{"base", 0, 1, 10}, // one block that is late is no loss
		{"devnet", 0, 10, 0},
		{"devnet", 12, 3, 36},
	} {
		c := Default()
		c.Golem.Network, c.Chain.BlockTimeSecs, c.Chain.StalenessBlocks = at.network, at.secs, at.blocks
		if got := c.Silence(); got != time.Duration(at.wantSeconds)*time.Second {
			t.Errorf("%+v: %v", at, got)
		}
	}
}
