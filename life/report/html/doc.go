// Package html writes the pages that tell lives: one file each, which loads nothing and runs no
// script but those that are named by their hashes. Text of others reaches a page only through
// Sink.Put, which escapes it; what becomes markup is a constant of this program.
package html
