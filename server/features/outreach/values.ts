import type { ServiceContext } from '../../context.ts';
import { partiesOf, partyIn } from '../orgs/service.ts';
import { campaignTitle, type SequenceRecord } from './queries/sequences.ts';
import { fillIn, messagesOf, textFor, type MergeField, type MergeValues } from './rules.ts';
import type { Variant } from './schema.ts';

/** What is known of a recipient. */
export interface Person {
  name: string | null;
  handle: string | null;
  headline: string | null;
  city: string | null;
}

/** Values that are the same for all recipients of a sequence. */
export async function sharedValues(
  tx: ServiceContext,
  row: Pick<SequenceRecord, 'org_id' | 'campaign_id'>,
): Promise<Pick<MergeValues, 'brand' | 'campaign'>> {
  return {
    brand: partyIn(await partiesOf(tx, [row.org_id]), row.org_id).name,
    campaign: row.campaign_id
      ? ((await campaignTitle(tx.db, { id: row.campaign_id, orgId: row.org_id })) ?? null)
      : null,
  };
}

export const valuesOf = (shared: Pick<MergeValues, 'brand' | 'campaign'>, person: Person): MergeValues => ({
  ...shared,
  name: person.name,
  handle: person.handle,
  headline: person.headline,
  city: person.city,
});

/** Finds the merge fields in all messages of a sequence, and in its subject, that a recipient has no value for. */
export async function missingFor(
  tx: ServiceContext,
  row: SequenceRecord,
): Promise<(recipient: Person & { variant: Variant }) => MergeField[]> {
  const shared = await sharedValues(tx, row);
  const messages = messagesOf(row.steps);
  return (recipient) => {
    const values = valuesOf(shared, recipient);
    const texts = [row.subject, ...messages.map((message) => textFor(message, recipient.variant))];
    return [...new Set(texts.flatMap((text) => fillIn(text, values).missing))];
  };
}
