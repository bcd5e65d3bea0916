/** Many tasks: pages, searches, and changes by steps or of whole collections. */
@NullMarked
package io.github.asynqee.internal.inspect.walk;

import org.jspecify.annotations.NullMarked;
