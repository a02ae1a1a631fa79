/** False for half of a surrogate pair, which is no letter: JSON can spell it, but Postgres does not take it. */
export const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text);
