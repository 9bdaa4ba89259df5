package config

import "bardo.run/bardo/internal/conf"

const preface = `# Configuration of a Golem

Generated from ` + "`golem/core/config`" + `; do not edit. Refresh it with
` + "`go test ./golem/core/config -update`" + `.

A value comes from the command line, else from the environment, else from
` + "`golem.toml`" + `, else it is the default. An unknown key is an error, and all errors
are reported at once. ` + "`${NAME}`" + ` inside a text is replaced from the environment.
Secrets come from the environment only. ` + "`golem` and `bardo grant`" + ` take no
` + "`golem.toml`" + ` that others may write, and ` + "`golem`" + ` no strategy. A number of bps may be written as in
STRATEGY.md too: ` + "`200`, `\"200bps\"` and `\"2%\"`" + ` are one. A range is written as an interval:
` + "`[`" + ` includes its bound, ` + "`(`" + ` does not, and a missing bound is none.

`

// Reference returns the reference page, docs/configuration.md.
func Reference() string {
	c := Default()
	return preface + conf.Reference(&c)
}
