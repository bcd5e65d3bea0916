package main

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"regexp"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"google.golang.org/protobuf/encoding/protowire"
)

// text is a string where it can be read, bytes otherwise.
func text(value string) any {
	if !utf8.ValidString(value) || strings.ContainsFunc(value, unicode.IsControl) {
		return inHex(value)
	}
	return value
}

func inHex(value string) any {
	return map[string]string{"hex": hex.EncodeToString([]byte(value))}
}

// A blob is an argument: text, or bytes in hex.
type blob string

func (b *blob) UnmarshalJSON(data []byte) error {
	var plain string
	if json.Unmarshal(data, &plain) == nil {
		*b = blob(plain)
		return nil
	}
	var coded struct{ Hex *string }
	if err := json.Unmarshal(data, &coded); err != nil {
		return err
	}
	if coded.Hex == nil {
		return fmt.Errorf("neither text nor bytes: %s", data)
	}
	decoded, err := hex.DecodeString(*coded.Hex)
	*b = blob(decoded)
	return err
}

// setNames replaces the random names of staged sets by SET1, SET2 and so on.
type setNames struct {
	random []string
}

func (n *setNames) add(random string) {
	n.random = append(n.random, random)
}

func (n *setNames) hide(value string) string {
	for i, random := range n.random {
		value = strings.ReplaceAll(value, random, fmt.Sprintf("SET%d", i+1))
	}
	return value
}

var setName = regexp.MustCompile(`SET[0-9]+`)

// show is the inverse of hide: the names of sets that there were.
func (n *setNames) show(value string) string {
	return setName.ReplaceAllStringFunc(value, func(name string) string {
		var i int
		if fmt.Sscanf(name, "SET%d", &i); i >= 1 && i <= len(n.random) {
			return n.random[i-1]
		}
		return name
	})
}

// Numbers of the fields that are maps.
const (
	messageHeaders = protowire.Number(15)
	serverQueues   = protowire.Number(5)
)

// sortMap sorts the entries of a map, which protobuf writes in any order. All other bytes stay where they are; what is no
// message stays as it is.
func sortMap(message []byte, field protowire.Number) []byte {
	type span struct{ begin, end int }
	var places []span
	var entries []string
	for at := 0; at < len(message); {
		number, _, length := protowire.ConsumeField(message[at:])
		if length < 0 {
			return message
		}
		if number == field {
			places = append(places, span{at, at + length})
			entries = append(entries, string(message[at:at+length]))
		}
		at += length
	}
	sort.SliceStable(entries, func(i, j int) bool { return mapKey(entries[i]) < mapKey(entries[j]) })
	var sorted []byte
	end := 0
	for i, place := range places {
		sorted = append(append(sorted, message[end:place.begin]...), entries[i]...)
		end = place.end
	}
	return append(sorted, message[end:]...)
}

// mapKey is the key of an entry of a map, with its tag: the first field of the message that the entry is.
func mapKey(entry string) string {
	_, _, tag := protowire.ConsumeTag([]byte(entry))
	content, length := protowire.ConsumeBytes([]byte(entry)[max(tag, 0):])
	if tag < 0 || length < 0 {
		return ""
	}
	for len(content) > 0 {
		number, kind, tag := protowire.ConsumeTag(content)
		if tag < 0 {
			return ""
		}
		if number == 1 && kind == protowire.BytesType {
			key, _ := protowire.ConsumeBytes(content[tag:])
			return string(key)
		}
		size := protowire.ConsumeFieldValue(number, kind, content[tag:])
		if size < 0 {
			return ""
		}
		content = content[tag+size:]
	}
	return ""
}
