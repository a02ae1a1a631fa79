import type { Currency } from '../../../server/core/money.ts';
import type { LimitedRole, ReleaseLimit, ReleaseLimits } from '../../../server/features/orgs/rules.ts';

/** A limit in its form: amount and currency stay typed while another mode is chosen. */
export interface RoleFields {
  mode: ReleaseLimit['mode'];
  amount: number | null;
  currency: Currency;
}
export type LimitFields = Record<LimitedRole, RoleFields>;

const toFields = (limit: ReleaseLimit): RoleFields =>
  limit.mode === 'up_to' ? limit : { mode: limit.mode, amount: null, currency: 'EUR' };

export const limitFields = (limits: ReleaseLimits): LimitFields => ({
  manager: toFields(limits.manager),
  reviewer: toFields(limits.reviewer),
});

const toLimit = ({ mode, amount, currency }: RoleFields): ReleaseLimit =>
  mode === 'up_to' ? { mode, amount: amount ?? 0, currency } : { mode };

export const toLimits = (fields: LimitFields): ReleaseLimits => ({
  manager: toLimit(fields.manager),
  reviewer: toLimit(fields.reviewer),
});
