/** Shorter texts would find nearly everything. */
export const MIN_FIND_LENGTH = 2;
export const MAX_FIND_LENGTH = 100;
