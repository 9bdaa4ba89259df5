package report

import (
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/life/report/attribution"
	"bardo.run/bardo/life/report/performance"
	"bardo.run/bardo/life/report/venue"
)

// Life is everything the report says. Times are unix milliseconds of the life's
// own clock. Plain floats are in the numeraire and for people; money.USDC is
// micro-USDC.
type Life struct {
	Subject   Subject   `json:"subject"`
	Results   Results   `json:"results"`
	Acts      Acts      `json:"acts"`
	Thought   Thought   `json:"thought"`
	Condition Condition `json:"condition"`
	Money     Money     `json:"money"`
	Fate      Fate      `json:"fate"`
	Run       Run       `json:"run"`
}

// Subject is who lived, by what, where and when.
type Subject struct {
	Identity Identity `json:"identity"`
	Strategy Strategy `json:"strategy"`
	Place    Place    `json:"place"`
	Seed     uint64   `json:"seed"`
	From     int64    `json:"from_ms"`
	To       int64    `json:"to_ms"`
	// Numeraire is the token that everything is told in, Market the one whose price is drawn.
	Numeraire string   `json:"numeraire"`
	Market    Market   `json:"market"`
	Others    []Market `json:"other_markets,omitempty"`
	Ticks     uint64   `json:"ticks"`
}

// Results is what became of the money. Performance rests on every sample of what the chain
// holds; Series is thinned for the page. Result says where the gain came from, and what was
// paid beside the chain. Held are the assets that holding means, in equal parts bought at the start:
// those other than the numeraire that the life had at birth or traded, or the first market's base token.
type Results struct {
	Result      attribution.Result   `json:"result"`
	Performance performance.Compared `json:"performance"`
	Held        []string             `json:"held"`
	Trips       performance.Trips    `json:"trips"`
	Series      []Sample             `json:"series"`
	Weights     *Weights             `json:"weights,omitempty"` // at the times of Series; nil where there are two assets
	After       *After               `json:"orders_after,omitempty"`
	Trusted     []Trusted            `json:"trusted,omitempty"` // what counts in Result at another price than the last
}

// After are the orders that were carried out behind the last reading, the last of them in Tick:
// no figure of the results has them. Nil where there are none.
type After struct {
	Block  uint64 `json:"block"` // of the reading
	Orders int    `json:"orders"`
	Tick   uint64 `json:"tick"`
}

// Acts is what the Golem did, each list in order of time, and where its liquidity lay.
type Acts struct {
	Trades    []Trade          `json:"trades"`
	Liquidity []LiquidityEvent `json:"liquidity"`
	Lending   []LendingEvent   `json:"lending,omitempty"`
	Coin      []LendingEvent   `json:"coin,omitempty"` // that was wrapped and unwrapped, in no market
	Ranges    []Range          `json:"ranges"`
}

// Thought is how it came to what it did.
type Thought struct {
	Tiers    Tiers     `json:"tiers"`
	Regimes  []Share   `json:"regimes"`
	Triggers []Trigger `json:"triggers"`
	TooDear  string    `json:"too_dear,omitempty"` // that gas alone kept every rule from opening
}

// Condition is how the Golem stood meanwhile; nil where nothing was seen of it.
type Condition struct {
	Standings []Standing `json:"standings,omitempty"`
	Trust     *Trust     `json:"trust,omitempty"`
	Foresight *Foresight `json:"foresight,omitempty"`
	Mortality *Mortality `json:"mortality,omitempty"`
	// Doubts are the times in which the price of an asset was in doubt, and Doubtful the ticks in
	// which any was.
	Doubts   []Doubt `json:"doubts,omitempty"`
	Doubtful uint64  `json:"ticks_in_doubt,omitempty"`
}

// Money is what was paid, and what stands in the books.
type Money struct {
	Costs  Costs       `json:"costs"`
	Ledger []LedgerSum `json:"ledger,omitempty"`
	Strays []Stray     `json:"strays,omitempty"`
}

