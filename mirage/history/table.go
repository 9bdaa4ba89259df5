package history

import (
	"bytes"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/holiman/uint256"
)

// RowError says which field of which line cannot be read. It is meant for a person.
type RowError struct {
	File  string // name without its folder
	Line  int    // from 1
	Field string // column of the header; empty where the whole line is meant
	Found string // what stands there
	Want  string // what is allowed, or what to do
}

// Error implements error.
func (e *RowError) Error() string {
	if e.Field == "" {
		return fmt.Sprintf("%s:%d: %s: %s", e.File, e.Line, e.Found, e.Want)
	}
	return fmt.Sprintf("%s:%d: %s is %q: want %s", e.File, e.Line, e.Field, e.Found, e.Want)
}

// table is a file of rows, held whole. Fields are parted by commas, semicolons or tabs.
type table struct {
	file   string
	header []string
	column map[string]int
	rows   [][]string
	first  int // line of rows[0]: 2 after a header
}

// readTable reads a file and checks its shape: a header, the same number of fields in
// every line, and a whole last line.
func readTable(path string) (*table, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	t := &table{file: filepath.Base(path), column: map[string]int{}, first: 2}
	if bytes.HasPrefix(raw, []byte("PK\x03\x04")) {
		return nil, &RowError{File: t.file, Line: 1, Found: "a zip archive", Want: "unpack it first"}
	}
	lines := strings.Split(string(bytes.TrimPrefix(raw, []byte("\xef\xbb\xbf"))), "\n")
	if last := len(lines) - 1; lines[last] != "" {
		return nil, &RowError{File: t.file, Line: last + 1, Found: "the file does not end with a line break", Want: "it was cut; fetch it again, or add the line break if the line is whole"}
	}
	lines = lines[:len(lines)-1]
	if len(lines) == 0 {
		return nil, &RowError{File: t.file, Line: 1, Found: "the file is empty", Want: "it must begin with a header"}
	}
	sep := separator(lines[0])
	t.header = fields(lines[0], sep)
	for i, name := range t.header {
		t.column[name] = i
	}
	for i, line := range lines[1:] {
		row := fields(line, sep)
		if len(row) != len(t.header) {
			return nil, &RowError{File: t.file, Line: i + 2, Found: fmt.Sprintf("%d fields", len(row)), Want: fmt.Sprintf("the first line has %d; this one is cut or damaged", len(t.header))}
		}
		t.rows = append(t.rows, row)
	}
	return t, nil
}

// need checks that the header holds the wanted columns.
func (t *table) need(want ...string) error {
	for _, name := range want {
		if _, ok := t.column[name]; !ok {
			return &RowError{File: t.file, Line: 1, Found: fmt.Sprintf("no column %q", name), Want: "the first line must be a header with " + strings.Join(want, ",")}
		}
	}
	return nil
}

// row is one line of a table.
type row struct {
	t    *table
	line int
}

func (t *table) each(visit func(row) error) error {
	for i := range t.rows {
		if err := visit(row{t, i + t.first}); err != nil {
			return err
		}
	}
	return nil
}

func (r row) text(field string) string {
	return strings.TrimSpace(r.t.rows[r.line-r.t.first][r.t.column[field]])
}

func (r row) wrong(field, want string) error {
	return &RowError{File: r.t.file, Line: r.line, Field: r.t.header[r.t.column[field]], Found: r.text(field), Want: want}
}

// minute reads a time that stands at the first second of a minute.
func (r row) minute(field string) (time.Time, error) {
	if t, ok := instant(r.text(field)); ok && t.Unix()%60 == 0 && t.Nanosecond() == 0 {
		return t, nil
	}
	return time.Time{}, r.wrong(field, "the start of a minute in UTC, like 2023-08-13 00:01:00, or its seconds or milliseconds since 1970")
}

// whole reads a whole number that may be written as a float ("198133.0"). Reports
// whether it was, and whether the field was empty.
func (r row) whole(field, want string) (n *big.Int, float, empty bool, err error) {
	text := r.text(field)
	if text == "" {
		return nil, false, true, nil
	}
	digits, frac, float := strings.Cut(text, ".")
	n, ok := new(big.Int).SetString(digits, 10)
	if !ok || digits[0] == '+' || float && (frac == "" || strings.Trim(frac, "0") != "") {
		return nil, false, false, r.wrong(field, want)
	}
	return n, float, false, nil
}

const wantAmount = "a whole number of raw units, not negative, below 2^128"

// amount reads raw units of a token.
func (r row) amount(field string) (n *uint256.Int, float, empty bool, err error) {
	b, float, empty, err := r.whole(field, wantAmount)
	if err != nil || empty {
		return nil, float, empty, err
	}
	if b.Sign() < 0 || b.BitLen() > 128 {
		return nil, false, false, r.wrong(field, wantAmount)
	}
	return uint256.MustFromBig(b), float, false, nil
}

// decimal reads an unsigned decimal number exactly.
func (r row) decimal(field, want string) (*big.Rat, error) {
	n, ok := decimal(r.text(field))
	if !ok {
		return nil, r.wrong(field, want)
	}
	return n, nil
}

// decimal reads an unsigned decimal number, which may have an exponent of up to two
// digits ("1.5e-05").
func decimal(text string) (*big.Rat, bool) {
	digits, exponent, short := strings.Cut(strings.ToLower(text), "e")
	if digits == "" || len(digits) > 80 || strings.Trim(digits, "0123456789.") != "" {
		return nil, false
	}
	if n := strings.TrimLeft(exponent, "+-"); short && (n == "" || len(n) > 2 || len(exponent) > 3) {
		return nil, false
	}
	return new(big.Rat).SetString(text)
}
