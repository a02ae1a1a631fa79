import { ADDRESSES, type Address } from '../../core/addresses.ts';
import type { OrgContext, ServiceContext } from '../../context.ts';
import { textOnHold } from '../moderation/service.ts';
import { partiesOf, partyIn } from '../orgs/service.ts';
import type { RatingRow } from './queries.ts';
import type { RatingDto } from './schema.ts';

type Sides = Pick<RatingRow, 'authorSide' | 'brandOrg' | 'creatorOrg' | 'agencyOrg'>;
export const authorOrg = (row: Sides): string => (row.authorSide === 'brand' && row.brandOrg) || row.creatorOrg;
/** The brand or the creator of the deal, or the agency of the representation. */
export const subjectOrg = (row: Sides): string =>
  row.authorSide === 'brand' ? row.creatorOrg : (row.brandOrg ?? row.agencyOrg ?? row.creatorOrg);
/** Where its author and its subject read it. */
export const pageOf = (row: Pick<RatingRow, 'contractId'>): Address =>
  row.contractId ? ADDRESSES.deal(row.contractId) : ADDRESSES.representation;

/** Ratings as the reader may see them, with what of the reader's own text waits for staff. */
export async function toDtos(tx: ServiceContext, rows: readonly RatingRow[]): Promise<RatingDto[]> {
  const parties = await partiesOf(tx, rows.map(authorOrg));
  const reader = tx.actor.kind === 'org' ? tx.actor.orgId : null;
  const held = new Map<string, string>();
  for (const row of rows) {
    if (tx.actor.kind !== 'org') break;
    const own =
      authorOrg(row) === reader ? 'review' : subjectOrg(row) === reader && row.reply === null ? 'reply' : null;
    const text = own && (await textOnHold(tx as OrgContext, { kind: own, subjectId: row.id }));
    if (text) held.set(row.id, text);
  }
  return rows.map((row) => ({
    id: row.id,
    held: held.get(row.id) ?? null,
    author: partyIn(parties, authorOrg(row)),
    authorSide: row.authorSide,
    stars: row.stars,
    body: row.body,
    at: row.at,
    reply: row.reply,
    repliedAt: row.repliedAt,
    relation: authorOrg(row) === reader ? 'mine' : subjectOrg(row) === reader ? 'about_me' : 'other',
  }));
}
