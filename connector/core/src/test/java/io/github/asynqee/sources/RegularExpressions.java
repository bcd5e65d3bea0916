package io.github.asynqee.sources;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;

/** The regular expressions in Java sources: arguments of methods that take one. */
final class RegularExpressions {

    private static final Set<String> METHODS = Set.of("compile", "matches", "replaceAll", "replaceFirst", "split");

    /**
     * A use of a regular expression.
     *
     * @param file where it is
     * @param call the call as it is written
     * @param text the expression, {@code null} if it is not a constant of its file
     * @param finds whether texts are searched for it
     */
    record Use(String file, String call, String text, boolean finds) {

        String place() {
            return file + " " + call;
        }
    }

    private RegularExpressions() {}

    /** All in files below some folders. */
    static List<Use> in(List<Path> folders) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            List<Path> sources = folders.stream().flatMap(RegularExpressions::sources).toList();
            JavacTask task = (JavacTask) compiler.getTask(null, files, null, List.of("-proc:none"), null,
                    files.getJavaFileObjectsFromPaths(sources));
            List<Use> found = new ArrayList<>();
            for (CompilationUnitTree unit : task.parse()) {
                new Finder(unit).scan(unit, found);
            }
            return found;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<Path> sources(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java")).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final class Finder extends TreeScanner<Void, List<Use>> {

        private final String file;
        private final boolean finds;
        private final Map<String, ExpressionTree> constants = new HashMap<>();

        private Finder(CompilationUnitTree unit) {
            this.file = Path.of(unit.getSourceFile().getName()).getFileName().toString();
            this.finds = Stream.of(".find(", ").replaceAll(", ").replaceFirst(", ".results(")
                    .anyMatch(unit.toString()::contains);
            new TreeScanner<Void, Void>() {
                @Override
                public Void visitVariable(VariableTree variable, Void nothing) {
                    if (variable.getInitializer() != null) {
                        constants.put(variable.getName().toString(), variable.getInitializer());
                    }
                    return super.visitVariable(variable, nothing);
                }
            }.scan(unit, null);
        }

        @Override
        public Void visitMethodInvocation(MethodInvocationTree call, List<Use> found) {
            if (call.getMethodSelect() instanceof MemberSelectTree method
                    && METHODS.contains(method.getIdentifier().toString()) && !call.getArguments().isEmpty()) {
                int at = method.getExpression().toString().equals("Pattern") ? 0 : call.getArguments().size() - 1;
                boolean first = Set.of("replaceAll", "replaceFirst", "split")
                        .contains(method.getIdentifier().toString());
                ExpressionTree argument = call.getArguments().get(first ? 0 : at);
                found.add(new Use(file, method.getIdentifier() + "(" + argument + ")", constant(argument),
                        first || method.getIdentifier().contentEquals("compile") && finds));
            }
            return super.visitMethodInvocation(call, found);
        }

        private String constant(ExpressionTree expression) {
            if (expression instanceof LiteralTree literal) {
                return literal.getValue() instanceof String || literal.getValue() instanceof Number
                        ? literal.getValue().toString()
                        : null;
            }
            if (expression instanceof ParenthesizedTree inner) {
                return constant(inner.getExpression());
            }
            if (expression instanceof BinaryTree sum) {
                String left = constant(sum.getLeftOperand());
                String right = constant(sum.getRightOperand());
                return left == null || right == null ? null : left + right;
            }
            return expression instanceof IdentifierTree name && constants.containsKey(name.getName().toString())
                    ? constant(constants.get(name.getName().toString()))
                    : null;
        }
    }
}
