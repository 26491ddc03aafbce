package io.dflockd.protocol;

import java.util.List;

/** Prints {@code ok <json array of strings>} piece by piece, so that a long answer is never in memory as a whole. */
public final class ItemsPrinter {
    /** How much of an item is printed between two looks at the length of the piece. */
    private static final int STRIDE = 4_096;

    private final List<byte[]> items;
    private int item;
    private int printed; // bytes of that item
    private boolean isBegun;

    /** A printer that has printed nothing yet. The items are UTF-8 and must not change while it prints. */
    public ItemsPrinter(List<byte[]> items) {
        this.items = items;
    }

    /** Prints {@code enough} bytes or a little more, or all that is left. Tells whether there is more. */
    public boolean print(Lines into, int enough) {
        int start = into.length();
        if (!isBegun) {
            isBegun = true;
            Status.OK.writeTo(into);
            into.append(" [");
        }
        while (item < items.size() && into.length() - start < enough) {
            printStride(into, items.get(item));
        }
        if (item < items.size()) {
            return true;
        }
        into.append("]");
        return false;
    }

    private void printStride(Lines into, byte[] text) {
        if (printed == 0) {
            into.append(item == 0 ? "\"" : ",\"");
        }
        int count = Math.min(STRIDE, text.length - printed);
        into.jsonText(text, printed, count);
        printed += count;
        if (printed == text.length) {
            into.append("\"");
            printed = 0;
            item++;
        }
    }
}
