// The version of asynq that is recorded. The program is built inside a copy of its module, see main.go.
module record

go 1.24.0

require github.com/hibiken/asynq v0.26.0
