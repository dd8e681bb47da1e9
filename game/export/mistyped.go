package export

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
)

// mistyped describes in words which member of a header has the wrong type.
func mistyped(err error) error {
	var wrong *json.UnmarshalTypeError
	if !errors.As(err, &wrong) { // nothing else in it has a form of its own
		return errors.New("header: created_at has to be a time such as 2026-01-31T12:00:00Z")
	}
	if number, ok := strings.CutPrefix(wrong.Value, "number "); ok {
		return fmt.Errorf("header: %s cannot be %s", wrong.Field, number)
	}
	return fmt.Errorf("header: %s has to be %s, but is %s", wrong.Field, kindWord(wrong.Type.Kind()), valueWord(wrong.Value))
}

func kindWord(kind reflect.Kind) string {
	switch kind {
	case reflect.String:
		return "a text"
	case reflect.Bool:
		return "true or false"
	case reflect.Slice:
		return "a list"
	case reflect.Map, reflect.Struct:
		return "an object"
	default:
		return "a whole number"
	}
}

func valueWord(value string) string {
	switch value {
	case "string":
		return "a text"
	case "bool":
		return "true or false"
	case "array":
		return "a list"
	case "object":
		return "an object"
	default:
		return "a " + value
	}
}
