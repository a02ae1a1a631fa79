/** Value of a select field in which nothing is chosen on purpose. */
export const NONE = 'none';
