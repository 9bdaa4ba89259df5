// Command tool is no main of what is delivered: what it reaches alone is dead.
package main

import "small/core"

func main() { core.ForTool() }
