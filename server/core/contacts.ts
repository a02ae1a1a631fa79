/**
 * A kind of act by which an org reaches out to another one, in `contacts.ts` of the feature that sends it; its name is in
 * `platform.json` (`account.contacts`) of each language. The row of the act counts against the limits.
 */
export interface ContactSpec {
  /** Acts per org and day; an org is young in its first month. */
  limits: { young: number; grown: number };
  /** Table of the rows, and its column with the org that sends. */
  table: string;
  sender: string;
  /** Column with the org that is reached; left out where the row names none, since the two are in contact already. */
  receiver?: string;
  /** Column that is null in a row that counts. A row that does not count is a contact all the same. */
  nullColumn?: string;
}
