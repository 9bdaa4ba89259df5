package node

import (
	"fmt"
	"reflect"
	"sync/atomic"
	"unsafe"

	"github.com/ethereum/go-ethereum/core"
	"github.com/ethereum/go-ethereum/core/rawdb"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/ethdb"
	"github.com/ethereum/go-ethereum/event"
)

// extension moves go-ethereum's head to a block on top of it, and tells who listens. SetCanonical,
// which does so too, reads the block's receipts back and decodes them to tell of them, and
// wakes up who only wants to hear of blocks that went: a fourteenth of the time of a life. Its parts are
// internal to go-ethereum, and there is no other way to them.
type extension struct {
	headers     *core.HeaderChain
	head, snap  *atomic.Pointer[types.Header]
	blocks, all *event.Feed // of blocks, and of their logs
}

func newExtension(chain *core.BlockChain) (*extension, error) {
	var e extension
	for name, into := range map[string]any{
		"hc": &e.headers, "currentBlock": &e.head, "currentSnapBlock": &e.snap, "chainFeed": &e.blocks, "logsFeed": &e.all,
	} {
		if err := part(chain, name, reflect.ValueOf(into).Elem()); err != nil {
			return nil, err
		}
	}
	return &e, nil
}

// part makes into what a field of the chain is or, where into points to what the field is, a pointer to it.
func part(chain *core.BlockChain, name string, into reflect.Value) error {
	field := reflect.ValueOf(chain).Elem().FieldByName(name)
	switch {
	case field.IsValid() && field.Type() == into.Type():
		into.Set(reflect.NewAt(field.Type(), unsafe.Pointer(field.UnsafeAddr())).Elem())
	case field.IsValid() && reflect.PointerTo(field.Type()) == into.Type():
		into.Set(reflect.NewAt(field.Type(), unsafe.Pointer(field.UnsafeAddr())))
	default:
		return fmt.Errorf("go-ethereum's %T has another %s than this program knows", chain, name)
	}
	return nil
}

// write says in the database that the block is the head.
func (*extension) write(db ethdb.KeyValueWriter, block *types.Block) {
	rawdb.WriteHeadHeaderHash(db, block.Hash())
	rawdb.WriteHeadFastBlockHash(db, block.Hash())
	rawdb.WriteCanonicalHash(db, block.Hash(), block.NumberU64())
	rawdb.WriteTxLookupEntriesByBlock(db, block)
	rawdb.WriteHeadBlockHash(db, block.Hash())
}

// extend makes a block that was written, on top of the head, the head. Where old blocks go, few are
// ever read, and those are decoded then.
func (c *Chain) extend(block *types.Block, receipts types.Receipts, logs []*types.Log) error {
	if c.extension != nil {
		c.extension.move(block, receipts, logs)
	} else if _, err := c.core.SetCanonical(c.cached(block)); err != nil {
		return err
	}
	c.latest.Store(&latest{c.core.CurrentBlock(), block.Hash()})
	return nil
}

// move makes the block the head, once it is written. Receipts and logs stay as they are from now on.
func (e *extension) move(block *types.Block, receipts types.Receipts, logs []*types.Log) {
	header := block.Header()
	e.stand(header)
	e.blocks.Send(core.ChainEvent{Header: header, Receipts: receipts, Transactions: block.Transactions()})
	if len(logs) > 0 {
		e.all.Send(logs)
	}
}

// stand makes a header that of the head, and tells nobody.
func (e *extension) stand(header *types.Header) {
	e.headers.SetCurrentHeader(header)
	e.snap.Store(header)
	e.head.Store(header)
}
