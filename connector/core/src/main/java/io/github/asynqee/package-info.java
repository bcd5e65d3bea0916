/**
 * What an application uses: tasks, the client that enqueues them, the context of a running task, and the exceptions that
 * its code throws and catches. Depends on no other package of this project.
 */
package io.github.asynqee;
