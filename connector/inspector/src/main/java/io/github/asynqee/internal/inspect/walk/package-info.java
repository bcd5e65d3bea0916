/** Many tasks: pages, searches, and changes by steps or of whole collections. */
package io.github.asynqee.internal.inspect.walk;
