// Package image writes down what a value in memory is, and makes another one the same
// (runtime §14.3): what a checkpoint consists of.
//
// An image is of everything that is reached from a value, through pointers, slices, maps and
// interfaces, exported or not, in a fixed order: equal values have equal images. What is reached
// twice is written once, so that what was shared is shared again.
//
// An image is put into a value that was built like the one it was made of: the plugs between its
// parts are there already. Functions and channels are such plugs and keep what they are, and so
// does whatever a Bounds names: it belongs to somebody else, or never changes. A struct of another
// program's that it does not name is an error: nothing is left out in silence. An interface keeps
// its value and takes in what that consists of; where the two are of different types, the image is
// of another value, and is refused.
//
// An image begins with a sum over the layout of its types, by which one of another program is
// told from one that is damaged. It protects nothing by itself: whoever keeps it keeps its hash.
package image
