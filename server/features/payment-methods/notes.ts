import type { ServiceContext } from '../../context.ts';
import { ADDRESSES } from '../../core/addresses.ts';
import { audit } from '../audit/audit.ts';
import { notify } from '../notifications/notify.ts';
import { PERMISSIONS } from '../orgs/rules.ts';
import { personOf, type MethodRow } from './queries.ts';
import { methodName } from './rules.ts';

/** The log, and a notice to those who may change payment settings. */
export async function noteMethod(
  tx: ServiceContext,
  what: 'added' | 'removed',
  method: Pick<MethodRow, 'id' | 'brand_org' | 'added_by' | 'kind' | 'brand' | 'last4'>,
): Promise<void> {
  const { brand_org: orgId, kind, brand, last4 } = method;
  const by = tx.actor.kind === 'org' ? tx.actor.userId : method.added_by;
  await audit(tx, `payment_method.${what}`, `org:${orgId}`, { kind, brand, last4, by }, orgId);
  await notify(tx, {
    orgId,
    kind: `payment_method_${what}`,
    data: { name: (await personOf(tx.db, by))?.name ?? '', title: methodName(method) },
    link: ADDRESSES.paymentSettings,
    key: `payment_method_${what}:${method.id}`,
    roles: PERMISSIONS['billing.edit'],
  });
}
