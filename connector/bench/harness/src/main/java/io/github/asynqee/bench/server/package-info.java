/** The connector inside application servers: as a contender, and what it adds to a deployment. */
package io.github.asynqee.bench.server;
