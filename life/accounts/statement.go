package accounts

import (
	"math/big"

	"bardo.run/bardo/internal/money"
)

// Statement is what the books of a life say. Amounts of tokens are in whole units.
type Statement struct {
	GolemID   string     `json:"golem_id"`
	Dead      bool       `json:"dead"`
	Lines     []Line     `json:"balances"`
	Sums      []Sum      `json:"sums"`
	Credit    []Purpose  `json:"credit"`
	Decisions []Decision `json:"decisions"`
	Gas       Match      `json:"gas"`
	Wallet    []Match    `json:"wallet,omitempty"` // of a dead Golem
}

// Line is what one account holds of one asset.
type Line struct {
	Account string `json:"account"`
	Asset   string `json:"asset"`
	Balance string `json:"balance"`
	Held    string `json:"held,omitempty"` // of it, for orders under way
}

// Sum is over all accounts of an asset. Whatever is booked moves from one to another,
// so it is zero.
type Sum struct {
	Asset string `json:"asset"`
	Sum   string `json:"sum"`
}

// Purpose is the credit of one partition, in micro-USDC.
type Purpose struct {
	Name  string     `json:"name"`
	Left  money.USDC `json:"left"`
	Spent money.USDC `json:"spent"`
}

// Decision is one action that was sent, or one of the settlement of the death.
type Decision struct {
	Tick     uint64     `json:"tick"`
	PermitID string     `json:"permit_id"`
	Origin   string     `json:"origin"`
	Cause    string     `json:"cause"`
	Kind     string     `json:"kind"`
	Status   string     `json:"status"`
	Tx       string     `json:"tx"`
	Value    money.USDC `json:"value"`
	Gas      money.USDC `json:"gas"`
}

// Match is one figure from two sources.
type Match struct {
	What  string `json:"what"`
	Books string `json:"books"`
	Other string `json:"other"` // the decisions', or the chain's
	Equal bool   `json:"equal"`
}

// Sound says that everything adds up: each asset to zero, the gas of the decisions to
// the account of gas, and the wallet of the books to that on the chain.
func (s Statement) Sound() bool {
	sound := s.Gas.Equal
	for _, sum := range s.Sums {
		n, ok := new(big.Int).SetString(sum.Sum, 10)
		sound = sound && ok && n.Sign() == 0
	}
	for _, w := range s.Wallet {
		sound = sound && w.Equal
	}
	return sound
}

// Executed is how many decisions were carried out.
func (s Statement) Executed() (n int) {
	for _, d := range s.Decisions {
		if d.Status == "executed" {
			n++
		}
	}
	return n
}
