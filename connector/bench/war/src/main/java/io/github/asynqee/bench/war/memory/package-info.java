/** Messages that nothing sends: what reactive messaging itself costs a server. */
package io.github.asynqee.bench.war.memory;
