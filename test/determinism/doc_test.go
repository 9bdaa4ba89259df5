// Package determinism_test holds lives to DESIGN §4: given market, seed and
// strategy the records are the same bytes whatever machine, folder, zone or
// language they are lived in; the journal alone leads to them again, also after
// kills; and a byte of it that changed, or a cause that is gone, is found and
// named.
package determinism_test
