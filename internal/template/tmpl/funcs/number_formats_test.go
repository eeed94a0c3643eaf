package funcs

import "testing"

// TestAmounts: numbers in the formats of languages.
func TestAmounts(t *testing.T) {
	checkCalls(t, [][2]string{
		{`lang.FormatNumber 2 1234.567`, "1,234.57"},
		{`lang.FormatNumber "x" 1`, "ERR lang.FormatNumber: \"x\" is not a whole number"},
		{`lang.FormatCurrency 2 "USD" 12.3`, "$12.30"},
		{`lang.FormatCurrency 2 "XXZ" 12.3`, "XXZ12.30"},
		{`lang.FormatCurrency 2 "" 12.3`, "12.30"},
		{`lang.FormatAccounting 2 "EUR" -12.3`, "€-12.30"},
		{`lang.FormatNumberCustom 2 12345.678 "- . ,"`, "12,345.68"},
		{`lang.FormatNumberCustom 2 -12345.678 "~ , ."`, "~12.345,68"},
		{`lang.FormatNumberCustom 2 -12345.678 "-|,| " "|"`, "-12 345,68"},
		{`lang.FormatNumberCustom 2 12345.678 "- ."`, "12345.68"},
		{`lang.FormatNumberCustom 2 12345.678 ""`, "1234568"},
		{`lang.FormatNumberCustom 2 12345.678 (slice)`, "ERR lang.FormatNumberCustom: a value of type []interface {} is not a string"},
		{`lang.FormatNumberCustom "x" 1`, "ERR lang.FormatNumberCustom: \"x\" is not a whole number"},
		{`lang.FormatNumberCustom 2 "1e20"`, "100,000,000,000,000,000,000.00"},
		{`lang.FormatNumberCustom 2 math.MaxInt64`, "9,223,372,036,854,775,808.00"},
	})
}

// TestCalculations: invalid calculations, and how numbers are read.
func TestCalculations(t *testing.T) {
	checkCalls(t, [][2]string{
		{`add "a" 1`, "ERR math.Add of \"a\" and 1 (int): these cannot be calculated with"},
		{`add (slice 1) 1`, "ERR math.Add of a value of type []int and 1 (int): these cannot be calculated with"},
		{`sub 5 (slice)`, "ERR math.Sub of 5 (int) and a value of type []interface {}: these cannot be calculated with"},
		{`mul 2 "x"`, "ERR math.Mul of 2 (int) and \"x\": these cannot be calculated with"},
		{`div 7 0`, "ERR math.Div of 7 (int) and 0 (int): a number cannot be divided by 0"},
		{`div 7.0 0`, "ERR math.Div of 7 (float64) and 0 (int): a number cannot be divided by 0"},
		{`mod 7.5 2`, "1"},
		{`mod "7" 3`, "1"},
		{`mod -7 3`, "-1"},
		{`mod "x" 3`, "ERR math.Mod: \"x\" is not a whole number"},
		{`modBool 7 0`, "ERR math.Mod: 7 cannot be divided by 0"},
		{`math.Pow 2 0.5`, "1.4142135623730951"},
		{`math.Pow "x" 1`, "ERR math.Pow: \"x\" is not a number"},
		{`math.Pow 2 "x"`, "ERR math.Pow: \"x\" is not a number"},
		{`math.Max 1 "2" 3.5`, "3.5"},
		{`math.Max (slice 1 5 3)`, "5"},
		{`math.Max (slice) `, "0"},
		{`math.Min (slice 1 (slice 0 2)) `, "ERR math.Min: a value of type []int is not a number"},
		{`math.Sum (slice 1 2) 3`, "6"},
		{`math.Product 2 (slice 3)`, "6"},
		{`math.Product "x"`, "ERR math.Product: \"x\" is not a number"},
		{`math.Atan2 1 1`, "0.7853981633974483"},
		{`math.ToDegrees 3.14159`, "179.99984796050427"},
		{`int "08"`, "ERR cast.ToInt: \"08\" is not a whole number"},
		{`int 1e20`, "-9223372036854775808"},
		{`float "x"`, "ERR cast.ToFloat: \"x\" is not a number"},
		{`string (slice 1)`, "ERR cast.ToString: a value of type []int is not a string"},
	})
}
