package funcs

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
)

// math returns the namespace math.
func (l *lib) math() map[string]any {
	one := func(fn string, f func(float64) float64) func(v any) (float64, error) {
		return func(v any) (float64, error) {
			x, err := float("math."+fn, v)
			return f(x), err
		}
	}
	two := func(fn string, f func(x, y float64) float64) func(a, b any) (float64, error) {
		return func(a, b any) (float64, error) {
			x, err := float("math."+fn, a)
			if err != nil {
				return 0, err
			}
			y, err := float("math."+fn, b)
			if err != nil {
				return 0, err
			}
			return f(x, y), nil
		}
	}
	many := func(fn string, f func(x, y float64) float64) func(args ...any) (float64, error) {
		return func(args ...any) (float64, error) { return fold("math."+fn, f, args) }
	}
	chain := func(fn string, op byte) func(args ...any) (any, error) {
		return func(args ...any) (any, error) { return arithmetic("math."+fn, op, args) }
	}
	return map[string]any{
		"Abs":       one("Abs", math.Abs),
		"Acos":      one("Acos", math.Acos),
		"Add":       chain("Add", '+'),
		"Asin":      one("Asin", math.Asin),
		"Atan":      one("Atan", math.Atan),
		"Atan2":     two("Atan2", math.Atan2),
		"Ceil":      one("Ceil", math.Ceil),
		"Cos":       one("Cos", math.Cos),
		"Counter":   func() uint64 { return l.env.Counter() },
		"Div":       chain("Div", '/'),
		"Floor":     one("Floor", math.Floor),
		"Log":       one("Log", math.Log),
		"Max":       many("Max", math.Max),
		"MaxInt64":  func() int64 { return math.MaxInt64 },
		"Min":       many("Min", math.Min),
		"Mod":       modulo,
		"ModBool":   func(a, b any) (bool, error) { m, err := modulo(a, b); return m == 0, err },
		"Mul":       chain("Mul", '*'),
		"Pi":        func() float64 { return math.Pi },
		"Pow":       two("Pow", math.Pow),
		"Product":   many("Product", func(x, y float64) float64 { return x * y }),
		"Rand":      func() float64 { return rand.New(rand.NewPCG(l.env.Random(), 0)).Float64() },
		"Round":     one("Round", math.Round),
		"Sin":       one("Sin", math.Sin),
		"Sqrt":      one("Sqrt", math.Sqrt),
		"Sub":       chain("Sub", '-'),
		"Sum":       many("Sum", func(x, y float64) float64 { return x + y }),
		"Tan":       one("Tan", math.Tan),
		"ToDegrees": one("ToDegrees", func(r float64) float64 { return r * 180 / math.Pi }),
		"ToRadians": one("ToRadians", func(d float64) float64 { return d * math.Pi / 180 }),
	}
}

func modulo(a, b any) (int64, error) {
	x, err := integer("math.Mod", a)
	if err != nil {
		return 0, err
	}
	y, err := integer("math.Mod", b)
	if err != nil {
		return 0, err
	}
	if y == 0 {
		return 0, fmt.Errorf("math.Mod: %d cannot be divided by 0", x)
	}
	return int64(x % y), nil
}

// fold joins numbers and lists of numbers with f.
func fold(fn string, f func(x, y float64) float64, args []any) (float64, error) {
	var result float64
	n, some := 0, false
	for _, a := range args {
		values := []any{a}
		if v := reflect.ValueOf(a); isList(v.Kind()) {
			values = plainList(v, nil)
		}
		some = true
		for _, v := range values {
			x, err := float(fn, v)
			if err != nil {
				return 0, err
			}
			if n++; n == 1 {
				result = x
			} else {
				result = f(result, x)
			}
		}
	}
	if !some {
		return 0, countError(fn, "at least 1", 0)
	}
	return result, nil
}

// arithmetic calculates from left to right. Two integers give an integer, as in Go; + joins two strings.
func arithmetic(fn string, op byte, args []any) (any, error) {
	if len(args) < 2 {
		return nil, countError(fn, "at least 2", len(args))
	}
	result := args[0]
	for _, a := range args[1:] {
		r, err := calculate(op, result, a)
		if err != nil {
			return nil, fmt.Errorf("%s of %s and %s: %w", fn, describe(result), describe(a), err)
		}
		result = r
	}
	return result, nil
}

var (
	errDivide  = errors.New("a number cannot be divided by 0")
	errOperand = errors.New("these cannot be calculated with")
)

func calculate(op byte, a, b any) (any, error) {
	av, bv := reflect.ValueOf(a), reflect.ValueOf(b)
	ak, bk := av.Kind(), bv.Kind()
	switch {
	case ak == reflect.String && bk == reflect.String && op == '+':
		return av.String() + bv.String(), nil
	case !isNumber(ak) || !isNumber(bk):
		return nil, errOperand
	case isFloat(ak) || isFloat(bk):
		x, y := numberOf(av), numberOf(bv)
		if op == '/' && y == 0 {
			return nil, errDivide
		}
		return operate(op, x, y), nil
	case isInt(ak) && isInt(bk):
		return whole(op, av.Int(), bv.Int())
	case isUint(ak) && isUint(bk):
		return unsigned(op, av.Uint(), bv.Uint())
	case isInt(ak): // a negative number makes the other one signed
		if x := av.Int(); x < 0 {
			return whole(op, x, int64(bv.Uint()))
		}
		return unsigned(op, uint64(av.Int()), bv.Uint())
	}
	if y := bv.Int(); y < 0 {
		return whole(op, int64(av.Uint()), y)
	}
	return unsigned(op, av.Uint(), uint64(bv.Int()))
}

// unsigned calculates with unsigned integers from YAML. 1 - 5 is -4, where Hugo's result is 18446744073709551612.
func unsigned(op byte, x, y uint64) (any, error) {
	if op == '-' && x < y {
		return int64(x - y), nil
	}
	return whole(op, x, y)
}

func whole[T int64 | uint64](op byte, x, y T) (any, error) {
	if op == '/' && y == 0 {
		return nil, errDivide
	}
	return operate(op, x, y), nil
}

func operate[T int64 | uint64 | float64](op byte, x, y T) T {
	switch op {
	case '+':
		return x + y
	case '-':
		return x - y
	case '*':
		return x * y
	}
	return x / y
}
