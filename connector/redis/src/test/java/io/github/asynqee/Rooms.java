package io.github.asynqee;

import static com.tngtech.archunit.lang.conditions.ArchConditions.onlyDependOnClassesThat;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.ArchTest;

/**
 * Packages have one subject each, and depend on each other in one direction only. The {@code RoomsTest} of a module names
 * its packages, from the lowest to the highest: each may depend on those before it only.
 */
public abstract class Rooms {

    private static final Path SOURCES = Path.of("src/main/java");
    private static final String INTERNAL = "io.github.asynqee.internal.";

    private final List<String> order;
    private final Map<Set<String>, String> circles;
    private final List<String> friends;

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
     * @param circles files of a circle, as names after {@code io.github.asynqee.}, to the reason why it stays
     * @param friends the internal packages of other modules that are used, as names after {@code io.github.asynqee.internal.}
     */
    protected Rooms(String root, List<String> order, Map<Set<String>, String> circles, String... friends) {
        this.order = order.stream().map(room -> root + room).toList();
        this.circles = circles;
        this.friends = List.of(friends);
    }

    /** For a module whose files have no cyclic dependencies. */
    protected Rooms(String root, List<String> order, String... friends) {
        this(root, order, Map.of(), friends);
    }

    @ArchTest
    void dependencies_go_one_way(JavaClasses classes) {
        for (int i = 0; i < order.size(); i++) {
            Set<String> later = Set.copyOf(order.subList(i + 1, order.size()));
            classes().that().resideInAPackage(order.get(i))
                    .should(onlyDependOnClassesThat(
                            DescribedPredicate.describe("are not in " + later,
                                    type -> !later.contains(type.getPackageName()))))
                    .check(classes);
        }
    }

    @ArchTest
    void each_package_has_its_place_and_a_description(JavaClasses classes) {
        Set<String> packages = classes.stream().filter(JavaClass::isTopLevelClass).map(JavaClass::getPackageName)
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(packages).containsExactlyInAnyOrderElementsOf(order);
        assertThat(classes.stream().filter(Rooms::isOfSources).map(JavaClass::getPackageName).distinct())
                .allSatisfy(name -> assertThat(SOURCES.resolve(name.replace('.', '/')).resolve("package-info.java"))
                        .exists());
    }

    @ArchTest
    void of_other_modules_it_uses_only_its_friends(JavaClasses classes) {
        Set<String> used = classes.stream().flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                .map(dependency -> dependency.getTargetClass().getPackageName())
                .filter(name -> name.startsWith(INTERNAL) && !order.contains(name))
                .map(name -> name.substring(INTERNAL.length())).collect(Collectors.toCollection(TreeSet::new));
        assertThat(used).as("internal packages of other modules").containsExactlyInAnyOrderElementsOf(friends);
    }

    /** A sealed type and its permitted types count as one file, under the name of the sealed type. */
    @ArchTest
    void files_form_only_the_known_circles(JavaClasses classes) {
        Map<String, String> sealed = sealedFiles(classes);
        Map<String, Set<String>> uses = new TreeMap<>();
        for (JavaClass type : classes) {
            if (isOfSources(type)) {
                uses.computeIfAbsent(name(type, sealed), name -> new TreeSet<>())
                        .addAll(type.getDirectDependenciesFromSelf().stream().map(Dependency::getTargetClass)
                                .filter(Rooms::isOfSources).map(used -> name(used, sealed)).toList());
            }
        }
        Map<String, Set<String>> reached = new TreeMap<>();
        uses.keySet().forEach(file -> reach(file, uses, reached.computeIfAbsent(file, name -> new TreeSet<>())));
        Set<Set<String>> found = uses.keySet().stream()
                .map(file -> reached.get(file).stream().filter(other -> reached.get(other).contains(file))
                        .collect(Collectors.toSet()))
                .filter(circle -> circle.size() > 1).collect(Collectors.toSet());
        assertThat(found).as(() -> "circles of files, where " + found.stream()
                .flatMap(circle -> circle.stream().map(file -> file + " uses " + uses.get(file).stream()
                        .filter(circle::contains).filter(used -> !used.equals(file)).toList()))
                .toList())
                .containsExactlyInAnyOrderElementsOf(circles.keySet());
    }

    private static void reach(String file, Map<String, Set<String>> uses, Set<String> reached) {
        for (String used : uses.get(file)) {
            if (reached.add(used)) {
                reach(used, uses, reached);
            }
        }
    }

    /** For types that a sealed type in another file permits: their file to the file of the sealed type. */
    private static Map<String, String> sealedFiles(JavaClasses classes) {
        Map<String, String> sealed = new TreeMap<>();
        for (JavaClass type : classes) {
            if (isOfSources(type) && type.reflect().isSealed()) {
                for (Class<?> permitted : type.reflect().getPermittedSubclasses()) {
                    String file = name(classes.get(permitted), sealed);
                    if (!file.equals(name(type, sealed))) {
                        sealed.put(file, name(type, sealed));
                    }
                }
            }
        }
        return sealed;
    }

    /** The name of the file that a type counts as. */
    private static String name(JavaClass type, Map<String, String> sealed) {
        String name = file(type).substring("io.github.asynqee.".length());
        while (sealed.containsKey(name)) {
            name = sealed.get(name);
        }
        return name;
    }

    private static String file(JavaClass type) {
        return type.getBaseComponentType().getName().replaceFirst("\\$.*", "");
    }

    /** Whether it is a type of this module that is not generated. */
    private static boolean isOfSources(JavaClass type) {
        return Files.exists(SOURCES.resolve(file(type).replace('.', '/') + ".java"));
    }
}
