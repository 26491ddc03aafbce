package io.dflockd.cli;

import java.util.Collection;

/** The known name that somebody probably meant who typed an unknown one. */
final class Nearest {
    private static final int MOST_TYPOS = 3;

    private Nearest() {}

    /** A question to append to a complaint, or nothing when no name is near. */
    static String hint(String typed, Collection<String> names) {
        String nearest = "";
        int fewest = Math.min(MOST_TYPOS, typed.length() / 2) + 1;
        for (String name : names) {
            int typos = distance(typed, name);
            if (typos < fewest) {
                fewest = typos;
                nearest = name;
            }
        }
        return nearest.isEmpty() ? "" : ", did you mean " + nearest + "?";
    }

    /** Levenshtein's distance: how many letters must be added, removed or replaced to get from one to the other. */
    private static int distance(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int column = 0; column < row.length; column++) {
            row[column] = column;
        }
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[to.length()];
    }
}
