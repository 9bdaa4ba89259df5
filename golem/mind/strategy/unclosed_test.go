package strategy

import (
	"fmt"
	"strings"
	"testing"

	"bardo.run/bardo/strategies"
)

// A block without an end takes every rule after it, a stop among them.
//
// spec: heartbeat §16
func TestABlockThatIsNotClosedIsAnError(t *testing.T) {
	const head, stop = "# Objective\nx\n\n", "\n```rule stop loss\nwhen drawdown > 5%\ndo sell all\n```\n"
	const rule, open = "```rule entry a\nwhen price > 1 usdc\ndo buy 1 usdc\n", "that begins in line 4 is not closed, and takes what comes after it; end it with "
	for text, want := range map[string]string{
		rule:                                  "4:1: the rule block " + open + "```",
		rule + "cooldown 1h":                  "4:1: the rule block " + open + "```",
		rule + "```x\n":                       "4:1: the rule block " + open + "```",
		"`" + rule + "```\n":                  "4:1: the rule block " + open + "````",
		"```rule":                             "4:1: the rule block " + open + "```",
		"```\nso\n":                           "4:1: the block of code " + open + "```",
		"```":                                 "4:1: the block of code " + open + "```",
		"~~~ text\n```\n" + stop:              "4:1: the block of code " + open + "~~~",
		"> ```\n> so\n\n" + stop:              "4:3: the block of code " + open + "```",
		"- ```\n  so\n- b\n" + stop:           "4:3: the block of code " + open + "```",
		"<!-- so\n" + stop:                    "4:1: the comment " + open + "-->",
		"<pre>\n" + stop:                      "4:1: the block of HTML " + open + "the tag that closes it",
		"<!-- so -->\n" + stop:                "",
		"<!-- so\n-->\n" + stop:               "",
		"<pre>so</pre>":                       "",
		"<div>\n" + stop:                      "",
		rule + "\n\n```":                      "",
		rule + "````  \n" + stop:              "",
		"   " + rule + "   ```\n":             "",
		"```\n```\n" + stop:                   "",
		"> ```\n> so\n>\n> ```\n":             "",
		"- ```\n  so\n\n  ```\n" + stop:       "",
		"1. a\n   - ```\n     so\n     ```\n": "",
	} {
		_, err := Compile([]byte(head+text), DefaultPolicy())
		if got := fmt.Sprint(err); err == nil != (want == "") || want != "" && !strings.Contains(got, FileName+":"+want) {
			t.Errorf("%q: %v\nwant %q", text, err, want)
		}
	}
}

// Cut anywhere inside a rule, no template compiles.
func TestAFileCutInsideARuleDoesNotCompile(t *testing.T) {
	for _, name := range strategies.Names() {
		text, _ := strategies.Template(name)
		inside := false
		for at, c := range string(text) {
			if c != '\n' {
				continue
			}
			line := string(text[strings.LastIndexByte(string(text[:at]), '\n')+1 : at])
			if strings.HasPrefix(line, "```") {
				inside = strings.HasPrefix(line, "```rule")
			}
			if _, err := Compile(text[:at+1], DefaultPolicy()); inside && (err == nil || !strings.Contains(err.Error(), "is not closed")) {
				t.Errorf("%s cut after %q: %v", name, line, err)
			}
		}
	}
}
