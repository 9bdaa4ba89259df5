package rpc

import (
	"context"
	"errors"
	"fmt"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/holiman/uint256"
)

// Block is a block's header, as far as decisions and simulations need it.
type Block struct {
	Number     uint64
	Hash       common.Hash
	Parent     common.Hash
	Time       uint64       // seconds since 1970
	BaseFee    *uint256.Int // wei per gas; nil on a chain without EIP-1559
	GasLimit   uint64
	GasUsed    uint64
	Coinbase   common.Address
	PrevRandao common.Hash
}

// BlockByHash returns the block with the given hash, or ErrNoBlock.
func (c *Client) BlockByHash(ctx context.Context, hash common.Hash) (Block, error) {
	b, err := c.block(ctx, "eth_getBlockByHash", hash)
	if err != nil {
		return Block{}, err
	}
	if b.Hash != hash {
		return Block{}, &Error{
			Method: "eth_getBlockByHash", Kind: ErrMalformed,
			Detail: fmt.Sprintf("asked for block %v, received %v", hash, b.Hash),
		}
	}
	return b, nil
}

// BlockByNumber returns the canonical block at the given height, or
// ErrNoBlock.
func (c *Client) BlockByNumber(ctx context.Context, number uint64) (Block, error) {
	b, err := c.block(ctx, "eth_getBlockByNumber", hexutil.Uint64(number))
	if err != nil {
		return Block{}, err
	}
	if b.Number != number {
		return Block{}, &Error{
			Method: "eth_getBlockByNumber", Kind: ErrMalformed,
			Detail: fmt.Sprintf("asked for block %d, received %d", number, b.Number),
		}
	}
	return b, nil
}

// Safe returns the newest block that the chain calls safe: on a rollup, one whose data
// the chain below has. An endpoint that knows none is ErrNoBlock, or the error that it
// answers with.
//
// spec: chain §8
func (c *Client) Safe(ctx context.Context) (Block, error) {
	return c.block(ctx, "eth_getBlockByNumber", "safe")
}

// BlockAt adds a read of the block that the chain has at a height now, whatever
// block the batch is pinned to.
func (b *Batch) BlockAt(number uint64) *Read[Block] {
	return add(b, "eth_getBlockByNumber", parseBlock, hexutil.Uint64(number), false)
}

func (c *Client) block(ctx context.Context, method string, which any) (Block, error) {
	got := answer[Block]{parse: parseBlock}
	if err := noBlock(c.call(ctx, &got, method, which, false)); err != nil {
		return Block{}, err
	}
	return got.value, nil
}

// atHeight asks for the block at a height.
func atHeight(got *answer[Block], number uint64) *request {
	return single(got, "eth_getBlockByNumber", hexutil.Uint64(number), false)
}

// noBlock names what is missing.
func noBlock(err error) error {
	if missing := new(Error); errors.As(err, &missing) && errors.Is(missing.Kind, ErrMissing) {
		missing.Kind = ErrNoBlock
	}
	return err
}

// wireBlock is a header on the wire. Pointers tell absent from zero.
type wireBlock struct {
	Number     *hexutil.Uint64 `json:"number"`
	Hash       *common.Hash    `json:"hash"`
	Parent     *common.Hash    `json:"parentHash"`
	Time       *hexutil.Uint64 `json:"timestamp"`
	BaseFee    *uint256.Int    `json:"baseFeePerGas"`
	GasLimit   *hexutil.Uint64 `json:"gasLimit"`
	GasUsed    *hexutil.Uint64 `json:"gasUsed"`
	Coinbase   *common.Address `json:"miner"`
	PrevRandao *common.Hash    `json:"mixHash"`
}

func parseBlock(raw []byte, into *Block) error {
	var w wireBlock
	if err := parseJSON(raw, &w); err != nil {
		return err
	}
	if w.Number == nil || w.Hash == nil || w.Parent == nil || w.Time == nil || w.GasLimit == nil || w.GasUsed == nil ||
		w.Coinbase == nil {
		return fmt.Errorf("a block without all of number, hash, parentHash, timestamp, gasLimit, gasUsed and miner")
	}
	*into = Block{
		Number: uint64(*w.Number), Hash: *w.Hash, Parent: *w.Parent, Time: uint64(*w.Time), BaseFee: w.BaseFee,
		GasLimit: uint64(*w.GasLimit), GasUsed: uint64(*w.GasUsed), Coinbase: *w.Coinbase,
	}
	if w.PrevRandao != nil {
		into.PrevRandao = *w.PrevRandao
	}
	return nil
}
