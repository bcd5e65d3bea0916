module benchasynq

go 1.23

require github.com/hibiken/asynq v0.26.0
