package golem

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/spf13/cobra"
)

// voice is the standard output of a command that answers: words for people or, with
// --json, one object in their place.
type voice struct {
	out  io.Writer
	json bool
}

// Write implements io.Writer, for words.
func (v *voice) Write(words []byte) (int, error) {
	if v.json {
		return len(words), nil
	}
	return v.out.Write(words)
}

// answer is what the command came to; where words were said, they said it.
func (v *voice) answer(what any) error {
	if !v.json {
		return nil
	}
	return json.NewEncoder(v.out).Encode(what)
}

// asked adds the flag to commands that answer.
func (v *voice) asked(commands ...*cobra.Command) []*cobra.Command {
	for _, c := range commands {
		c.PersistentFlags().BoolVar(&v.json, "json", false, "print JSON on stdout, errors as JSON on stderr")
	}
	return commands
}

// failure is an error as a program reads it.
type failure struct {
	Exit    int    `json:"exit"`
	Message string `json:"error"`
	Next    string `json:"next,omitempty"`
}

// print writes the error for people, or for a program.
func (f failure) print(out io.Writer, asJSON bool) {
	if asJSON {
		text, _ := json.Marshal(f) // strings and a number always encode
		fmt.Fprintf(out, "%s\n", text)
		return
	}
	fmt.Fprintln(out, "golem:", f.Message)
	if f.Next != "" {
		fmt.Fprintln(out, "  next:", f.Next)
	}
}
