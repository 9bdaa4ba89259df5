package identity

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"strings"

	"github.com/ethereum/go-ethereum/common"
)

const (
	fileType = "https://eips.ethereum.org/EIPS/eip-8004#registration-v1"
	inline   = "data:application/json;base64,"

	// MaxInline is how many bytes a file may have that the registry itself carries.
	MaxInline = 2048
)

// ErrTooLong means that a registration file is too long to lie in the registry.
var ErrTooLong = errors.New("the registration file is too long to be inline")

// File is an agent's registration file (provisioning §12.3). It is public: no strategy
// text, nothing of a person, no internal host goes into it.
type File struct {
	Name        string
	Description string
	Image       string
	Services    []Service
	Active      bool
	Agent       *big.Int       // nil before it is registered
	Chain       uint64         // of the registry
	Registry    common.Address // that it is, or will be, registered in
	Details     Details
}

// Service is one way to reach an agent.
type Service struct {
	Name     string `json:"name"`
	Endpoint string `json:"endpoint"`
	Version  string `json:"version,omitempty"`
}

// Details are what Bardo adds.
type Details struct {
	Generation   uint64   `json:"generation"`
	Parent       string   `json:"parent,omitempty"` // decimal agent id
	Deployment   string   `json:"deployment_type"`
	Domains      []string `json:"domains"`
	Protocols    []string `json:"protocols"`
	Capabilities []string `json:"capabilities"`
	StrategyHash string   `json:"strategy_hash"`
}

// document is the file as it is written.
type document struct {
	Type          string         `json:"type"`
	Name          string         `json:"name"`
	Description   string         `json:"description"`
	Image         string         `json:"image"`
	Services      []Service      `json:"services"`
	X402          bool           `json:"x402Support"`
	Active        bool           `json:"active"`
	Registrations []registration `json:"registrations"`
	Trust         []string       `json:"supportedTrust"`
	Bardo         Details        `json:"bardo"`
}

type registration struct {
	Agent    json.Number `json:"agentId"`
	Registry string      `json:"agentRegistry"`
}

// JSON encodes the file; equal files have equal bytes.
func (f File) JSON() ([]byte, error) {
	d := document{
		Type: fileType, Name: f.Name, Description: f.Description, Image: f.Image, Services: f.Services, X402: true, Active: f.Active,
		Registrations: []registration{}, Trust: []string{"reputation"}, Bardo: f.Details,
	}
	if d.Services == nil {
		d.Services = []Service{}
	}
	if f.Agent != nil {
		at := fmt.Sprintf("eip155:%d:%s", f.Chain, f.Registry)
		d.Registrations = []registration{{json.Number(f.Agent.String()), at}}
	}
	return json.Marshal(d)
}

// URI encodes the file as a data URI, which depends on nobody's server. One above
// MaxInline bytes is ErrTooLong: it has to lie elsewhere.
func (f File) URI() (string, error) {
	text, err := f.JSON()
	if err != nil {
		return "", err
	}
	if len(text) > MaxInline {
		return "", fmt.Errorf("%w: %d of %d bytes; host it and register its address", ErrTooLong, len(text), MaxInline)
	}
	return inline + base64.StdEncoding.EncodeToString(text), nil
}

// IsActive tells what an inline file says of its agent. ok is false where uri is not an
// inline registration file.
func IsActive(uri string) (active, ok bool) {
	packed, found := strings.CutPrefix(uri, inline)
	if !found || len(packed) > base64.StdEncoding.EncodedLen(MaxInline) {
		return false, false
	}
	text, err := base64.StdEncoding.DecodeString(packed)
	if err != nil {
		return false, false
	}
	var d struct {
		Type   string `json:"type"`
		Active *bool  `json:"active"`
	}
	if json.Unmarshal(text, &d) != nil || d.Type != fileType || d.Active == nil {
		return false, false
	}
	return *d.Active, true
}
