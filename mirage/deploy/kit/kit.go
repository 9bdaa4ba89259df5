package kit

import (
	"context"
	"encoding/json"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"

	"bardo.run/bardo/contracts"
	"bardo.run/bardo/mirage/artifact"
	"bardo.run/bardo/mirage/deploy"
)

// blockGas bounds the gas limits of the transactions of one block.
const blockGas = 28_000_000

// writer writes the kit's script. The first error sticks.
type writer struct {
	*deploy.Script
	plan Plan
	lent *big.Int // USDC that the account lends to each lending protocol, so that others can borrow
	err  error
}

// Deploy carries out the market's plan and then the kit's, and returns the contracts of
// both in one book. What is on the chain already is not sent again.
func Deploy(ctx context.Context, chain deploy.Chain, set *artifact.Set, p Plan) (deploy.Book, error) {
	market, err := p.Market()
	if err != nil {
		return deploy.Book{}, err
	}
	book, err := deploy.Deploy(ctx, chain, set, market)
	if err != nil {
		return deploy.Book{}, err
	}
	s, err := write(set, p, book)
	if err != nil {
		return deploy.Book{}, err
	}
	key, err := p.Key()
	if err != nil {
		return deploy.Book{}, err
	}
	receipts, err := s.Run(ctx, chain, key)
	if err != nil {
		return deploy.Book{}, err
	}
	more, err := s.Contracts(ctx, chain, receipts)
	book.Contracts = append(book.Contracts, more...)
	return book, err
}

// write computes the kit's deployment, phase after phase.
func write(set *artifact.Set, p Plan, market deploy.Book) (*deploy.Script, error) {
	account, err := p.deployer()
	if err != nil {
		return nil, err
	}
	w := &writer{Script: deploy.NewScript(set, account, blockGas), plan: p, lent: whole(2_000_000, 6)}
	for _, c := range market.Contracts {
		w.Know(c)
	}
	for _, phase := range phases {
		phase.write(w, phase.name)
		if w.err != nil {
			return nil, fmt.Errorf("kit, %s: %w", phase.name, w.err)
		}
	}
	for _, r := range recipes {
		if r.kit == nil {
			continue
		}
		if r.kit(w, r.protocol); w.err != nil {
			return nil, fmt.Errorf("kit, %s: %w", r.protocol, w.err)
		}
	}
	if w.actors("actors"); w.err != nil {
		return nil, fmt.Errorf("kit, actors: %w", w.err)
	}
	return w.Script, nil
}

// phases are what the kit adds, in the order of deployment; recipes of lending protocols that came
// later follow, so that what stands before them keeps its addresses. Actors are paid last: where contracts
// stand does not follow from how many there are.
var phases = []struct {
	name  string
	write func(*writer, string)
}{
	{"kit tokens", (*writer).tokens},
	{"uniswap v2", (*writer).v2},
	{"uniswap v3 pools", (*writer).v3},
	{"uniswap v4", (*writer).v4},
	{"universal router", (*writer).router},
	{"price feeds", (*writer).feeds},
	{"aave v3", (*writer).aave},
	{"morpho blue", (*writer).morpho},
	{"delegation", (*writer).delegation},
	{"swap router 02", (*writer).router02},
	{"uniswap v4 pool of tokens", (*writer).v4Tokens},
	{"sequencer", (*writer).sequencer},
}

// make creates an artifact's contract under its own name.
func (w *writer) make(phase, name string, args []byte, libraries map[string]common.Address) common.Address {
	return w.makeAs(phase, name, name, args, libraries)
}

// makeAs creates an artifact's contract under another name.
func (w *writer) makeAs(phase, name, artifact string, args []byte, libraries map[string]common.Address) common.Address {
	code, err := w.Code(artifact, args, libraries)
	if err != nil {
		w.fail(err)
		return common.Address{}
	}
	return w.Create(phase, name, artifact, code)
}

// ours creates a contract of contracts/src.
func (w *writer) ours(phase, name, contract string, args []byte) common.Address {
	code, err := compiled(contract)
	w.fail(err)
	return w.Create(phase, name, contract, append(code, args...))
}

// compiled is the creation code of a contract of our own.
func compiled(contract string) ([]byte, error) {
	text, err := contracts.Kit.ReadFile("out/" + contract + ".json")
	if err != nil {
		return nil, err
	}
	var c struct{ Bytecode hexutil.Bytes }
	err = json.Unmarshal(text, &c)
	return c.Bytecode, err
}

func (w *writer) fail(err error) {
	if w.err == nil {
		w.err = err
	}
}
