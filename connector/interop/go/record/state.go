package main

import (
	"bytes"
	"context"
	"encoding/json"
	"regexp"
	"sort"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"
)

// A keySpace is what a Redis holds: its entries by their keys.
type keySpace map[string]*entry

// An entry is a key with its value as the record writes it.
type entry struct {
	kind      string
	value     any
	fields    map[string]any // of a hash
	expiresAt int64          // Unix milliseconds by the clock of Redis; negative if it does not expire
	lifetime  int64          // seconds that the last operation gave it, or the absolute expiry of a daily counter; 0 if none
	written   []byte         // kind and value, to compare
}

// Counters of a day expire at a time of the simulated clock, everything else after a time.
var dailyCounter = regexp.MustCompile(`:(processed|failed):\d{4}-\d\d-\d\d$`)

// read dumps the key space. Lifetimes of keys whose expiry did not change are those of before.
func read(ctx context.Context, client *redis.Client, before keySpace, names *setNames) (keySpace, error) {
	keys, err := allKeys(ctx, client)
	if err != nil {
		return nil, err
	}
	now, err := client.Time(ctx).Result()
	if err != nil {
		return nil, err
	}
	kinds := make([]*redis.StatusCmd, len(keys))
	expiries := make([]*redis.DurationCmd, len(keys))
	pipeline := client.Pipeline()
	for i, key := range keys {
		kinds[i] = pipeline.Type(ctx, key)
		expiries[i] = pipeline.PExpireTime(ctx, key)
	}
	if _, err := pipeline.Exec(ctx); err != nil {
		return nil, err
	}
	values := make([]func() any, len(keys))
	for i, key := range keys {
		values[i] = valueOf(ctx, pipeline, kinds[i].Val(), key, names)
	}
	if _, err := pipeline.Exec(ctx); err != nil {
		return nil, err
	}
	state := make(keySpace, len(keys))
	for i, key := range keys {
		state[names.hide(key)] = newEntry(names.hide(key), kinds[i].Val(), values[i](), expiries[i].Val(), now, before)
	}
	return state, nil
}

func allKeys(ctx context.Context, client *redis.Client) ([]string, error) {
	var keys []string
	var cursor uint64
	for {
		page, next, err := client.Scan(ctx, cursor, "*", 10_000).Result()
		if err != nil {
			return nil, err
		}
		keys = append(keys, page...)
		if cursor = next; cursor == 0 {
			return keys, nil
		}
	}
}

// valueOf asks for the value of a key; the function answers once the pipeline was executed.
func valueOf(ctx context.Context, pipeline redis.Pipeliner, kind, key string, names *setNames) func() any {
	asBytes := strings.HasPrefix(key, "asynq:servers:{") || strings.HasPrefix(key, "asynq:workers:{") ||
		strings.HasPrefix(key, "asynq:schedulers:{") || strings.HasPrefix(key, "asynq:scheduler_history:")
	write := func(value string) any {
		if asBytes {
			if strings.HasPrefix(key, "asynq:servers:{") {
				value = string(sortMap([]byte(value), serverQueues))
			}
			return inHex(value)
		}
		return text(names.hide(value))
	}
	writeAll := func(values []string) []any {
		written := make([]any, len(values))
		for i, value := range values {
			written[i] = write(value)
		}
		return written
	}
	switch kind {
	case "string":
		value := pipeline.Get(ctx, key)
		return func() any { return write(value.Val()) }
	case "list":
		values := pipeline.LRange(ctx, key, 0, -1)
		return func() any { return writeAll(values.Val()) }
	case "set":
		values := pipeline.SMembers(ctx, key)
		return func() any {
			sort.Strings(values.Val())
			return writeAll(values.Val())
		}
	case "hash":
		values := pipeline.HGetAll(ctx, key)
		return func() any {
			fields := map[string]any{}
			for field, value := range values.Val() {
				switch {
				case field == "msg":
					fields[field] = inHex(string(sortMap([]byte(value), messageHeaders)))
				case field == "result":
					fields[field] = inHex(value)
				default:
					fields[field] = write(value)
				}
			}
			return fields
		}
	case "zset":
		values := pipeline.ZRangeWithScores(ctx, key, 0, -1)
		return func() any {
			hidden := values.Val()
			for i := range hidden {
				hidden[i].Member = names.hide(hidden[i].Member.(string))
			}
			sort.Slice(hidden, func(i, j int) bool {
				a, b := hidden[i], hidden[j]
				return a.Score < b.Score || a.Score == b.Score && a.Member.(string) < b.Member.(string)
			})
			members := make([]any, len(hidden))
			for i, z := range hidden {
				members[i] = map[string]any{"member": write(z.Member.(string)), "score": z.Score}
			}
			return members
		}
	}
	return func() any { return nil }
}

