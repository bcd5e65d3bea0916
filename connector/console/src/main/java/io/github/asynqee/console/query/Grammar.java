package io.github.asynqee.console.query;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

import io.github.asynqee.console.query.Token.Kind;

/**
 * Makes a tree of tokens. {@code -} and {@code NOT} bind the closest, then the space and {@code AND}, then {@code OR} and
 * {@code |}; parentheses group.
 */
final class Grammar {

    /** Maximum depth of nested parts: far more than a person writes, and far less than the stack allows. */
    private static final int MAX_DEPTH = 50;

    /** Maximum number of clauses, because each clause is checked for each task. */
    private static final int MAX_CLAUSES = 50;

    private final List<Token> tokens;
    private int at;
    private int depth;

    private Grammar(List<Token> tokens) {
        this.tokens = tokens;
    }

    static Node parse(String text) {
        Grammar grammar = new Grammar(Scanner.scan(text));
        grammar.requireFewClauses();
        if (grammar.tokens.isEmpty()) {
            return new Node.All(List.of());
        }
        Node node = grammar.any();
        Token next = grammar.peek();
        if (next != null) {
            throw new QueryException("This parenthesis has no opening one before it", next.position(), next.length(),
                    Field.expected());
        }
        return node;
    }

    private void requireFewClauses() {
        tokens.stream().filter(token -> token.kind() == Kind.CLAUSE).skip(MAX_CLAUSES).findFirst().ifPresent(token -> {
            throw new QueryException("The query has more than " + MAX_CLAUSES + " clauses", token.position(),
                    token.length(), List.of());
        });
    }

    private Token peek() {
        return at < tokens.size() ? tokens.get(at) : null;
    }

    private boolean isNext(Kind kind) {
        return at < tokens.size() && tokens.get(at).kind() == kind;
    }

    private Node any() {
        List<Node> parts = new ArrayList<>(List.of(all()));
        while (isNext(Kind.OR)) {
            at++;
            parts.add(all());
        }
        return Node.any(parts);
    }

    private Node all() {
        List<Node> parts = new ArrayList<>(List.of(one()));
        while (isNext(Kind.AND) || isNext(Kind.NOT) || isNext(Kind.CLAUSE) || isNext(Kind.OPEN)) {
            if (isNext(Kind.AND)) {
                at++;
            }
            parts.add(one());
        }
        return Node.all(parts);
    }

    private Node one() {
        Token token = peek();
        if (token == null || token.kind() == Kind.CLOSE || token.kind() == Kind.OR || token.kind() == Kind.AND) {
            throw missing(token);
        }
        at++;
        return switch (token.kind()) {
            case CLAUSE -> new Node.Term(token.clause());
            case NOT -> Node.not(deeper(token, this::one));
            default -> group(token);
        };
    }

    private Node group(Token open) {
        Node node = deeper(open, this::any);
        if (!isNext(Kind.CLOSE)) {
            throw new QueryException("The parenthesis is not closed", open.position(), open.length(), List.of(")"));
        }
        at++;
        return node;
    }

    private Node deeper(Token token, Supplier<Node> part) {
        if (++depth > MAX_DEPTH) {
            throw new QueryException("The query is nested too deeply", token.position(), token.length(), List.of());
        }
        Node node = part.get();
        depth--;
        return node;
    }

    /** A clause is missing before a token, or at the end. */
    private QueryException missing(Token token) {
        Token before = at == 0 ? null : tokens.get(at - 1);
        Token shown = before == null || token != null && token.kind() == Kind.CLOSE ? token : before;
        String side = shown == token ? "before" : "after";
        return new QueryException("A clause is missing " + side + " " + name(shown), shown.position(), shown.length(),
                Field.expected());
    }

    private static String name(Token token) {
        return switch (token.kind()) {
            case OPEN -> "(";
            case CLOSE -> ")";
            default -> token.kind().name();
        };
    }
}
