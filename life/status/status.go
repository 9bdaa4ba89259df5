package status

import (
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/life/report/attribution"
)

// Status is how a Golem stands at a moment.
type Status struct {
	// Findings are what is wrong, the gravest first; none where nothing is.
	Findings []Finding `json:"findings"`
	Now      int64     `json:"now_ms"`
	Golem    Golem     `json:"golem"`
	Process  Process   `json:"process"`
	Seen     Seen      `json:"seen"`
	// Result is what it came to since its birth.
	Result    attribution.Result `json:"result"`
	Holdings  Holdings           `json:"holdings"`
	Orders    Orders             `json:"orders"`
	Decisions []Decision         `json:"decisions"` // the last ten, the newest first
	Bounds    Bounds             `json:"bounds"`
	Words     Words              `json:"words"`
	Clocks    Clocks             `json:"clocks"`
	Waits     []Wait             `json:"waits_for"`
	// Foreseen is how well each market was predicted.
	Foreseen []Foreseen `json:"foresight,omitempty"`
	played   bool       // on a history
}

// Finding is something that is wrong, and what to do about it. Code is stable.
type Finding struct {
	Code string `json:"code"`
	What string `json:"what"`
	Do   string `json:"do"`
}

// Golem is who it is about.
type Golem struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Wallet  string `json:"wallet"`  // that signs and pays gas
	Account string `json:"account"` // that holds the money
	ChainID uint64 `json:"chain_id"`
	Paper   bool   `json:"paper"` // nothing is sent
	Born    int64  `json:"born_ms"`
}

// The states of a Golem's process.
const (
	StateStarting = "starting" // a process lives, and no tick is over yet
	StateActive   = "active"
	StateDying    = "dying"
	StateStopped  = "stopped" // no process lives, and the next start goes on
	StateDead     = "dead"
)

// Process is who lives in the folder. Holder is what its lock says, of the last process where
// none runs. Cause is why the Golem dies or died.
type Process struct {
	State   string `json:"state"`
	Running bool   `json:"running"`
	Holder  string `json:"holder,omitempty"`
	Serves  string `json:"serves,omitempty"` // its address, where it answers to this machine
	Cause   string `json:"cause,omitempty"`
	// Damaged is what is wrong with a manifest that cannot be read.
	Damaged string `json:"damaged,omitempty"`
	// Journal is where the journal is damaged.
	Journal string `json:"journal_damaged,omitempty"`
}

// Seen is the newest look at the chain, and the newest tick.
type Seen struct {
	Ticks     uint64   `json:"ticks"` // that have a record
	Tick      uint64   `json:"tick"`
	Time      int64    `json:"time_ms"` // of that tick
	Block     uint64   `json:"block"`
	BlockTime int64    `json:"block_time_ms"`
	Numeraire string   `json:"numeraire"` // the token that values are in
	Market             // the strategy's first one
	Others    []Market `json:"other_markets,omitempty"`
	// After are the orders that were carried out behind that block, the last of them in AfterTick:
	// what is told of equity, result and holdings does not have them.
	After     int    `json:"orders_after,omitempty"`
	AfterTick uint64 `json:"orders_after_tick,omitempty"`
}

// Market is the price of one whole base token in a market, in its quote tokens.
type Market struct {
	Handle string  `json:"market"`
	Price  float64 `json:"price"`
	Base   string  `json:"base"`
	Quote  string  `json:"quote"`
}

// Holdings is what the Golem has at that look.
type Holdings struct {
	Balances  []Balance  `json:"balances"`
	Positions []Position `json:"positions"`
}

// Balance is what the account holds of a token, or the wallet of the chain's coin, at the price that it
// counts at. Share is that of its value in the equity: what is lent or lies in liquidity is a position.
type Balance struct {
	Symbol string  `json:"symbol"`
	Amount string  `json:"amount"` // whole units, exact
	Price  float64 `json:"price"`  // 0: nothing tells it
	Value  float64 `json:"value"`
	Share  float64 `json:"share"`
	Doubt  string  `json:"doubt,omitempty"` // why the price is not to be trusted
}

