//go:build linux

// Package script_test runs the bardo command as a person does: every script
// below testdata/script is a session in a folder of its own, every command a
// process of its own, every example of the help is run. What must be refused is
// held to its message, its exit code, and to a folder that nobody touched.
//
// The scripts' own commands:
//
//	market DIR MINUTES      export a generated market of that many minutes
//	midnight DIR MINUTES    export as many before a midnight, and as many behind it
//	basket DIR MINUTES      export as many of a generated world of several markets
//	life DIR                copy a whole life, lived once for all scripts
//	exits CODE CMD ARG...   run a command that ends with exactly that code
//	keep PATH...            remember what lies there; nothing is fine too
//	unchanged PATH...       fail unless the same lies there
//	lines FILE FROM TO      delete lines of a file, counted from 1
//	edit FILE LINE OLD NEW  replace text in one line, which must hold it
//	retouch FILE OLD NEW    replace text in a file, which must hold it
//	cut FILE BYTES          cut that many bytes off the end of a file
//	flip FILE               flip a bit in the middle of a file
//	newest VAR DIR          put the path of a life's newest checkpoint, in its folder, into a variable
//	reversion FILE VERSION  have a checkpoint be another version's
//	artifacts DIR           copy the contracts a devnet is made of
//	begin CMD ARG...        start a process and wait until its Golem lives
//	end SIGNAL CODE         signal that process and wait until it ends so
//	upstream VAR KIND       put the URL of a good, dead or page endpoint into a variable
//	recorded FILE           write a fixture of a fork of the good endpoint
//	served VAR ARG...       start a devnet and put its URL into a variable
//	ask URL METHOD PARAMS   send a request and print its result or its error
//	batch URL N METHOD      send N requests at once and print what they were answered
//	disk DIR SIZE           mount a small disk, or make the mounted one larger
package script_test
