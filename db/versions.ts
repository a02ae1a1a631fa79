export interface OtherMigrations {
  names: string[];
  /** Older: all of them precede the first migration of this code, the baseline, which replaced them. */
  version: 'older' | 'newer';
}

/** Migrations of another version of the code; null when all names are known here. */
export function otherMigrations(names: readonly string[], known: readonly string[]): OtherMigrations | null {
  const others = names.filter((name) => !known.includes(name));
  if (others.length === 0) return null;
  const first = known.toSorted()[0] ?? '';
  return { names: others, version: others.every((name) => name < first) ? 'older' : 'newer' };
}
