package node

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/ethereum/go-ethereum/rpc"
)

// Stock calls go-ethereum's own eth_ methods from Go. Their parameter types are
// internal to go-ethereum, so parameters go in as JSON; results come out as values
// ready to be marshalled. It lets a service replace a method and still use it,
// without a second server in between.
type Stock struct {
	methods map[string]reflect.Value
	fork    *forked // that answers instead of what lies below it
	tolls   *tolls  // that add to receipts what was charged
}

// Stock returns go-ethereum's own eth_ methods.
func (n *Node) Stock() *Stock { return &n.stock }

// add takes the methods of a service by their Go names.
func (s *Stock) add(service any) {
	if s.methods == nil {
		s.methods = map[string]reflect.Value{}
	}
	v := reflect.ValueOf(service)
	for i := range v.NumMethod() {
		s.methods[v.Type().Method(i).Name] = v.Method(i)
	}
}

var contextType = reflect.TypeFor[context.Context]()

// Call calls the method with the Go name name ("EstimateGas"). Missing and null
// parameters are nil where the method takes a pointer, and an error where it does not.
func (s *Stock) Call(ctx context.Context, name string, params ...json.RawMessage) (any, error) {
	run := func(ctx context.Context) (any, error) { return s.tolls.answer(name)(s.run(ctx, name, params)) }
	if s.fork != nil {
		return s.fork.call(ctx, name, params, run)
	}
	return run(ctx)
}

func (s *Stock) run(ctx context.Context, name string, params []json.RawMessage) (any, error) {
	method, ok := s.methods[name]
	if !ok {
		return nil, fmt.Errorf("go-ethereum has no method eth.%s", name)
	}
	in, err := arguments(ctx, method.Type(), params)
	if err != nil {
		return nil, err
	}
	return first(method.Call(in))
}

// first is what a method returned, or its error.
func first(out []reflect.Value) (any, error) {
	last := out[len(out)-1]
	if err, ok := last.Interface().(error); ok && err != nil {
		return nil, err
	}
	return out[0].Interface(), nil
}

// arguments decodes params for a method.
func arguments(ctx context.Context, method reflect.Type, params []json.RawMessage) ([]reflect.Value, error) {
	var in []reflect.Value
	for i := range method.NumIn() {
		want := method.In(i)
		if want == contextType {
			in = append(in, reflect.ValueOf(ctx))
			continue
		}
		v := reflect.New(want)
		var param json.RawMessage
		if len(params) > 0 {
			param, params = params[0], params[1:]
		}
		if len(param) == 0 || string(param) == "null" {
			if want.Kind() != reflect.Pointer {
				return nil, &ParamError{Index: i - 1, Err: fmt.Errorf("missing value")}
			}
		} else if err := json.Unmarshal(param, v.Interface()); err != nil {
			return nil, &ParamError{Index: i - 1, Err: err}
		}
		in = append(in, v.Elem())
	}
	return in, nil
}

// ParamError is a parameter that does not decode, by its place in the request.
type ParamError struct {
	Index int
	Err   error
}

var _ rpc.Error = (*ParamError)(nil)

// Error implements error.
func (e *ParamError) Error() string { return fmt.Sprintf("parameter %d: %v", e.Index, e.Err) }

// Unwrap returns the reason.
func (e *ParamError) Unwrap() error { return e.Err }

// ErrorCode is JSON-RPC's "invalid params".
func (e *ParamError) ErrorCode() int { return -32602 }
