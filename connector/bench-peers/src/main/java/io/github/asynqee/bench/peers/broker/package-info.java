/** Apache Artemis: in its own process, or inside WildFly as a resource adapter. */
package io.github.asynqee.bench.peers.broker;
