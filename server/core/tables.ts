/**
 * The tables that a feature alone writes, in its `tables.ts`. For each, the types of columns that the generator of
 * db/types.ts cannot read from the database, as they are written there: `Generated<…>` for a column with a default.
 */
export type TableTypes = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A type that another file exports; `file` is its path from the root. */
export function typeIn(file: string, name: string): string {
  const specifier = `'../${file}'`;
  return `import(${specifier}).${name}`;
}
export const CURRENCY = typeIn('server/core/money.ts', 'Currency');
export const LOCALE = typeIn('server/core/locale.ts', 'Locale');
