/** How this implementation writes what schedulers publish, beside Go. */
package io.github.asynqee.schedule;
