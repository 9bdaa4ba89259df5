package cheat_test

import (
	"encoding/json"
	"errors"
	"math/big"
	"testing"
	"time"

	"pgregory.net/rapid"

	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/mirage/cheat"
	"bardo.run/bardo/mirage/node"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/rpc"
)

var (
	start = time.Date(2023, 8, 13, 0, 0, 0, 0, time.UTC)
	bob   = common.HexToAddress("0xb0b0000000000000000000000000000000000b0b")
)

// devnet is a node with two developer accounts and all services.
type devnet struct {
	*node.Node
	t        testing.TB
	accounts []cheat.Account
}

func open(t testing.TB, change ...func(*cheat.Options)) devnet {
	t.Helper()
	return openOn(t, node.Config{}, change...)
}

// openOn is open on a chain of a configuration, whose services, clock and balances are those of every test.
func openOn(t testing.TB, c node.Config, change ...func(*cheat.Options)) devnet {
	t.Helper()
	accounts, err := cheat.Accounts(cheat.Mnemonic, 2)
	check(t, err)
	o := cheat.Options{Accounts: accounts}
	for _, f := range change {
		f(&o)
	}
	alloc := map[common.Address]*big.Int{}
	cheat.Fund(alloc, accounts, cheat.DefaultEther)
	c.GenesisTime, c.Clock, c.Alloc, c.Services = start, clock.NewSimulated(start), alloc, []node.Services{cheat.Services(o)}
	n, err := node.New(c)
	check(t, err)
	t.Cleanup(func() { check(t, n.Close()) })
	return devnet{n, t, accounts}
}

// call answers the result as it came over the wire.
func (d devnet) call(method string, params ...any) string {
	d.t.Helper()
	var out json.RawMessage
	if err := d.Server.Client().Call(&out, method, params...); err != nil {
		d.t.Fatalf("%s %v: %v", method, params, err)
	}
	return string(out)
}

// fails checks the code of an error and returns it.
func (d devnet) fails(code int, method string, params ...any) rpc.Error {
	d.t.Helper()
	err := d.Server.Client().Call(new(json.RawMessage), method, params...)
	var coded rpc.Error
	if !errors.As(err, &coded) || coded.ErrorCode() != code {
		d.t.Fatalf("%s %v: error %v, want code %d", method, params, err, code)
	}
	return coded
}

// decode reads an answer into v.
func (d devnet) decode(v any, method string, params ...any) {
	d.t.Helper()
	if err := d.Server.Client().Call(v, method, params...); err != nil {
		d.t.Fatalf("%s %v: %v", method, params, err)
	}
}

func (d devnet) is(want, method string, params ...any) {
	d.t.Helper()
	if got := d.call(method, params...); got != want {
		d.t.Errorf("%s %v = %s, want %s", method, params, got, want)
	}
}

// stands holds the head to a number, and to the seconds since the chain began.
func (d devnet) stands(number int64, seconds uint64) {
	d.t.Helper()
	if h := d.Chain.Head(); h.Number.Int64() != number || h.Time != uint64(start.Unix())+seconds {
		d.t.Errorf("block %d at +%d, want %d at +%d", h.Number, h.Time-uint64(start.Unix()), number, seconds)
	}
}

type object map[string]any

// check ends the test at an error.
func check(t rapid.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
