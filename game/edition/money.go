package edition

import (
	"strconv"
	"unicode"
	"unicode/utf8"
)

// MoneyStyle is how a language writes money.
type MoneyStyle struct {
	Group string // between thousands
	After bool   // a sign such as € follows the number
}

// FormatMoney writes an amount the way a language writes this currency, such
// as "1.500 €" and "€1,500" or "M 30.000" and "M 30,000", with a no-break
// space and a true minus sign.
func (c Currency) FormatMoney(lang string, amount int) string {
	if lang == "de" {
		return c.Format(MoneyStyle{Group: ".", After: true}, amount)
	}
	return c.Format(MoneyStyle{Group: ","}, amount)
}

// Format writes an amount in a given style. A symbol of letters precedes
// the number in every language.
func (c Currency) Format(style MoneyStyle, amount int) string {
	const nbsp = "\u00a0"
	sign := ""
	if amount < 0 {
		sign, amount = "\u2212", -amount
	}
	number := groupDigits(strconv.Itoa(amount), style.Group)
	first, _ := utf8.DecodeRuneInString(c.Symbol)
	switch {
	case c.Symbol == "":
		return sign + number
	case unicode.IsLetter(first):
		return sign + c.Symbol + nbsp + number
	case style.After:
		return sign + number + nbsp + c.Symbol
	default:
		return sign + c.Symbol + number
	}
}

// groupDigits separates thousands.
func groupDigits(digits, sep string) string {
	out := make([]byte, 0, len(digits)+len(digits)/3)
	for i := range len(digits) {
		if i > 0 && (len(digits)-i)%3 == 0 {
			out = append(out, sep...)
		}
		out = append(out, digits[i])
	}
	return string(out)
}

// Unit is the smallest step of money: 10 on the boards printed in Mark.
func (e *Edition) Unit() int {
	if e.Currency.Scale == 20 {
		return 10
	}
	return 1
}
