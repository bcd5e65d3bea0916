/** The benchmark of the connector beside other job systems of the Java world. */
package io.github.asynqee.bench.peers;
