/** Limit of lists that are not paged; the screen shows when a list is full. */
export const LIST_LIMIT = 300;

/** Counts beside a list stop here: more are shown as 99+. */
export const COUNT_CAP = 100;
