package config

import (
	"time"

	"bardo.run/bardo/golem/core/secret"
	"bardo.run/bardo/internal/money"
)

// GolemConfig is the whole configuration of one Golem (runtime §4.2).
type GolemConfig struct {
	Golem     Golem     `conf:"golem"`
	Identity  Identity  `conf:"identity"`
	Chain     Chain     `conf:"chain"`
	Custody   Custody   `conf:"custody"`
	Heartbeat Heartbeat `conf:"heartbeat"`
	Clock     Clock     `conf:"clock"`
	Safety    Safety    `conf:"safety"`
	Permits   Permits   `conf:"permits"`
	Risk      Risk      `conf:"risk"`
	Oracle    Oracle    `conf:"oracle"`
	Mortality Mortality `conf:"mortality"`
	Strategy  Strategy  `conf:"strategy"`
	Venue     Venue     `conf:"venue"`
	Surfaces  Surfaces  `conf:"surfaces"`
	Log       Log       `conf:"log"`
	Audit     Audit     `conf:"audit"`
}

// Audit is the log of what the Golem was allowed and refused (safety §12). Its anchors are off
// unless they are asked for: they cost an owner money who may not want them.
type Audit struct {
	Anchor bool `conf:"anchor" doc:"write the head of the log into a transaction of the wallet to itself, every 1,000 ticks or 24 h and at death, so that nobody can cut its end off unseen"`
}

// Golem says who lives and where (runtime §4.3).
type Golem struct {
	SchemaVersion int64    `conf:"schema_version" range:"[1,1]" doc:"version of this file's format; a newer one is refused"`
	Name          string   `conf:"name" env:"GOLEM_NAME" range:"[1,64]" match:"[A-Za-z0-9_-]+" doc:"the name people see; derived from the life's seed when absent"`
	Network       string   `conf:"network" env:"GOLEM_NETWORK" oneof:"base|base-sepolia|devnet" doc:"the chain: 8453, 84532, or 31337, which bardo dev runs"`
	Markets       []string `conf:"markets" range:"[0,1000]" match:"[A-Za-z0-9.]+-[A-Za-z0-9.]+-[0-9]+(-v[0-9])?" doc:"the markets that the strategy may trade in, at most 32: base token, quote token and fee in basis points, as in weth-usdc-5; with -v2 behind it a pair without ranges. Values are counted in the quote token of the first one, which is a dollar. Contracts, tokens and price feeds are those of the network's table (golem init lists them); what venue says goes before it"`
	Mode          string   `conf:"mode" env:"GOLEM_MODE" oneof:"hosted|self-hosted" doc:"who runs the machine"`
	Funding       USD      `conf:"funding" env:"GOLEM_FUNDING" range:"(0,)" doc:"what the life starts with"`
	Lifetime      Span     `conf:"lifetime" range:"[0s,36500d]" doc:"how long it lives at most, from its birth, as 90s, 48h or 30d; 0s is as long as its credit lasts"`
	CustodyMode   string   `conf:"custody_mode" env:"GOLEM_CUSTODY_MODE" oneof:"localkey|delegation|embedded" doc:"delegation: the owner's account holds the money, and a cage on the chain bounds what the Golem's key may do with it; localkey: a key on this machine, bounded on the chain too where custody.grant_path names a grant, else by permits and the signer alone; embedded: a wallet whose key lies in a provider's enclave, which refuses what its policy does not allow, and no chain holds a limit"`
}

// Identity says who the Golem is, and whose.
type Identity struct {
	GolemID      string `conf:"golem_id" range:"[1,64]" match:"[A-Za-z0-9_-]+" doc:"stable id; derived from the life's seed when absent"`
	OwnerAddress string `conf:"owner_address" match:"(0x[0-9a-fA-F]{40})?" eip55:"yes" doc:"the owner: named in the testament, and where an enclave's wallet is emptied to at death"`
}

