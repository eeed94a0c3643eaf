// Leaks prints the syntax of other tools that readers of a finished site see, with the page and the text around it:
//
//	go run -C tools ./leaks FOLDER
//
// It exits with 1 if there is any. Pages about such a tool show it on purpose, mostly as code, which does not count.
package main

import (
	"fmt"
	"log"
	"os"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/testing/leaks"
)

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: leaks FOLDER")
	}
	list, err := leaks.In(os.DirFS(os.Args[1]))
	if err != nil {
		log.Fatal(err)
	}
	counts := map[string]int{}
	for _, l := range list {
		counts[l.Name]++
		fmt.Printf("%s: %s: %s\n", l.File, l.Name, l.Text)
	}
	var names []string
	for name, n := range counts {
		names = append(names, fmt.Sprintf("%s %d", name, n))
	}
	slices.Sort(names)
	fmt.Printf("%d in all: %s\n", len(list), strings.Join(names, ", "))
	if len(list) > 0 {
		os.Exit(1)
	}
}
