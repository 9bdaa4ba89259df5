// Command house measures what short files and a passing build can hide: what each package
// imports, how large types are, which functions no main reaches, where calls turn back
// between a trigger and a transaction, what a new protocol touches, and how many lines
// there are, in all and of what is trusted. It runs in the root of the checkout.
//
//	go run ./test/house          the table
//	go run ./test/house -all     with every package and every type
//	go run ./test/house -check   and 1 where something is past its bound or reached by nothing
//
// Lines of product and tests are printed and have no bound: a bound would be kept by taking
// sentences out of comments. What is trusted has one, in house.go, and may only get smaller.
//
// It sees the Go code that is built on this system, without what is generated. waiting.txt
// says why a function that no main reaches is there all the same.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
)

func main() {
	all := flag.Bool("all", false, "print every package and every type")
	check := flag.Bool("check", false, "end with 1 where something is past its bound or unreached")
	flag.Parse()
	os.Exit(run(bardo(), *all, *check, os.Stdout))
}

func run(h house, all, check bool, out io.Writer) int {
	r, err := h.look()
	if err != nil {
		fmt.Fprintln(os.Stderr, "house:", err)
		return 1
	}
	r.print(out, all)
	if !check {
		return 0
	}
	faults := r.faults()
	for _, f := range faults {
		fmt.Fprintln(out, "house:", f)
	}
	return min(len(faults), 1)
}
