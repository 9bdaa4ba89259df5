package node

import (
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/tracing"
	"github.com/ethereum/go-ethereum/core/vm"
)

// Slot is a place in an account's storage.
type Slot struct {
	Account common.Address `json:"address"`
	Slot    common.Hash    `json:"slot"`
}

// touched remembers what attempts read, wrote and called, each once, in order.
type touched struct {
	reads, writes []Slot
	accounts      []common.Address
	seen          map[any]bool
}

func newTouched() touched { return touched{seen: map[any]bool{}} }

type wrote Slot // apart from reads in seen

// hooks are the tracer that fills it.
func (t *touched) hooks() *tracing.Hooks {
	return &tracing.Hooks{
		OnEnter: func(_ int, _ byte, from, to common.Address, _ []byte, _ uint64, _ *big.Int) {
			t.account(from)
			t.account(to)
		},
		OnOpcode: func(_ uint64, op byte, _, _ uint64, scope tracing.OpContext, _ []byte, _ int, _ error) {
			stack := scope.StackData()
			if len(stack) == 0 {
				return
			}
			slot := Slot{scope.Address(), stack[len(stack)-1].Bytes32()}
			switch vm.OpCode(op) {
			case vm.SLOAD:
				if !t.seen[slot] {
					t.seen[slot] = true
					t.reads = append(t.reads, slot)
				}
			case vm.SSTORE:
				if !t.seen[wrote(slot)] {
					t.seen[wrote(slot)] = true
					t.writes = append(t.writes, slot)
				}
			}
		},
	}
}

func (t *touched) account(a common.Address) {
	if !t.seen[a] {
		t.seen[a] = true
		t.accounts = append(t.accounts, a)
	}
}

// Forget begins these lists anew.
func (s *Scratch) Forget() { s.touched = newTouched() }

// Reads lists the slots that attempts read so far, each once, in order.
func (s *Scratch) Reads() []Slot { return slices.Clone(s.touched.reads) }

// Writes lists the slots that attempts wrote so far, each once, in order; also those
// whose value is what it was.
func (s *Scratch) Writes() []Slot { return slices.Clone(s.touched.writes) }

// Accounts lists who called and was called so far, each once, in order.
func (s *Scratch) Accounts() []common.Address { return slices.Clone(s.touched.accounts) }
