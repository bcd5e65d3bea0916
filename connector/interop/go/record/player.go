package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	asynqerrors "github.com/hibiken/asynq/internal/errors"
	"github.com/hibiken/asynq/internal/rdb"
	"github.com/hibiken/asynq/internal/timeutil"
	"github.com/redis/go-redis/v9"
)

// A player does the recorded calls of one sequence.
type player struct {
	ctx    context.Context
	client *redis.Client
	broker *rdb.RDB
	clock  *timeutil.SimulatedClock
	sets   *setNames
}

// noResult is the result of a call that returns nothing but an error.
var noResult = errors.New("no result")

// play does a call and writes it down with its result or its error; fails if the call is not known.
func (p *player) play(s step) (map[string]any, error) {
	call, known := calls[s.Op]
	if !known {
		return nil, errors.New("not an operation")
	}
	var a arguments
	if s.Args != nil {
		if err := json.Unmarshal(s.Args, &a); err != nil {
			return nil, err
		}
	}
	written := map[string]any{"op": s.Op, "clock_unix_nano": s.Clock}
	if s.Args != nil {
		written["args"] = s.Args
	}
	result, err, panicked := p.guarded(call, a)
	switch {
	case panicked != nil:
		written["error"] = map[string]any{"panic": true, "text": fmt.Sprintf("PANIC: %v", panicked)}
	case err != nil && err != noResult:
		written["error"] = p.error(err)
	case err == nil:
		written["result"] = result
	}
	return written, nil
}

func (p *player) guarded(call call, a arguments) (result any, err error, panicked any) {
	defer func() { panicked = recover() }()
	result, err = call(p, a)
	return
}

// What is different each time, or depends on how Redis names scripts.
var (
	digest      = regexp.MustCompile(`[0-9a-f]{40}`)
	scriptLine  = regexp.MustCompile(`user_script:[0-9]+`)
	knownErrors = []struct {
		name string
		is   func(error) bool
	}{
		{"NoProcessableTask", target(asynqerrors.ErrNoProcessableTask)},
		{"DuplicateTask", target(asynqerrors.ErrDuplicateTask)},
		{"TaskIdConflict", target(asynqerrors.ErrTaskIdConflict)},
		{"TaskNotFound", asynqerrors.IsTaskNotFound},
		{"QueueNotFound", asynqerrors.IsQueueNotFound},
		{"QueueNotEmpty", asynqerrors.IsQueueNotEmpty},
		{"TaskAlreadyArchived", asynqerrors.IsTaskAlreadyArchived},
		{"RedisCommandError", asynqerrors.IsRedisCommandError},
	}
)

func target(known error) func(error) bool {
	return func(err error) bool { return asynqerrors.Is(err, known) }
}

func (p *player) error(err error) map[string]any {
	// the protobuf library has a no-break space in some builds, a space in others
	message := strings.ReplaceAll(err.Error(), "\u00a0", " ")
	message = scriptLine.ReplaceAllString(digest.ReplaceAllString(message, "SHA"), "user_script:N")
	written := map[string]any{"text": text(p.sets.hide(message))}
	if own, is := err.(*asynqerrors.Error); is {
		written["code"] = asynqerrors.CanonicalCode(own).String()
	}
	var types, known []string
	for each := err; each != nil; each = errors.Unwrap(each) {
		types = append(types, fmt.Sprintf("%T", each))
	}
	written["types"] = types
	for _, each := range knownErrors {
		if each.is(err) {
			known = append(known, each.name)
		}
	}
	if known != nil {
		written["is"] = known
	}
	return written
}

func seconds(n float64) time.Duration {
	return time.Duration(n * float64(time.Second))
}