// Chain says how the chain is reached.
type Chain struct {
	RPCURL            string   `conf:"rpc_url" env:"BASE_RPC_URL" match:"((https?|wss?)://.+)?" vars:"required" secret:"never" doc:"JSON-RPC endpoint; lives on history and generated worlds need none"`
	RPCFallbacks      []string `conf:"rpc_fallbacks" match:"(https?|wss?)://.+" vars:"required" secret:"never" range:"[0,8]" doc:"tried in order when the first does not answer"`
	WSURL             string   `conf:"ws_url" match:"(wss?://.+)?" vars:"required" secret:"never" doc:"WebSocket that tells of new blocks; a head that lags behind it counts as old; none: the endpoints alone say how high the chain is"`
	StalenessBlocks   uint64   `conf:"staleness_blocks" range:"[1,1000]" unit:"blocks" doc:"a head this far behind is still traded on; above it nothing is opened, only closed"`
	BlockTimeSecs     int64    `conf:"block_time_secs" range:"[0,3600]" unit:"s" doc:"how long the chain takes for a block; 0 is the network's 2 s, and on a devnet none, because blocks come there when they are asked for"`
	RequestsPerSecond float64  `conf:"requests_per_second" range:"[0,100000]" doc:"calls a second that one endpoint is asked at most; 0 is no limit of ours"`
}

// Custody says where the key is.
type Custody struct {
	GrantPath     string   `conf:"grant_path" secret:"never" doc:"what the owner signed (bardo grant writes it); in the Golem's folder, or absolute"`
	MaxKeyBalance USD      `conf:"max_key_balance" range:"[0,]" doc:"what the Golem's key may hold itself, in coin for gas and in the pool's tokens, where the money is another account's: whoever steals the key has that at once. The start refuses a key that holds more"`
	Rotation      Rotation `conf:"rotation"`
	LocalKey      LocalKey `conf:"localkey"`
	Embedded      Embedded `conf:"embedded"`
}

// Rotation says when the key that acts under a grant is to be replaced (provisioning §9.1).
type Rotation struct {
	MaxAge        int64   `conf:"max_age_s" range:"[60,2592000]" unit:"s" doc:"how long a key acts under a grant, from its birth or its taking over; then the Golem makes another, opens nothing more with this one, and waits for its owner to grant to it"`
	MaxOperations uint64  `conf:"max_operations" range:"[1,1000000]" doc:"transactions that one key signs under a grant"`
	BudgetFloor   float64 `conf:"budget_floor" range:"[0,1)" doc:"share that is left of what the grant allows in all, at which the key is replaced"`
}

// LocalKey is custody by a key on this machine.
type LocalKey struct {
	PrivateKeyPath string        `conf:"private_key_path" secret:"never" doc:"encrypted keystore file, in the Golem's folder if relative, which its owner alone may read; never the key itself"`
	Passphrase     secret.Secret `conf:"passphrase" env:"GOLEM_KEYSTORE_PASSPHRASE" doc:"of the keystore file"`
	Address        string        `conf:"address" match:"(0x[0-9a-fA-F]{40})?" eip55:"yes" doc:"the wallet, where no key is at hand: enough for a paper life; with a key, it must be the key's"`
	PrivateKey     secret.Secret `conf:"private_key" env:"GOLEM_PRIVATE_KEY" doc:"the key itself, for self-hosted runs without a keystore"`
}

