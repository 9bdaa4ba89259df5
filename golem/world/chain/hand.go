package chain

import (
	"context"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/capability"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/tape"
)

// Hand signs and sends for one account. In a replay client and signer are nil:
// what was signed, sent and received comes from the journal. It belongs to one
// goroutine.
type Hand struct {
	Client  *rpc.Client `image:"-"`
	Signer  Signer      `image:"-"`
	Journal *journal.Journal
	Clock   *tape.Clock
	ChainID uint64
	// Poll is how long to wait between looks for a receipt and Patience how long
	// in all, both in milliseconds; after it an outcome is unknown.
	Poll, Patience int64
	// Depth is how many blocks deep an order is watched for a reorg that takes it
	// back; zero on a chain that has none.
	Depth uint64
	// Rollup says that the chain charges for data too: a receipt that does not tell how
	// much is none.
	Rollup bool
	// Confirmations is how many blocks, its own included, an order needs to be told as
	// confirmed, and as safe after that; with 0 neither is told.
	Confirmations uint64

	flights flights
	signed  uint64 // transactions, by the signer in force
}

// Receipt is what the chain answered to one transaction. Logs keep only what the
// outcome is computed from.
type Receipt struct {
	TxHash  common.Hash `cbor:"1,keyasint"`
	Found   bool        `cbor:"2,keyasint"`
	Success bool        `cbor:"3,keyasint"`
	Block   turn.Block  `cbor:"4,keyasint"`
	GasUsed uint64      `cbor:"5,keyasint"`
	// GasWei is all that the wallet paid for the transaction, in wei: its gas and DataWei.
	GasWei uint256.Int    `cbor:"6,keyasint"`
	Logs   []protocol.Log `cbor:"7,keyasint"`
	// DataWei is what a rollup took beside the gas: for data, and for its operator.
	DataWei uint256.Int `cbor:"8,keyasint,omitzero"`
	// Lost says that the transaction can never be included: its nonce is used by
	// one that is not the Golem's.
	Lost bool `cbor:"-"`
}

// Send consumes the token for the use and only then signs the calls, with
// consecutive nonces and the given offer, sends them and waits for their receipts.
// What a node forgot is handed over again, the same bytes. Receipts come back in call
// order; one that is not Found was not included in time, and its outcome is
// unknown until Look tells it under the order's id. An error with receipts is a fault
// after which all outcomes are unknown; an error without any says that nothing was
// sent, or that the node refused the first call and nothing waits there.
func (h *Hand) Send(ctx context.Context, token *capability.Token, use capability.Use, o Order) ([]Receipt, error) {
	if err := token.Consume(use); err != nil {
		return nil, err
	}
	signed, err := journal.Take(h.Journal, journal.KindNote, o.Calls, func() ([]signedTx, error) { return h.sign(ctx, o.Calls, o.Offer) })
	if err != nil {
		return nil, fmt.Errorf("sign: %w", err)
	}
	f, err := newFlight(o, signed, h.Clock.Last())
	if err != nil {
		return nil, err
	}
	h.signed += uint64(len(signed))
	recall(h.Signer, signed, h.Clock.Last())
	if err := h.Journal.Sync(); err != nil { // no durable journal, no write to the chain
		return nil, err
	}
	h.flights = append(h.flights, f)
	if at, err := h.hand(ctx, signed, nil); at == 0 && refused(err) {
		h.flights.forget(f)
		return nil, fmt.Errorf("send: %w", err)
	}
	receipts, err := h.await(ctx, signed)
	h.told(f, receipts)
	return receipts, err
}

// Order is the calls of one permitted action and what each offers per gas. ID is the
// permit's: Look names the order by it.
type Order struct {
	ID    string
	Calls []protocol.Call
	Offer signer.Fees
}

// signedTx is a transaction ready to leave.
type signedTx struct {
	Hash common.Hash `cbor:"1,keyasint"`
	Raw  []byte      `cbor:"2,keyasint"`
}

func (h *Hand) sign(ctx context.Context, calls []protocol.Call, offer signer.Fees) ([]signedTx, error) {
	head, err := h.Client.Head(ctx)
	if err != nil {
		return nil, err
	}
	if head.BaseFee == nil {
		return nil, fmt.Errorf("block %d has no base fee: fees of this chain cannot be chosen", head.Number)
	}
	if asked := asks(head.BaseFee, offer); offer.Max.Lt(asked) {
		return nil, fmt.Errorf("the next block may ask %s wei per gas, the order was to offer %s: it would wait, and all behind it", asked.Dec(), offer.Max.Dec())
	}
	nonce, err := h.Client.PendingNonce(ctx, h.Signer.Address())
	if err != nil {
		return nil, err
	}
	if next := h.flights.next(); nonce < next {
		return nil, fmt.Errorf("the endpoint counts %d transactions of the wallet, %d were sent: it is behind, or the chain went back", nonce, next)
	}
	out := make([]signedTx, len(calls))
	for i, call := range calls {
		if out[i], err = h.signOne(call, nonce+uint64(i), offer); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (h *Hand) signOne(call protocol.Call, nonce uint64, offer signer.Fees) (signedTx, error) {
	tx := &types.DynamicFeeTx{ChainID: new(big.Int).SetUint64(h.ChainID), Nonce: nonce, GasTipCap: offer.Tip.ToBig(), GasFeeCap: offer.Max.ToBig(), Gas: call.Gas, To: &call.To, Data: call.Data, Value: call.Value.ToBig()}
	done, err := h.Signer.SignTransaction(tx)
	return signedTx{done.Hash, done.Raw}, err
}

// asks is the most that the next block can ask of an offer. Where that is more than is offered
// nothing is signed: a transaction that waits holds up every later one, exits too. An order
// that tips all that it offers pays just that, whatever the base fee is.
func asks(baseFee *uint256.Int, offer signer.Fees) *uint256.Int {
	if offer.Tip.Eq(&offer.Max) {
		return nextFee(baseFee, new(uint256.Int))
	}
	return nextFee(baseFee, &offer.Tip)
}

// nextFee is the most that the block after one with the given base fee can ask with
// a tip: a base fee rises by an eighth at most (EIP-1559).
func nextFee(baseFee, tip *uint256.Int) *uint256.Int {
	fee := new(uint256.Int).Rsh(baseFee, 3)
	return fee.Add(fee, baseFee).Add(fee, tip)
}
