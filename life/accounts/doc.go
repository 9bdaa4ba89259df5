// Package accounts reads what the books of a life say, beside its records and the
// chain as it was read last: every balance with the sum that must be zero, the credit
// by purpose, what each decision cost, and whether the wallet of the books is the one
// on the chain (DESIGN §3 "A unit of money").
//
// It adds up and compares; it books nothing and changes nothing in the folder.
package accounts
