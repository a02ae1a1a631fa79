/** False when the text holds a lone surrogate: JSON can contain one, Postgres refuses it. */
export const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text);
