import { ADDRESSES } from '../../core/addresses.ts';
import type { ServiceContext } from '../../context.ts';
import type { NoticeData } from '../notifications/schema.ts';
import { notify } from '../notifications/notify.ts';
import type { Side } from '../terms/schema.ts';
import type { AddendumRow } from './queries/addenda.ts';

export const otherSide = (side: Side): Side => (side === 'brand' ? 'creator' : 'brand');
export const orgOf = (row: Pick<AddendumRow, 'brand_org' | 'creator_org'>, side: Side): string =>
  side === 'brand' ? row.brand_org : row.creator_org;
export const sideOf = (row: Pick<AddendumRow, 'brand_org'>, orgId: string): Side =>
  row.brand_org === orgId ? 'brand' : 'creator';

type Kind =
  | 'addendum_signed'
  | 'addendum_expiring'
  | 'addendum_applied'
  | 'addendum_declined'
  | 'addendum_withdrawn'
  | 'addendum_expired'
  | 'addendum_overtaken';

/** Notifies one side of what became of an addendum. */
export const notifySide = (
  tx: ServiceContext,
  row: AddendumRow,
  to: Side,
  kind: Kind,
  key = '',
  extra: NoticeData = {},
): Promise<void> =>
  notify(tx, {
    orgId: orgOf(row, to),
    kind,
    data: {
      name: to === 'brand' ? row.creator_name : row.brand_name,
      title: row.title,
      amountMinor: row.total_after,
      currency: row.currency,
      deadlineAt: row.deadline_at.toISOString(),
      ...extra,
    },
    link: ADDRESSES.deal(row.contract_id),
    key: `${kind}:${row.id}:${key}`,
  });
