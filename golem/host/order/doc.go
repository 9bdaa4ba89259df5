// Package order is the owner's last word to a Golem: a small file in its folder that
// says it shall die, and of what cause (runtime §13.1, §13.3). Unlike the kill file it
// ends a life and not only a process: the Golem settles and leaves its testament.
//
//	{"cause": "owner_kill"}
//
// cause is owner_kill, owner_destroy or kill_switch; "abandon": true has the death
// settle no more than it has.
//
// It owns the file's format. It promises: what is no such file (another word, an
// unknown field, a folder, something huge) is never an order and never an error, but a
// line in the log, once; an order that was seen stays one, whatever becomes of its
// file. It never deletes or changes the file, which stays as evidence, and never
// decides.
package order
