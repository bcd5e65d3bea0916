package io.github.asynqee.server.start.app;

import jakarta.servlet.annotation.WebListener;

/** Declared by its annotation. */
@WebListener
public class FailingAnnotatedListener extends FailingListener {}
