package node

import (
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/rawdb"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/ethdb"
)

// A persistent devnet writes beside go-ethereum's tables which block is its head and
// what it remembers. The head stands there, synced, before anybody can see the block:
// what was once shown is there after a kill.
var (
	headKey    = []byte("mirage-head")
	memoryKey  = []byte("mirage-memory")
	senderFrom = []byte("mirage-from-") // + hash of a transaction that was impersonated
)

// headRecord is the latest block and what the next one gets.
type headRecord struct {
	Hash     common.Hash    `json:"hash"`
	Offset   time.Duration  `json:"offset"`
	Time     uint64         `json:"time,omitempty"`
	BaseFee  *hexutil.Big   `json:"baseFee,omitempty"`
	Randao   *common.Hash   `json:"randao,omitempty"`
	Coinbase common.Address `json:"coinbase"`
	Step     uint64         `json:"step,omitempty"`
	GasLimit uint64         `json:"gasLimit,omitempty"`
}

func (p pace) record(head common.Hash) headRecord {
	return headRecord{head, p.offset, p.time, (*hexutil.Big)(p.baseFee), p.randao, p.coinbase, p.step, p.gasLimit}
}

// pace is what a record says of the block after one at time last.
func (r headRecord) pace(last uint64) pace {
	return pace{last: last, offset: r.Offset, time: r.Time, baseFee: (*big.Int)(r.BaseFee), randao: r.Randao, coinbase: r.Coinbase, step: r.Step, gasLimit: r.GasLimit}
}

// memory is what a devnet knows that stands in no block.
type memory struct {
	NextID       uint64           `json:"nextID"`
	Snapshots    []keptSnapshot   `json:"snapshots"`
	Impersonated []common.Address `json:"impersonated"`
}

type keptSnapshot struct {
	ID           uint64           `json:"id"`
	Head         headRecord       `json:"head"`
	Impersonated []common.Address `json:"impersonated"`
}

// memory is what the node remembers now, given these snapshots and accounts.
func (n *Node) memory(snapshots []snapshot, impersonated []common.Address) memory {
	m := memory{NextID: n.nextID, Impersonated: impersonated}
	for _, s := range snapshots {
		m.Snapshots = append(m.Snapshots, keptSnapshot{s.id, s.pace.record(s.head), s.impersonated})
	}
	return m
}

// impersonators lists who may send without a key, in the order of their bytes.
func (n *Node) impersonators() []common.Address {
	var all []common.Address
	for account := range n.impersonated {
		all = append(all, account)
	}
	slices.SortFunc(all, common.Address.Cmp)
	return all
}

// note makes the record durable together with what fill puts into the batch. A chain in
// memory has nothing to note.
func (n *Node) note(head headRecord, m *memory, fill func(ethdb.Batch) error) error {
	batch := n.db.NewBatch()
	defer batch.Close()
	if fill != nil {
		if err := fill(batch); err != nil {
			return err
		}
	}
	if n.cfg.DataDir != "" {
		if err := head.put(batch, m); err != nil {
			return err
		}
	}
	if err := batch.Write(); err != nil {
		return fmt.Errorf("write: %w", err)
	}
	if n.cfg.DataDir == "" {
		return nil
	}
	if err := n.db.SyncKeyValue(); err != nil {
		return fmt.Errorf("sync: %w", err)
	}
	return nil
}

// put writes a head and, unless it is nil, a memory.
func (r headRecord) put(db ethdb.KeyValueWriter, m *memory) error {
	text, err := json.Marshal(r)
	if err != nil {
		return err
	}
	if err := db.Put(headKey, text); err != nil || m == nil {
		return err
	}
	if text, err = json.Marshal(m); err != nil {
		return err
	}
	return db.Put(memoryKey, text)
}

// noteState notes what stands in no block, after a change of it.
func (n *Node) noteState() error {
	if n.cfg.DataDir == "" {
		return nil
	}
	m := n.memory(n.snapshots, n.impersonators())
	return n.note(n.pace.record(n.Head().Hash()), &m, nil)
}

func readHead(db ethdb.KeyValueReader) (headRecord, error) {
	var r headRecord
	text, err := db.Get(headKey)
	if err == nil {
		err = json.Unmarshal(text, &r)
	}
	if err != nil {
		return r, fmt.Errorf("the record of its latest block: %w", err)
	}
	return r, nil
}

// recall brings the chain to where the last record says, and the memory back.
func (n *Node) recall() error {
	if n.cfg.DataDir == "" {
		return nil
	}
	if !n.folder.Started {
		return n.first()
	}
	head, err := readHead(n.db)
	if err != nil {
		return err
	}
	var m memory
	text, err := n.db.Get(memoryKey)
	if err == nil {
		err = json.Unmarshal(text, &m)
	}
	if err != nil {
		return fmt.Errorf("the record of snapshots: %w", err)
	}
	block := n.chain.GetBlockByHash(head.Hash)
	if block == nil {
		return fmt.Errorf("block %s is gone", head.Hash)
	}
	if err := n.moveHead(block); err != nil {
		return err
	}
	if err := n.sweep(); err != nil {
		return err
	}
	if err := n.adopt(head, m); err != nil {
		return err
	}
	n.folder.Closed = common.Hash{}
	return n.folder.write(n.cfg.DataDir)
}

// first notes block 0 (or the head of a state that was loaded) in a new folder, which
// from now on holds a chain.
func (n *Node) first() error {
	if err := n.noteState(); err != nil {
		return err
	}
	n.folder.Started = true
	return n.folder.write(n.cfg.DataDir)
}

// adopt takes over what was remembered.
func (n *Node) adopt(head headRecord, m memory) error {
	n.pace = head.pace(n.Head().Time)
	n.nextID = max(m.NextID, 1)
	n.snapshots = nil
	for _, k := range m.Snapshots {
		block := n.chain.GetBlockByHash(k.Head.Hash)
		if block == nil {
			return fmt.Errorf("block %s of snapshot %d is gone", k.Head.Hash, k.ID)
		}
		s := snapshot{id: k.ID, head: block.Hash(), root: block.Root(), pace: k.Head.pace(block.Time()), impersonated: k.Impersonated}
		if err := n.pin(s.root); err != nil {
			return err
		}
		n.snapshots = append(n.snapshots, s)
	}
	n.setImpersonated(m.Impersonated)
	return n.readSenders()
}

func (n *Node) setImpersonated(accounts []common.Address) {
	clear(n.impersonated)
	for _, account := range accounts {
		n.impersonated[account] = struct{}{}
	}
}

// readSenders reads who sent the transactions that nobody signed.
func (n *Node) readSenders() error {
	it := n.db.NewIterator(senderFrom, nil)
	defer it.Release()
	for it.Next() {
		hash := common.BytesToHash(it.Key()[len(senderFrom):])
		n.disguised[hash] = common.BytesToAddress(it.Value())
	}
	return it.Error()
}

// writeSenders notes who sent the impersonated transactions of a block.
func (n *Node) writeSenders(db ethdb.KeyValueWriter, txs []*types.Transaction) error {
	for _, tx := range txs {
		from, ok := n.disguised[tx.Hash()]
		if !ok {
			continue
		}
		if err := db.Put(append(slices.Clone(senderFrom), tx.Hash().Bytes()...), from[:]); err != nil {
			return err
		}
	}
	return nil
}

// writeBlock is a block with its receipts as the chain stores them.
func writeBlock(db ethdb.KeyValueWriter, block *types.Block, receipts types.Receipts) {
	rawdb.WriteBlock(db, block)
	rawdb.WriteReceipts(db, block.Hash(), block.NumberU64(), receipts)
}
