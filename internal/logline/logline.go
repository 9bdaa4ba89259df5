// Package logline gives each line of a log of JSON objects a checksum, so that a changed line
// is known as such. It says nothing of lines that were taken out.
package logline

import (
	"bytes"
	"fmt"
	"hash/crc32"
	"io"
)

// Key is the last key of a line: the CRC-32 of what stands before it, in hexadecimal.
const Key = "crc"

// Writer returns a writer that adds the checksum to every line and hands it on to w in one
// write. Each write must be one object and its newline, as slog's handler of JSON does it.
func Writer(w io.Writer) io.Writer { return writer{w} }

type writer struct{ to io.Writer }

// Write implements io.Writer.
func (w writer) Write(line []byte) (int, error) {
	body, is := bytes.CutSuffix(line, []byte("}\n"))
	if !is {
		return w.to.Write(line)
	}
	if _, err := w.to.Write(append(bytes.Clone(body), tail(body)...)); err != nil {
		return 0, err
	}
	return len(line), nil
}

func tail(body []byte) []byte {
	return fmt.Appendf(nil, ",%q:%q}\n", Key, fmt.Sprintf("%08x", crc32.ChecksumIEEE(body)))
}

// Check returns the number of the first line, from 1, that does not have its checksum; 0 where
// each has.
func Check(log []byte) int {
	size := len(tail(nil))
	number := 0
	for line := range bytes.Lines(log) {
		number++
		at := max(len(line)-size, 0)
		if !bytes.Equal(line[at:], tail(line[:at])) {
			return number
		}
	}
	return 0
}
