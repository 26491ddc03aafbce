/**
 * The lines of the protocol and what they mean: no I/O, no clock. Not exported.
 *
 * <ul>
 *   <li>{@code Slot}, {@code GrantKind}: what can be asked for, with the commands for it
 *   <li>{@code Frames}, {@code Frame}: every request that the client sends, checked and encoded
 *   <li>{@code Rules}: what the lines of a request may contain
 *   <li>{@code Answers}, {@code Holders}: every answer, read strictly
 *   <li>{@code AnswerLine}, {@code Figures}, {@code JsonStrings}: one answer and the parts of it
 *   <li>{@code Refusals}, {@code Reasons}: the exception for each refusal, and its words
 *   <li>{@code Pushes}, {@code Pushed}: what the server says unasked
 *   <li>{@code Shown}: what messages may show of all that
 * </ul>
 */
@NullMarked
package io.dflockd.client.wire;

import org.jspecify.annotations.NullMarked;
