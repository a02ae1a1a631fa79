import { ADDRESSES } from '../../core/addresses.ts';
import type { ServiceContext } from '../../context.ts';
import type { Side } from '../terms/schema.ts';
import { notify } from '../notifications/notify.ts';
import type { NoticeData, NoticeKind } from '../notifications/schema.ts';
import { partiesOf, partyIn } from '../orgs/service.ts';
import type { OfferRow } from './queries.ts';

export const sideOf = (row: { brand_org: string }, orgId: string): Side =>
  row.brand_org === orgId ? 'brand' : 'creator';

export const other = (side: Side): Side => (side === 'brand' ? 'creator' : 'brand');

const orgOf = (row: { brand_org: string; creator_org: string }, side: Side): string =>
  side === 'brand' ? row.brand_org : row.creator_org;

export async function notifyParty(
  tx: ServiceContext,
  row: Pick<OfferRow, 'id' | 'brand_org' | 'creator_org' | 'title'>,
  to: Side,
  kind: NoticeKind,
  key: string,
  data: NoticeData = {},
): Promise<void> {
  const parties = await partiesOf(tx, [row.brand_org, row.creator_org]);
  await notify(tx, {
    orgId: orgOf(row, to),
    kind,
    data: { title: row.title, name: partyIn(parties, orgOf(row, other(to))).name, ...data },
    link: ADDRESSES.offer(row.id),
    key,
  });
}
