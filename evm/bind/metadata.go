package bind

import (
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/ethereum/go-ethereum/accounts/abi"
)

// Reasons for which a log is not the event that it was unpacked as.
var (
	ErrNoEventSignature       = errors.New("the log has no event signature")
	ErrEventSignatureMismatch = errors.New("the log is of another event")
)

// MetaData is the interface of one contract, as text and parsed on first use.
type MetaData struct {
	ABI string // JSON
	ID  string // name of the contract

	once   sync.Once
	parsed *abi.ABI
	err    error
}

// ParseABI parses the interface once. Treat the result as read-only.
func (m *MetaData) ParseABI() (*abi.ABI, error) {
	m.once.Do(func() {
		parsed, err := abi.JSON(strings.NewReader(m.ABI))
		if err != nil {
			m.err = fmt.Errorf("abi of %s: %w", m.ID, err)
			return
		}
		m.parsed = &parsed
	})
	return m.parsed, m.err
}
