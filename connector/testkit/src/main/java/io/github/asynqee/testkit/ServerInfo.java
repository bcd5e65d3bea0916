package io.github.asynqee.testkit;

import java.util.Map;
import java.util.TreeMap;

import redis.clients.jedis.Jedis;

/** What a server says about itself in reply to {@code INFO}. */
record ServerInfo(Map<String, String> fields) {

    static ServerInfo of(Jedis jedis) {
        Map<String, String> fields = new TreeMap<>();
        (jedis.info("server") + "\n" + jedis.info("keyspace")).lines()
                .filter(line -> line.contains(":"))
                .forEach(line -> fields.put(line.substring(0, line.indexOf(':')),
                        line.substring(line.indexOf(':') + 1).strip()));
        return new ServerInfo(fields);
    }

    /** Product and version. Valkey calls itself Redis 7.2.4, too, for the sake of old clients. */
    String version() {
        String valkey = fields.get("valkey_version");
        return valkey == null ? "Redis " + fields.get("redis_version") : "Valkey " + valkey;
    }

    /** {@code db0} and so on with what they hold; empty if no database holds a key. */
    Map<String, String> databases() {
        Map<String, String> databases = new TreeMap<>(fields);
        databases.keySet().removeIf(name -> !name.matches("db\\d+"));
        return databases;
    }
}