// Embedded is custody by a wallet in a provider's enclave (provisioning §8.9).
type Embedded struct {
	URL                  string        `conf:"url" match:"(https?://.+)?" secret:"never" doc:"the provider's API, https://HOST; empty is Privy's"`
	AppID                string        `conf:"app_id" env:"PRIVY_APP_ID" match:"[A-Za-z0-9_-]{0,64}" doc:"the app at the provider"`
	AppSecret            secret.Secret `conf:"app_secret" env:"PRIVY_APP_SECRET" doc:"the app's secret"`
	AppSecretPath        string        `conf:"app_secret_path" secret:"never" doc:"file that holds the app's secret, where the environment does not, and which its owner alone may read; in the Golem's folder, or absolute"`
	AuthorizationKey     secret.Secret `conf:"authorization_key" env:"PRIVY_AUTHORIZATION_KEY" doc:"the Golem's P-256 key, which the owner made a signer of the wallet: PKCS #8 in base64"`
	AuthorizationKeyPath string        `conf:"authorization_key_path" secret:"never" doc:"file that holds that key, where the environment does not (golem key --session writes one), and which its owner alone may read; in the Golem's folder, or absolute"`
	WalletID             string        `conf:"wallet_id" match:"[A-Za-z0-9_-]{0,64}" doc:"the provider's id of the wallet"`
	SignerID             string        `conf:"signer_id" match:"[A-Za-z0-9_-]{0,64}" doc:"the provider's id of the key quorum that holds the Golem's key, and nothing else"`
	PolicyID             string        `conf:"policy_id" match:"[A-Za-z0-9_-]{0,64}" doc:"the provider's id of the policy that bounds that signer; golem policy says what it has to hold"`
	Address              string        `conf:"address" match:"(0x[0-9a-fA-F]{40})?" eip55:"yes" doc:"the wallet's address; the provider's has to be the same"`
	ExpiresAt            string        `conf:"expires_at" match:"([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z)?" doc:"end of the session, in UTC (2026-12-31T00:00:00Z): nothing is signed after it, nor to leave a position"`
	MaxGasPerDay         float64       `conf:"max_gas_per_day" range:"(0,1000000]" doc:"native coins that may be offered for gas in any 24 hours to open something; leaving is not held up by it"`
	SealPath             string        `conf:"seal_path" range:"[1,4096]" secret:"never" doc:"file of the secret that seals what the Golem keeps beside its journal, made at its birth; a copy of the folder without it tells nothing. In the Golem's folder, or absolute"`
}

// Ends is the end of the session in unix seconds; 0 where none is configured, or no time.
func (e Embedded) Ends() int64 {
	t, err := time.Parse(time.RFC3339, e.ExpiresAt)
	if err != nil {
		return 0
	}
	return t.Unix()
}

// Heartbeat is the rhythm and the price of thought (runtime §4.4).
type Heartbeat struct {
	BaseIntervalSeconds       int64             `conf:"base_interval_seconds" env:"GOLEM_TICK_INTERVAL" range:"[10,300]" unit:"s" doc:"time between two ticks before regime and phase change it"`
	IdleThreshold             uint32            `conf:"idle_threshold" range:"[1,]" unit:"ticks" doc:"quiet ticks before idle suppression"`
	BaseDeliberationThreshold float64           `conf:"base_deliberation_threshold" env:"GOLEM_DELIBERATION_THRESHOLD" range:"[0.05,0.8]" doc:"prediction error from which the Golem thinks"`
	MaxDailyCost              USD               `conf:"max_daily_cost_usd" env:"GOLEM_MAX_DAILY_COST" range:"(0,)" doc:"what models, gas and data may cost a day"`
	CostWarningThreshold      float64           `conf:"cost_warning_threshold" range:"[0,1]" doc:"share of the daily cost that slows the ticks"`
	CostSoftCapThreshold      float64           `conf:"cost_soft_cap_threshold" range:"[0,1]" doc:"share of the daily cost that slows them further"`
	MaxTicks                  uint64            `conf:"max_ticks" unit:"ticks" doc:"the Hayflick limit; 0 is none"`
	RegimeMultipliers         RegimeMultipliers `conf:"regime_multipliers"`
	ProbeThresholds           ProbeThresholds   `conf:"probe_thresholds"`
}

// BaseInterval is the time between two ticks before anything changes it.
func (h Heartbeat) BaseInterval() time.Duration {
	return time.Duration(h.BaseIntervalSeconds) * time.Second
}

// RegimeMultipliers stretch the interval by regime.
type RegimeMultipliers struct {
	TrendingUp   float64 `conf:"trending_up" range:"(0,)" doc:"factor on the interval in a rising market"`
	TrendingDown float64 `conf:"trending_down" range:"(0,)" doc:"factor in a falling market"`
	Volatile     float64 `conf:"volatile" range:"(0,)" doc:"factor in a volatile market"`
	RangeBound   float64 `conf:"range_bound" range:"(0,)" doc:"factor in a market that stays in its range"`
	Unknown      float64 `conf:"unknown" range:"(0,)" doc:"factor while the regime is not known"`
}

