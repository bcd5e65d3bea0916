module golibs

go 1.23

require (
	github.com/robfig/cron/v3 v3.0.1
	google.golang.org/protobuf v1.36.11
)
