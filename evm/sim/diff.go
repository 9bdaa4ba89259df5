package sim

import (
	"bytes"
	"maps"
	"slices"

	"bardo.run/bardo/evm/remote"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
)

// diff compares what was read with what the state holds now. It also returns
// the contracts that the calls created.
func (x *execution) diff(calls []Call) (Diff, []common.Address) {
	x.reader.mu.Lock()
	accounts := maps.Clone(x.reader.accounts)
	byAccount := map[common.Address][]SlotDiff{}
	for at, before := range x.reader.slots {
		byAccount[at.Account] = append(byAccount[at.Account], SlotDiff{Key: at.Key, Before: before})
	}
	x.reader.mu.Unlock()

	senders := map[common.Address]bool{}
	for _, c := range calls {
		senders[c.From] = true
	}
	var all Diff
	var created []common.Address
	for _, address := range slices.SortedFunc(maps.Keys(accounts), compare) {
		before := accounts[address]
		d := x.accountDiff(address, before, byAccount[address])
		if d.Balance.changed() || d.Nonce.changed() || d.Code.changed() || len(d.Slots) > 0 || d.Gone {
			all = append(all, d)
		}
		// A contract is born with nonce 1 (EIP-161); only senders raise theirs.
		if before.Nonce == 0 && !before.HasCode() && d.Nonce.After > 0 && !senders[address] {
			created = append(created, address)
		}
	}
	return all, created
}

func (x *execution) accountDiff(address common.Address, before remote.Account, slots []SlotDiff) AccountDiff {
	d := AccountDiff{
		Address: address,
		Balance: Change[string]{before.Balance.Dec(), x.state.GetBalance(address).Dec()},
		Nonce:   Change[uint64]{before.Nonce, x.state.GetNonce(address)},
		Code:    Change[string]{codeName(before.Code), codeName(x.state.GetCodeHash(address))},
		Gone:    before.Exists() && !x.state.Exist(address),
	}
	for _, s := range slots {
		if s.After = x.state.GetState(address, s.Key); s.After != s.Before {
			d.Slots = append(d.Slots, s)
		}
	}
	slices.SortFunc(d.Slots, func(a, b SlotDiff) int { return bytes.Compare(a.Key[:], b.Key[:]) })
	return d
}

// codeName is empty for every way of having no code.
func codeName(hash common.Hash) string {
	if hash == (common.Hash{}) || hash == types.EmptyCodeHash {
		return ""
	}
	return hash.Hex()
}

func compare(a, b common.Address) int { return bytes.Compare(a[:], b[:]) }