// ProbeThresholds are where a probe turns Low and High.
type ProbeThresholds struct {
	PriceLow   money.BPS `conf:"price_low_bps" range:"[1,10000]" unit:"bps" doc:"price change that reads Low"`
	PriceHigh  money.BPS `conf:"price_high_bps" range:"[1,10000]" unit:"bps" doc:"price change that reads High"`
	HealthLow  float64   `conf:"health_low" range:"(0,)" doc:"health factor below which the probe reads Low"`
	HealthHigh float64   `conf:"health_high" range:"(0,)" doc:"health factor below which the probe reads High"`
}

// Clock bounds the rhythms of looking and of deciding (heartbeat §1).
type Clock struct {
	GammaMinIntervalSecs int64 `conf:"gamma_min_interval_secs" range:"[1,]" unit:"s" doc:"fastest gamma tick"`
	GammaMaxIntervalSecs int64 `conf:"gamma_max_interval_secs" range:"[1,]" unit:"s" doc:"slowest gamma tick"`
	ThetaMinIntervalSecs int64 `conf:"theta_min_interval_secs" range:"[1,]" unit:"s" doc:"fastest theta tick"`
	ThetaMaxIntervalSecs int64 `conf:"theta_max_interval_secs" range:"[1,]" unit:"s" doc:"slowest theta tick"`
	WakeupDedupSecs      int64 `conf:"wakeup_dedup_secs" range:"[0,]" unit:"s" doc:"a wake-up this close to a tick is dropped"`
}

// Permits is how long a preview stays good (safety §22).
type Permits struct {
	TTLSecs int64 `conf:"ttl_secs" range:"[5,180]" unit:"s" doc:"lifetime of a permit"`
}

// TTL is the lifetime of a permit.
func (p Permits) TTL() time.Duration { return time.Duration(p.TTLSecs) * time.Second }

// Risk is where the trust in a strategy starts (DESIGN §12.18).
type Risk struct {
	StartStage string `conf:"start_stage" oneof:"shadow|micro|scaled|full" doc:"stage of a new strategy; above shadow only for one that is proven, and every report says so"`
	Adaptive   bool   `conf:"adaptive" doc:"raise and lower the stage and the sizes by what becomes of the trades; off, the start stage holds for the whole life"`
}

// Oracle is the prediction engine (heartbeat §11.8).
type Oracle struct {
	Enabled bool   `conf:"enabled" env:"GOLEM_ORACLE_ENABLED" doc:"predict the market, and judge new risks by how often the predictions are right; off, limits and permits still hold"`
	Gate    string `conf:"gate" oneof:"off|shadow|enforce" doc:"what that judgement does to the owner's rules: nothing, be written down, or hold them back; a strategy may ask for more, and what a model proposes is always held back"`
}

// Strategy is the owner's STRATEGY.md.
type Strategy struct {
	Path      string `conf:"path" range:"[1,4096]" doc:"the strategy file"`
	HotReload bool   `conf:"hot_reload" doc:"take a changed strategy while living"`
}

// Surfaces is what others may look at.
type Surfaces struct {
	Bind string `conf:"bind" match:"127\\.[0-9]{1,3}\\.[0-9]{1,3}\\.[0-9]{1,3}|::1|localhost" doc:"loopback address of the health endpoint"`
	Port uint16 `conf:"port" doc:"its port; 0 is none"`
}

// Log is the operator's log.
type Log struct {
	Path          string `conf:"path" range:"[1,4096]" doc:"log file, in the Golem's folder"`
	Level         string `conf:"level" oneof:"debug|info|warn|error" doc:"least severity written"`
	MaxFileSizeMB int64  `conf:"max_file_size_mb" range:"[1,]" unit:"MB" doc:"size at which a log file is closed"`
	MaxFiles      int64  `conf:"max_files" range:"[1,]" unit:"files" doc:"log files kept"`
}
