package io.github.asynqee.internal.inspect.periodic;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;

/**
 * A parsed field of a valid cron spec.
 *
 * @param terms the terms between the commas
 */
record SpecField(List<Term> terms) {

    /**
     * One value, a range, or every value.
     *
     * @param first start of a range; -1 for every value
     * @param last end of a range; -1 for the largest possible value
     */
    private record Term(int first, int last, int step) {

        boolean isAll() {
            return first < 0 && step == 1;
        }

        boolean isSingle() {
            return first >= 0 && first == last;
        }

        String words(IntFunction<String> name) {
            String range = first < 0 ? "" : isSingle() ? name.apply(first)
                    : name.apply(first) + (last < 0 ? " or later" : " to " + name.apply(last));
            return step == 1 ? range : ("every " + ordinal(step) + " " + range).strip();
        }
    }

    /**
     * Parses a field.
     *
     * @param names names of the values, in order
     * @param firstName the value of the first name
     */
    static SpecField parse(String field, List<String> names, int firstName) {
        return new SpecField(Arrays.stream(field.toLowerCase(Locale.ROOT).split(",")).filter(term -> !term.isEmpty())
                .map(term -> term(term, names, firstName)).toList());
    }

    private static Term term(String text, List<String> names, int firstName) {
        String[] range = text.split("/");
        int step = range.length > 1 ? Integer.parseInt(range[1]) : 1;
        String[] ends = range[0].split("-");
        if (ends[0].equals("*") || ends[0].equals("?")) {
            return new Term(-1, -1, step);
        }
        int first = value(ends[0], names, firstName);
        int last = ends.length > 1 ? value(ends[1], names, firstName) : range.length > 1 ? -1 : first;
        return new Term(first, last, step);
    }

    private static int value(String text, List<String> names, int firstName) {
        int name = names.indexOf(text);
        return name < 0 ? Integer.parseInt(text) : name + firstName;
    }

    boolean isAll() {
        return terms.stream().anyMatch(Term::isAll);
    }

    /** Whether the field consists of single values. */
    boolean isSingle() {
        return terms.stream().allMatch(Term::isSingle);
    }

    boolean isRange() {
        return terms.size() == 1 && !terms.get(0).isSingle() && terms.get(0).first() >= 0 && terms.get(0).last() >= 0
                && terms.get(0).step() == 1;
    }

    /** The step of a field that is only a step; otherwise 1. */
    int step() {
        return terms.size() == 1 && terms.get(0).first() < 0 ? terms.get(0).step() : 1;
    }

    int first() {
        return terms.get(0).first();
    }

    int last() {
        return terms.get(0).last();
    }

    int size() {
        return terms.size();
    }

    /** The values of a field of single values. */
    List<Integer> values() {
        return terms.stream().map(Term::first).sorted().toList();
    }

    String list(IntFunction<String> name) {
        return joined(terms.stream().map(term -> term.words(name)).toList());
    }

    static String joined(List<String> words) {
        int size = words.size();
        return size < 2 ? String.join("", words)
                : String.join(", ", words.subList(0, size - 1)) + " and " + words.get(size - 1);
    }

    static String ordinal(int number) {
        boolean isTeen = number % 100 / 10 == 1;
        return number + (isTeen ? "th" : switch (number % 10) {
            case 1 -> "st";
            case 2 -> "nd";
            case 3 -> "rd";
            default -> "th";
        });
    }
}