func newEntry(key, kind string, value any, expiry time.Duration, now time.Time, before keySpace) *entry {
	e := &entry{kind: kind, value: value, expiresAt: -1, written: compact([]any{kind, value})}
	if kind == "hash" {
		e.fields = value.(map[string]any)
	}
	if expiry > 0 {
		e.expiresAt = expiry.Milliseconds()
	}
	old := before[key]
	switch {
	case e.expiresAt < 0:
	case dailyCounter.MatchString(key):
		e.lifetime = e.expiresAt / 1000
	case old != nil && old.expiresAt == e.expiresAt:
		e.lifetime = old.lifetime
	default:
		e.lifetime = (e.expiresAt - now.UnixMilli() + 999) / 1000
	}
	return e
}

// all writes the entry as a whole.
func (e *entry) all(key string) map[string]any {
	written := map[string]any{"key": text(key), "type": e.kind, "value": e.value}
	e.writeExpiry(key, written)
	return written
}

func (e *entry) writeExpiry(key string, written map[string]any) {
	if e.expiresAt < 0 {
		return
	}
	if dailyCounter.MatchString(key) {
		written["expire_at"] = e.lifetime
	} else {
		written["ttl_seconds"] = e.lifetime
	}
}

func (state keySpace) all() []any {
	written := []any{}
	for _, key := range state.keys() {
		written = append(written, state[key].all(key))
	}
	return written
}

func (state keySpace) keys() []string {
	keys := make([]string, 0, len(state))
	for key := range state {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	return keys
}

// deltaTo is what changed between two states, nil if nothing did.
func (state keySpace) deltaTo(after keySpace) map[string]any {
	var put, del []any
	for _, key := range after.keys() {
		if change := state[key].changeTo(key, after[key]); change != nil {
			put = append(put, change)
		}
	}
	for _, key := range state.keys() {
		if after[key] == nil {
			del = append(del, text(key))
		}
	}
	delta := map[string]any{}
	if put != nil {
		delta["put"] = put
	}
	if del != nil {
		delta["del"] = del
	}
	if len(delta) == 0 {
		return nil
	}
	return delta
}

func (e *entry) changeTo(key string, after *entry) map[string]any {
	if e == nil || e.kind != after.kind || e.lifetime != after.lifetime {
		return after.all(key)
	}
	if bytes.Equal(e.written, after.written) {
		return nil
	}
	if e.kind != "hash" {
		return after.all(key)
	}
	change := map[string]any{"key": text(key)}
	set := map[string]any{}
	for field, value := range after.fields {
		if old, was := e.fields[field]; !was || !bytes.Equal(compact(old), compact(value)) {
			set[field] = value
		}
	}
	var gone []string
	for field := range e.fields {
		if _, is := after.fields[field]; !is {
			gone = append(gone, field)
		}
	}
	if len(gone) == len(e.fields) {
		return after.all(key)
	}
	sort.Strings(gone)
	if len(set) > 0 {
		change["hset"] = set
	}
	if gone != nil {
		change["hdel"] = gone
	}
	return change
}

// compact is JSON without blanks, with sorted names and characters as they are.
func compact(value any) []byte {
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		panic(err)
	}
	return bytes.TrimSuffix(buffer.Bytes(), []byte("\n"))
}
