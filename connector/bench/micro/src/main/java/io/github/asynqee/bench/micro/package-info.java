/**
 * How much processor time a task needs on its way through the engine, without Redis: benchmarks for JMH. Those of classes
 * that only their package sees are in the packages of those classes.
 */
package io.github.asynqee.bench.micro;
