package owner

import (
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"

	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/internal/atomicfile"
	"bardo.run/bardo/internal/clock"
)

// call is one that the owner's account has to make.
type call struct {
	to   common.Address
	data []byte
	so   string // when it is made
}

// The files that an account which is a contract is handed, beside the grant.
func (n *Notary) batchFile() string { return n.Kept + ".batch.json" }
func (n *Notary) typedFile() string { return n.Kept + ".typed.json" }

// hand writes the calls that the account has to make and what it has to sign, and says so:
// an ErrWaits.
func (s *steps) hand(g grant.Grant, calls []call) error {
	typed, err := json.MarshalIndent(g.Delegation.Typed(g.ChainID, g.Manager), "", "  ")
	if err != nil {
		return err
	}
	if err := atomicfile.Write(s.typedFile(), 0o600, append(typed, '\n')); err != nil {
		return err
	}
	digest, err := g.Delegation.Digest(g.ChainID, g.Manager)
	if err != nil {
		return err
	}
	sign := fmt.Sprintf("have the account %s sign the typed data of %s (EIP-712, digest %s), and give the same command --signature", s.wish.Account, s.typedFile(), digest)
	if len(calls) == 0 {
		return fmt.Errorf("%w: %s", ErrWaits, sign)
	}
	if err := s.batch("Let the Golem's key "+g.Key().Hex()+" act", calls); err != nil {
		return err
	}
	return fmt.Errorf("%w: have the account %s make the %d calls of %s (a batch of Safe's Transaction Builder), then %s", ErrWaits, s.wish.Account, len(calls), s.batchFile(), sign)
}

// batch writes calls as Safe's Transaction Builder reads them.
func (s *steps) batch(name string, calls []call) error {
	type transaction struct {
		To     common.Address    `json:"to"`
		Value  string            `json:"value"`
		Data   hexutil.Bytes     `json:"data"`
		Method json.RawMessage   `json:"contractMethod"`
		Inputs map[string]string `json:"contractInputsValues"`
	}
	var txs []transaction
	for _, c := range calls {
		txs = append(txs, transaction{To: c.to, Value: "0", Data: c.data, Method: json.RawMessage("null")})
	}
	text, err := json.MarshalIndent(map[string]any{
		"version": "1.0", "chainId": strconv.FormatUint(s.wish.ChainID, 10), "createdAt": clock.System{}.Now().UnixMilli(),
		"meta":         map[string]any{"name": name, "description": "written by bardo", "createdFromSafeAddress": s.wish.Account},
		"transactions": txs,
	}, "", "  ")
	if err != nil {
		return err
	}
	return atomicfile.Write(s.batchFile(), 0o600, append(text, '\n'))
}