// Fate is what bounded the life and how it ended; nil while it goes on. Settlement is
// every action of the death protocol, in order.
type Fate struct {
	Death      *Death  `json:"death,omitempty"`
	Limits     *Limits `json:"limits,omitempty"`
	Settlement []Deed  `json:"settlement,omitempty"`
}

// Run is the command that lived the life. Wall is how long it took, in milliseconds of
// real time; 0 is unknown. Next are the commands a reader may want next, whole.
type Run struct {
	Wall int64    `json:"wall_ms,omitempty"`
	Next []string `json:"next,omitempty"`
}

// Identity names the Golem.
type Identity struct {
	GolemID string `json:"golem_id"`
	Name    string `json:"name"`
	Wallet  string `json:"wallet"`
	ChainID uint64 `json:"chain_id"`
}

// Strategy names the STRATEGY.md the life was lived by. Revisions above 1 mean
// that it changed on the way. StartStage is the owner's risk.start_stage.
type Strategy struct {
	Name       string `json:"name"`
	Hash       string `json:"hash"`
	Revision   uint32 `json:"revision"`
	StartStage string `json:"start_stage,omitempty"`
}

// Place is where the life was lived: Kind is "history", "world" or "live".
// Assumptions are sentences; Facts are figures of the market's own accounts, such
// as short minutes or the check of a day's fees.
type Place struct {
	Kind        string   `json:"kind"`
	Name        string   `json:"name"`
	Assumptions []string `json:"assumptions"`
	Facts       []Fact   `json:"facts,omitempty"`
}

// Fact is a labelled figure.
type Fact struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Sample is the portfolio at one tick, and what holding or cash would be worth.
// Underwater is the fall from the highest point of the time-weighted index.
type Sample struct {
	Time       int64   `json:"time_ms"`
	Price      float64 `json:"price"`
	Equity     float64 `json:"equity"`
	Holding    float64 `json:"holding"`
	Cash       float64 `json:"cash"`
	Underwater float64 `json:"underwater"`

	shares []float64 // of equity, by asset; nil: not told
}

// Trade is one executed swap. Number counts every executed action of the life
// from 1, swaps and liquidity alike, and is what `bardo why --trade` takes. In
// and Out are exact decimals; In is what the Golem received. Base, Quote and Price are of
// the tokens of its market, Fee and Impact in the numeraire.
type Trade struct {
	Number   int        `json:"number"`
	Market   string     `json:"market"` // its handle
	Tick     uint64     `json:"tick"`
	Time     int64      `json:"time_ms"`
	Block    uint64     `json:"block"`
	Buy      bool       `json:"buy"` // the base token was bought
	In       string     `json:"in"`
	Out      string     `json:"out"`
	Base     float64    `json:"base"`
	Quote    float64    `json:"quote"`
	Price    float64    `json:"price"` // paid or received per base token, fee and impact inside
	Fee      float64    `json:"fee"`
	Impact   float64    `json:"impact"`
	Gas      money.USDC `json:"gas"`
	PermitID string     `json:"permit_id"`
	Tx       string     `json:"tx"`
	Cause    string     `json:"cause"`
	Origin   string     `json:"origin"`
	Verified bool       `json:"verified"`
	// Venues is what the other markets of its two tokens would have given, the best first, and Own
	// what its own one should have; both by the reading that it was decided on.
	Venues []venue.Offer `json:"venues,omitempty"`
	Own    *venue.Offer  `json:"own_venue,omitempty"`
	// Route is what it is of an order over two markets; nil: it is an order by itself.
	Route *Routed `json:"route,omitempty"`
	// BaseToken and QuoteToken are the symbols of the tokens of Base, and of Quote and Price.
	BaseToken  string `json:"base_token"`
	QuoteToken string `json:"quote_token"`
}

