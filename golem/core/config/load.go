package config

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"bardo.run/bardo/evm/network"
	"bardo.run/bardo/golem/core/protocols"
	"bardo.run/bardo/golem/core/secret"
	"bardo.run/bardo/internal/conf"
)

// Kind is why a configuration could not be had. The caller turns it into an
// exit code: 10 for either (runtime §3).
type Kind uint8

// The kinds of error.
const (
	None       Kind = iota
	Unreadable      // the file could not be read
	Invalid         // the values are wrong
)

// KindOf returns the kind of an error of this package.
func KindOf(err error) Kind {
	switch {
	case errors.Is(err, conf.ErrInvalid):
		return Invalid
	case errors.Is(err, conf.ErrUnreadable):
		return Unreadable
	default:
		return None
	}
}

// Load returns the configuration that the sources make of the defaults. The
// error is a *conf.Error with every problem.
func Load(o conf.Options) (GolemConfig, error) {
	c := Default()
	if err := conf.Load(&c, o); err != nil {
		k, e := c.Custody.LocalKey, c.Custody.Embedded
		for _, s := range []secret.Secret{k.PrivateKey, k.Passphrase, e.AppSecret, e.AuthorizationKey} {
			s.Release()
		}
		return GolemConfig{}, err
	}
	return c.named(), nil
}

// List implements conf.Lister: the names of the protocols that have an adapter.
func (c *GolemConfig) List(name string) []string {
	if name == "protocols" {
		return protocols.Names()
	}
	return nil
}

// Verify checks a configuration that was built in code. The error is a
// *conf.Error with every problem.
func Verify(c GolemConfig) error { return conf.Verify(&c) }

// SecretVariables returns the environment variables that hold secrets: once the
// configuration is loaded, the process removes them, so that no child inherits
// one (runtime §11.1).
func SecretVariables() []string {
	c := Default()
	return conf.SecretVariables(&c)
}

// Changes lists the keys that differ between two configurations, each prefixed
// "restart_required:", as system.config_reloaded reports them (runtime §4.1).
func Changes(old, now GolemConfig) []string {
	keys := conf.Changed(&old, &now)
	for i, key := range keys {
		keys[i] = "restart_required:" + key
	}
	return keys
}

// Network returns what is known of the network.
func (c GolemConfig) Network() network.Network {
	n, _ := network.Find(c.Golem.Network) // which one of them it is was checked
	return n
}

// ChainID returns the chain id of the network.
func (c GolemConfig) ChainID() uint64 { return c.Network().ChainID }

// BlockTime is how long the chain takes for a block; 0 where that says nothing. On a devnet
// blocks come when they are asked for: a quiet one would else never be traded on.
func (c GolemConfig) BlockTime() time.Duration {
	if c.Chain.BlockTimeSecs == 0 {
		return c.Network().BlockTime()
	}
	return time.Duration(c.Chain.BlockTimeSecs) * time.Second
}

// leastSilence keeps a socket from being dropped for one block that is late.
const leastSilence = 10 * time.Second

// Silence is how long a socket may tell of no head: as long as a head may be old. It is
// 0 where the age of one says nothing.
//
// spec: chain §2 (staleness)
func (c GolemConfig) Silence() time.Duration {
	if c.BlockTime() == 0 {
		return 0
	}
	return max(leastSilence, time.Duration(c.Chain.StalenessBlocks)*c.BlockTime())
}

// Warnings returns what is allowed and probably not meant.
func (c GolemConfig) Warnings() []string {
	base, low, high := c.Heartbeat.BaseIntervalSeconds, c.Clock.ThetaMinIntervalSecs, c.Clock.ThetaMaxIntervalSecs
	if base < low || base > high {
		return []string{fmt.Sprintf("heartbeat.base_interval_seconds is %d s; ticks come every %d to %d s whatever it says", base, low, high)}
	}
	return nil
}

// sumTolerance is how far shares may be from their sum of 1.
const sumTolerance = 1e-6

// Check implements conf.Checker: the rules between keys of runtime §4.9.
func (c *GolemConfig) Check(report func(message string, keys ...string)) {
	inOrder := func(low, high int64, lowKey, highKey string) {
		if low > high {
			report(fmt.Sprintf("%d is above %d", low, high), lowKey, highKey)
		}
	}
	inOrder(c.Clock.GammaMinIntervalSecs, c.Clock.GammaMaxIntervalSecs, "clock.gamma_min_interval_secs", "clock.gamma_max_interval_secs")
	inOrder(c.Clock.ThetaMinIntervalSecs, c.Clock.ThetaMaxIntervalSecs, "clock.theta_min_interval_secs", "clock.theta_max_interval_secs")
	c.checkCosts(report)
	c.checkProbes(report)
	c.named().Venue.check(report)
	if f := c.Safety; f.MaxExitLoss > f.MaxMoveLoss {
		report(fmt.Sprintf("%d is above %d", f.MaxExitLoss, f.MaxMoveLoss), "safety.max_exit_loss_bps", "safety.max_move_loss_bps")
	}
	c.checkMarkets(report)
	c.checkFeeds(report)
	c.checkSequencer(report)
	c.checkCaps(report)
	c.checkOwner(report)
	c.checkMortality(report)
	c.checkQuotes(report)
	c.checkEnclave(report)
}

