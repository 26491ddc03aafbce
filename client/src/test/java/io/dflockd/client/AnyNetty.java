package io.dflockd.client;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * A test that the build runs again with Netty 4.1. The real server needs 4.2, so such a test has it in a process of its
 * own, or a scripted one.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Tag("any-netty")
@interface AnyNetty {}
