package main

import (
	"strconv"
	"time"
)

type textRequest struct {
	Text string `json:"text"`
}

// parseDuration returns nanoseconds.
func parseDuration(request textRequest) (any, error) {
	duration, err := time.ParseDuration(request.Text)
	return int64(duration), err
}

type durationRequest struct {
	Nanos int64 `json:"nanos"`
}

func durationText(request durationRequest) (any, error) {
	return time.Duration(request.Nanos).String(), nil
}

func quote(request textRequest) (any, error) {
	return strconv.Quote(request.Text), nil
}

func unquote(request textRequest) (any, error) {
	return strconv.Unquote(request.Text)
}

type layoutRequest struct {
	Zone    string `json:"zone"`
	Seconds int64  `json:"seconds"`
	Nanos   int64  `json:"nanos"`
}

// layout is how asynq writes an instant into an option's text.
func layout(request layoutRequest) (any, error) {
	location, err := time.LoadLocation(request.Zone)
	if err != nil {
		return nil, err
	}
	return time.Unix(request.Seconds, request.Nanos).In(location).Format(time.UnixDate), nil
}

// parseLayout returns Unix seconds.
func parseLayout(request textRequest) (any, error) {
	instant, err := time.Parse(time.UnixDate, request.Text)
	return instant.Unix(), err
}
