module standin

go 1.23

require (
	bench v0.0.0
	github.com/google/uuid v1.6.0
	github.com/redis/go-redis/v9 v9.14.1
	google.golang.org/protobuf v1.36.11
)

require (
	github.com/cespare/xxhash/v2 v2.3.0 // indirect
	github.com/dgryski/go-rendezvous v0.0.0-20200823014737-9f7001d12a5f // indirect
)

replace bench => ../bench
