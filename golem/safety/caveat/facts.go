package caveat

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/host/turn"
)

// Facts are what the chain says in the block of a redemption. What is missing refuses.
type Facts struct {
	Now    uint64                   // of the block, in seconds since 1970
	Books  map[common.Address]*Book // by contract
	Prices map[common.Address]Price // by token
	Uptime map[common.Address]Price // by uptime feed of a sequencer: 0 is up, and Updated since when
	Lives  map[Asked]Life           // by vitality oracle
	Dreams map[Asked]bool           // by dream oracle
	Vaults map[common.Address]Vault // by contract
	Spent  map[Slot]*big.Int        // what was written down; missing is nothing
}

// Asked is a question to an oracle about a Golem.
type Asked struct{ Oracle, Golem common.Address }

// Price is the answer of a token's feed.
type Price struct {
	Answer  *big.Int // US dollars for one token, by the feed's decimals
	Updated uint64   // in seconds since 1970
}

// Life is what a vitality oracle knows.
type Life struct {
	Registered bool
	Phase      turn.Phase
}

// Vault is a tokenized vault.
type Vault struct {
	Asset common.Address
	Total *big.Int // totalAssets, in units of Asset
}

// Slot is where an enforcer writes down what was spent: DailySpendLimit by account,
// ReplicantBudget by delegation. The contracts keep both apart by their caller, so that a
// stranger who calls a hook spends nothing of anyone's.
type Slot struct {
	Kind       Kind
	Account    common.Address
	Delegation common.Hash
}

// Entry is what an enforcer writes down when a redemption passes: millionths of a US
// dollar, or the word of a policycage.Sum for DailySpendLimit.
type Entry struct {
	Slot
	Sum *big.Int
}

// Write books what a redemption that went through has written.
func (f Facts) Write(e *Entry) {
	if e != nil {
		f.Spent[e.Slot] = e.Sum
	}
}

func (f Facts) spent(s Slot) *big.Int {
	if v := f.Spent[s]; v != nil {
		return v
	}
	return new(big.Int)
}

// each reads every call in a book, in order, and hands it on.
func (f Facts) each(book common.Address, calls []Call, judge func(*Book, Action) error) error {
	b, ok := f.Books[book]
	if !ok {
		return Refusal("the book of actions is not known")
	}
	for _, c := range calls {
		a, err := b.Read(c)
		if err != nil {
			return err
		}
		if err := judge(b, a); err != nil {
			return err
		}
	}
	return nil
}
