package main

import (
	"time"

	"github.com/robfig/cron/v3"
)

type cronRequest struct {
	Spec string `json:"spec"`
	// Zone is the scheduler's location: it applies to specs without a zone.
	Zone    string `json:"zone"`
	Seconds int64  `json:"seconds"`
	Nanos   int64  `json:"nanos"`
	Count   int    `json:"count"`
}

// cronNext returns the activations that follow an instant in Unix seconds; fewer than asked for if there are no more.
func cronNext(request cronRequest) (any, error) {
	location, err := time.LoadLocation(request.Zone)
	if err != nil {
		return nil, err
	}
	schedule, err := cron.ParseStandard(request.Spec)
	if err != nil {
		return nil, err
	}
	activations := make([]int64, 0, request.Count)
	last := time.Unix(request.Seconds, request.Nanos).In(location)
	for len(activations) < request.Count {
		last = schedule.Next(last)
		if last.IsZero() {
			break
		}
		activations = append(activations, last.Unix())
	}
	return activations, nil
}

type zoneRequest struct {
	Zone    string  `json:"zone"`
	Seconds []int64 `json:"seconds"`
}

// zoneOffsets returns a zone's offset in seconds at each of several instants.
func zoneOffsets(request zoneRequest) (any, error) {
	location, err := time.LoadLocation(request.Zone)
	if err != nil {
		return nil, err
	}
	offsets := make([]int, len(request.Seconds))
	for i, seconds := range request.Seconds {
		_, offsets[i] = time.Unix(seconds, 0).In(location).Zone()
	}
	return offsets, nil
}
