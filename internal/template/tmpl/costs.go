package tmpl

import (
	"reflect"

	"github.com/sitegen/sitegen/internal/template/tmpl/exec"
)

// costs are the functions that go through lists or take much longer than others, with their costs per call and per byte
// of text. Functions that know their work better, such as sort, count it themselves (funcs.Env.Spend, Call.Step).
var costs = map[string]exec.Cost{
	"transform_Markdownify": {Call: 80, Bytes: 16}, "transform_Highlight": {
		Call:  200,
		Bytes: 16,
	}, "transform_HighlightCodeBlock": {Call: 200, Bytes: 16},
	"transform_ToMath":    {Call: 40, Bytes: 32, Deep: true},
	"transform_Unmarshal": {Call: 20, Bytes: 8}, "transform_Remarshal": {Call: 40, Bytes: 2, Deep: true},
	"transform_HTMLToMarkdown": {Call: 40, Bytes: 1}, "transform_PortableText": {Call: 40, Bytes: 4, Deep: true},
	"transform_Plainify": {Bytes: 64}, "transform_HTMLEscape": {Bytes: 128}, "transform_HTMLUnescape": {Bytes: 128},
	"transform_XMLEscape": {Bytes: 16},
	"transform_Emojify":   {Bytes: 64}, "diagrams_Goat": {Call: 80, Bytes: 4},

	"strings_FindRE": {Call: 1, Bytes: 128}, "strings_FindRESubmatch": {
		Call:  1,
		Bytes: 128,
	}, "strings_ReplaceRE": {Call: 1, Bytes: 128},
	"strings_Split": {Bytes: 512}, "strings_Count": {Bytes: 512}, "strings_CountWords": {Bytes: 32},
	"strings_CountRunes": {Bytes: 32},
	"strings_Title":      {Call: 2, Bytes: 2}, "strings_ToUpper": {Bytes: 64}, "strings_ToLower": {Bytes: 64},
	"strings_Replace": {Bytes: 128},
	"strings_ReplacePairs": {
		Call: 4, Bytes: 16,
		Deep: true,
	}, "strings_Truncate": {Bytes: 32}, "strings_Substr": {Bytes: 32}, "strings_SliceString": {Bytes: 32},
	"strings_Diff": {Call: 4, Bytes: 8}, "strings_RuneCount": {Bytes: 512}, "strings_ContainsAny": {Bytes: 128},
	"strings_FirstUpper": {Bytes: 512}, "strings_FirstLower": {Bytes: 512},
	"strings_Trim": {Bytes: 128}, "strings_TrimLeft": {Bytes: 128}, "strings_TrimRight": {Bytes: 128},
	"inflect_Humanize": {Call: 20, Bytes: 1}, "inflect_Pluralize": {Call: 40, Bytes: 2}, "inflect_Singularize": {
		Call:  40,
		Bytes: 2,
	},
	"urls_URLize": {Call: 2, Bytes: 16}, "urls_Anchorize": {Call: 2, Bytes: 16}, "urls_Parse": {
		Call:  2,
		Bytes: 64,
	}, "urls_JoinPath": {Call: 2, Bytes: 32, Deep: true},
	"urls_PathEscape": {Bytes: 64}, "urls_PathUnescape": {Bytes: 64}, "urls_RelURL": {
		Call:  4,
		Bytes: 64,
	}, "urls_AbsURL": {Call: 4, Bytes: 64},
	"urls_RelLangURL": {Call: 4, Bytes: 64}, "urls_AbsLangURL": {Call: 4, Bytes: 64}, "urls_Ref": {
		Call: 40, Bytes: 16,
		Deep: true,
	}, "urls_RelRef": {Call: 40, Bytes: 16, Deep: true},
	"path_Join": {Bytes: 64, Deep: true}, "path_Clean": {Bytes: 128},
	"time_Format": {Call: 2, Bytes: 32}, "time_AsTime": {Call: 4, Bytes: 32}, "time_In": {
		Call:  2,
		Bytes: 32,
	}, "time_ParseDuration": {Bytes: 64},
	"lang_Translate": {Call: 8, Bytes: 16, Deep: true},

	"crypto_MD5": {Call: 1, Bytes: 128}, "crypto_SHA1": {Call: 1, Bytes: 128}, "crypto_SHA256": {
		Call:  1,
		Bytes: 64,
	}, "crypto_Hash": {Call: 1, Bytes: 64},
	"crypto_HMAC": {Call: 4, Bytes: 64}, "hash_FNV32a": {Bytes: 128}, "hash_XxHash": {Bytes: 1024},
	"encoding_Jsonify": {
		Call: 2, Bytes: 16,
		Deep: true,
	}, "encoding_Base64Encode": {Bytes: 256}, "encoding_Base64Decode": {Bytes: 128},
	"encoding_HexEncode": {Bytes: 256}, "encoding_HexDecode": {Bytes: 128}, "debug_Dump": {
		Call: 4, Bytes: 8,
		Deep: true,
	}, "debug_VisualizeSpaces": {Bytes: 16},
	"fmt_Print": {Call: 1, Bytes: 128, Deep: true}, "fmt_Println": {
		Call: 1, Bytes: 128,
		Deep: true,
	}, "fmt_Printf": {Call: 1, Bytes: 32, Deep: true},
	"fmt_Warnf": {Call: 20, Bytes: 16, Deep: true}, "fmt_Errorf": {
		Call: 20, Bytes: 16,
		Deep: true,
	}, "fmt_Warnidf": {Call: 20, Bytes: 16, Deep: true}, "fmt_Erroridf": {Call: 20, Bytes: 16, Deep: true},

	"collections_SymDiff": {Call: 2, Bytes: 8}, "collections_Union": {
		Call:  2,
		Bytes: 16,
	}, "collections_Intersect": {Call: 2, Bytes: 16},
	"collections_Complement": {Call: 2, Bytes: 8}, "collections_Uniq": {Call: 2, Bytes: 16}, "collections_Sort": {
		Call:  2,
		Bytes: 128,
	},
	"collections_Where": {Call: 4, Bytes: 128}, "collections_Group": {
		Call:  8,
		Bytes: 128,
	}, "collections_Shuffle": {Call: 4, Bytes: 64},
	"collections_Delimit": {Call: 1, Bytes: 32}, "collections_In": {Bytes: 512}, "collections_Reverse": {Bytes: 256},
	"collections_Merge": {Call: 2, Bytes: 32},
	"collections_Apply": {Call: 4, Bytes: 32}, "collections_D": {Call: 4}, "collections_Querify": {
		Call: 4, Bytes: 16,
		Deep: true,
	}, "collections_NewScratch": {Call: 2},
	"collections_Dictionary": {Call: 1}, "collections_KeyVals": {Call: 1},
	"compare_Eq": {Bytes: 128, Deep: true}, "compare_Ne": {Bytes: 128, Deep: true},
	"cast_ToString": {Deep: true}, "math_Max": {Bytes: 256}, "math_Min": {Bytes: 256}, "math_Sum": {Bytes: 256},
	"math_Product": {Bytes: 256},

	"os_ReadFile": {Call: 80}, "os_FileExists": {Call: 40}, "os_ReadDir": {Call: 80}, "os_Stat": {Call: 40},
	"os_Getenv":        {Call: 20},
	"templates_Exists": {Call: 20}, "templates_Current": {Call: 4}, "partials_IncludeCached": {
		Call: 40, Bytes: 64,
		Deep: true,
	}, "_Defer": {Call: 20},
	"lang_Merge": {Call: 8, Bytes: 32}, "images_QR": {
		Call:  400,
		Bytes: 1,
	}, "images_Config": {Call: 80}, "images_Card": {Call: 200, Bytes: 16, Deep: true},
	"images_Text":   {Call: 20, Bytes: 16, Deep: true},
	"images_Dither": {Call: 20, Bytes: 16, Deep: true}, "images_Filter": {Call: 20, Bytes: 16, Deep: true},
	"css_ChromaStyles": {Call: 2000}, "openapi3_Unmarshal": {Call: 40},
}

