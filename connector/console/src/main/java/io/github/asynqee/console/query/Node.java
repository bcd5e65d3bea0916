package io.github.asynqee.console.query;

import java.util.ArrayList;
import java.util.List;

/** A query as a tree. */
sealed interface Node {

    /** A clause. */
    record Term(Clause clause) implements Node {}

    /** True if its part is false. */
    record Not(Node part) implements Node {}

    /** True if all parts are true; without parts it is true. */
    record All(List<Node> parts) implements Node {}

    /** True if one part is true. */
    record Any(List<Node> parts) implements Node {}

    /** Returns a node of all parts; parts of the same kind are flattened, and a single part is returned unchanged. */
    static Node all(List<Node> parts) {
        List<Node> flat = new ArrayList<>();
        parts.forEach(part -> flat.addAll(part instanceof All all ? all.parts() : List.of(part)));
        return flat.size() == 1 ? flat.get(0) : new All(List.copyOf(flat));
    }

    /** Like {@link #all}, for a node that is true if one part is true. */
    static Node any(List<Node> parts) {
        List<Node> flat = new ArrayList<>();
        parts.forEach(part -> flat.addAll(part instanceof Any any ? any.parts() : List.of(part)));
        return flat.size() == 1 ? flat.get(0) : new Any(List.copyOf(flat));
    }

    /** The negation of a node. A double negation is the node itself. */
    static Node not(Node part) {
        return part instanceof Not not ? not.part() : new Not(part);
    }
}
