package node

import (
	"fmt"
	"reflect"
	"unsafe"

	"github.com/ethereum/go-ethereum/eth/filters"
	"github.com/ethereum/go-ethereum/eth/tracers"
)

// observers is what filters and tracers look at.
type observers interface {
	filters.Backend
	tracers.Backend
}

// observed is the chain as go-ethereum's services see it.
func (n *Node) observed() observers {
	plain := pooled{n.eth.APIBackend, n}
	if n.fork == nil {
		return &plain
	}
	return &backend{plain}
}

// adopt makes a service of go-ethereum look at backend b. Its constructor is internal to
// go-ethereum and takes an interface, which stands in a field of the service; there is no
// other way to give eth_call, eth_simulateV1 and their kin a state that is not a trie, and
// those that look into the pool this node's. A service that does not have the field is an
// error, never half a fork.
func adopt(service any, b observers) error {
	v := reflect.ValueOf(service)
	if v.Kind() != reflect.Pointer || v.Elem().Kind() != reflect.Struct {
		return fmt.Errorf("go-ethereum's %T is no pointer to a struct", service)
	}
	field := v.Elem().FieldByName("b")
	if !field.IsValid() {
		return nil // it looks at no backend
	}
	if field.Kind() != reflect.Interface || !reflect.TypeOf(b).Implements(field.Type()) {
		return fmt.Errorf("go-ethereum's %T has another backend than this program knows: %s", service, field.Type())
	}
	reflect.NewAt(field.Type(), unsafe.Pointer(field.UnsafeAddr())).Elem().Set(reflect.ValueOf(b))
	return nil
}
