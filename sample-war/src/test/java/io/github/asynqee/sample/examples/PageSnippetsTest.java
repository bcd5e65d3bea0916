package io.github.asynqee.sample.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The Java code on the pages for users compiles. It may use names that the page does not declare, such as {@code invoice}
 * or {@code customers()}, but no type or method of this project that does not exist.
 */
class PageSnippetsTest {

    private static final Pattern BLOCK = Pattern.compile("(?s)```java\\n(.*?)```");
    private static final Pattern IMPORT = Pattern.compile("(?m)^import .*;$");
    private static final Pattern TYPE = Pattern
            .compile("(?m)^(?:public )?(?:abstract |final )?(?:class|record|interface) (\\w+)");
    /** A paragraph with members of a class; other paragraphs are statements. */
    private static final Pattern MEMBERS = Pattern
            .compile("(?s)^\\s*(?:/\\*.*|@\\w.*|(?:public|private|static|void|ReportRequest) .*)");
    /** Not on the class path of the sample. */
    private static final Pattern FOREIGN = Pattern.compile("package io\\.opentelemetry\\S* does not exist");
    /** A name or method that is not declared, also in a method reference. */
    private static final Set<String> UNKNOWN = Set.of("compiler.err.cant.resolve", "compiler.err.invalid.mref",
            "compiler.err.type.doesnt.take.params");
    private static final Pattern MISSING = Pattern.compile("symbol: +class ([A-Z]\\w*)\\b");
    private static final Path FOLDER = Path.of("target/page-snippets");
    /** Types for which a page has the imports, so that its code can be pasted. */
    private static final Pattern IMPORTED = Pattern.compile("symbol: +(?:class|variable) "
            + "(Duration|Instant|List|Map|Optional|Path|IOException|CompletionStage|Inject|Named|Produces|"
            + "ApplicationScoped|ObservesAsync|Incoming|Outgoing|Channel|Emitter|Message|Task\\w*|"
            + "\\w*Asynq\\w*|Periodic\\w*|Checkpoint|Payload\\w*|Inspector|\\w*Exception)\\b");
    /** Its class continues over several blocks; {@link ReadmeExamplesTest} finds them in tests. */
    private static final String IN_PARTS = "testing.md";

    record Snippet(String page, int line, String code) {

        @Override
        public String toString() {
            return page + ":" + line;
        }
    }

    private static Stream<Snippet> snippets() throws IOException {
        try (Stream<Path> pages = Files.list(Path.of("../docs"))) {
            return Stream.concat(pages.toList().stream(), Stream.of(Path.of("../README.md")))
                    .filter(page -> page.toString().endsWith(".md") && !page.endsWith(IN_PARTS)).sorted()
                    .flatMap(PageSnippetsTest::snippets).toList()
                    .stream();
        }
    }

    private static Stream<Snippet> snippets(Path page) {
        String text = read(page);
        return BLOCK.matcher(text).results().map(block -> new Snippet(page.getFileName().toString(),
                (int) text.substring(0, block.start()).lines().count() + 1, block.group(1)));
    }

    @ParameterizedTest
    @MethodSource("snippets")
    void it_uses_the_api_as_it_is(Snippet snippet) {
        assertThat(problems(snippet.code())).isEmpty();
    }

    private static List<String> problems(String code) {
        List<JavaFileObject> sources = new ArrayList<>(List.of(source(code)));
        // with types for the names that the page does not declare, calls that have them as arguments are checked
        errors(sources).stream().flatMap(error -> MISSING.matcher(message(error)).results())
                .map(missing -> missing.group(1)).distinct()
                .forEach(name -> sources.add(file(name, "class " + name + " { " + name + "(Object... any) {} }")));
        return errors(sources).stream().filter(error -> !isPlaceholder(error))
                .map(error -> error.getLineNumber() + ": " + message(error)).toList();
    }

    private static List<Diagnostic<? extends JavaFileObject>> errors(List<JavaFileObject> sources) {
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        ToolProvider.getSystemJavaCompiler().getTask(null, null, found, List.of("-proc:none", "-implicit:none",
                "-XDshould-stop.ifError=FLOW", "-XDdiags.formatterOptions=-simpleNames", "-d", FOLDER.toString()), null,
                sources).call();
        return found.getDiagnostics().stream().filter(each -> each.getKind() == Diagnostic.Kind.ERROR).toList();
    }

    private static String message(Diagnostic<?> error) {
        return error.getMessage(Locale.ENGLISH);
    }

    /** Whether it is about a name that the page does not declare. */
    private static boolean isPlaceholder(Diagnostic<?> diagnostic) {
        String message = message(diagnostic);
        if (IMPORTED.matcher(message).find()) {
            return false;
        }
        return FOREIGN.matcher(message).find()
                || UNKNOWN.contains(diagnostic.getCode().replaceAll("\\.(location|args)", ""))
                        && !message.matches("(?s).*location: .*(io\\.github\\.asynqee|jakarta|java)\\..*");
    }

    private static JavaFileObject source(String code) {
        String text = code.replace("…", "");
        Matcher type = TYPE.matcher(text);
        if (type.find()) {
            return file(type.group(1), text);
        }
        String imports = IMPORT.matcher(text).results().map(each -> each.group()).collect(Collectors.joining("\n"));
        List<String> members = new ArrayList<>();
        List<String> statements = new ArrayList<>();
        for (String paragraph : IMPORT.matcher(text).replaceAll("").split("\\n\\s*\\n")) {
            (MEMBERS.matcher(paragraph).matches() ? members : statements).add(paragraph);
        }
        return file("Snippet", imports + "\nclass Snippet {\n" + String.join("\n", members)
                + "\nvoid statements() throws Exception {\n" + String.join("\n", statements) + "\n}\n}\n");
    }

    private static JavaFileObject file(String name, String text) {
        return new SimpleJavaFileObject(URI.create("string:///" + name + ".java"), JavaFileObject.Kind.SOURCE) {

            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return text;
            }
        };
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
