package main

import (
	"fmt"
	"time"

	"google.golang.org/protobuf/encoding/protowire"
)

// message is what a task's msg says, as far as tasks of the benchmark need it.
type message struct {
	taskType  string
	payload   []byte
	id        string
	queue     string
	retry     int64
	timeout   int64
	deadline  int64
	uniqueKey string
}

func (m message) encode() []byte {
	var bytes fields
	bytes.text(1, m.taskType)
	bytes.text(2, string(m.payload))
	bytes.text(3, m.id)
	bytes.text(4, m.queue)
	bytes.number(5, m.retry)
	bytes.number(8, m.timeout)
	bytes.number(9, m.deadline)
	bytes.text(10, m.uniqueKey)
	return bytes
}

func decode(bytes []byte) (message, error) {
	var m message
	for rest := bytes; len(rest) > 0; {
		number, wireType, length := protowire.ConsumeTag(rest)
		if length < 0 {
			return m, fmt.Errorf("not a task message: %w", protowire.ParseError(length))
		}
		rest = rest[length:]
		length = m.consume(number, wireType, rest)
		if length < 0 {
			return m, fmt.Errorf("not a task message: %w", protowire.ParseError(length))
		}
		rest = rest[length:]
	}
	return m, nil
}

// consume reads the value of a field and tells its length, which is negative if it cannot be read.
func (m *message) consume(number protowire.Number, wireType protowire.Type, bytes []byte) int {
	switch wireType {
	case protowire.BytesType:
		value, length := protowire.ConsumeBytes(bytes)
		switch number {
		case 1:
			m.taskType = string(value)
		case 2:
			m.payload = append([]byte(nil), value...)
		case 3:
			m.id = string(value)
		case 4:
			m.queue = string(value)
		case 10:
			m.uniqueKey = string(value)
		}
		return length
	case protowire.VarintType:
		value, length := protowire.ConsumeVarint(bytes)
		switch number {
		case 5:
			m.retry = int64(value)
		case 8:
			m.timeout = int64(value)
		case 9:
			m.deadline = int64(value)
		}
		return length
	}
	return protowire.ConsumeFieldValue(number, wireType, bytes)
}

// effectiveDeadline is when a handler that begins at a time must have ended.
func (m message) effectiveDeadline(begin time.Time) time.Time {
	switch {
	case m.timeout == 0 && m.deadline == 0:
		return begin.Add(30 * time.Minute)
	case m.deadline == 0:
		return begin.Add(time.Duration(m.timeout) * time.Second)
	case m.timeout == 0:
		return time.Unix(m.deadline, 0)
	}
	return time.Unix(min(begin.Unix()+m.timeout, m.deadline), 0)
}

// fields is a protobuf message that is being written. Zero values are left out.
type fields []byte

func (f *fields) text(number protowire.Number, value string) {
	if value != "" {
		*f = protowire.AppendString(protowire.AppendTag(*f, number, protowire.BytesType), value)
	}
}

func (f *fields) number(number protowire.Number, value int64) {
	if value != 0 {
		*f = protowire.AppendVarint(protowire.AppendTag(*f, number, protowire.VarintType), uint64(value))
	}
}

func (f *fields) message(number protowire.Number, value fields) {
	*f = protowire.AppendBytes(protowire.AppendTag(*f, number, protowire.BytesType), value)
}

func (f *fields) timestamp(number protowire.Number, value time.Time) {
	var timestamp fields
	timestamp.number(1, value.Unix())
	timestamp.number(2, int64(value.Nanosecond()))
	f.message(number, timestamp)
}
