package ledger

import (
	"fmt"

	double "bardo.run/bardo/internal/ledger"
	"bardo.run/bardo/internal/money"
)

// The accounts. Market is what lies in positions; it is overdrawn in a token
// where a position returned more of it than it was given. Fees is what swaps
// cost, less what positions earned. Lent is what lies in lending markets, Debt what
// is owed there, overdrawn by it, and Interest what the one cost less what the
// other earned. External is who sent what no order explains, overdrawn by it, and
// Unexplained what left the wallet so and did not come back. Left is the coin that stayed
// with keys which others took over from.
const (
	Owner      = "owner"
	Golem      = "golem"
	Compute    = "compute"
	Gas        = "gas"
	Inference  = "inference"
	Data       = "data"
	Fees       = "fees"
	Conversion = "conversion"
	Market     = "market"
	Lent       = "lent"
	Debt       = "debt"
	Interest   = "interest"

	External    = "external"
	Unexplained = "unexplained"
	Left        = "left"

	// Time is the paid time that is left; the partitions are named golem:….
	Time = "golem:time"
)

// The assets that are no tokens: credit in micro-USDC, the native coin in wei.
const (
	Credit = "credit"
	Native = "native"
)

// Partition is a part of the credit with a purpose of its own.
type Partition string

// The partitions, in the order in which credit is handed out. Legacy is empty
// until the terminal allocation; only the death protocol spends it, as gas.
const (
	ForLLM  Partition = "llm"
	ForGas  Partition = "gas"
	ForData Partition = "data"
	Legacy  Partition = "legacy"
)

var partitions = []Partition{ForLLM, ForGas, ForData, Legacy}

func (p Partition) account() string { return "golem:" + string(p) }

// sink is where the partition's spending goes.
func (p Partition) sink() string {
	switch p {
	case ForGas:
		return Gas
	case ForData:
		return Data
	}
	return Inference
}

// Shares of the credit by partition; they sum to the whole.
type Shares map[Partition]money.BPS

// Plan is how an owner has the credit divided: its shares, the share of each
// partition that a day may use, and the reserve that is kept for dying. Rebalances
// has a partition that would run dry be given of another one. X402 is the share of what
// models and data had at 00:00 UTC that a day may pay by x402; without it nothing may be.
type Plan struct {
	Shares     Shares     `cbor:"1,keyasint"`
	Caps       Shares     `cbor:"2,keyasint"`
	Reserve    money.USDC `cbor:"3,keyasint"`
	Rebalances bool       `cbor:"4,keyasint,omitzero"`
	X402       money.BPS  `cbor:"5,keyasint,omitzero"`
}

// DefaultPlan has the allocations and daily caps of heartbeat §7 and mortality
// §2.5, and no reserve. Legacy has no cap.
func DefaultPlan() Plan {
	return Plan{
		Shares: Shares{ForLLM: 6_000, ForGas: 2_500, ForData: 1_500},
		Caps:   Shares{ForLLM: 2_000, ForGas: 3_000, ForData: 2_500, Legacy: money.Whole},
	}
}

var terminalShares = Shares{ForLLM: 3_000, ForGas: 1_500, ForData: 500, Legacy: 5_000}

// split divides an amount by shares, rounded down; what rounding leaves goes to
// the first partition.
func (s Shares) split(amount money.USDC) (map[Partition]money.USDC, error) {
	parts, rest := map[Partition]money.USDC{}, amount
	var whole money.BPS
	for _, p := range partitions {
		part, err := s[p].OfDown(amount)
		if err != nil {
			return nil, fmt.Errorf("divide the credit: %w", err)
		}
		parts[p], rest, whole = part, rest-part, whole+s[p]
	}
	if whole != money.Whole {
		return nil, fmt.Errorf("the shares of the partitions sum to %s, not to 100%%", whole)
	}
	parts[ForLLM] += rest
	return parts, nil
}

func chart() []double.Account {
	all := []double.Account{
		{ID: Owner, MayOverdraft: true},
		{ID: Conversion, MayOverdraft: true},
		{ID: Market, MayOverdraft: true},
		{ID: Fees, MayOverdraft: true},
		{ID: Debt, MayOverdraft: true},
		{ID: Interest, MayOverdraft: true},
		{ID: External, MayOverdraft: true},
		{ID: Unexplained},
		{ID: Left},
		{ID: Lent},
		{ID: Golem},
		{ID: Compute},
		{ID: Gas},
		{ID: Inference},
		{ID: Data},
		{ID: Time},
	}
	for _, p := range partitions {
		all = append(all, double.Account{ID: p.account()})
	}
	return all
}

// Purpose is something the credit is kept for: the account that holds it, and the one it
// is paid to.
type Purpose struct{ Name, Account, Paid string }

// Purposes are all of them, in the order in which people read them.
func Purposes() []Purpose {
	return []Purpose{
		{"time", Time, Compute},
		{"models", ForLLM.account(), Inference},
		{"gas", ForGas.account(), Gas},
		{"data", ForData.account(), Data},
		{"the death", Legacy.account(), ""},
	}
}
