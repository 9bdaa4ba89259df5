package node

import (
	"errors"

	"github.com/ethereum/go-ethereum/core/filtermaps"
	"github.com/ethereum/go-ethereum/core/rawdb"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/eth"
)

// take makes the chain of a service that was never started this node's. Its network, its
// hand-over of transactions to peers and its index of logs would take the time of a start
// and wake up at every block, for nobody; its pools, which run by themselves, are closed.
func (n *Node) take(service *eth.Ethereum) error {
	n.eth, n.chain, n.db = service, service.BlockChain(), service.ChainDb()
	n.signer = types.LatestSigner(n.chain.Config())
	service.SetSynced()
	service.BlobCache().Stop()
	return service.TxPool().Close()
}

// equip puts on the chain what this node has in place of that.
func (n *Node) equip() error {
	if err := n.openPool(); err != nil {
		return err
	}
	head := n.Head()
	view := filtermaps.NewChainView(n.chain, head.Number.Uint64(), head.Hash())
	index, err := filtermaps.NewFilterMaps(n.db, view, 0, 0, filtermaps.DefaultParams, filtermaps.Config{Disabled: true, HashScheme: true})
	if err != nil {
		return err
	}
	index.Start() // which says to whoever asks that it is switched off
	n.index = index
	return nil
}

// halt ends what stands on the chain, then the chain, then its database: go-ethereum's own
// order.
func (n *Node) halt() error {
	if n.eth == nil {
		return n.stack.Close()
	}
	n.eth.Downloader().Terminate()
	var errs []error
	if n.index != nil {
		n.index.Stop()
	}
	if n.pool != nil {
		errs = append(errs, n.pool.Close())
	}
	n.chain.Stop()
	errs = append(errs, n.eth.Engine().Close())
	rawdb.PopUncleanShutdownMarker(n.db) // set at the start
	return errors.Join(append(errs, n.stack.Close())...)
}
