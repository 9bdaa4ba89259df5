// Package validate holds the gates through which a value from outside comes before it may
// act (safety §10): an expression that it matches whole, bounds of a number, the hash of
// its content, the shape of a JSON value, the owner's approval, the action grammar, an
// address. Each origin has the gates that fit it; another gate clears nothing.
//
// It owns the table of origins and gates and the errors of the gates. It promises that a
// text is cleared by one gate of its own origin or not at all, and that no error quotes
// more than 80 clean characters of it.
//
// It never fetches anything, and labels nothing: origins and labels are core/taint's. What
// was not cleared may still be shown.
package validate
