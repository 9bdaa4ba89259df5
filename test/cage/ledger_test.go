package cage

import (
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/core/stateless"
	"github.com/ethereum/go-ethereum/core/tracing"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/core/types/bal"
	"github.com/ethereum/go-ethereum/core/vm"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/params"
	"github.com/holiman/uint256"
)

// ledger is a state without tries: flat maps over a shared, unchanging base, and a list of
// what to undo. A sequence of steps begins with an empty ledger over the world and is
// thrown away with it. Gas is that of a state in which everything was touched before.
type ledger struct {
	base     *ledger // never written again; nil: the bottom
	accounts map[common.Address]account
	slots    map[place]common.Hash
	passing  map[place]common.Hash // transient storage
	logs     []*types.Log
	refund   uint64
	undo     []func()
}

// place is a slot of an account.
type place struct {
	of   common.Address
	slot common.Hash
}

type account struct {
	nonce   uint64
	balance uint256.Int
	code    []byte
	hash    common.Hash // of the code
}

var _ vm.StateDB = (*ledger)(nil)

func newLedger(base *ledger) *ledger {
	return &ledger{base: base, accounts: map[common.Address]account{}, slots: map[place]common.Hash{}, passing: map[place]common.Hash{}}
}

func (l *ledger) account(a common.Address) account {
	for ; l != nil; l = l.base {
		if found, ok := l.accounts[a]; ok {
			return found
		}
	}
	return account{hash: types.EmptyCodeHash}
}

func (l *ledger) put(a common.Address, next account) {
	before, had := l.accounts[a]
	l.undo = append(l.undo, func() {
		if had {
			l.accounts[a] = before
		} else {
			delete(l.accounts, a)
		}
	})
	l.accounts[a] = next
}

func (l *ledger) GetState(a common.Address, slot common.Hash) common.Hash {
	at := place{a, slot}
	for ; l != nil; l = l.base {
		if v, ok := l.slots[at]; ok {
			return v
		}
	}
	return common.Hash{}
}

func (l *ledger) SetState(a common.Address, slot, value common.Hash) common.Hash {
	before := l.GetState(a, slot)
	if before != value {
		set(l, l.slots, place{a, slot}, value)
	}
	return before
}

func (l *ledger) GetStateAndCommittedState(a common.Address, slot common.Hash) (common.Hash, common.Hash) {
	v := l.GetState(a, slot)
	return v, v
}

func (l *ledger) GetTransientState(a common.Address, slot common.Hash) common.Hash {
	return l.passing[place{a, slot}]
}

func (l *ledger) SetTransientState(a common.Address, slot, value common.Hash) {
	set(l, l.passing, place{a, slot}, value)
}

// set writes to one of the ledger's own maps.
func set(l *ledger, m map[place]common.Hash, at place, value common.Hash) {
	before, had := m[at]
	l.undo = append(l.undo, func() {
		if had {
			m[at] = before
		} else {
			delete(m, at)
		}
	})
	m[at] = value
}

// end ends a transaction: nothing of it can be undone, its transient storage is gone.
// Its logs are returned.
func (l *ledger) end() []*types.Log {
	logs := l.logs
	l.logs, l.undo, l.refund = nil, l.undo[:0], 0
	clear(l.passing)
	return logs
}

func (l *ledger) Snapshot() int { return len(l.undo) }

func (l *ledger) RevertToSnapshot(to int) {
	for i := len(l.undo) - 1; i >= to; i-- {
		l.undo[i]()
	}
	l.undo = l.undo[:to]
}

func (l *ledger) AddLog(log *types.Log) {
	n := len(l.logs)
	l.undo = append(l.undo, func() { l.logs = l.logs[:n] })
	l.logs = append(l.logs, log)
}

func (l *ledger) SetCode(a common.Address, code []byte, _ tracing.CodeChangeReason) []byte {
	next := l.account(a)
	before := next.code
	next.code, next.hash = code, crypto.Keccak256Hash(code)
	l.put(a, next)
	return before
}

func (l *ledger) SetNonce(a common.Address, nonce uint64, _ tracing.NonceChangeReason) {
	next := l.account(a)
	next.nonce = nonce
	l.put(a, next)
}

func (l *ledger) AddBalance(a common.Address, v *uint256.Int, _ tracing.BalanceChangeReason) uint256.Int {
	next := l.account(a)
	before := next.balance
	if !v.IsZero() {
		next.balance.Add(&before, v)
		l.put(a, next)
	}
	return before
}

func (l *ledger) SubBalance(a common.Address, v *uint256.Int, _ tracing.BalanceChangeReason) uint256.Int {
	next := l.account(a)
	before := next.balance
	if !v.IsZero() {
		next.balance.Sub(&before, v)
		l.put(a, next)
	}
	return before
}

func (l *ledger) GetBalance(a common.Address) *uint256.Int {
	b := l.account(a).balance
	return &b
}

func (l *ledger) GetNonce(a common.Address) uint64 { return l.account(a).nonce }
func (l *ledger) GetCode(a common.Address) []byte  { return l.account(a).code }
func (l *ledger) GetCodeSize(a common.Address) int { return len(l.account(a).code) }

func (l *ledger) GetCodeHash(a common.Address) common.Hash {
	if l.Empty(a) {
		return common.Hash{}
	}
	return l.account(a).hash
}

func (l *ledger) Empty(a common.Address) bool {
	x := l.account(a)
	return x.nonce == 0 && x.balance.IsZero() && len(x.code) == 0
}

func (l *ledger) Exist(a common.Address) bool { return !l.Empty(a) }

func (l *ledger) AddRefund(n uint64) { l.refund += n }
func (l *ledger) SubRefund(n uint64) { l.refund -= min(n, l.refund) }
func (l *ledger) GetRefund() uint64  { return l.refund }

// What none of these contracts does, and what only gas or a witness would ask.

func (l *ledger) SelfDestruct(common.Address)                               { panic("cage: a contract destroyed itself") }
func (l *ledger) HasSelfDestructed(common.Address) bool                     { return false }
func (l *ledger) IsNewContract(common.Address) bool                         { return false }
func (l *ledger) CreateAccount(common.Address)                              {}
func (l *ledger) CreateContract(common.Address)                             {}
func (l *ledger) Touch(common.Address)                                      {}
func (l *ledger) AddressInAccessList(common.Address) bool                   { return true }
func (l *ledger) SlotInAccessList(common.Address, common.Hash) (bool, bool) { return true, true }
func (l *ledger) AddAddressToAccessList(common.Address)                     {}
func (l *ledger) AddSlotToAccessList(common.Address, common.Hash)           {}
func (l *ledger) AddPreimage(common.Hash, []byte)                           {}
func (l *ledger) Witness() *stateless.Witness                               { return nil }
func (l *ledger) AccessEvents() *state.AccessEvents                         { return nil }
func (l *ledger) Finalise(params.Rules) *bal.ConstructionBlockAccessList    { return nil }
func (l *ledger) SetTxContext(common.Hash, int, uint32)                     {}
func (l *ledger) Prepare(params.Rules, common.Address, common.Address, *common.Address, []common.Address, types.AccessList) {
}
