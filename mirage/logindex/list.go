package logindex

import (
	"encoding/hex"
	"strconv"

	"github.com/ethereum/go-ethereum/core/types"
)

// List is logs that are written as JSON at once: one by one, as go-ethereum writes them, they
// take several times as long.
type List []*types.Log

// MarshalJSON implements json.Marshaler.
func (l List) MarshalJSON() ([]byte, error) {
	size := 2
	for _, log := range l {
		size += 420 + 69*len(log.Topics) + 2*len(log.Data)
	}
	b := append(make([]byte, 0, size), '[')
	for i, log := range l {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendLog(b, log)
	}
	return append(b, ']'), nil
}

func appendLog(b []byte, l *types.Log) []byte {
	b = appendBytes(append(b, `{"address":`...), l.Address[:])
	b = append(b, `,"topics":`...)
	if l.Topics == nil {
		b = append(b, `null`...)
	} else {
		b = append(b, '[')
		for i, topic := range l.Topics {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendBytes(b, topic[:])
		}
		b = append(b, ']')
	}
	b = appendBytes(append(b, `,"data":`...), l.Data)
	b = appendNumber(append(b, `,"blockNumber":`...), l.BlockNumber)
	b = appendBytes(append(b, `,"transactionHash":`...), l.TxHash[:])
	b = appendNumber(append(b, `,"transactionIndex":`...), uint64(l.TxIndex))
	b = appendBytes(append(b, `,"blockHash":`...), l.BlockHash[:])
	b = appendNumber(append(b, `,"blockTimestamp":`...), l.BlockTimestamp)
	b = appendNumber(append(b, `,"logIndex":`...), uint64(l.Index))
	b = strconv.AppendBool(append(b, `,"removed":`...), l.Removed)
	return append(b, '}')
}

func appendBytes(b, v []byte) []byte {
	b = hex.AppendEncode(append(b, `"0x`...), v)
	return append(b, '"')
}

func appendNumber(b []byte, v uint64) []byte {
	b = strconv.AppendUint(append(b, `"0x`...), v, 16)
	return append(b, '"')
}
