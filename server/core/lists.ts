/** Limit of lists that are not paged; the screen shows when a list is full. */
export const LIST_LIMIT = 300;
