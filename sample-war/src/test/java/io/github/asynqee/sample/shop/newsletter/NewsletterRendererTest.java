package io.github.asynqee.sample.shop.newsletter;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NewsletterRendererTest {

    private final NewsletterRenderer renderer = new NewsletterRenderer();

    @Test
    void the_same_newsletter_has_the_same_id_each_time_it_is_rendered() {
        Newsletter newsletter = new Newsletter("Spring", "It is here.");

        assertThat(renderer.render(newsletter)).isEqualTo(renderer.render(newsletter));
    }

    @Test
    void another_newsletter_has_another_id() {
        assertThat(renderer.render(new Newsletter("Spring", "It is here.")).id())
                .isNotEqualTo(renderer.render(new Newsletter("Spring", "It is there.")).id());
    }
}
