// Package conf reads configuration strictly (DESIGN §4; spec: runtime §4.1).
//
// A struct filled with defaults says what may be configured; its tags carry the
// rest. Load puts a TOML file over the defaults, the environment over the file,
// and given flags over both, then checks every value and calls the struct's own
// Check for rules between values. It reports every problem at once, each with
// file, line, column and dotted key, and says nothing else: no logging, no exit.
//
// Unknown keys are problems. "${NAME}" inside a string is replaced from the
// environment. A secret is never read from the file, and no message quotes what
// a variable put into a string, a key marked secret, or what looks like a
// private key.
//
// Tags of a field:
//
//	conf   name of the key (of the table, for a struct field); required
//	doc    what the key means; required for a value
//	env    environment variable that overrides the key
//	range  interval of numbers, "[10,300]" or "(0,)"; of the length, for text
//	oneof  allowed texts, separated by "|"
//	list   name of a list of allowed texts, which the configuration has (Lister)
//	match  expression that text must match as a whole
//	unit   unit of a number, for the reference page
//	vars   "required": an undefined ${NAME} is a problem, not an absent key
//	secret "never": text that looks like a private key is a problem, and no text
//	       of the key is ever quoted, for it may hold a password
//
// oneof, list and match hold for each element of a list.
package conf
