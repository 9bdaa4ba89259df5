package library_test

import (
	"math/big"
	"sync"
	"testing"
	"time"

	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/mirage/artifact"
	"bardo.run/bardo/mirage/cheat"
	"bardo.run/bardo/mirage/deploy"
	"bardo.run/bardo/mirage/deploy/kit"
	"bardo.run/bardo/mirage/node"
	"bardo.run/bardo/mirage/scenario"
	"bardo.run/bardo/mirage/scenario/library"

	"github.com/ethereum/go-ethereum/common"
)

// stage is a devnet with the kit, as bardo dev runs it, on a simulated clock.
type stage struct {
	*node.Node
	t      *testing.T
	ground library.Ground
}

var found = sync.OnceValues(artifact.FindKit)

func raise(t *testing.T) stage {
	t.Helper()
	set, err := found()
	check(t, err)
	accounts, err := cheat.Accounts(cheat.Mnemonic, cheat.DefaultAccounts)
	check(t, err)
	s, plan, shelf := stage{t: t, ground: library.Ground{Set: set}}, kit.Plan{Seed: 7}, library.New()
	for _, a := range accounts {
		plan.Actors, s.ground.Accounts = append(plan.Actors, a.Address), append(s.ground.Accounts, a.Key)
	}
	genesis, err := plan.Genesis(set)
	check(t, err)
	cheat.Fund(genesis.Alloc, accounts, cheat.DefaultEther)
	s.Node, err = node.New(node.Config{
		Alloc: genesis.Alloc, Code: genesis.Code, Clock: clock.NewSimulated(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)),
		Services: []node.Services{cheat.Services(cheat.Options{}), scenario.Services, shelf.Services},
	})
	check(t, err)
	t.Cleanup(func() { check(t, s.Close()) })
	if s.ground.Book, err = kit.Deploy(t.Context(), deploy.On(s.Node), set, plan); err != nil {
		t.Fatal(err)
	}
	if s.ground.Maker, err = plan.Key(); err != nil {
		t.Fatal(err)
	}
	shelf.Open(s.ground)
	return s
}

// part is the stage for a part of a test, which ends where it began.
func (s stage) part(t *testing.T) stage {
	t.Helper()
	id, err := s.Snapshots.Take()
	check(t, err)
	t.Cleanup(func() { check(t, s.Snapshots.Revert(id)) })
	s.t = t
	return s
}

func order(name string, seed uint64, set ...string) library.Order {
	o := library.Order{Name: name, Seed: seed, Parameters: map[string]library.Value{}}
	for i := 0; i < len(set); i += 2 {
		o.Parameters[set[i]] = library.Value(set[i+1])
	}
	return o
}

func (s stage) play(o library.Order) library.Report {
	s.t.Helper()
	r, err := library.Play(s.t.Context(), s.Node, s.ground, o)
	check(s.t, err)
	return r
}

// ask calls a contract at the head.
func (s stage) ask(to common.Address, data []byte) []byte {
	s.t.Helper()
	out, err := deploy.On(s.Node).Call(s.t.Context(), to, data)
	check(s.t, err)
	return out
}

func number(t *testing.T, text string) *big.Rat {
	t.Helper()
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		t.Fatalf("%q is no number", text)
	}
	return r
}

// near tells whether a text is within a part in a thousand of a number.
func near(t *testing.T, text string, want *big.Rat, thousandths int64) bool {
	t.Helper()
	off := new(big.Rat).Sub(new(big.Rat).Quo(number(t, text), want), big.NewRat(1, 1))
	return off.Abs(off).Cmp(big.NewRat(thousandths, 1000)) <= 0
}

// check ends the test at an error.
func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
