/** Groups: staging, handling and settling tasks that are handled together. */
package io.github.asynqee.internal.group;