// costOf returns the cost of a function. Functions of some namespaces take values of unknown size.
func costOf(name string) (c exec.Cost, ok bool) {
	if c, ok = costs[name]; ok {
		return c, true
	}
	for _, ns := range []string{"resources_", "js_", "css_", "images_", "openapi3_"} {
		if len(name) > len(ns) && name[:len(ns)] == ns {
			return exec.Cost{Call: 40, Bytes: 64, Deep: true}, true
		}
	}
	return c, false
}

// priced returns a function with its cost.
func priced(name string, fn any) any {
	if c, ok := costOf(name); ok {
		return exec.Costly{Func: fn, Cost: c}
	}
	return fn
}

// counted wraps a function for text/template's own engine, which does not count: the wrapper counts its calls.
func (e *Executor) counted(name string, fn any) any {
	v := reflect.ValueOf(fn)
	if v.Kind() != reflect.Func || e.types.Stock {
		return fn
	}
	cost, _ := costOf(name)
	return reflect.MakeFunc(v.Type(), func(args []reflect.Value) []reflect.Value {
		n := cost.Call + 1
		for _, a := range args {
			if a.IsValid() && a.CanInterface() {
				n += cost.Amount(a.Interface())
			}
		}
		if c := e.scope.Running(); c != nil {
			if err := c.Step(n); err != nil {
				panic(err) // becomes the error of the function
			}
		}
		if v.Type().IsVariadic() {
			return v.CallSlice(args)
		}
		return v.Call(args)
	}).Interface()
}
