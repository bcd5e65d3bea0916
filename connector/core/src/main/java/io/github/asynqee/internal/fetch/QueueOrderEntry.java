package io.github.asynqee.internal.fetch;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;

import io.github.asynqee.internal.lane.Channel;

/**
 * The queues at one position of the queue order: a queue, its shards, or all queues found by a pattern. Queues that can
 * be requested are stored separately, so that a round of the fetcher only costs time for the queues that it draws.
 * Confined to the fetcher's thread.
 */
final class QueueOrderEntry {

    /** The queues that can be requested for a route; queues drawn in this turn are first. */
    private static final class Ready {

        private final Channel channel;
        private final List<QueueState> queues = new ArrayList<>();
        private int drawn;

        Ready(Channel channel) {
            this.channel = channel;
        }

        int left() {
            return queues.size() - drawn;
        }
    }

    private final String name;
    /** One element for each route, in their order; all queues of an entry have the same routes. */
    private final List<Ready> routes;
    private final List<Channel> channels;

    QueueOrderEntry(String name, List<Channel> channels) {
        this.name = name;
        this.channels = channels;
        routes = channels.stream().map(Ready::new).toList();
    }

    String name() {
        return name;
    }

    List<Channel> channels() {
        return channels;
    }

    /** Adds a queue to the queues that can be requested at a time, or removes it, route by route. */
    void update(QueueState queue, long now) {
        for (int i = 0; i < routes.size(); i++) {
            RouteProgress route = queue.routes().get(i);
            boolean isReady = queue.isReady(route, now);
            if (isReady && route.position() < 0) {
                route.position(routes.get(i).queues.size());
                routes.get(i).queues.add(queue);
            } else if (!isReady && route.position() >= 0) {
                List<QueueState> queues = routes.get(i).queues;
                swap(i, route.position(), queues.size() - 1);
                queues.remove(queues.size() - 1);
                route.position(-1);
            }
        }
    }

    private void swap(int route, int one, int other) {
        List<QueueState> queues = routes.get(route).queues;
        QueueState moved = queues.get(one);
        queues.set(one, queues.get(other));
        queues.set(other, moved);
        queues.get(one).routes().get(route).position(one);
        moved.routes().get(route).position(other);
    }

    /** Begins the turn of this entry in a round: no queue was drawn yet. */
    void begin() {
        routes.forEach(ready -> ready.drawn = 0);
    }

    /** Whether a queue that was not drawn in this turn can be requested for one of these channels. */
    boolean hasReady(Predicate<Channel> wanted) {
        for (Ready ready : routes) {
            if (ready.left() > 0 && wanted.test(ready.channel)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Draws, with equal probability, one of the queues that were not drawn in this turn and can be requested for one of
     * these channels; {@code null} if there are none.
     */
    QueueState draw(Predicate<Channel> wanted, Random random) {
        int all = 0;
        boolean[] open = new boolean[routes.size()];
        for (int i = 0; i < open.length; i++) {
            open[i] = wanted.test(routes.get(i).channel);
            all += open[i] ? routes.get(i).left() : 0;
        }
        while (all > 0) {
            QueueState queue = at(all == 1 ? 0 : random.nextInt(all), open);
            int chances = 0;
            for (int i = 0; i < open.length; i++) {
                chances += open[i] && isLeft(queue, i) ? 1 : 0;
            }
            if (chances == 1 || random.nextInt(chances) == 0) {
                drawn(queue);
                return queue;
            }
        }
        return null;
    }

    private QueueState at(int index, boolean[] open) {
        int left = index;
        int route = 0;
        while (!open[route] || left >= routes.get(route).left()) {
            left -= open[route] ? routes.get(route).left() : 0;
            route++;
        }
        return routes.get(route).queues.get(routes.get(route).drawn + left);
    }

    private boolean isLeft(QueueState queue, int route) {
        return queue.routes().get(route).position() >= routes.get(route).drawn;
    }

    private void drawn(QueueState queue) {
        for (int i = 0; i < routes.size(); i++) {
            if (isLeft(queue, i)) {
                swap(i, queue.routes().get(i).position(), routes.get(i).drawn);
                routes.get(i).drawn++;
            }
        }
    }
}
