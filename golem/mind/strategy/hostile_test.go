package strategy

import (
	"errors"
	"strings"
	"testing"
)

func TestTextsMadeToHurtAreRefusedBriefly(t *testing.T) {
	repeat := func(s string) string { return strings.Repeat(s, MaxBytes/len(s)-1) }
	deep := ""
	for i := range 250 {
		deep += strings.Repeat(" ", 2*i) + "- x\n"
	}
	for name, text := range map[string]string{
		"one line of quotes": repeat("> "), "lines of quotes": repeat(strings.Repeat("> ", 1000) + "\n"), "numbered": repeat(strings.Repeat("1. ", 1000) + "\n"),
		"one line of lists": repeat("- "), "lines of lists": repeat(strings.Repeat("- ", 60) + "\n"), "nested lists": deep,
		"fences": repeat("```rule entry\n"), "backticks": repeat("`"), "brackets": repeat("["), "references": repeat("[a]: b\n"),
		"placeholders": "# Objective\n" + strings.Repeat("{{a}}\n", MaxBytes/6-10), "headings": repeat("# Notes\n"), "empty headings": repeat("#\n"),
		"tables": "+++\n" + strings.Repeat("[a]\n", MaxBytes/4-4) + "+++\n", "arrays": "+++\na=\n" + strings.Repeat("[\n", 30_000) + "+++\n",
		"rules": repeat("```rule exit a\nwhen x\n```\n"), "tabs": repeat("\t"),
	} {
		_, err := Compile([]byte(text), DefaultPolicy())
		var problems Problems
		if !errors.As(err, &problems) || len(problems) > maxProblems+1 || len(err.Error()) > 50_000 {
			t.Errorf("%s: %d problems", name, len(problems))
		}
	}
}

func TestProblemsBeyondAHundredAreCounted(t *testing.T) {
	_, err := Compile([]byte("# Objective\n"+strings.Repeat("{{a}}\n", 150)), DefaultPolicy())
	if err == nil || strings.Count(err.Error(), "\n") != maxProblems || !strings.HasSuffix(err.Error(), "; and 49 problems more") {
		t.Errorf("%v", err)
	}
}
