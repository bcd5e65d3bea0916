package io.github.asynqee.cli.shared;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The text of a condition. An empty one, as from a variable of the shell that is not set, would mean all tasks. */
public final class ConditionText implements ITypeConverter<String> {

    @Override
    public String convert(String text) {
        if (text.isEmpty()) {
            throw new TypeConversionException(
                    "the text must not be empty; without the option there is no such condition");
        }
        return text;
    }
}
