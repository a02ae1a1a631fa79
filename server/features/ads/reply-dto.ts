import type { OrgContext } from '../../context.ts';
import type { PartyDto } from '../orgs/schema.ts';
import { partiesOf, partyIn } from '../orgs/service.ts';
import type { ReplyRow } from './queries/replies.ts';
import { OPEN_AD_REPLY_STATES } from './rules.ts';
import type { AdReplyDto } from './schema.ts';

export const isOpenReply = (row: ReplyRow): boolean => OPEN_AD_REPLY_STATES.includes(row.state);

function toDto(row: ReplyRow, reader: string, parties: ReadonlyMap<string, PartyDto>): AdReplyDto {
  const mine = row.replier_org === reader;
  const kind = row.ad_kind ?? 'wanted';
  const pending = isOpenReply(row) && row.offer_id === null;
  const unanswered = pending && row.state !== 'invited';
  // Offers come from the brand: from the owner of a wanted ad, else from the invited replier.
  const brandIsOwner = kind === 'wanted';
  return {
    id: row.id,
    ad: { id: row.ad_id, title: row.ad_title ?? '', kind, state: row.ad_state ?? 'removed' },
    other: partyIn(parties, mine ? row.owner_org : row.replier_org),
    mine,
    state: row.state,
    body: row.body,
    price: row.price,
    currency: row.currency,
    dueAt: row.due_at,
    links: row.links,
    createdAt: row.created_at,
    offerId: row.offer_id,
    declineReason: row.decline_reason,
    can: {
      invite: !mine && !brandIsOwner && unanswered,
      offer: pending && (brandIsOwner ? !mine : mine && row.state === 'invited'),
      decline: !mine && pending,
      withdraw: mine && pending,
    },
  };
}

export async function replyDtos(tx: OrgContext, rows: readonly ReplyRow[]): Promise<AdReplyDto[]> {
  const { orgId } = tx.actor;
  const parties = await partiesOf(
    tx,
    rows.map((row) => (row.replier_org === orgId ? row.owner_org : row.replier_org)),
  );
  return rows.map((row) => toDto(row, orgId, parties));
}
export const replyDto = async (tx: OrgContext, row: ReplyRow): Promise<AdReplyDto> => (await replyDtos(tx, [row]))[0]!;
