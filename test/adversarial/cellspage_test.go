package adversarial

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// pageOfCells are the cells that the last `make hostile` reached, as its page has them; empty
// where it has none.
func pageOfCells(t *testing.T) map[square]bool {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "hostile.md"))
	check(t, err)
	return cellsIn(string(text))
}

// cellsIn reads the tables that cellsPage writes.
func cellsIn(page string) map[square]bool {
	reached, custody := map[square]bool{}, ""
	for _, row := range strings.Split(page, "\n") {
		if name, ok := strings.CutPrefix(row, "## "); ok {
			custody, _ = strings.CutPrefix(name, cellsOf)
			if custody == name {
				custody = ""
			}
		}
		columns := strings.Split(row, " | ")
		kind, state, ok := strings.Cut(strings.TrimPrefix(columns[0], "| "), ", ")
		if custody == "" || !ok || len(columns) != len(layersOf)+1 {
			continue
		}
		for i, layer := range layersOf {
			if strings.Contains(columns[i+1], "**") {
				reached[square{kind, layer, custody, state}] = true
			}
		}
	}
	return reached
}

// cellsOf begins the heading of a custody's cells.
const cellsOf = "Cells: "

// What is written is what is read: a cell is on the page where it was reached, and only there.
func TestThePageOfCellsIsReadAsItIsWritten(t *testing.T) {
	reached := map[square]int{
		{"buy", "cage", bare.name, calm}: 3, {"words", letThrough, "embedded", strange}: 12, {"buy v2", "grammar", "delegation", dies}: 1,
	}
	var page []string
	for _, in := range custodies {
		page = append(page, cellRows(reached, in)...)
	}
	page = append(page, "", "## Something else", "", "| buy, calm | "+strings.Repeat("**1** | ", len(layersOf)))
	read := cellsIn(strings.Join(page, "\n"))
	for _, c := range squares() {
		if read[c] != (reached[c] > 0) {
			t.Errorf("%v: reached %d times, and read as %v", c, reached[c], read[c])
		}
	}
	if len(read) != len(reached) {
		t.Errorf("%d cells are read, %d were written", len(read), len(reached))
	}
}
