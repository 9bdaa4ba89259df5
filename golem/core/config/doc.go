// Package config is what an owner may configure about one Golem (spec: runtime
// §4), for the parts that exist: a key appears here together with the part that
// obeys it, so none that bounds or paces a life is accepted and then ignored. A
// life on history asks for no chain, custody, funding or log: golem, identity,
// chain, custody and log are for a process of its own.
//
// Values come from the command line, the environment, golem.toml and the
// defaults, in this order of strength. All that is wrong is reported at once;
// the process then ends with the exit code for configuration, which is its
// caller's business. Nothing here changes while a Golem lives: only STRATEGY.md
// is reloaded, and a changed file is answered by Changes.
//
// The reference page docs/configuration.md is generated from this package.
package config
