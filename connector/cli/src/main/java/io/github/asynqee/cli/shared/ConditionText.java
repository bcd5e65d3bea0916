package io.github.asynqee.cli.shared;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * The text of a condition. Rejects an empty text, as from an unset shell variable, because it would match all tasks.
 */
public final class ConditionText implements ITypeConverter<String> {

    @Override
    public String convert(String text) {
        if (text.isEmpty()) {
            throw new TypeConversionException(
                    "the text must not be empty; omit the option to match all tasks");
        }
        return text;
    }
}
