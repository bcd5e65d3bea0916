/** Contenders that are processes of their own, in Java and in Go, and how programs that are not Java are built. */
package io.github.asynqee.bench.process;
