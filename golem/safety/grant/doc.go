// Package grant is what an owner lets a Golem do with an account that stays the owner's
// (spec: provisioning §8): which limits, as which caveats on which contracts, and the
// signed delegation itself.
//
// It owns the way from an owner's Wish to a Grant: the contracts that have to stand, in
// the order of their creation, the caveats with their terms, the plan that the owner
// reads before signing (one plain sentence, and each limit with who holds it), and what
// the Golem sends to use it. It promises that no Grant without an end, a list of calls and
// a bound on what may be spent is taken, and that every refusal of its contracts has words.
// It never holds a key, reads a chain or sends.
//
// What the chain holds is listed by its tests, which break it: for each limit of the plan a
// redemption that passes until one more thing is so, and for each form of call one that passes.
// A list that is kept by hand comes to have what nothing accepts.
package grant

//go:generate go test . -run TestThePageLists -update
