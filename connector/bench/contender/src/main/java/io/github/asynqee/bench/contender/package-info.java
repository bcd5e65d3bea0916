/**
 * What is measured. A contender is a program that gets orders, one a line, and answers each with a line; {@link
 * io.github.asynqee.bench.contender.Order} says which orders there are. The engine without a server is one of them; those
 * inside application servers get the same orders over HTTP.
 */
package io.github.asynqee.bench.contender;
