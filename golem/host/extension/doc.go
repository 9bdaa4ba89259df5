// Package extension is the hook system of a Golem (runtime §6): 21 moments, the
// table of the 28 extensions as data, and a registry that checks the extensions
// which exist against both and dispatches to them.
//
// An extension is a value with a name from the table and any subset of the hook
// interfaces. Register finds its hooks by assertion; Build checks names, layers
// and dependencies, orders every moment and freezes. The order is the explicit
// list of Orders where there is one, never an accident of registration: any
// registration order gives the same firing order.
//
// Dispatch is sequential, in the goroutine that ticks. A panic in a hook is an
// error of that hook. tool_call and before_provider_request fail closed;
// after_turn records the error and goes on with the next stage. Hooks do no I/O
// of their own: what they need from outside reaches them through journaled
// ports. So no hook can wait, and none has a timeout, which would be a clock that decides.
package extension
