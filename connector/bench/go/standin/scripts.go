package main

import (
	"embed"

	"github.com/redis/go-redis/v9"
)

//go:embed lua/*.lua
var texts embed.FS

var (
	enqueueScript          = script("enqueue")
	dequeueScript          = script("dequeue")
	doneScript             = script("done")
	requeueScript          = script("requeue")
	forwardScript          = script("forward")
	expiredLeasesScript    = script("expired_leases")
	deleteCompletedScript  = script("delete_expired_completed")
	staleAggregationScript = script("stale_aggregation_sets")
	writeServerScript      = script("write_server_state")
	clearServerScript      = script("clear_server_state")
)

func script(name string) *redis.Script {
	text, err := texts.ReadFile("lua/" + name + ".lua")
	if err != nil {
		panic(err)
	}
	return redis.NewScript(string(text))
}
