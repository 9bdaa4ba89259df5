// Package injection makes words of strangers harmless before anybody reads them (safety
// §11): names and symbols of tokens, revert reasons, pages, replies, entries of a market
// place. It strips what cannot be seen or turns the reading direction, bounds the length,
// and knows seven classes of text that is meant as an instruction. It also tells where an
// address in a proposal came from.
//
// It owns the bounds and the table of patterns, which has a version; every pattern has
// examples that it must and must not match. It promises that the same text is judged the
// same way on every machine.
//
// It is a filter, and filters can be got round (safety §1.1): nothing rests on it alone.
// What bounds a loss are grammar, cage, permit and capability. It fences nothing for a
// prompt: prompts are built by the governor.
package injection
