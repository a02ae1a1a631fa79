/** False when the text holds a lone surrogate: JSON can contain one, Postgres refuses it. */
export const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text);

/** Characters of the reason with which something is reported to staff. */
export const REPORT_REASON = { min: 10, max: 500 } as const;
