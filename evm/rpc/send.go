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

// Receipt returns the receipt of an included transaction, with status, block,
// gas price and logs, or ErrNotFound while there is none.
func (c *Client) Receipt(ctx context.Context, tx common.Hash) (*types.Receipt, error) {
	const method = "eth_getTransactionReceipt"
	got := answer[types.Receipt]{parse: parseReceipt}
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
}

// parseReceipt leaves the block number nil where the transaction is in no block.
func parseReceipt(raw []byte, into *types.Receipt) error {
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
	return parseJSON(raw, into)
}
