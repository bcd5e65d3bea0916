package main

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"os"
	"strings"

	"github.com/hibiken/asynq"
)

// connection is how stock asynq connects to the Redis of a command: one server, with or without TLS, Sentinels or a
// cluster, as the URL says. With TLS, ca names the file of the certificates to trust.
func connection(c command) (asynq.RedisConnOpt, error) {
	// not net/url: it takes only one host
	scheme, rest, _ := strings.Cut(c.values["redis"], "://")
	hosts, query, _ := strings.Cut(rest, "?")
	switch scheme {
	case "redis":
		return asynq.RedisClientOpt{Addr: hosts}, nil
	case "rediss":
		config, err := trusting(c.values["ca"])
		return asynq.RedisClientOpt{Addr: hosts, TLSConfig: config}, err
	case "redis-sentinel":
		return asynq.RedisFailoverClientOpt{MasterName: strings.TrimPrefix(query, "master="),
			SentinelAddrs: strings.Split(hosts, ",")}, nil
	case "redis-cluster":
		return asynq.RedisClusterClientOpt{Addrs: strings.Split(hosts, ",")}, nil
	}
	return nil, fmt.Errorf("redis has the unknown scheme %q", scheme)
}

func trusting(file string) (*tls.Config, error) {
	certificates, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("ca cannot be read: %w", err)
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(certificates) {
		return nil, fmt.Errorf("%s has no certificate", file)
	}
	return &tls.Config{RootCAs: pool}, nil
}
