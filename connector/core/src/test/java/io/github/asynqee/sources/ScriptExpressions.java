package io.github.asynqee.sources;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.github.asynqee.sources.RegularExpressions.Use;

/** The regular expressions in JavaScript: literals, as Java writes them. */
final class ScriptExpressions {

    private static final Pattern LITERAL = Pattern.compile("(?<=[=(,:!&|?;{}\\s])"
            + "/((?![*/\\s])(?:[^\\\\/\\[\\n]|\\\\.|\\[(?:[^\\\\\\]\\n]|\\\\.)*+\\])++)/([dgimsuyv]*+)(?=[.,;)\\s])");
    private static final Pattern CLASS = Pattern.compile("\\\\.|\\[(\\^?)((?:[^\\\\\\]]|\\\\.)*+)\\]");

    private ScriptExpressions() {}

    static List<Use> in(Path folder) {
        List<Use> found = new ArrayList<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".js")).toList()) {
                String source = withoutComments(Files.readString(file));
                LITERAL.matcher(source).results()
                        .forEach(literal -> found.add(use(file.getFileName().toString(), literal)));
            }
            return found;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String withoutComments(String source) {
        return source.replaceAll("(?m)(?<=^|\\s)//.*$", "").replaceAll("(?s)/\\*.*?\\*/", "");
    }

    private static Use use(String file, MatchResult literal) {
        String flags = (literal.group(2).contains("i") ? "(?i)" : "") + (literal.group(2).contains("s") ? "(?s)" : "");
        return new Use(file, literal.group(), flags + inJava(literal.group(1)), true);
    }

    /** In Java a bracket within a class begins another one. */
    private static String inJava(String expression) {
        return CLASS.matcher(expression).replaceAll(part -> java.util.regex.Matcher.quoteReplacement(
                part.group().startsWith("\\") ? part.group()
                        : "[" + part.group(1) + part.group(2).replace("[", "\\[").replace("&&", "&\\&") + "]"));
    }
}
