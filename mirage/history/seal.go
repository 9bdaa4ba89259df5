package history

import (
	"context"
	"crypto/ecdsa"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"time"

	"bardo.run/bardo/mirage/deploy"
	"bardo.run/bardo/mirage/node"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/holiman/uint256"
)

// marketGas is the gas limit of a market transaction, below the chain's cap for one.
const marketGas = 16_000_000

// sealing is a block to be: the steps of each market, everybody else's transactions, and
// each market's return to where it stood, which only a closing block has. So a minute closes as
// it was recorded, whatever the others did.
type sealing struct {
	time          time.Time
	baseFee       *uint256.Int
	before, after []*script            // one a lane; after may be empty
	loans         []loan               // of who uses the lenders
	deals         []deal               // of the arbitrageur
	release, pull []*types.Transaction // of the manipulator, before all and before the others
	pulled        []*uint256.Int       // where it leaves each market; nil: it does not touch it
	prices        []*uint256.Int       // of the markets, by their record
	others        []*types.Transaction
}

// end is where a market stands after its steps and a pull.
func (s sealing) end(i int) *uint256.Int {
	if s.pulled[i] != nil {
		return s.pulled[i]
	}
	return s.before[i].end
}

// seal makes the block and takes over what its receipts tell. A transaction of somebody
// else that turns out not to fit is left out, with those of its sender that follow it, and
// waits for the next block.
func (w *World) seal(ctx context.Context, s sealing) (*types.Block, error) {
	baseFee := s.baseFee.ToBig()
	steps, first, err := w.sign(s.before, baseFee)
	if err != nil {
		return nil, err
	}
	before := append(slices.Clone(s.release), steps...)
	after, last, err := w.sign(s.after, baseFee)
	if err != nil {
		return nil, err
	}
	told, err := w.tell(s.prices, baseFee)
	if err != nil {
		return nil, err
	}
	lending, err := w.bank.sign(s.loans, baseFee)
	if err != nil {
		return nil, err
	}
	before = append(append(before, told...), lending...)
	swaps, err := w.arbitrageur.sign(s.deals, baseFee)
	if err != nil {
		return nil, err
	}
	before = append(append(before, swaps...), s.pull...)
	for {
		txs := append(append(append([]*types.Transaction{}, before...), s.others...), after...)
		block, receipts, err := w.node.Miner.Mine(ctx, node.BlockSpec{Time: s.time, BaseFee: baseFee, Txs: txs})
		if at := misfit(err, len(before), len(s.others)); at >= 0 {
			s.others = without(w.node.Chain.Signer(), s.others, at)
			continue
		}
		if err != nil {
			return nil, err
		}
		rest := len(before) + len(s.others)
		if err := w.led(s, first, receipts[:len(before)]); err != nil {
			return nil, err
		}
		if err := w.foreign(receipts[len(before):rest]); err != nil {
			return nil, err
		}
		return block, w.ours(s.after, last, receipts[rest:])
	}
}

// tell is what reporters post at prices of the markets, by their record.
func (w *World) tell(prices []*uint256.Int, baseFee *big.Int) ([]*types.Transaction, error) {
	told, err := w.reporter.report(prices, baseFee)
	lenders, e := w.bank.report(prices, baseFee)
	return append(told, lenders...), errors.Join(err, e)
}

// led takes the receipts of what comes before the others: of the manipulator, the markets, the
// reporters, the borrower, the arbitrageur and the manipulator again. A loan alone may be refused:
// others may have taken out what it is to be paid from.
func (w *World) led(s sealing, first []int, receipts types.Receipts) error {
	pulls := len(receipts) - len(s.pull)
	deals := pulls - len(s.deals)
	loans := deals - len(s.loans)
	bookLoans(s.loans, receipts[loans:deals])
	for i, r := range receipts {
		if loans <= i && i < deals {
			continue
		}
		if r.Status != types.ReceiptStatusSuccessful {
			return fmt.Errorf("transaction %s of a market, its reporter, arbitrageur or manipulator reverted after %d gas", r.TxHash, r.GasUsed)
		}
	}
	if err := w.manipulator.take(receipts[:len(s.release)]); err != nil {
		return err
	}
	if err := w.ours(s.before, first, receipts[len(s.release):loans]); err != nil {
		return err
	}
	if err := w.arbitrageur.take(s.deals, receipts[deals:pulls]); err != nil {
		return err
	}
	if err := w.manipulator.take(receipts[pulls:]); err != nil {
		return err
	}
	for i, to := range s.pulled {
		if to != nil && !w.lanes[i].venue.price.Eq(to) {
			return fmt.Errorf("%s was pulled to %s, not to %s", w.lanes[i].stats.Handle, w.lanes[i].venue.price, to)
		}
	}
	return nil
}

