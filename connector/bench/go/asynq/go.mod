module asynqcontender

go 1.23

require (
	bench v0.0.0
	github.com/hibiken/asynq v0.26.0
)

replace bench => ../bench
