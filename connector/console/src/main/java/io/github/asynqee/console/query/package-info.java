/** The query language of the task search. */
package io.github.asynqee.console.query;
