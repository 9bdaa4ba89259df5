package node

import (
	"encoding/binary"
	"fmt"
	"reflect"
	"sync/atomic"
	"unsafe"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/lru"
	"github.com/ethereum/go-ethereum/core"
	"github.com/ethereum/go-ethereum/core/rawdb"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/ethdb"
	"github.com/ethereum/go-ethereum/event"
	"github.com/ethereum/go-ethereum/rlp"
)

// extension moves go-ethereum's head to a block on top of it, and tells who listens. SetCanonical,
// which does so too, reads the block's receipts back and decodes them to tell of them, and
// wakes up who only wants to hear of blocks that went: a fourteenth of the time of a life. Its parts are
// internal to go-ethereum, and there is no other way to them. The hash of a block is computed once.
type extension struct {
	header, head, snap *atomic.Pointer[types.Header]
	hash               *common.Hash // of header
	known              *lru.Cache[common.Hash, *types.Header]
	blocks, all        *event.Feed // of blocks, and of their logs
}

func newExtension(chain *core.BlockChain) (*extension, error) {
	var e extension
	var headers *core.HeaderChain
	if err := parts(chain, map[string]any{
		"hc": &headers, "currentBlock": &e.head, "currentSnapBlock": &e.snap, "chainFeed": &e.blocks, "logsFeed": &e.all,
	}); err != nil {
		return nil, err
	}
	return &e, parts(headers, map[string]any{"currentHeader": &e.header, "currentHeaderHash": &e.hash, "headerCache": &e.known})
}

// parts finds fields of a part of go-ethereum by their names.
func parts(of any, named map[string]any) error {
	for name, into := range named {
		if err := part(of, name, reflect.ValueOf(into).Elem()); err != nil {
			return err
		}
	}
	return nil
}

// part makes into what a field is or, where into points to what the field is, a pointer to it.
func part(of any, name string, into reflect.Value) error {
	field := reflect.ValueOf(of).Elem().FieldByName(name)
	switch {
	case field.IsValid() && field.Type() == into.Type():
		into.Set(reflect.NewAt(field.Type(), unsafe.Pointer(field.UnsafeAddr())).Elem())
	case field.IsValid() && reflect.PointerTo(field.Type()) == into.Type():
		into.Set(reflect.NewAt(field.Type(), unsafe.Pointer(field.UnsafeAddr())))
	default:
		return fmt.Errorf("go-ethereum's %T has another %s than this program knows", of, name)
	}
	return nil
}

// write writes a block and says that it is the head. It is found by its number at last.
func (e *extension) write(db ethdb.KeyValueWriter, block *types.Block) error {
	hash, number, header := block.Hash(), block.NumberU64(), block.Header()
	text, err := rlp.EncodeToBytes(header)
	if err != nil {
		return err
	}
	if err := db.Put(headerKey(number, hash), text); err != nil {
		return err
	}
	e.known.Add(hash, header)
	rawdb.WriteBody(db, hash, number, block.Body())
	rawdb.WriteHeaderNumber(db, hash, number)
	rawdb.WriteTxLookupEntriesByBlock(db, block)
	rawdb.WriteHeadHeaderHash(db, hash)
	rawdb.WriteHeadFastBlockHash(db, hash)
	rawdb.WriteHeadBlockHash(db, hash)
	rawdb.WriteCanonicalHash(db, hash, number)
	return nil
}

// headerKey is where go-ethereum's database has a header.
func headerKey(number uint64, hash common.Hash) []byte {
	return append(binary.BigEndian.AppendUint64([]byte("h"), number), hash[:]...)
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
	header, ok := e.known.Get(block.Hash())
	if !ok {
		header = block.Header()
	}
	e.stand(header, block.Hash())
	e.blocks.Send(core.ChainEvent{Header: header, Receipts: receipts, Transactions: block.Transactions()})
	if len(logs) > 0 {
		e.all.Send(logs)
	}
}

// stand makes a header that of the head, and tells nobody.
func (e *extension) stand(header *types.Header, hash common.Hash) {
	e.header.Store(header)
	*e.hash = hash
	e.snap.Store(header)
	e.head.Store(header)
}
