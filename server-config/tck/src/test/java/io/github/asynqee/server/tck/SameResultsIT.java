package io.github.asynqee.server.tck;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;

import org.junit.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** Compares the results of the TCK that the runs before this one have left in {@code tck.results}. */
public class SameResultsIT {

    private static final Path RESULTS = Path.of(System.getProperty("tck.results"));
    private static final Path FIGURES = RESULTS.resolve("figures.txt");
    private static final int TESTS = 77;
    /** They ask for MicroProfile Metrics, which WildFly does not have. */
    private static final Set<String> METRICS = Set.of("MetricsTest.testMetricsConnector",
            "MetricsTest.testMetricsInApp");

    @Test
    public void open_liberty_has_the_same_results_with_the_connector() throws IOException {
        compare("liberty", Set.of());
    }

    @Test
    public void wildfly_has_the_same_results_with_the_connector() throws IOException {
        compare("wildfly", METRICS);
    }

    private static void compare(String server, Set<String> failWithoutTheConnector) throws IOException {
        Map<String, Boolean> without = results(server + "-without");
        Map<String, Boolean> with = results(server + "-with");
        Boolean connectorSeen = with.remove("ConnectorInArchiveIT.the_server_sees_the_connector_in_the_archive");
        Files.writeString(FIGURES,
                "TCK of Reactive Messaging on %s: %d tests; failed without the connector %s, with it %s%n"
                        .formatted(server, with.size(), failed(without), failed(with)),
                CREATE, APPEND);

        assertThat(connectorSeen).as("the connector is in the archives").isTrue();
        assertThat(without).as("tests of the TCK").hasSize(TESTS);
        assertThat(with).as("passed with the connector").isEqualTo(without);
        assertThat(failed(without)).as("fail on %s, with and without the connector", server)
                .isEqualTo(failWithoutTheConnector);
    }

    private static Set<String> failed(Map<String, Boolean> results) {
        return results.keySet().stream().filter(test -> !results.get(test))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Each test of a run, and whether it passed. */
    private static Map<String, Boolean> results(String run) throws IOException {
        Map<String, Boolean> results = new TreeMap<>();
        try (DirectoryStream<Path> reports = Files.newDirectoryStream(RESULTS.resolve(run), "TEST-*.xml")) {
            for (Path report : reports) {
                NodeList tests = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(report.toFile())
                        .getElementsByTagName("testcase");
                for (int i = 0; i < tests.getLength(); i++) {
                    Element test = (Element) tests.item(i);
                    String type = test.getAttribute("classname");
                    results.put(type.substring(type.lastIndexOf('.') + 1) + "." + test.getAttribute("name"),
                            passed(test));
                }
            }
        } catch (ParserConfigurationException | SAXException e) {
            throw new IllegalStateException(run, e);
        }
        return results;
    }

    private static boolean passed(Element test) {
        return test.getElementsByTagName("failure").getLength() + test.getElementsByTagName("error").getLength()
                + test.getElementsByTagName("skipped").getLength() == 0;
    }
}
