package bardo

import (
	"strings"

	"github.com/spf13/cobra"

	"bardo.run/bardo/mirage/scenario/library"
	"bardo.run/bardo/mirage/world"
	"bardo.run/bardo/strategies"
)

// suggest is what a shell completes a word from.
type suggest = func(c *cobra.Command, args []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective)

// completes has a shell complete the value of a flag.
func completes(c *cobra.Command, flag string, from suggest) {
	if err := c.RegisterFlagCompletionFunc(flag, from); err != nil {
		panic(err) // the flag does not exist: a mistake of this package
	}
}

// firstOf has a shell complete the first argument, and no other.
func firstOf(from suggest) suggest {
	return func(c *cobra.Command, args []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return from(c, args, begun)
	}
}

func worldNames(*cobra.Command, []string, string) (out []cobra.Completion, _ cobra.ShellCompDirective) {
	for _, w := range world.Worlds() {
		out = append(out, cobra.CompletionWithDesc(w.Name, w.About))
	}
	for _, b := range world.Baskets() {
		out = append(out, cobra.CompletionWithDesc(b.Name, b.About))
	}
	return out, cobra.ShellCompDirectiveNoFileComp
}

func scenarioNames(*cobra.Command, []string, string) (out []cobra.Completion, _ cobra.ShellCompDirective) {
	for _, d := range library.Definitions() {
		out = append(out, cobra.CompletionWithDesc(d.Name, d.About))
	}
	return out, cobra.ShellCompDirectiveNoFileComp
}

func templateNames(*cobra.Command, []string, string) (out []cobra.Completion, _ cobra.ShellCompDirective) {
	for _, name := range strategies.Names() {
		out = append(out, cobra.CompletionWithDesc(name, strategies.About(name)))
	}
	return out, cobra.ShellCompDirectiveNoFileComp
}

// parameters are those of the scenario that the command line names, and their choices.
func parameters(c *cobra.Command, args []string, begun string) (out []cobra.Completion, _ cobra.ShellCompDirective) {
	name := strings.Join(args, "")
	if f := c.Flags().Lookup("scenario"); f != nil {
		name = f.Value.String()
	}
	key, _, _ := strings.Cut(begun, "=")
	for _, d := range library.Definitions() {
		for _, p := range d.Parameters {
			switch {
			case d.Name != name:
			case p.Name == key && p.Choices != nil:
				for _, choice := range p.Choices {
					out = append(out, p.Name+"="+choice)
				}
			default:
				out = append(out, cobra.CompletionWithDesc(p.Name+"=", p.About))
			}
		}
	}
	return out, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}
