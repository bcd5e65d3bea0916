/**
 * API of an application: tasks, their options and results, the client that enqueues them, and the exceptions that
 * applications throw and catch. Depends on no other package of this project.
 */
@NullMarked
package io.github.asynqee;

import org.jspecify.annotations.NullMarked;
