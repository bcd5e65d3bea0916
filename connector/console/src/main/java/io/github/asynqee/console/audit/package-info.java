/** The record of all changes. */
package io.github.asynqee.console.audit;
