package bardo

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/remote"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/mirage/deploy"
	"bardo.run/bardo/mirage/node"
)

// forkFlags is what the command line says of the chain that a devnet begins on.
type forkFlags struct {
	from   string // URL or fixture
	block  uint64
	at     bool // whether block was named
	record string
}

// upstreamError is a chain below a fork that cannot be had as asked for.
type upstreamError struct{ error }

func (e upstreamError) Unwrap() error { return e.error }

// offline reports whether the fork is replayed from a file.
func (f forkFlags) offline() bool { return !strings.Contains(f.from, "://") }

// check refuses flags that make no sense together; changed tells which were given.
func (f forkFlags) check(changed func(string) bool) error {
	if f.from == "" {
		for _, name := range []string{"fork", "fork-block", "fork-record"} {
			if changed(name) {
				return fmt.Errorf("--%s needs --fork URL, or --fork FILE with what was recorded", name)
			}
		}
		return nil
	}
	for _, name := range []string{"data", "state", "dump-on-exit"} {
		if changed(name) {
			return fmt.Errorf("--%s does not go with --fork: a fork lives in memory", name)
		}
	}
	if f.record != "" && changed("accounts") {
		return errors.New("--accounts does not go with --fork-record, which is what the chain below has: give it when the file is replayed")
	}
	if f.record != "" && f.offline() {
		return errors.New("--fork-record needs --fork URL: a fork from a file reads nothing new")
	}
	return nil
}

// open pins the block and returns its state, nil without a fork. close ends the
// connection and, where it was asked for, writes what was read.
func (f forkFlags) open(ctx context.Context, chain uint64) (s *remote.State, end func() error, err error) {
	switch {
	case f.from == "":
		return nil, func() error { return nil }, nil
	case f.offline():
		s, err = f.replay(chain)
		return s, func() error { return nil }, err
	}
	if f.record != "" {
		if err := home.Spare("", f.record, remote.IsFixture); err != nil {
			return nil, nil, err
		}
	}
	client, id, err := rpc.DialAny(ctx, f.from)
	if err != nil {
		return nil, nil, upstreamError{fmt.Errorf("connect to the chain to fork: %w", err)}
	}
	if s, err = f.pin(ctx, client, id, chain); err != nil {
		client.Close()
		return nil, nil, err
	}
	return s, func() error { defer client.Close(); return f.keep(s) }, nil
}

func (f forkFlags) pin(ctx context.Context, client *rpc.Client, id, chain uint64) (*remote.State, error) {
	if chain != 0 && chain != id {
		return nil, upstreamError{wrongChain(id, chain)}
	}
	var number *uint64
	if f.at {
		number = &f.block
	}
	s, err := remote.Pin(ctx, client, id, number)
	if err != nil {
		return nil, upstreamError{fmt.Errorf("read the block to fork: %w", err)}
	}
	// A file that cannot be written is better known now than at the end.
	return s, f.keep(s)
}

// keep writes what was read so far.
func (f forkFlags) keep(s *remote.State) error {
	if f.record == "" {
		return nil
	}
	return s.WriteFixture(f.record)
}

func (f forkFlags) replay(chain uint64) (*remote.State, error) {
	s, err := remote.OpenFixture(f.from)
	switch {
	case err != nil:
		return nil, err
	case chain != 0 && chain != s.Chain():
		return nil, upstreamError{wrongChain(s.Chain(), chain)}
	case f.at && f.block != s.Block().Number:
		return nil, upstreamError{fmt.Errorf("%w: %s was recorded at block %d, not %d", rpc.ErrNoBlock, f.from, s.Block().Number, f.block)}
	}
	return s, nil
}

// endow gives accounts their balances, in wei, in the block that a fork begins on.
func endow(ctx context.Context, below *remote.State, balances map[common.Address]*big.Int) error {
	for _, a := range slices.SortedFunc(maps.Keys(balances), common.Address.Cmp) {
		if err := below.Endow(ctx, a, uint256.MustFromBig(balances[a])); err != nil {
			return upstreamError{fmt.Errorf("fund %s on the fork: %w", a, err)}
		}
	}
	return nil
}

// place puts code onto a fork where nothing stands at its address yet. What stands there is the chain's own.
func place(ctx context.Context, n *node.Node, code map[common.Address][]byte) error {
	chain := deploy.On(n)
	for _, at := range slices.SortedFunc(maps.Keys(code), common.Address.Cmp) {
		has, err := chain.Code(ctx, at)
		if err == nil && len(has) == 0 {
			err = n.Server.Client().CallContext(ctx, nil, "anvil_setCode", at, hexutil.Bytes(code[at]))
		}
		if err != nil {
			return fmt.Errorf("place code at %s: %w", at, err)
		}
	}
	return nil
}

func wrongChain(got, want uint64) error {
	return fmt.Errorf("%w: it is chain %d, and --chain-id says %d", rpc.ErrWrongChain, got, want)
}

// absent finds a block, or its state, that the chain below does not have.
func absent(err error) bool { return as[upstreamError](err) && errors.Is(err, rpc.ErrNoBlock) }
