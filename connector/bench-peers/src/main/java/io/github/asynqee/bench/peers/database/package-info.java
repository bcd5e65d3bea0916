/** Job systems on PostgreSQL, in plain Java. */
package io.github.asynqee.bench.peers.database;
