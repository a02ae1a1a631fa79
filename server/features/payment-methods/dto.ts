import type { methodsOf } from './queries.ts';
import { isExpired } from './rules.ts';
import type { PaymentMethodDto } from './schema.ts';

export const methodDto = (row: Awaited<ReturnType<typeof methodsOf>>[number], now: Date): PaymentMethodDto => ({
  id: row.id,
  kind: row.kind ?? 'card',
  brand: row.brand,
  last4: row.last4 ?? '',
  expMonth: row.exp_month,
  expYear: row.exp_year,
  expired: isExpired(row, now),
  isDefault: row.is_default,
  inUse: Boolean(row.in_use),
  removing: row.state === 'removing',
  addedBy: row.added_by_name,
  addedAt: row.saved_at ?? row.created_at,
});
