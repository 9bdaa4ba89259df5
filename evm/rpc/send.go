package rpc

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"
)

const methodSend = "eth_sendRawTransaction"

// Send hands a signed transaction to the node and returns its hash, which the
// caller has stored before (spec chain §8) and the node must confirm. An error
// that is not one of the refusals (ErrNonceTooLow, ErrUnderpriced, …) leaves
// the outcome unknown: ask for the receipt before anything else. Of several
// endpoints the first that answers gets it; they are the same bytes, so that no
// two can execute it twice.
func (c *Client) Send(ctx context.Context, raw []byte) (common.Hash, error) {
	want := crypto.Keccak256Hash(raw)
	got := answer[common.Hash]{parse: parseHash}
	if err := c.call(ctx, &got, methodSend, hexutil.Bytes(raw)); err != nil {
		return want, err
	}
	if got.value != want {
		return want, &Error{
			Method: methodSend, Kind: ErrMalformed,
			Detail: fmt.Sprintf("sent transaction %v, the node confirms %v", want, got.value),
		}
	}
	return want, nil
}

// Receipt is the receipt of an included transaction. Rollup is what a rollup charged
// for it beside its gas, nil on a chain that charges nothing else.
type Receipt struct {
	types.Receipt
	Rollup *RollupFee
}

// RollupFee is what a chain of the OP stack says of its fees in a receipt (chain §7
// point 8): the fee for data in wei, and what the operator's fee follows from, zero
// where there is none.
type RollupFee struct {
	Data             uint256.Int
	OperatorScalar   uint64
	OperatorConstant uint64
}

// Receipt returns the receipt of an included transaction, with status, block,
// gas price and logs, or ErrNotFound while there is none.
func (c *Client) Receipt(ctx context.Context, tx common.Hash) (*Receipt, error) {
	const method = "eth_getTransactionReceipt"
	got := answer[Receipt]{parse: parseReceipt}
	r := single(&got, method, tx)
	if err := c.do(ctx, r); err != nil {
		if e := new(Error); errors.As(err, &e) && errors.Is(e.Kind, ErrMissing) {
			e.Kind, e.Detail = ErrNotFound, "transaction "+tx.Hex()
		}
		return nil, err
	}
	if got.value.TxHash != tx {
		return nil, &Error{
			Method: method, Kind: ErrMalformed,
			Detail: fmt.Sprintf("asked for the receipt of %v, received that of %v", tx, got.value.TxHash),
		}
	}
	if got.value.BlockNumber == nil {
		return nil, &Error{Method: method, Kind: ErrNotFound, Detail: "transaction " + tx.Hex() + " is in no block"}
	}
	if r.by != nil {
		r.by.saw(got.value.BlockNumber.Uint64())
	}
	return &got.value, nil
}

// wireReceipt is what an included transaction's receipt says. go-ethereum's
// decoder takes all of it as optional, and absent would read as reverted, or as
// free.
type wireReceipt struct {
	TxHash    *common.Hash      `json:"transactionHash"`
	Status    *hexutil.Uint64   `json:"status"`
	BlockHash *common.Hash      `json:"blockHash"`
	Number    *hexutil.Uint64   `json:"blockNumber"`
	Price     *hexutil.Big      `json:"effectiveGasPrice"`
	Logs      []json.RawMessage `json:"logs"`

	L1Fee            *uint256.Int    `json:"l1Fee"`
	OperatorScalar   *hexutil.Uint64 `json:"operatorFeeScalar"`
	OperatorConstant *hexutil.Uint64 `json:"operatorFeeConstant"`
}

// rollup is nil where the chain charges for gas alone.
func (w wireReceipt) rollup() *RollupFee {
	if w.L1Fee == nil {
		return nil
	}
	fee := &RollupFee{Data: *w.L1Fee}
	if w.OperatorScalar != nil {
		fee.OperatorScalar = uint64(*w.OperatorScalar)
	}
	if w.OperatorConstant != nil {
		fee.OperatorConstant = uint64(*w.OperatorConstant)
	}
	return fee
}

// parseReceipt leaves the block number nil where the transaction is in no block.
func parseReceipt(raw []byte, into *Receipt) error {
	var w wireReceipt
	if err := parseJSON(raw, &w); err != nil {
		return err
	}
	if w.TxHash != nil && w.BlockHash == nil && w.Number == nil { // some nodes answer for what waits
		into.TxHash = *w.TxHash
		return nil
	}
	if w.BlockHash == nil || w.Number == nil || w.Status == nil || *w.Status > 1 || w.Price == nil {
		return fmt.Errorf("a receipt without all of status 0 or 1, blockHash, blockNumber and effectiveGasPrice")
	}
	if slices.ContainsFunc(w.Logs, func(l json.RawMessage) bool { return string(l) == "null" }) {
		return fmt.Errorf("a receipt with a log that is null")
	}
	into.Rollup = w.rollup()
	return parseJSON(raw, &into.Receipt)
}
