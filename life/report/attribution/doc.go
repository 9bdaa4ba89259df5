// Package attribution says where a life's gain or loss came from: the change of its equity in
// parts that add up to it (realised, unrealised, fees, gas, the price of the coin for gas), and
// what was paid beside the chain. It is for people, in the numeraire, and decides nothing.
package attribution
