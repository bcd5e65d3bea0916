package io.github.asynqee.console;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

import com.sun.source.tree.ClassTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePathScanner;

/** The Javadoc of records, read from their sources. */
final class RecordDocs {

    private static final List<Path> SOURCES = Stream.of("", "../inspector/", "../core/")
            .map(module -> Path.of(module + "src/main/java")).toList();
    private static final Pattern TAG = Pattern.compile("\\n\\s*@param\\s+");
    private static final Pattern INLINE = Pattern.compile("\\{@(?:code|link|literal) #?([^}]*)\\}");
    private static final String NULL = "{@code null}";

    /** The Javadoc of the types of each file by name, as {@code Jobs.Archive}. */
    private final Map<Class<?>, Map<String, String>> comments = new LinkedHashMap<>();

    /** The description of a record, {@code null} if its source has none. */
    String of(Class<?> record) {
        return text(comment(record).split("\\n\\s*@", 2)[0]);
    }

    /** The description of a component, {@code null} if its source has none. */
    String of(Class<?> record, String component) {
        String said = param(record, component);
        return said == null ? null : text(said);
    }

    /** Whether a component can be {@code null}. */
    boolean canBeNull(Class<?> record, String component) {
        String said = param(record, component);
        return said != null && said.contains(NULL);
    }

    private String param(Class<?> record, String component) {
        return TAG.splitAsStream(comment(record)).skip(1).filter(each -> each.startsWith(component + " "))
                .map(each -> each.substring(component.length() + 1).split("\\n\\s*@", 2)[0]).findFirst().orElse(null);
    }

    private String comment(Class<?> type) {
        Class<?> file = type.getNestHost();
        String name = type.getName().substring(file.getPackageName().length() + 1).replace('$', '.');
        return comments.computeIfAbsent(file, RecordDocs::read).getOrDefault(name, "");
    }

    /** As it is read in a description. */
    private static String text(String comment) {
        String text = INLINE.matcher(comment.replace(NULL, "absent")).replaceAll("$1").replaceAll("\\s+", " ").strip();
        return text.isEmpty() ? null : text;
    }

    private static Map<String, String> read(Class<?> file) {
        Path source = SOURCES.stream().map(root -> root.resolve(file.getName().replace('.', '/') + ".java"))
                .filter(Files::exists).findFirst()
                .orElseThrow(() -> new IllegalStateException("no source of " + file));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        Map<String, String> found = new LinkedHashMap<>();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask) compiler.getTask(null, files, null, List.of("-proc:none"), null,
                    files.getJavaFileObjects(source));
            new TreePathScanner<Void, String>() {

                @Override
                public Void visitClass(ClassTree type, String outer) {
                    String name = outer + type.getSimpleName();
                    String comment = DocTrees.instance(task).getDocComment(getCurrentPath());
                    if (comment != null) {
                        // a formatter may break the line in it
                        found.put(name, comment.replaceAll("\\{@code\\s+null\\}", NULL));
                    }
                    return super.visitClass(type, name + ".");
                }
            }.scan(task.parse(), "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found;
    }
}
