// Package lab lives the lives of a design, several at once, in a folder that it can be stopped in
// and go on in.
//
// The folder has the plan's hash (lab.json), the strategies as they are lived (arms/), a folder for
// each life, or for the folders of several that are an arm together (lives/), and what became of each that
// is over (outcomes/). A life whose outcome is there and whose folder is what it was is not lived
// again; one that was cut off goes on. A
// folder of another plan, or of another version of the program, is refused. The first life that
// fails stops the others where they are; what is over stays.
//
// How a life is lived is a port: whoever wires the program gives it.
package lab
