package node

import (
	"encoding/json"
	"fmt"
	"math/big"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/ethdb"
)

// A persistent devnet writes beside go-ethereum's tables which block is its head and
// what it remembers. The head stands there, synced, before anybody can see the block:
// what was once shown is there after a kill. go-ethereum's own marker of the head would not do,
// because it lags by design.
var (
	headKey   = []byte("mirage-head")
	memoryKey = []byte("mirage-memory")
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

// notes makes records durable. A chain in memory has nothing to note.
type notes struct {
	db   ethdb.Database
	kept bool                         // in a data folder
	now  func() (headRecord, *memory) // what is to be noted after a change of it
}

// write makes the record durable together with what fill puts beside it.
func (n *notes) write(head headRecord, m *memory, fill func(ethdb.KeyValueWriter) error) error {
	if !n.kept && fill != nil {
		return fill(n.db)
	}
	batch := n.db.NewBatch()
	defer batch.Close()
	if fill != nil {
		if err := fill(batch); err != nil {
			return err
		}
	}
	if n.kept {
		if err := head.put(batch, m); err != nil {
			return err
		}
	}
	if err := batch.Write(); err != nil {
		return fmt.Errorf("write: %w", err)
	}
	if !n.kept {
		return nil
	}
	if err := n.db.SyncKeyValue(); err != nil {
		return fmt.Errorf("sync: %w", err)
	}
	return nil
}

// state notes what stands in no block, after a change of it.
func (n *notes) state() error {
	if !n.kept {
		return nil
	}
	head, m := n.now()
	return n.write(head, m, nil)
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

func readMemory(db ethdb.KeyValueReader) (memory, error) {
	var m memory
	text, err := db.Get(memoryKey)
	if err == nil {
		err = json.Unmarshal(text, &m)
	}
	if err != nil {
		return m, fmt.Errorf("the record of snapshots: %w", err)
	}
	return m, nil
}
