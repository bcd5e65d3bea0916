package io.github.asynqee.testkit;

import java.util.Map;
import java.util.TreeMap;

import redis.clients.jedis.Jedis;

/** The reply of a server to {@code INFO}. */
record ServerInfo(Map<String, String> fields) {

    static ServerInfo of(Jedis jedis) {
        Map<String, String> fields = new TreeMap<>();
        (jedis.info("server") + "\n" + jedis.info("keyspace")).lines()
                .filter(line -> line.contains(":"))
                .forEach(line -> fields.put(line.substring(0, line.indexOf(':')),
                        line.substring(line.indexOf(':') + 1).strip()));
        return new ServerInfo(fields);
    }

    /** Product and version. Valkey also reports Redis 7.2.4, for compatibility with old clients. */
    String version() {
        String valkey = fields.get("valkey_version");
        return valkey == null ? "Redis " + fields.get("redis_version") : "Valkey " + valkey;
    }

    /** The databases {@code db0}, {@code db1}, … that contain keys. */
    Map<String, String> databases() {
        Map<String, String> databases = new TreeMap<>(fields);
        databases.keySet().removeIf(name -> !name.matches("db\\d+"));
        return databases;
    }
}
