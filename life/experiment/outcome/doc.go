// Package outcome reads what an experiment keeps of one life: where and how long it lived, its
// returns hour by hour beside those of holding, its figures, and the hash of its records.
//
// An outcome is written as JSON and read back the same, so that a life that is over need not be
// told again. Lives that are an arm together are one outcome: of a set their accounts are added up, of a
// chain they stand one behind the other. Lives are compared on hours, or on days of 24 of them, counted from the minute of
// their birth; a life that died before its paid time was over stands still from then on, as what
// it left would. Nothing in a folder is changed.
package outcome
