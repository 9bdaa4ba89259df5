package protocol

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/golem/host/turn"
)

// Deployment is one market of a protocol on a chain, or one of its lending markets: what a handle
// stands for in a life. Terms are read by the protocol's own package alone. Handle may be empty
// before the deployment was opened, which gives it the name that its tokens and its fee make.
type Deployment struct {
	Handle   string          `json:"handle"`
	Protocol string          `json:"protocol"`
	Terms    json.RawMessage `json:"terms"`
}

// Deploy returns the deployment of a protocol with its terms, which must be plain data.
func Deploy(protocol, handle string, terms any) Deployment {
	raw, err := json.Marshal(terms)
	if err != nil {
		panic("protocol: terms are plain data: " + err.Error())
	}
	return Deployment{Handle: handle, Protocol: protocol, Terms: raw}
}

// TermsOf reads the terms of a deployment strictly.
func TermsOf[T any](d Deployment) (terms T, err error) {
	dec := json.NewDecoder(bytes.NewReader(d.Terms))
	dec.DisallowUnknownFields()
	if err = dec.Decode(&terms); err != nil {
		return terms, fmt.Errorf("terms of %s (%s): %w", d.Handle, d.Protocol, err)
	}
	return terms, nil
}

// Contract is one that orders reach, by what it is. Deeds are what calls of it may be for a cage
// on the chain; none: it is not called.
type Contract struct {
	What    string
	Address common.Address
	Deeds   policycage.Deeds
}

// Handle is the name of a market: base, quote and fee in basis points, and where that is not
// enough, what sets the protocol apart.
func Handle(base, quote turn.Token, pips uint32, apart string) string {
	return base.Handle() + "-" + quote.Handle() + "-" + strconv.FormatFloat(float64(pips)/100, 'f', -1, 64) + apart
}

// Named returns the deployment with the name that it was found to have. One that was configured
// must be the same: whoever wrote it meant another market.
func (d Deployment) Named(handle string) (Deployment, error) {
	if d.Handle != "" && d.Handle != handle {
		return d, fmt.Errorf("%w: the market that is configured as %s is %s", ErrSelfReport, d.Handle, handle)
	}
	d.Handle = handle
	return d, nil
}
