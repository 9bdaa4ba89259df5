package cheat

import "bardo.run/bardo/mirage/node"

// MostAccounts bounds how many accounts of a mnemonic a devnet derives.
const MostAccounts = 1000

// Funded derives the accounts of the mnemonic that block 0 of the chain funds, from the
// first on. So a chain that was kept or loaded has the accounts it began with.
func Funded(n *node.Node, mnemonic string) ([]Account, error) {
	p, err := openPurse(mnemonic)
	if err != nil {
		return nil, err
	}
	var funded []Account
	for len(funded) < MostAccounts {
		a, err := p.account(len(funded))
		if err != nil {
			return nil, err
		}
		if !n.Chain.FundedAtGenesis(a.Address) {
			break
		}
		funded = append(funded, a)
	}
	return funded, nil
}
