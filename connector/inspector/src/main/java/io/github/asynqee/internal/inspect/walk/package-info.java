/** Operations on many tasks: pages, searches, and changes in steps or of whole collections. */
@NullMarked
package io.github.asynqee.internal.inspect.walk;

import org.jspecify.annotations.NullMarked;
