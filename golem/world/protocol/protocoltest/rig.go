package protocoltest

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/erc20"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/sim"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/caveat"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/tool"
	"bardo.run/bardo/internal/seed"
)

// suite asks one subject.
type suite struct {
	t        testing.TB
	subject  Subject
	stage    Stage
	rng      *rand.Rand
	client   *rpc.Client
	fork     *sim.Simulator
	reader   protocol.Reader
	follower protocol.Follower
	adapter  protocol.Adapter
	tokens   []turn.Token
	fault    fault
	used     map[int]bool // the forms that calls had, by their place from 1
	noted    []noted
}

// apart is how many seconds lie between two blocks that are mined.
const apart = 2

// own is the mandate of an account's own key.
type own struct{}

func (own) Granted() bool { return false }
func (own) Caged() bool   { return false }

// start opens the subject's adapter and reader, and puts a fault into them.
func start(t testing.TB, subject Subject, f fault) *suite {
	t.Helper()
	s := &suite{t: t, subject: subject, stage: subject.Stage(), fault: f, used: map[int]bool{}}
	s.client = rpc.New(s.stage.Node.RPC)
	s.rng = seed.Seed(20260401).Stream("protocoltest/" + s.stage.Deployments[0].Protocol)
	var err error
	if s.fork, err = sim.New(s.client, sim.Rules{ChainID: evmtest.ChainID, Hardfork: sim.Osaka}); err != nil {
		t.Fatal(err)
	}
	o := &protocol.Opening{Client: s.client, Block: s.head().Hash, Account: s.stage.Node.Account, Numeraire: s.stage.Tokens[0]}
	for _, at := range s.stage.Tokens {
		token, err := o.Token(t.Context(), at)
		if err != nil {
			t.Fatal(err)
		}
		s.tokens = append(s.tokens, token)
	}
	reader, opened, err := s.stage.Open(t.Context(), o, s.stage.Deployments)
	if err != nil {
		t.Fatal(err)
	}
	adapter, err := s.stage.New(protocol.Account{Address: s.stage.Node.Account, Mandate: own{}}, opened)
	if err != nil {
		t.Fatal(err)
	}
	if s.follower, err = f.led(reader); err != nil {
		t.Fatal(err)
	}
	s.reader, s.adapter = f.told(reader), f.builds(adapter, s.stage.Node.Account)
	return s
}

func (s *suite) head() rpc.Block {
	s.t.Helper()
	head, err := s.client.Head(s.t.Context())
	if err != nil {
		s.t.Fatal(err)
	}
	return head
}

// read is the reading of the newest block.
func (s *suite) read() turn.Reading {
	s.t.Helper()
	head := s.head()
	b := s.client.At(head.Hash)
	into := s.reader.Add(b, head.Time)
	codec, held := erc20.NewCodec(), make([]erc20.AmountRead, len(s.tokens))
	for i, token := range s.tokens {
		held[i] = codec.ReadBalance(b, token.Address, s.stage.Node.Account)
	}
	if err := b.Do(s.t.Context()); err != nil {
		s.t.Fatal(err)
	}
	r := turn.Reading{Block: turn.Block{Number: head.Number, Hash: head.Hash, Time: int64(head.Time)}}
	for i, token := range s.tokens {
		units, err := held[i].Value()
		if err != nil {
			s.t.Fatal(err)
		}
		r.Assets = append(r.Assets, turn.Asset{Token: token, Units: units})
	}
	if err := into(s.t.Context(), &r); err != nil {
		s.t.Fatal(err)
	}
	return r
}

// Read is what a subject's reader says of its newest block.
func Read(t testing.TB, subject Subject) turn.Reading {
	t.Helper()
	return start(t, subject, fault{}).read()
}

// logs are those of the blocks behind one reading up to another.
func (s *suite) logs(before, after turn.Reading) (all []*types.Log) {
	s.t.Helper()
	if after.Block.Number == before.Block.Number {
		return nil
	}
	span := map[string]any{"fromBlock": hexutil.Uint64(before.Block.Number + 1), "toBlock": hexutil.Uint64(after.Block.Number)}
	if err := s.stage.Node.RPC.CallContext(s.t.Context(), &all, "eth_getLogs", span); err != nil {
		s.t.Fatal(err)
	}
	return all
}

