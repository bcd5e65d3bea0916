// Golibs calls the Go libraries that asynq uses: robfig/cron, protobuf and Go's own strconv and
// time. It reads one JSON request per line from standard input and writes one JSON reply per line to standard output:
//
//	{"op": "quote", "text": "low"}  ->  {"ok": "\"low\""}
//	{"op": "duration", "text": "x"} ->  {"error": "time: invalid duration \"x\""}
//
// Bytes are base64. It ends with its input.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"time"
)

// patience is the maximum duration of a request: an endless loop in a library cannot be stopped otherwise.
const patience = 5 * time.Second

// An operation takes the request and returns the value of "ok".
type operation func(request []byte) (any, error)

type reply struct {
	OK    any    `json:"ok"`
	Error string `json:"error,omitempty"`
}

func main() {
	messages := &messages{}
	operations := map[string]operation{
		"version":       versions,
		"cron":          typed(cronNext),
		"zone":          typed(zoneOffsets),
		"duration":      typed(parseDuration),
		"duration-text": typed(durationText),
		"quote":         typed(quote),
		"unquote":       typed(unquote),
		"layout":        typed(layout),
		"parse-layout":  typed(parseLayout),
		"describe":      typed(messages.describe),
		"decode":        typed(messages.decode),
		"encode":        typed(messages.encode),
	}
	if err := serve(os.Stdin, os.Stdout, operations); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func serve(in io.Reader, out io.Writer, operations map[string]operation) error {
	reader := bufio.NewReader(in)
	encoder := json.NewEncoder(out)
	for {
		line, err := reader.ReadBytes('\n')
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		endless := time.AfterFunc(patience, func() {
			fmt.Fprintf(os.Stderr, "no answer within %v to %s", patience, line)
			os.Exit(1)
		})
		reply := answer(line, operations)
		endless.Stop()
		if err := encoder.Encode(reply); err != nil {
			return err
		}
	}
}

// answer converts a panic of a library to an error reply.
func answer(line []byte, operations map[string]operation) (answer reply) {
	defer func() {
		if cause := recover(); cause != nil {
			answer = reply{Error: fmt.Sprint("panic: ", cause)}
		}
	}()
	var request struct {
		Op string `json:"op"`
	}
	if err := json.Unmarshal(line, &request); err != nil {
		return reply{Error: "not a request: " + err.Error()}
	}
	operation, known := operations[request.Op]
	if !known {
		return reply{Error: "unknown operation: " + request.Op}
	}
	ok, err := operation(line)
	if err != nil {
		return reply{Error: err.Error()}
	}
	return reply{OK: ok}
}

func typed[R any](ask func(R) (any, error)) operation {
	return func(line []byte) (any, error) {
		var request R
		if err := json.Unmarshal(line, &request); err != nil {
			return nil, fmt.Errorf("not a request: %w", err)
		}
		return ask(request)
	}
}
