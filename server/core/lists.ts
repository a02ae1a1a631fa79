/** Counts beside a list stop here: more are shown as 99+. */
export const COUNT_CAP = 100;
