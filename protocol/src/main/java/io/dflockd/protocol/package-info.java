/**
 * The wire of dflockd as data: what can be asked, how it is written and read, and how it is answered. Nothing here
 * opens a socket, starts a thread or looks at a clock.
 *
 * <p>A map, in the order in which one reads it:
 *
 * <ul>
 *   <li><b>The tables.</b> {@link io.dflockd.protocol.Command} has a row for every command, with the
 *       {@link io.dflockd.protocol.Field}s of its argument line; {@link io.dflockd.protocol.Status} has the first words of
 *       all replies, {@link io.dflockd.protocol.Fault} what can be wrong with a request.
 *   <li><b>Requests.</b> {@link io.dflockd.protocol.FrameReader} cuts bytes into frames of three lines,
 *       {@link io.dflockd.protocol.FrameWriter} writes such frames, and {@link io.dflockd.protocol.Request} is a frame
 *       checked against its row, or a {@link io.dflockd.protocol.ProtocolException}. {@code Lexer}, {@code Utf8} and
 *       {@code Hex} read its text.
 *   <li><b>Names.</b> {@link io.dflockd.protocol.Key} is the name of something and says where it lives,
 *       {@link io.dflockd.protocol.KeyHash} hashes it with a secret, and {@link io.dflockd.protocol.Patterns} says which
 *       names are patterns and what they match.
 *   <li><b>Answers.</b> {@link io.dflockd.protocol.Reply} answers a request and {@link io.dflockd.protocol.Push} comes
 *       unasked; both are a {@link io.dflockd.protocol.Line} once they are ready to be sent.
 *       {@link io.dflockd.protocol.Lines} is the buffer they are written into, and
 *       {@link io.dflockd.protocol.ItemsPrinter} writes the longest of them in pieces.
 * </ul>
 */
package io.dflockd.protocol;