// LiquidityEvent is one executed liquidity action. Received and Paid are exact
// decimals with symbols. Recentre says that it opened a range in the tick that
// closed another one. Fees is what the position had earned when it was read
// before a removal or a claim.
type LiquidityEvent struct {
	Number   int        `json:"number"`
	Tick     uint64     `json:"tick"`
	Time     int64      `json:"time_ms"`
	Block    uint64     `json:"block"`
	Kind     string     `json:"kind"`
	Market   string     `json:"market"` // its handle
	Position string     `json:"position,omitempty"`
	Lower    float64    `json:"lower,omitempty"`
	Upper    float64    `json:"upper,omitempty"`
	Paid     string     `json:"paid,omitempty"`
	Received string     `json:"received,omitempty"`
	Fees     float64    `json:"fees"`
	Price    float64    `json:"price"` // of its market when it was decided
	Gas      money.USDC `json:"gas"`
	PermitID string     `json:"permit_id"`
	Tx       string     `json:"tx"`
	Cause    string     `json:"cause"`
	Recentre bool       `json:"recentre"`
}

// Range is a position's price range while it was seen open.
type Range struct {
	Position string  `json:"position"`
	Market   string  `json:"market"`
	From     int64   `json:"from_ms"`
	To       int64   `json:"to_ms"`
	Lower    float64 `json:"lower"`
	Upper    float64 `json:"upper"`
}

// Tiers counts ticks by the thought they got. Idle ticks are among T0.
type Tiers struct {
	T0   uint64 `json:"t0"`
	T1   uint64 `json:"t1"`
	T2   uint64 `json:"t2"`
	Idle uint64 `json:"idle"`
}

// Share is a named count.
type Share struct {
	Name  string `json:"name"`
	Count uint64 `json:"count"`
}

// Trigger is one time a rule's condition became true, and what became of it.
type Trigger struct {
	Tick    uint64   `json:"tick"`
	Time    int64    `json:"time_ms"`
	Rule    string   `json:"rule"`
	Kind    string   `json:"kind"`
	Line    int      `json:"line"`
	Text    string   `json:"text"`
	Outcome string   `json:"outcome"`
	Layer   string   `json:"layer,omitempty"`
	Code    string   `json:"code,omitempty"` // of the first refusal, where there was one
	Permits []string `json:"permits,omitempty"`
}

// Costs are what the life paid. Fees and Impact are inside the prices of its
// trades; Gas, Inference and Compute were paid beside them.
type Costs struct {
	Gas       money.USDC `json:"gas"`
	Inference money.USDC `json:"inference"`
	Compute   money.USDC `json:"compute"`
	Fees      float64    `json:"fees"`
	Impact    float64    `json:"impact"`
}

// Sum adds all costs.
func (c Costs) Sum() float64 {
	return usd(c.Gas) + usd(c.Inference) + usd(c.Compute) + c.Fees + c.Impact
}

// LedgerSum is the balance of one account in one asset, exact, in whole units.
type LedgerSum struct {
	Account string `json:"account"`
	Asset   string `json:"asset"`
	Sum     string `json:"sum"`
}

// Death is how the life ended. Phases are those that were gone through, in
// order.
type Death struct {
	Cause   string     `json:"cause"`
	Time    int64      `json:"time_ms"`
	Phases  []Phase    `json:"phases"`
	Left    []Leftover `json:"left,omitempty"`
	Balance []string   `json:"balance,omitempty"`
	Home    []string   `json:"home,omitempty"` // what went to its owner
	// Clocks is what the clocks of mortality stood at; empty in old lives.
	Clocks string `json:"clocks,omitempty"`
	// Testament is what it left in writing.
	Testament *Will `json:"testament,omitempty"`
}

// Phase is one phase of the death protocol.
type Phase struct {
	Name string `json:"name"`
	Note string `json:"note"`
}

func usd(a money.USDC) float64 { return float64(a) / float64(money.One) }
