package bench

import (
	"fmt"
	"sort"
	"strconv"
	"strings"
)

// Order is what a contender is told to do: a verb, and values by their names.
type Order struct {
	Verb   string
	Values map[string]string
}

// ParseOrder reads a line: the verb, then values as name=value.
func ParseOrder(line string) (Order, error) {
	words := strings.Fields(line)
	if len(words) == 0 {
		return Order{}, fmt.Errorf("an empty line is no order")
	}
	order := Order{Verb: words[0], Values: map[string]string{}}
	for _, word := range words[1:] {
		name, value, found := strings.Cut(word, "=")
		if !found || name == "" {
			return Order{}, fmt.Errorf("%q is not name=value, in: %s", word, line)
		}
		order.Values[name] = value
	}
	return order, nil
}

// Text is a value that must be there.
func (o Order) Text(name string) (string, error) {
	value, found := o.Values[name]
	if !found {
		return "", fmt.Errorf("%q needs %s, but has only %v", o.Verb, name, o.Values)
	}
	return value, nil
}

// Number is a number that must be there.
func (o Order) Number(name string) (int64, error) {
	text, err := o.Text(name)
	if err != nil {
		return 0, err
	}
	number, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("%s of %q must be a whole number, not %q", name, o.Verb, text)
	}
	return number, nil
}

// NumberOr is a number that need not be there.
func (o Order) NumberOr(name string, otherwise int64) (int64, error) {
	if _, found := o.Values[name]; !found {
		return otherwise, nil
	}
	return o.Number(name)
}

// answer is the line that says an order was carried out.
func answer(numbers map[string]int64) string {
	names := make([]string, 0, len(numbers))
	for name := range numbers {
		names = append(names, name)
	}
	sort.Strings(names)
	var line strings.Builder
	line.WriteString("ok")
	for _, name := range names {
		fmt.Fprintf(&line, " %s=%d", name, numbers[name])
	}
	return line.String()
}
