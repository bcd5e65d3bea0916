/** Apache Artemis: in a process of its own, or inside WildFly as a resource adapter. */
package io.github.asynqee.bench.peers.broker;
