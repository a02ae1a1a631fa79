/** Lists that are not paged end here; the screen says so when one is full. */
export const LIST_LIMIT = 300;
