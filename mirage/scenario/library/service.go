package library

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"sync"

	"bardo.run/bardo/mirage/node"
	"bardo.run/bardo/mirage/scenario"

	"github.com/ethereum/go-ethereum/rpc"
)

// Shelf serves the library as mirage_ methods. It is safe for concurrent use; one
// scenario is played at a time.
type Shelf struct {
	mu     sync.Mutex // guards ground
	ground *Ground    // nil: nothing is deployed yet
	turn   sync.Mutex // whoever makes blocks
}

// New returns a shelf without ground: its methods that need one say so until Open.
func New() *Shelf { return &Shelf{} }

// Open tells what was deployed.
func (s *Shelf) Open(g Ground) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ground = &g
}

func (s *Shelf) opened() (Ground, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ground == nil {
		return Ground{}, errors.New("the kit is not deployed on this devnet: start bardo dev without --no-deploy, and wait until it is ready")
	}
	return *s.ground, nil
}

// Play plays an order on a devnet, one at a time.
func (s *Shelf) Play(ctx context.Context, n *node.Node, o Order) (Report, error) {
	g, err := s.opened()
	if err != nil {
		return Report{}, err
	}
	s.turn.Lock()
	defer s.turn.Unlock()
	return Play(ctx, n, g, o)
}

// Services serves the shelf, for node.Config.Services.
func (s *Shelf) Services(n *node.Node) ([]rpc.API, error) {
	return []rpc.API{{Namespace: "mirage", Service: &API{n, s}}}, nil
}

// API is the library's methods.
type API struct {
	node  *node.Node
	shelf *Shelf
}

// LibraryScenarios lists what there is and what can be set of it.
func (a *API) LibraryScenarios() []Definition { return Definitions() }

// PlayLibraryScenario makes the blocks of an order and answers what came of it.
func (a *API) PlayLibraryScenario(ctx context.Context, o Order) (Report, error) {
	r, err := a.shelf.Play(ctx, a.node, o)
	return r, refused(err)
}

// Planned is an order that left the chain as it was.
type Planned struct {
	Report   Report            `json:"report"`
	Scenario scenario.Scenario `json:"scenario"` // for mirage_defineScenario, but for its set
}

// PlanLibraryScenario answers what an order would come to after the latest block, or after
// that of a snapshot, and the same as a what-if.
func (a *API) PlanLibraryScenario(ctx context.Context, o Order, from *scenario.Baseline) (Planned, error) {
	g, err := a.shelf.opened()
	if err != nil {
		return Planned{}, err
	}
	block, err := from.Block(a.node)
	if err != nil {
		return Planned{}, err
	}
	p, err := Make(ctx, a.node, block, g, o)
	if err != nil {
		return Planned{}, refused(err)
	}
	return Planned{p.Report, p.Scenario()}, nil
}

// refused gives an order that cannot be carried out its code.
func refused(err error) error {
	if errors.Is(err, ErrOrder) {
		return &scenario.Error{Code: scenario.CodeInvalidParams, Message: err.Error()}
	}
	return err
}

// UnmarshalJSON refuses fields that mean nothing here.
func (o *Order) UnmarshalJSON(b []byte) error {
	type plain Order
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	return d.Decode((*plain)(o))
}
