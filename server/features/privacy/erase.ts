import type { SystemContext } from '../../context.ts';
import { deleteRequestKeys } from '../../once.ts';
import { REGISTRATIONS } from '../registrations.gen.ts';
import { erasePerson } from './queries/accounts.ts';

interface Owner {
  userId: string;
  orgIds: readonly string[];
}

/** Names of everything stored for a person and the orgs that are theirs alone, except what a finished deal keeps. */
export async function storedObjects(tx: SystemContext, owner: Owner): Promise<string[]> {
  const keys: string[] = [];
  for (const { storedObjects: stored } of REGISTRATIONS) keys.push(...((await stored?.(tx.db, owner)) ?? []));
  return keys;
}

/** Erases at other companies what the erasure of rows has claimed. Rejects where one of them is away. */
export async function eraseElsewhere(ctx: SystemContext): Promise<void> {
  for (const { eraseElsewhere: erase } of REGISTRATIONS) await erase?.(ctx);
}

/** Deletes or blanks every row that names the person; `name` replaces the person's name where a row stays. */
export async function eraseRows(tx: SystemContext, person: { userId: string; name: string }): Promise<void> {
  for (const { erase } of REGISTRATIONS) await erase?.(tx, person);
  await deleteRequestKeys(tx, person.userId);
  await erasePerson(tx.db, person);
}
