package io.github.asynqee.cli.shared;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * The file with connection options, in YAML or JSON (valid YAML). Its keys are the long names of the options.
 */
public final class ConfigFile {

    private static final List<String> DEFAULT_NAMES = List.of(".asynq.yaml", ".asynq.yml", ".asynq.json");
    private static final List<String> TRUTHS = List.of("cluster", "tls", "insecure");
    private static final List<String> KEYS = List.of("uri", "db", "username", "password", "cluster", "cluster_addrs",
            "tls", "tls_server", "insecure");

    private final Path file;
    private final Map<String, String> values = new HashMap<>();

    private ConfigFile(Path file) {
        this.file = file;
    }

    /**
     * Reads a file.
     *
     * @param chosen the file of {@code --config}, {@code null} for the first existing default file
     * @param home the folder of the default files
     * @return the file, empty if no default file exists
     * @throws IllegalArgumentException if the chosen file does not exist, or a file is invalid; the message names
     *         file, line and key
     */
    public static Optional<ConfigFile> find(@Nullable Path chosen, Path home) {
        if (chosen != null) {
            return Optional.of(read(chosen));
        }
        return DEFAULT_NAMES.stream().map(home::resolve).filter(Files::isRegularFile).findFirst()
                .map(ConfigFile::read);
    }

    private static ConfigFile read(Path file) {
        ConfigFile config = new ConfigFile(file);
        try {
            new Compose(LoadSettings.builder().setLabel(file.toString()).setUseMarks(true).build())
                    .composeString(Files.readString(file)).ifPresent(config::addAll);
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot read the configuration file " + file + ": "
                    + e.getClass().getSimpleName());
        } catch (MarkedYamlEngineException e) {
            throw config.invalid(e.getProblemMark(), "not YAML: " + e.getProblem());
        } catch (YamlEngineException e) {
            throw config.invalid(Optional.empty(), "not YAML: " + e.getMessage());
        }
        return config;
    }

    private void addAll(Node node) {
        if (isNull(node)) {
            return;
        }
        if (!(node instanceof MappingNode mapping)) {
            throw invalid(node.getStartMark(), "expected lines of the form \"key: value\"");
        }
        for (NodeTuple entry : mapping.getValue()) {
            add(entry.getKeyNode(), entry.getValueNode());
        }
    }

    private void add(Node keyNode, Node valueNode) {
        String key = keyNode instanceof ScalarNode scalar ? scalar.getValue() : "";
        if (!KEYS.contains(key)) {
            throw invalid(keyNode.getStartMark(), "unknown key \"" + key + "\"; allowed: " + String.join(", ", KEYS));
        }
        if (values.containsKey(key)) {
            throw invalid(keyNode.getStartMark(), "duplicate key \"" + key + "\"");
        }
        if (isNull(valueNode)) {
            return;
        }
        String value = text(key, valueNode);
        if (TRUTHS.contains(key) && !value.equalsIgnoreCase("true") && !value.equalsIgnoreCase("false")) {
            throw wrong(key, valueNode, "true or false");
        }
        if (key.equals("db") && !value.matches("\\d{1,9}")) {
            throw wrong(key, valueNode, "a number from 0");
        }
        values.put(key, value);
    }

    private String text(String key, Node node) {
        if (node instanceof ScalarNode scalar) {
            return scalar.getValue();
        }
        if (key.equals("cluster_addrs") && node instanceof SequenceNode list
                && list.getValue().stream().allMatch(ScalarNode.class::isInstance)) {
            return list.getValue().stream().map(address -> ((ScalarNode) address).getValue())
                    .collect(Collectors.joining(","));
        }
        throw wrong(key, node, key.equals("cluster_addrs") ? "host:port,host:port or a list" : "one value");
    }

    private static boolean isNull(Node node) {
        return node.getTag().equals(Tag.NULL);
    }

    private IllegalArgumentException wrong(String key, Node node, String allowed) {
        return invalid(node.getStartMark(), "wrong value of \"" + key + "\"; allowed: " + allowed);
    }

    private IllegalArgumentException invalid(Optional<Mark> mark, String problem) {
        return new IllegalArgumentException("the configuration file " + file
                + mark.map(at -> ", line " + (at.getLine() + 1)).orElse("") + ": " + problem);
    }

    /** Returns the value of a key; {@code null} if it is not set. */
    public @Nullable String value(String key) {
        return values.get(key);
    }

    /** Returns a warning if the file contains a password and other users can read it. */
    public Optional<String> warning() {
        boolean secret = values.containsKey("password")
                || values.getOrDefault("uri", "").matches(".*(:[^/]*@|password=).*");
        if (!secret) {
            return Optional.empty();
        }
        try {
            Set<PosixFilePermission> others = EnumSet.of(PosixFilePermission.GROUP_READ,
                    PosixFilePermission.OTHERS_READ);
            others.retainAll(Files.getPosixFilePermissions(file));
            return others.isEmpty() ? Optional.empty()
                    : Optional.of(file + " contains a password that other users can read; run chmod 600 " + file);
        } catch (IOException | UnsupportedOperationException e) {
            return Optional.empty();
        }
    }
}
