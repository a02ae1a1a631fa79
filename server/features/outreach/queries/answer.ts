import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import type { ContactPage, RecipientState } from '../schema.ts';

/** By a definer function: the signed link is enough, its reader needs no account. */
export async function contactFacts(
  db: Db,
  recipientId: string,
): Promise<
  { org_name: string; source: string | null; basis: ContactPage['basis']; state: RecipientState } | undefined
> {
  const { rows } = await sql<{
    org_name: string;
    source: string | null;
    basis: ContactPage['basis'];
    state: RecipientState;
  }>`select org_name, source, basis, state from outreach_contact(${recipientId}::uuid)`.execute(db);
  return rows[0];
}

export async function answerContact(
  db: Db,
  { recipientId, answer }: { recipientId: string; answer: 'declined' | 'unsubscribed' },
): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    select outreach_answer(${recipientId}::uuid, ${answer}) as done`.execute(db);
  return rows[0]?.done ?? false;
}
