package stock

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/ethereum/go-ethereum/rpc"
)

// Methods calls the methods of go-ethereum's services from Go. Their parameter
// types are internal to go-ethereum, so parameters go in as JSON; results come out as
// values ready to be marshalled. It lets a service replace a method and still use it,
// without a second server in between.
type Methods struct {
	methods map[string]reflect.Value
	wraps   []Wrap
}

// Wrap stands around every call: it answers in place of call, or mends its answer.
type Wrap func(ctx context.Context, name string, params []json.RawMessage, call func(context.Context) (any, error)) (any, error)

// NewMethods takes the methods of services by their Go names; of two with the same name the
// later one.
func NewMethods(services ...any) *Methods {
	m := &Methods{methods: map[string]reflect.Value{}}
	for _, service := range services {
		v := reflect.ValueOf(service)
		for i := range v.NumMethod() {
			m.methods[v.Type().Method(i).Name] = v.Method(i)
		}
	}
	return m
}

// Wrap puts a wrap around all calls, and around the wraps that are there. It comes before
// the first call.
func (m *Methods) Wrap(w Wrap) { m.wraps = append(m.wraps, w) }

var contextType = reflect.TypeFor[context.Context]()

// Call calls the method with the Go name name ("EstimateGas"). Missing and null
// parameters are nil where the method takes a pointer, and a ParamError where it does not.
func (m *Methods) Call(ctx context.Context, name string, params ...json.RawMessage) (any, error) {
	call := func(ctx context.Context) (any, error) { return m.run(ctx, name, params) }
	for _, wrap := range m.wraps {
		inner := call
		call = func(ctx context.Context) (any, error) { return wrap(ctx, name, params, inner) }
	}
	return call(ctx)
}

func (m *Methods) run(ctx context.Context, name string, params []json.RawMessage) (any, error) {
	method, ok := m.methods[name]
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