// sign makes the transactions of the lanes' scripts, and says how many each lane has.
func (w *World) sign(scripts []*script, baseFee *big.Int) (all []*types.Transaction, counts []int, err error) {
	for i, s := range scripts {
		for _, c := range s.chunks {
			tx, err := w.lanes[i].hands[c.trader].sign(c.steps, baseFee)
			if err != nil {
				return nil, nil, err
			}
			all = append(all, tx)
		}
		counts = append(counts, len(s.chunks))
	}
	return all, counts, nil
}

// misfit returns which of the others' transactions an error of Mine speaks of, -1 for
// any other error.
func misfit(err error, first, others int) int {
	var bad *node.TxError
	if errors.As(err, &bad) && bad.Index >= first && bad.Index < first+others {
		return bad.Index - first
	}
	return -1
}

// without leaves out a transaction and those of the same sender after it.
func without(signer types.Signer, txs []*types.Transaction, at int) []*types.Transaction {
	sender := func(tx *types.Transaction) common.Address {
		from, err := types.Sender(signer, tx)
		must(err) // it was recovered when the transaction was submitted
		return from
	}
	kept := append([]*types.Transaction{}, txs[:at]...)
	for _, tx := range txs[at+1:] {
		if sender(tx) != sender(txs[at]) {
			kept = append(kept, tx)
		}
	}
	return kept
}

// hand is a market account and its owner, who signs its steps.
type hand struct {
	chain          *node.Chain
	key            *ecdsa.PrivateKey // of the owner
	owner, account common.Address
	nonce          uint64 // of the owner
}

// sign makes the next transaction of the account. The chain is told who signed it.
func (h *hand) sign(steps deploy.Steps, baseFee *big.Int) (*types.Transaction, error) {
	data, err := steps.Calldata()
	if err != nil {
		return nil, fmt.Errorf("pack market steps: %w", err)
	}
	tx, err := types.SignNewTx(h.key, h.chain.Signer(), &types.DynamicFeeTx{
		ChainID: h.chain.ID(), Nonce: h.nonce, To: &h.account, Data: data,
		Gas: marketGas, GasTipCap: common.Big0, GasFeeCap: baseFee,
	})
	if err != nil {
		return nil, fmt.Errorf("sign market step: %w", err)
	}
	h.chain.Trust(tx, h.owner)
	h.nonce++
	return tx, nil
}

// ours takes the receipts of the markets' own transactions: so many of each lane, in order,
// and then what nobody's market sent. They must have succeeded and led where they should.
func (w *World) ours(scripts []*script, counts []int, receipts types.Receipts) error {
	for _, r := range receipts {
		if r.Status != types.ReceiptStatusSuccessful {
			return fmt.Errorf("market transaction %s reverted after %d gas", r.TxHash, r.GasUsed)
		}
	}
	for i, s := range scripts {
		if err := w.lanes[i].take(s, receipts[:counts[i]]); err != nil {
			return err
		}
		receipts = receipts[counts[i]:]
	}
	return nil
}

// take books what the market's own transactions did to its pool.
func (l *lane) take(s *script, receipts types.Receipts) error {
	for _, r := range receipts {
		if err := l.venue.book(r, ours); err != nil {
			return err
		}
	}
	if s.end != nil && !l.venue.price.Eq(s.end) {
		return fmt.Errorf("%s stopped at price %s, not at %s", l.stats.Handle, l.venue.price, s.end)
	}
	return nil
}

// foreign books what everybody else did to the pools.
func (w *World) foreign(receipts types.Receipts) error {
	for _, l := range w.lanes {
		l.venue.disturbed = false
		for _, r := range receipts {
			if err := l.venue.book(r, byOthers); err != nil {
				return err
			}
		}
	}
	return w.arbitrageur.foreign(receipts)
}