// checkEnclave refuses beside an enclave what it cannot sign: no rule of one holds those
// calls, and an order that is never signed is a trap.
func (c *GolemConfig) checkEnclave(report func(string, ...string)) {
	if e := c.Custody.Embedded; e.ExpiresAt != "" && e.Ends() == 0 {
		report(fmt.Sprintf("%q is no time", e.ExpiresAt), "custody.embedded.expires_at")
	}
	if c.Golem.CustodyMode != "embedded" {
		return
	}
	if c.Custody.GrantPath != "" {
		report("an enclave's wallet acts for itself, and by no grant", "golem.custody_mode", "custody.grant_path")
	}
	if c.Audit.Anchor {
		report("an enclave signs no transaction that carries a mark alone", "golem.custody_mode", "audit.anchor")
	}
	if c.Venue.unsigned() {
		report(unsigned, "golem.custody_mode", "venue.v2_router", "venue.v4_router")
	}
}

// checkOwner refuses an owner that no one is.
func (c *GolemConfig) checkOwner(report func(string, ...string)) {
	if o := c.Identity.OwnerAddress; o != "" && strings.Trim(o, "0xX") == "" {
		report("the zero address is no one's: what went there is lost", "identity.owner_address")
	}
}

// checkMortality keeps a hosted Golem mortal, and a seed off a chain whose money is
// real: whoever knows the seed knows the tick of the death (mortality §4.2, §20).
func (c *GolemConfig) checkMortality(report func(string, ...string)) {
	if c.Golem.Mode == "hosted" && c.Mortality.Immortal {
		report("a hosted Golem cannot be immortal", "mortality.immortal", "golem.mode")
	}
	if c.Golem.Mode == "hosted" && !c.Mortality.Economic.Enabled {
		report("a hosted Golem pays its way; only a self-hosted one may do without", "mortality.economic.enabled", "golem.mode")
	}
	if c.Mortality.Stochastic.Seed != 0 && c.Golem.Network != network.Devnet {
		report("a seed is for devnets, because it tells when the Golem dies", "mortality.stochastic.seed", "golem.network")
	}
}

// oldest is how old a quote may be that something is opened on (safety §17).
const oldest = 30 * time.Second

// checkQuotes keeps the oldest head that is still traded on within the age of a quote.
// One block is always allowed.
func (c *GolemConfig) checkQuotes(report func(string, ...string)) {
	if age := time.Duration(c.Chain.StalenessBlocks) * c.BlockTime(); age > oldest && c.Chain.StalenessBlocks > 1 {
		report(fmt.Sprintf("a head of %s would still be traded on; a quote may be %s old", age, oldest), "chain.staleness_blocks", "chain.block_time_secs")
	}
}

func (c *GolemConfig) checkCosts(report func(string, ...string)) {
	if e := c.Mortality.Economic; e.TerminalThreshold >= e.ConservationThreshold {
		report(fmt.Sprintf("%v is not below %v", e.TerminalThreshold, e.ConservationThreshold),
			"mortality.economic.terminal_threshold", "mortality.economic.conservation_threshold")
	}
	if p := c.Mortality.Economic.Partitions; math.Abs(p.LLM+p.Gas+p.Data-1) > sumTolerance {
		report(fmt.Sprintf("the shares sum to %v, not to 1", p.LLM+p.Gas+p.Data),
			"mortality.economic.partitions.llm", "mortality.economic.partitions.gas", "mortality.economic.partitions.data")
	}
	if h := c.Heartbeat; h.CostWarningThreshold > h.CostSoftCapThreshold {
		report(fmt.Sprintf("%v is above %v", h.CostWarningThreshold, h.CostSoftCapThreshold),
			"heartbeat.cost_warning_threshold", "heartbeat.cost_soft_cap_threshold")
	}
}

// checkProbes keeps Low the milder reading. A health factor falls as it worsens.
func (c *GolemConfig) checkProbes(report func(string, ...string)) {
	const table = "heartbeat.probe_thresholds."
	p := c.Heartbeat.ProbeThresholds
	if p.PriceLow >= p.PriceHigh {
		report(fmt.Sprintf("%d is not below %d", p.PriceLow, p.PriceHigh), table+"price_low_bps", table+"price_high_bps")
	}
	if p.HealthLow <= p.HealthHigh {
		report(fmt.Sprintf("%v is not above %v", p.HealthLow, p.HealthHigh), table+"health_low", table+"health_high")
	}
}
