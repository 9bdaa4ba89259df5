package main

// preface stands at the head of the page.
const preface = `Written by ` + "`make mutate`" + `; do not edit.

Each condition, bound and guarding call of what guards was changed, one at a time, and the tests that come past it were asked: first
those of its own package, then those of packages above, then the hostile suite. A change is noticed when a test fails or does not end.
A survivor is a change that nothing notices: its line says where, and what was changed. Nothing is sampled.

The own tests are asked about every change, all that come past it. What they let pass, but for what is called equivalent, is asked of the tests
above, and then of the hostile suite: of each only those that come past, the quickest first, as many as cost 10 seconds of a processor together when
nothing is changed. That leaves out whatever costs more by itself. Of the hostile suite (test/adversarial) a short one remains: the named incidents, the
poisoned memory, each layer as the last one standing, and what its checker is compared with; the campaigns of thousands of lives have holes of
their own planted (docs/hostile.md). A contract is compiled with the optimizer's quick passes alone, as changed as unchanged.

What is known stands in test/mutate/known.txt, by hashes of the sources and tests that it depends on; only what changed is asked again.

**Changed:** relational operators, boolean connectives and their sides; conditions forced and negated; numbers to 0 and by one (times to 0 and
the double); arithmetic, also by methods that exist in pairs (Add and Sub, Up and Down, Before and After); min and max; returns, also of a refusal as nil; calls
that answer with an error or a refusal; calls whose answer nobody takes; assignments and counters; cases and their bodies; in contracts also ` + "`require`, `revert`" + ` and modifiers.

**Not changed:** what only writes text (String, Error, the arguments of fmt.Errorf and Sprintf, events of contracts); a mutex's Lock and Unlock, which
only a race would tell; the room of a make; a loop's condition is not forced to be true, which only hangs; what does not compile, and what a
contract's compiler makes the same code of. Fixtures of a devnet and interfaces in contracts/src are not asked about.

A change that cannot be told from the code is listed in test/mutate/equivalent.txt with the reason; the part that is noticed is of all others.
`
