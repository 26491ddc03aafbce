/** What stands on a command line: an {@code Option} takes a value of some {@code Kind}. */
package io.dflockd.cli.options;
