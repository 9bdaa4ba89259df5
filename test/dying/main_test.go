package dying

import (
	"flag"
	"fmt"
	"os"
	"testing"
)

// Lives of the program wait, most of their time: more of them than cores may do so.
func TestMain(m *testing.M) {
	flag.Parse()
	if err := flag.Set("test.parallel", "5"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	os.Exit(m.Run())
}
