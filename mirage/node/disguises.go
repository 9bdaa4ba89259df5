package node

import (
	"bytes"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/ethdb"
	"github.com/holiman/uint256"
)

// Disguises is who sent the transactions that nobody signed. Nothing else tells it, so it
// is kept for as long as their blocks are.
type Disguises struct {
	gate   *gate
	db     ethdb.Database
	signer types.Signer
	from   map[common.Hash]common.Address
}

// Of returns the true sender of a transaction that was impersonated.
func (d *Disguises) Of(hash common.Hash) (common.Address, bool) {
	d.gate.Lock()
	defer d.gate.Unlock()
	from, ok := d.from[hash]
	return from, ok
}

// Any reports whether any transaction was ever impersonated.
func (d *Disguises) Any() bool {
	d.gate.Lock()
	defer d.gate.Unlock()
	return len(d.from) > 0
}

// disguise builds a transaction that from did not sign: the address stands where the
// signature would.
func (d *Disguises) disguise(from common.Address, data types.TxData) *types.Transaction {
	switch data := data.(type) {
	case *types.LegacyTx:
		data.V, data.R, data.S = fakeSignature(from)
		data.V = new(big.Int).Add(new(big.Int).Lsh(d.signer.ChainID(), 1), big.NewInt(35))
	case *types.AccessListTx:
		data.V, data.R, data.S = fakeSignature(from)
	case *types.DynamicFeeTx:
		data.V, data.R, data.S = fakeSignature(from)
	case *types.SetCodeTx:
		data.V, data.R, data.S = new(uint256.Int), new(uint256.Int).SetBytes(from[:]), uint256.NewInt(1)
	}
	tx := types.NewTx(data)
	trust(d.signer, tx, from)
	return tx
}

func fakeSignature(from common.Address) (v, r, s *big.Int) {
	return new(big.Int), from.Big(), big.NewInt(1)
}

// senderFrom and the hash of a transaction are the key of its sender in the database.
var senderFrom = []byte("mirage-from-")

func senderKey(tx common.Hash) []byte { return append(slices.Clone(senderFrom), tx[:]...) }

// read takes over what the database holds.
func (d *Disguises) read() error {
	it := d.db.NewIterator(senderFrom, nil)
	defer it.Release()
	for it.Next() {
		hash := common.BytesToHash(it.Key()[len(senderFrom):])
		d.from[hash] = common.BytesToAddress(it.Value())
	}
	return it.Error()
}

// write notes who sent those of a block's transactions that nobody signed.
func (d *Disguises) write(db ethdb.KeyValueWriter, txs []*types.Transaction) error {
	for _, tx := range txs {
		from, ok := d.from[tx.Hash()]
		if !ok {
			continue
		}
		if err := db.Put(senderKey(tx.Hash()), from[:]); err != nil {
			return err
		}
	}
	return nil
}

// forget deletes who sent the transactions of a block that is gone.
func (d *Disguises) forget(db ethdb.KeyValueWriter, txs []*types.Transaction) error {
	for _, tx := range txs {
		if _, ok := d.from[tx.Hash()]; !ok {
			continue
		}
		delete(d.from, tx.Hash())
		if err := db.Delete(senderKey(tx.Hash())); err != nil {
			return err
		}
	}
	return nil
}

// list is all of them in the order of the hashes.
func (d *Disguises) list() []sender {
	var all []sender
	for tx, from := range d.from {
		all = append(all, sender{tx, from})
	}
	slices.SortFunc(all, func(a, b sender) int { return bytes.Compare(a.Tx[:], b.Tx[:]) })
	return all
}
