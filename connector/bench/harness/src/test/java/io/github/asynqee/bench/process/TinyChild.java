package io.github.asynqee.bench.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** A child process for tests. */
public final class TinyChild {

    private TinyChild() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            switch (line.split(" ")[0]) {
                case "add" -> System.out.println("ok sum=" + sum(line));
                case "start" -> System.out.println("ok");
                case "heap" -> {
                    System.err.println("no idea of a heap");
                    System.out.println("failed: heap is not known");
                }
                case "burn" -> {
                    burn();
                    System.out.println("ok");
                }
                case "die" -> {
                    System.err.println("I was told to die");
                    System.exit(7);
                }
                case "await" -> Thread.sleep(600_000);
                default -> throw new IllegalStateException(line);
            }
            System.out.flush();
        }
        System.err.println("the input has ended");
    }

    private static int sum(String line) {
        int sum = 0;
        for (String number : line.replaceAll("[^0-9 ]", "").trim().split(" +")) {
            sum += Integer.parseInt(number);
        }
        return sum;
    }

    private static void burn() {
        long end = System.nanoTime() + 300_000_000;
        double sink = 0;
        while (System.nanoTime() < end) {
            sink += Math.sqrt(sink + 1);
        }
        if (sink < 0) {
            throw new AssertionError();
        }
    }
}
