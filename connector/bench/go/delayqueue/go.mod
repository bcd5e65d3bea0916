module delayqueuecontender

go 1.23

require (
	bench v0.0.0
	github.com/hdt3213/delayqueue v1.1.2
	github.com/redis/go-redis/v9 v9.14.1
)

replace bench => ../bench
