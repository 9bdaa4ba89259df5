package logindex

import (
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/rlp"
)

// rawLog is a log as it lies in the receipts of a block.
type rawLog struct {
	tx, index       int    // of its transaction, and its own, in the block
	address, topics []byte // the topics are a list
	data            []byte
}

// eachLog goes through the stored receipts of a block.
func eachLog(receipts []byte, do func(rawLog) error) error {
	list, _, err := rlp.SplitList(receipts)
	index := 0
	for tx := 0; err == nil && len(list) > 0; tx++ {
		var receipt, logs []byte
		if receipt, list, err = rlp.SplitList(list); err != nil {
			return err
		}
		for range 2 { // status and gas
			if _, _, receipt, err = rlp.Split(receipt); err != nil {
				return err
			}
		}
		if logs, _, err = rlp.SplitList(receipt); err != nil {
			return err
		}
		for ; len(logs) > 0; index++ {
			l := rawLog{tx: tx, index: index}
			if logs, err = l.split(logs); err != nil {
				return err
			}
			if err := do(l); err != nil {
				return err
			}
		}
	}
	return err
}

// split takes the first log of a list apart and returns the others.
func (l *rawLog) split(list []byte) (rest []byte, err error) {
	fields, rest, err := rlp.SplitList(list)
	if err != nil {
		return nil, err
	}
	if l.address, fields, err = rlp.SplitString(fields); err != nil {
		return nil, err
	}
	if l.topics, fields, err = rlp.SplitList(fields); err != nil {
		return nil, err
	}
	l.data, _, err = rlp.SplitString(fields)
	return rest, err
}

func (l *rawLog) eachTopic(do func(i int, topic []byte)) error {
	topics := l.topics
	for i := 0; len(topics) > 0; i++ {
		topic, rest, err := rlp.SplitString(topics)
		if err != nil {
			return err
		}
		do(i, topic)
		topics = rest
	}
	return nil
}

// whole is the log with what its receipt says of it.
func (l *rawLog) whole() (*types.Log, error) {
	out := &types.Log{
		Address: common.BytesToAddress(l.address), Topics: make([]common.Hash, 0, len(l.topics)/33), Data: common.CopyBytes(l.data),
		TxIndex: uint(l.tx), Index: uint(l.index), //nolint:gosec // they count what was read
	}
	err := l.eachTopic(func(_ int, topic []byte) { out.Topics = append(out.Topics, common.BytesToHash(topic)) })
	return out, err
}

// hashes are those of the transactions of a stored body.
func hashes(body []byte) ([]common.Hash, error) {
	fields, _, err := rlp.SplitList(body)
	if err != nil {
		return nil, err
	}
	txs, _, err := rlp.SplitList(fields)
	if err != nil {
		return nil, err
	}
	var all []common.Hash
	for len(txs) > 0 {
		kind, content, rest, err := rlp.Split(txs)
		if err != nil {
			return nil, err
		}
		if kind == rlp.List { // one without a type is hashed as the list that it is
			content = txs[:len(txs)-len(rest)]
		}
		all, txs = append(all, crypto.Keccak256Hash(content)), rest
	}
	return all, nil
}
