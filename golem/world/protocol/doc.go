// Package protocol is the port behind which each protocol on the chain has a folder of its
// own, and what their adapters share: allowances, forms of calls, minimums, the checks of a
// lending order, and the round trips that prove a venue.
//
// An adapter belongs to one account and one set of contracts. It builds calls and reads
// what came of them; it sends nothing, keeps no money and decides nothing. What it makes is
// simulated, judged and signed by others (tools §4; DESIGN §2). Package table names them all.
package protocol
