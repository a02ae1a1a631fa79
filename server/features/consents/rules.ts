/** Optional categories of stored data; the same words as in the registry of cookies and storage. */
export const OPTIONAL_CATEGORIES = ['preferences', 'analytics', 'marketing'] as const;
export type OptionalCategory = (typeof OPTIONAL_CATEGORIES)[number];
/** Those in which nothing is stored. The choices say so without loading the registry; a test compares both. */
export const UNUSED_CATEGORIES: readonly OptionalCategory[] = OPTIONAL_CATEGORIES;

export const CONSENT_ACTIONS = ['all', 'necessary', 'chosen'] as const;
export type ConsentAction = (typeof CONSENT_ACTIONS)[number];

/** A new version shows the choices to every visitor again: raise it whenever a text of the choices changes. */
export const CONSENT_VERSION = '2026-11-24';
/** The choice is requested again after half a year. */
export const CONSENT_LIFE_MS = 182 * 24 * 3_600_000;
