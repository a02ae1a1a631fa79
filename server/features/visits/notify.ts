import { ADDRESSES, type Address } from '../../core/addresses.ts';
import type { ServiceContext } from '../../context.ts';
import { notify } from '../notifications/notify.ts';
import { partiesOf, partyIn } from '../orgs/service.ts';
import { subjectOfVisit } from './dto.ts';
import type { VisitRow } from './queries.ts';
import type { VisitSide } from './rules.ts';
import type { Subject } from './schema.ts';

/** The page on which a side sees the visits of a deal, an offer or an ad. */
export function addressOf({ kind, id }: Subject, side: VisitSide): Address {
  if (kind === 'contract') return ADDRESSES.deal(id);
  if (kind === 'offer') return ADDRESSES.offer(id);
  return side === 'brand' ? ADDRESSES.ownAd(id) : ADDRESSES.openAd(id);
}
export const pageOf = (row: VisitRow, side: VisitSide): Address => addressOf(subjectOfVisit(row), side);

type Kind = 'visit_booked' | 'visit_moved' | 'visit_cancelled' | 'visit_reminder' | 'visit_arrived' | 'visit_missed';

/** Notifies one side of a visit; `key` distinguishes repeats of the kind. */
export async function notifyOfVisit(
  tx: ServiceContext,
  row: VisitRow,
  to: VisitSide,
  kind: Kind,
  { key = '', hours }: { key?: string; hours?: number } = {},
): Promise<void> {
  const other = to === 'brand' ? row.creator_org : row.brand_org;
  await notify(tx, {
    orgId: to === 'brand' ? row.brand_org : row.creator_org,
    kind,
    data: {
      name: partyIn(await partiesOf(tx, [other]), other).name,
      title: row.title,
      deadlineAt: row.starts_at.toISOString(),
      ...(hours === undefined ? {} : { hours }),
    },
    link: pageOf(row, to),
    key: [kind, row.id, to, ...(key ? [key] : [])].join(':'),
  });
}
