package stock

import (
	"fmt"
	"reflect"
	"unsafe"

	"github.com/ethereum/go-ethereum/eth/filters"
	"github.com/ethereum/go-ethereum/eth/tracers"
)

// Observed is a chain as go-ethereum's services see it. What is adopted has to be a whole
// backend of go-ethereum's besides, whose type is internal to it.
type Observed interface {
	filters.Backend
	tracers.Backend
}

// Adopt makes a service of go-ethereum look at a chain. Its constructor is internal to
// go-ethereum and takes an interface, which stands in a field of the service; there is no
// other way to give eth_call, eth_simulateV1 and their kin a state that is not a trie, and
// those that look into the pool a devnet's. A service that has no such field looks at
// nothing and is left alone; one whose field the chain does not fit is an error.
func Adopt(service any, chain Observed) error {
	v := reflect.ValueOf(service)
	if v.Kind() != reflect.Pointer || v.Elem().Kind() != reflect.Struct {
		return fmt.Errorf("go-ethereum's %T is no pointer to a struct", service)
	}
	field := v.Elem().FieldByName("b")
	if !field.IsValid() {
		return nil
	}
	if field.Kind() != reflect.Interface || !reflect.TypeOf(chain).Implements(field.Type()) {
		return fmt.Errorf("go-ethereum's %T has another backend than this program knows: %s", service, field.Type())
	}
	reflect.NewAt(field.Type(), unsafe.Pointer(field.UnsafeAddr())).Elem().Set(reflect.ValueOf(chain))
	return nil
}
