package logindex

import (
	"context"
	"fmt"
	"sync"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core"
	"github.com/ethereum/go-ethereum/core/rawdb"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/ethdb"
)

// Index is of one chain that keeps all its blocks. It is safe for concurrent use.
type Index struct {
	chain *core.BlockChain
	db    ethdb.Reader // where the chain lies
	first uint64       // the block that the chain begins with, which holds no logs

	mu     sync.Mutex // guards everything below
	blocks []block    // from first on, as far as the index has come
	at     map[key][]uint32
	cut    int // how many blocks went since the index was empty
}

// block is what an answer says of one, and by which the index knows it again.
type block struct {
	hash common.Hash
	time uint64
	txs  []common.Hash // nil until they were asked for
}

// New returns an index of a chain that lies in a database.
func New(chain *core.BlockChain, db ethdb.Reader) *Index {
	return &Index{chain: chain, db: db, first: chain.Genesis().NumberU64(), at: map[key][]uint32{}}
}

// follow catches up with the chain. The lock is held.
func (x *Index) follow(ctx context.Context) error {
	x.retreat()
	for number, head := x.first+uint64(len(x.blocks)), x.chain.CurrentBlock().Number.Uint64(); number <= head; number++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		if ok, err := x.take(number); !ok || err != nil {
			return err
		}
	}
	return nil
}

// retreat drops the blocks that are no longer on the chain. Their entries stay where they do
// no harm, until there are more of them than of others.
func (x *Index) retreat() {
	for n := len(x.blocks); n > 0 && x.chain.GetCanonicalHash(x.first+uint64(n)-1) != x.blocks[n-1].hash; n-- {
		x.blocks = x.blocks[:n-1]
		x.cut++
	}
	if x.cut > 1024+len(x.blocks) {
		x.blocks, x.at, x.cut = nil, map[key][]uint32{}, 0
	}
}

// take takes in the next block; false where it went meanwhile.
func (x *Index) take(number uint64) (bool, error) {
	hash := x.chain.GetCanonicalHash(number)
	header := x.chain.GetHeader(hash, number)
	if header == nil {
		return false, nil
	}
	if number > x.first && header.ReceiptHash != types.EmptyReceiptsHash {
		receipts := rawdb.ReadReceiptsRLP(x.db, hash, number)
		if receipts == nil {
			return false, nil
		}
		if err := x.enter(uint32(number-x.first), receipts); err != nil { //nolint:gosec // fewer blocks than that fit any memory
			return false, fmt.Errorf("receipts of block %d: %w", number, err)
		}
	}
	x.blocks = append(x.blocks, block{hash: hash, time: header.Time})
	return true, nil
}

// enter notes what a block's logs can be found by.
func (x *Index) enter(place uint32, receipts []byte) error {
	return eachLog(receipts, func(l rawLog) error {
		x.note(anything, place)
		x.note(keyOf(byAddress, l.address), place)
		return l.eachTopic(func(i int, topic []byte) { x.note(keyOf(byTopic+byte(i), topic), place) })
	})
}

// note puts a block at the end of a list, in place of those that are gone.
func (x *Index) note(k key, place uint32) {
	list := x.at[k]
	for len(list) > 0 && list[len(list)-1] > place {
		list = list[:len(list)-1]
	}
	if len(list) == 0 || list[len(list)-1] < place {
		x.at[k] = append(list, place)
	}
}
