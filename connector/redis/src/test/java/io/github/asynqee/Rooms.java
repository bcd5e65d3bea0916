package io.github.asynqee;

import static com.tngtech.archunit.lang.conditions.ArchConditions.onlyDependOnClassesThat;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;

/** The packages of one module, from the lowest to the highest: each may depend on those before it only. */
public final class Rooms {

    /** What one reader can keep in mind of a subject. */
    private static final int MAX_LINES = 3_000;
    private static final int MAX_LINES_OF_A_FILE = 500;
    private static final Path SOURCES = Path.of("src/main/java");
    private static final String INTERNAL = "io.github.asynqee.internal.";

    private final List<String> order;

    /** The module whose tests run, without its tests. */
    public static final class ThisModule implements ImportOption {

        private static final String CLASSES = Path.of("target/classes").toUri().getPath();

        @Override
        public boolean includes(Location location) {
            return location.asURI().getPath() != null && location.asURI().getPath().startsWith(CLASSES);
        }
    }

    /**
     * Names the packages.
     *
     * @param root the prefix of all of them
     * @param order their names after the prefix
     */
    public Rooms(String root, List<String> order) {
        this.order = order.stream().map(room -> root + room).toList();
    }

    /** Asserts that packages depend on earlier ones only, and those of no other module among them. */
    public void goOneWay(JavaClasses classes) {
        for (int i = 0; i < order.size(); i++) {
            Set<String> later = Set.copyOf(order.subList(i + 1, order.size()));
            classes().that().resideInAPackage(order.get(i))
                    .should(onlyDependOnClassesThat(
                            DescribedPredicate.describe("are not in " + later,
                                    type -> !later.contains(type.getPackageName()))))
                    .check(classes);
        }
    }

    /** Asserts that each package has its place, says what its subject is, and is small enough to be read. */
    public void haveOneSubjectEach(JavaClasses classes) {
        Set<String> packages = classes.stream().filter(JavaClass::isTopLevelClass).map(JavaClass::getPackageName)
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(packages).containsExactlyInAnyOrderElementsOf(order);
        Map<String, Long> lines = new TreeMap<>();
        for (Path file : files()) {
            long count = lines(file);
            lines.merge(file.getParent().toString(), count, Long::sum);
            assertThat(count).as("lines of " + file).isLessThanOrEqualTo(MAX_LINES_OF_A_FILE);
            assertThat(file.resolveSibling("package-info.java")).as("what " + file.getParent() + " is about").exists();
        }
        assertThat(lines).allSatisfy((room, count) -> assertThat(count).as("lines of " + room)
                .isLessThanOrEqualTo(MAX_LINES));
    }

    /**
     * Asserts which internal packages of other modules this one uses: exactly these.
     *
     * @param classes those of this module
     * @param friends names after {@code io.github.asynqee.internal.}
     */
    public void useOnly(JavaClasses classes, String... friends) {
        Set<String> used = classes.stream().flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                .map(dependency -> dependency.getTargetClass().getPackageName())
                .filter(name -> name.startsWith(INTERNAL) && !order.contains(name))
                .map(name -> name.substring(INTERNAL.length())).collect(Collectors.toCollection(TreeSet::new));
        assertThat(used).as("internal packages of other modules").containsExactlyInAnyOrder(friends);
    }

    private static List<Path> files() {
        try (Stream<Path> files = Files.walk(SOURCES)) {
            return files.filter(file -> file.toString().endsWith(".java")).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long lines(Path file) {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