// Position is liquidity in a range of prices, or what lies in a lending market.
type Position struct {
	ID      string  `json:"id"`
	Kind    string  `json:"kind"`
	Market  string  `json:"market"`         // its handle
	Value   float64 `json:"value"`          // of lending less what is owed
	Share   float64 `json:"share"`          // of the equity
	Fees    float64 `json:"fees,omitempty"` // uncollected, part of Value
	InRange bool    `json:"in_range,omitempty"`
	Health  float64 `json:"health,omitempty"` // of a debt; 0: nothing is owed
}

// Orders counts what became of everything that was proposed: what was carried out, what failed
// on the chain, what was refused before it was sent, and what has no outcome yet. UnderWay are
// the transactions of the last.
type Orders struct {
	Executed int      `json:"executed"`
	Failed   int      `json:"failed"`
	Refused  int      `json:"refused"`
	Pending  int      `json:"pending"`
	UnderWay []string `json:"under_way,omitempty"`
}

// Decision is one order, or one refusal with how often it was repeated since.
type Decision struct {
	Tick   uint64     `json:"tick"`
	Time   int64      `json:"time_ms"`
	Since  uint64     `json:"since_tick"` // the first of those that are alike
	Times  int        `json:"times"`
	Cause  string     `json:"cause"` // a rule, or who else asked
	Kind   string     `json:"kind"`
	What   string     `json:"what"`
	Status string     `json:"status"`
	Tx     string     `json:"tx,omitempty"`
	Gas    money.USDC `json:"gas_micro_usdc,omitempty"`
	// Refusal is nil for what was carried out or is under way.
	Refusal *Refusal `json:"refusal,omitempty"`
}

// Refusal says who refused or undid something: the code, what that means, what it says of this
// order, and what to do.
type Refusal struct {
	Layer  string `json:"layer"`
	Code   string `json:"code"`
	What   string `json:"what"`
	Detail string `json:"detail,omitempty"`
	Do     string `json:"do"`
}

// Bounds is what holds the Golem back. Opens is why nothing may be opened; empty where it may.
type Bounds struct {
	Opens   string   `json:"opens_nothing,omitempty"`
	Paused  string   `json:"entries_paused,omitempty"` // the owner's steer that paused them, and when it was heard
	Halt    string   `json:"halt"`                     // of the owner
	Level   string   `json:"level"`                    // of degradation, L0 to L3
	Cause   string   `json:"level_cause,omitempty"`
	Key     string   `json:"key,omitempty"`   // that the session key is due
	Fence   string   `json:"fence,omitempty"` // what is wrong with the grant, or with the cage on the chain
	Listed  string   `json:"listed,omitempty"`
	Missing []string `json:"missing,omitempty"` // money that left and no order explains
	Stage   string   `json:"stage,omitempty"`   // how far the strategy is trusted
}

// Words is what the owner said: the letters that wait, oldest first, and the last answers, the
// newest first.
type Words struct {
	Waiting  []Letter `json:"waiting"`
	Answered []Letter `json:"answered"`
}

// Letter is a word of the owner. Status and the rest are of an answered one.
type Letter struct {
	ID      string `json:"id"`
	Kind    string `json:"kind"`
	Text    string `json:"text,omitempty"` // of a steer
	At      int64  `json:"at_ms,omitempty"`
	Expires int64  `json:"expires_ms,omitempty"`
	Status  string `json:"status,omitempty"`
	Reason  string `json:"reason,omitempty"`
	Tick    uint64 `json:"tick,omitempty"`
	Heard   int64  `json:"heard_ms,omitempty"`
}

// Clocks is how long it may live. TimeLeft is nil where no paid time bounds it. The phase of a dead
// Golem is dead, and its vitality 0.
type Clocks struct {
	Phase    string     `json:"phase"`
	Vitality float64    `json:"vitality"`     // 0 to 1
	Lowest   string     `json:"lowest_clock"` // what the phase is, or was, owed to
	Credit   money.USDC `json:"credit_left_micro_usdc"`
	Given    money.USDC `json:"credit_given_micro_usdc"`
	TimeLeft *int64     `json:"paid_time_left_s"`
}

// Wait is what comes next. At is 0 where no time is known.
type Wait struct {
	What string `json:"what"`
	At   int64  `json:"at_ms,omitempty"`
}
