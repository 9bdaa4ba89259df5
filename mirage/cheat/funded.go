package cheat

import "bardo.run/bardo/mirage/node"

// MostAccounts bounds how many accounts of a mnemonic a devnet derives.
const MostAccounts = 1000

// Funded derives the accounts of the mnemonic that block 0 of the chain funds, from the
// first on. So a chain that was kept or loaded has the accounts it began with.
func Funded(n *node.Node, mnemonic string) ([]Account, error) {
	for derived := DefaultAccounts; ; derived = min(2*derived, MostAccounts) {
		accounts, err := Accounts(mnemonic, derived)
		if err != nil {
			return nil, err
		}
		for i, a := range accounts {
			if !n.FundedAtGenesis(a.Address) {
				return accounts[:i], nil
			}
		}
		if derived == MostAccounts {
			return accounts, nil
		}
	}
}