// simulate runs calls of the account, at a time in unix seconds or, where that is zero, in the
// block that Mine makes next.
func (s *suite) simulate(calls []protocol.Call, at uint64) sim.Outcome {
	s.t.Helper()
	head := s.head()
	if at == 0 {
		at = head.Time + apart
	}
	request := sim.Request{Overrides: sim.Overrides{Time: &at}}
	for _, c := range calls {
		request.Calls = append(request.Calls, sim.Call{From: s.stage.Node.Account, To: &c.To, Data: c.Data, Value: c.Value})
	}
	out, err := s.fork.At(head).Run(s.t.Context(), request)
	if err != nil {
		s.t.Fatal(err)
	}
	return out
}

// mine puts all calls into one block, in order.
func (s *suite) mine(calls []protocol.Call) (logs []protocol.Log, gas *big.Int, err error) {
	s.t.Helper()
	n, gas := s.stage.Node, new(big.Int)
	var sent []common.Hash
	for _, c := range calls {
		tx := n.Sign(c.To, 0, c.Data)
		n.Submit(tx)
		sent = append(sent, tx.Hash())
	}
	n.Mine()
	for i, hash := range sent {
		r, got := s.client.Receipt(s.t.Context(), hash)
		if got != nil {
			s.t.Fatal(got)
		}
		gas.Add(gas, new(big.Int).Mul(r.EffectiveGasPrice, new(big.Int).SetUint64(r.GasUsed)))
		if r.Status != types.ReceiptStatusSuccessful {
			return logs, gas, fmt.Errorf("call %d of %s reverts in its block", i+1, calls[i].To)
		}
		for _, l := range r.Logs {
			logs = append(logs, protocol.Log{Address: l.Address, Topics: l.Topics, Data: l.Data})
		}
	}
	return logs, gas, nil
}

// logsOf are those of a simulation, as receipts have them.
func logsOf(o sim.Outcome) (logs []protocol.Log) {
	for _, call := range o.Calls {
		for _, l := range call.Logs {
			logs = append(logs, protocol.Log{Address: l.Address, Topics: l.Topics, Data: l.Data})
		}
	}
	return logs
}

// moved is what logs say that the account got and gave, by token: of what stands for something
// lent or owed, without the interest.
func (s *suite) moved(seen turn.Reading, logs []protocol.Log) (all []turn.Delta) {
	plain, stood := []protocol.Log(nil), map[common.Address]*big.Int{}
	lender, lends := s.adapter.(protocol.Lender)
	for _, l := range logs {
		if !lends || !seen.Stands(l.Address) {
			plain = append(plain, l)
			continue
		}
		if account, units, ok := lender.Change(l); ok && account == s.stage.Node.Account {
			if stood[l.Address] == nil {
				stood[l.Address] = new(big.Int)
			}
			stood[l.Address].Add(stood[l.Address], units)
		}
	}
	all = tool.Deltas(nil, s.stage.Node.Account, plain)
	for token, units := range stood {
		all = append(all, turn.Delta{Token: token, Out: units.Sign() < 0, Units: *uint256.MustFromBig(new(big.Int).Abs(units))})
	}
	return ordered(all)
}

// ordered are deltas by their tokens, without those of nothing.
func ordered(all []turn.Delta) []turn.Delta {
	all = slices.DeleteFunc(slices.Clone(all), func(d turn.Delta) bool { return d.Units.IsZero() })
	slices.SortFunc(all, func(a, b turn.Delta) int { return a.Token.Cmp(b.Token) })
	return all
}

// forms are the adapter's for a reading.
func (s *suite) forms(r turn.Reading) []caveat.Form {
	s.t.Helper()
	var f protocol.Forms
	s.adapter.Forms(&f, r)
	all, err := f.All()
	if err != nil {
		s.t.Fatal(err)
	}
	return all
}

// matches returns nil for a call that has a form, and notes which. Where a form is missing, so are
// those that are the same: markets share contracts.
func (s *suite) matches(all []caveat.Form, c protocol.Call) error {
	for i, f := range all {
		if s.fault.lost > 0 && reflect.DeepEqual(f, all[s.fault.lost-1]) {
			continue
		}
		book, err := caveat.NewBook(s.priced(), []caveat.Form{f})
		if err != nil {
			return err
		}
		if _, err := book.Read(caveat.Call{Target: c.To, Value: new(big.Int), Data: c.Data}); err == nil {
			s.used[i+1] = true
			return nil
		}
	}
	return fmt.Errorf("a call of %s with method %x has no form", c.To, c.Data[:4])
}

// priced are the assets as a book has them.
func (s *suite) priced() (all []caveat.Token) {
	for _, t := range s.tokens {
		all = append(all, caveat.Token{Address: t.Address, Decimals: t.Decimals + 8})
	}
	return all
}
