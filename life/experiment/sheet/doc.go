// Package sheet prints findings: as text for a terminal, as one page for a browser that loads
// nothing, and as comma-separated values. The same findings give the same bytes.
package sheet
