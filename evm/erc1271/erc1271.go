// Package erc1271 asks a contract whether a signature is its word (ERC-1271), as owners
// that are smart accounts sign.
//
// It never trusts the answer's length: what is not the standard's one word is no.
package erc1271

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/rpc"
)

// Magic is what isValidSignature answers where it is the contract's word; its selector has
// the same bytes.
var Magic = [4]byte{0x16, 0x26, 0xba, 0x7e}

// Call encodes isValidSignature(bytes32,bytes).
func Call(digest common.Hash, signature []byte) []byte {
	data := make([]byte, 4+96, 4+96+(len(signature)+31)/32*32)
	copy(data, Magic[:])
	copy(data[4:], digest[:])
	data[4+63] = 64
	binary.BigEndian.PutUint64(data[4+88:], uint64(len(signature)))
	data = append(data, signature...)
	return append(data, make([]byte, (32-len(signature)%32)%32)...)
}

// Signed reports whether a contract says at a block that the signature of a digest is its
// own. An account without code, and one that reverts, says nothing. The error is a node's.
func Signed(ctx context.Context, client *rpc.Client, block common.Hash, account common.Address, digest common.Hash, signature []byte) (bool, error) {
	b := client.At(block)
	code, answer := b.Code(account), b.Call(account, Call(digest, signature))
	if err := b.Do(ctx); err != nil {
		return false, err
	}
	if has, err := code.Value(); err != nil || len(has) == 0 {
		return false, err
	}
	word, err := answer.Value()
	if errors.Is(err, rpc.ErrReverted) {
		return false, nil
	}
	return err == nil && len(word) == 32 && bytes.Equal(word[:4], Magic[:]) && bytes.Equal(word[4:], make([]byte, 28)), err
}
