package node

import (
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/rpc"

	"bardo.run/bardo/mirage/stock"
)

// latest is a head and its hash, which a header computes anew whenever it is asked.
type latest struct {
	header *types.Header
	hash   common.Hash
}

// head is the header of the latest block, and its hash.
func (c *Chain) head() (*types.Header, common.Hash) {
	h := c.core.CurrentBlock()
	l := c.latest.Load()
	if l == nil || l.header != h {
		l = &latest{h, h.Hash()}
		c.latest.Store(l)
	}
	return h, l.hash
}

// hashOf is the hash of a header.
func (c *Chain) hashOf(h *types.Header) common.Hash {
	if l := c.latest.Load(); l != nil && l.header == h {
		return l.hash
	}
	return h.Hash()
}

// has reports whether a block of a number is on the chain.
func (c *Chain) has(hash common.Hash, number uint64) bool {
	if _, latest := c.head(); latest == hash {
		return true
	}
	return c.core.GetCanonicalHash(number) == hash
}

// numbered is the header of a block of the chain by its number, and its hash; nil where there is none.
func (c *Chain) numbered(number uint64) (*types.Header, common.Hash) {
	hash := c.core.GetCanonicalHash(number)
	return c.core.GetHeader(hash, number), hash
}

// find is stock.Find, which decodes the latest block too where it is asked for by its hash.
func (c *Chain) find(block rpc.BlockNumberOrHash) *types.Header {
	if hash, ok := block.Hash(); ok {
		if h, latest := c.head(); latest == hash {
			return h
		}
	}
	return stock.Find(c.core, block)
}
