package node

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/rawdb"
	"github.com/ethereum/go-ethereum/ethdb"
	"github.com/fxamacker/cbor/v2"

	"bardo.run/bardo/internal/image"
)

// ErrCarry is wrapped where a chain cannot be carried into another process, or is another one.
var ErrCarry = errors.New("the chain cannot be carried on")

// carried is a chain as it stands between two blocks.
type carried struct {
	Genesis common.Hash `cbor:"1,keyasint"`
	Head    []byte      `cbor:"2,keyasint"` // JSON of a headRecord
	First   uint64      `cbor:"3,keyasint"` // the oldest block that is kept beside block 0
	Nodes   []byte      `cbor:"4,keyasint"` // image of what counts the nodes of its states
	Data    []byte      `cbor:"5,keyasint"` // the database: each key and its value, both with their lengths before them
}

// within are the parts of the node that an image of them follows.
var within = image.Bounds{Within: "bardo.run/bardo"}

// processKeys are the keys of what a database says of the process that has it open: when it began, and how
// far go-ethereum's index of transactions has looked back.
var processKeys = [][]byte{[]byte("unclean-shutdown"), []byte("TransactionIndexTail")}

// Carry copies a chain that keeps few blocks and states out of the node, for another node of the same
// configuration to go on with: the same blocks follow. What waits in the pool is no part of it.
func (a *Archive) Carry() ([]byte, error) {
	a.gate.Lock()
	defer a.gate.Unlock()
	if err := a.carries(); err != nil {
		return nil, err
	}
	head, _ := a.snapshots.now()
	c := carried{Genesis: a.chain.core.Genesis().Hash(), First: a.chain.window.first.Load()}
	a.snapshots.states.nodes.order()
	var errs [2]error
	c.Head, errs[0] = json.Marshal(head)
	c.Nodes, errs[1] = within.Of(a.snapshots.states.nodes)
	it := a.chain.db.NewIterator(nil, nil)
	defer it.Release()
	for it.Next() {
		if !ofProcess(it.Key()) {
			c.Data = pair(c.Data, it.Key(), it.Value())
		}
	}
	if err := errors.Join(append(errs[:], it.Error())...); err != nil {
		return nil, fmt.Errorf("carry: %w", err)
	}
	return cbor.Marshal(c)
}

// carries reports why the chain cannot be carried.
func (a *Archive) carries() error {
	switch {
	case a.gate.closed:
		return ErrClosed
	case a.kept, a.chain.fork != nil, a.chain.window.keep == 0, a.snapshots.states.nodes == nil:
		return fmt.Errorf("%w: it is no chain in memory that lets old blocks and states go", ErrCarry)
	case !a.gate.noCheats:
		return fmt.Errorf("%w: it may be cheated, and be taken back", ErrCarry)
	}
	return nil
}

func ofProcess(key []byte) bool {
	for _, k := range processKeys {
		if bytes.Equal(k, key) {
			return true
		}
	}
	return false
}

// pair appends a key and a value.
func pair(to, key, value []byte) []byte {
	for _, b := range [][]byte{key, value} {
		to = append(binary.AppendUvarint(to, uint64(len(b))), b...)
	}
	return to
}

// pairs calls with each key and value.
func pairs(data []byte, with func(key, value []byte) error) error {
	var both [2][]byte
	for len(data) > 0 {
		for i := range both {
			n, size := binary.Uvarint(data)
			if size <= 0 || n > uint64(len(data)-size) {
				return fmt.Errorf("%w: its database is cut off", ErrCarry)
			}
			both[i], data = data[size:size+int(n)], data[size+int(n):] //nolint:gosec // no more than bytes
		}
		if err := with(both[0], both[1]); err != nil {
			return err
		}
	}
	return nil
}

// Resume goes on with the chain that another node of the same configuration carried out. What it says of
// itself is checked before anything is changed; an error that does not wrap ErrCarry comes later, and leaves
// a node that must not be used further.
func (a *Archive) Resume(chain []byte) error {
	a.gate.Lock()
	defer a.gate.Unlock()
	if err := a.carries(); err != nil {
		return err
	}
	var c carried
	var head headRecord
	err := cbor.Unmarshal(chain, &c)
	if err == nil {
		err = json.Unmarshal(c.Head, &head)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrCarry, err)
	}
	if own := a.chain.core.Genesis().Hash(); c.Genesis != own {
		return fmt.Errorf("%w: it begins with block %s, and this one with %s", ErrCarry, c.Genesis, own)
	}
	if err := pairs(c.Data, func(_, _ []byte) error { return nil }); err != nil {
		return err
	}
	return a.take(&c, head)
}

// take puts the chain in place of this node's.
func (a *Archive) take(c *carried, head headRecord) error {
	if err := refill(a.chain.db, c.Data); err != nil {
		return fmt.Errorf("resume: %w", err)
	}
	number, ok := rawdb.ReadHeaderNumber(a.chain.db, head.Hash)
	if !ok {
		return fmt.Errorf("resume: block %s is not there", head.Hash)
	}
	header := rawdb.ReadHeader(a.chain.db, head.Hash, number)
	if header == nil {
		return fmt.Errorf("resume: block %d is not there", number)
	}
	a.chain.extension.stand(header, head.Hash)
	if err := a.chain.core.SetHead(number); err != nil { // reads what the database says, and empties the caches
		return fmt.Errorf("resume: %w", err)
	}
	if now := a.chain.Head().Hash(); now != head.Hash {
		return fmt.Errorf("resume: the head is %s and not %s", now, head.Hash)
	}
	if err := a.chain.window.refill(a.chain, c.First, number); err != nil {
		return err
	}
	if err := within.Into(a.snapshots.states.nodes, c.Nodes); err != nil {
		return fmt.Errorf("resume: %w", err)
	}
	a.snapshots.pace.next = head.pace(a.chain.Head().Time)
	return a.waiting.clear()
}

// refill makes a database hold what data lists and nothing else, but for what is the process's own.
func refill(db ethdb.Database, data []byte) error {
	batch := db.NewBatch()
	defer batch.Close()
	it := db.NewIterator(nil, nil)
	defer it.Release()
	for it.Next() {
		if !ofProcess(it.Key()) {
			if err := batch.Delete(it.Key()); err != nil {
				return err
			}
		}
	}
	if err := errors.Join(it.Error(), pairs(data, batch.Put)); err != nil {
		return err
	}
	return batch.Write()
}

// refill takes the blocks from one on up to the head in.
func (w *window) refill(c *Chain, first, head uint64) error {
	w.blocks = nil
	w.first.Store(first)
	for number := first; number <= head; number++ {
		block := c.core.GetBlockByNumber(number)
		if block == nil {
			return fmt.Errorf("resume: block %d is not there", number)
		}
		w.grow(block)
	}
	return nil
}
