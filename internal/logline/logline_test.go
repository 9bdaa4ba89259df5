package logline

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"strings"
	"testing"
)

// Every line that a handler writes is still one object, and a flipped bit anywhere in the log is
// named by its line.
func TestAFlippedBitIsNamedByItsLine(t *testing.T) {
	var out bytes.Buffer
	log := slog.New(slog.NewJSONHandler(Writer(&out), nil))
	for i := range 3 {
		log.Info("tick", "number", i, "text", "a}\n,\"crc\":\"00000000\"}")
	}
	text := out.Bytes()
	if got := strings.Count(out.String(), "\n"); got != 3 || Check(text) != 0 {
		t.Fatalf("%d lines, the first wrong one is %d:\n%s", got, Check(text), text)
	}
	for line := range strings.Lines(out.String()) {
		if !json.Valid([]byte(line)) {
			t.Errorf("no JSON: %s", line)
		}
	}
	for i := range text {
		for bit := range 8 {
			text[i] ^= 1 << bit
			want := 1 + bytes.Count(out.Bytes()[:i], []byte("\n"))
			if got := Check(text); got == 0 || got > want {
				t.Fatalf("byte %d, bit %d: line %d is wrong, want %d", i, bit, got, want)
			}
			text[i] ^= 1 << bit
		}
	}
	if got := Check(text[:len(text)-1]); got != 3 {
		t.Errorf("cut: line %d", got)
	}
	if Check(nil) != 0 {
		t.Error("an empty log is wrong")
	}
}
