/** Lists of one org. */
export const MAX_LISTS = 100;
export const MAX_LIST_ITEMS = 5_000;
export const MAX_LIST_NAME = 60;
export const MAX_NOTE_LENGTH = 500;
/** Tags that an org gives one creator. */
export const MAX_TAGS = 10;
export const MAX_TAG_LENGTH = 30;
/** Creators that one call looks up: their ids fit in an address. */
export const MAX_LOOKED_UP = 25;
/** Creators that one call adds or removes. */
export const MAX_CREATORS_AT_ONCE = 100;

/** Tags as they are stored: without capitals and repeated spaces, each once, in order. */
export const cleanTags = (tags: readonly string[]): string[] =>
  [
    ...new Set(
      tags
        .map((tag) => tag.normalize('NFC').trim().replace(/\s+/gu, ' ').replace(/^#/u, '').toLowerCase())
        .filter((tag) => tag !== ''),
    ),
  ].sort();

/** Creators whom one call invites. */
export const MAX_INVITED = 50;

/** Rows of files with creators that an org downloads in a calendar month, by UTC. */
export const EXPORT_ROWS_A_MONTH = 5_000;
/** Columns of such a file; those of a list follow. */
export const EXPORT_COLUMNS = [
  'name',
  'handle',
  'city',
  'country',
  'accounts',
  'followers',
  'engagement',
  'price',
  'currency',
  'niches',
  'languages',
  'rating',
  'page',
] as const;
export const LIST_COLUMNS = ['note', 'tags', 'added'] as const;

/** The month that holds `now`, and the beginning of the next one. */
export const monthOf = (now: Date): { from: Date; to: Date } => ({
  from: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)),
  to: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)),
});
