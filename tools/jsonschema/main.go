// Command jsonschema validates JSON files against a JSON schema. It prints one line per invalid file, which begins
// with the name of the file as it was given, and exits with status 1.
//
//	go run -C tools ./jsonschema SCHEMA FILE...
//
// Tests of the product call it by internal/testing/schematest, as they call xmllint and jing, so the library that reads
// schemas is not a dependency of the product.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v5"
)

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: jsonschema SCHEMA FILE...")
		os.Exit(2)
	}
	problems, err := validate(os.Args[1], os.Args[2:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "jsonschema:", err)
		os.Exit(2)
	}
	for _, p := range problems {
		fmt.Println(p)
	}
	if len(problems) > 0 {
		os.Exit(1)
	}
}

// validate returns one line for each file that is not valid.
func validate(schema string, files []string) (problems []string, err error) {
	s, err := jsonschema.Compile(schema)
	if err != nil {
		return nil, err
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		var v any
		err = json.Unmarshal(text, &v)
		if err == nil {
			err = s.Validate(v)
		}
		if err != nil {
			problems = append(problems, name+": "+strings.ReplaceAll(err.Error(), "\n", " "))
		}
	}
	return problems, nil
}
