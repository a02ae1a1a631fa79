import type * as z from 'zod';
import { withTx, type OrgContext } from '../../context.ts';
import { ADDRESSES } from '../../core/addresses.ts';
import { AppError } from '../../core/errors.ts';
import type { Page } from '../../core/pagination.ts';
import { requireRight, requireStepUp } from '../../guards.ts';
import { audit } from '../audit/audit.ts';
import { changesOfOrg } from '../audit/changes.ts';
import { notify } from '../notifications/notify.ts';
import { PERMISSIONS, roleMay } from '../orgs/rules.ts';
import { methodDto } from './dto.ts';
import {
  clearDefault,
  lockPayer,
  methodOf,
  methodsOf,
  payerOf,
  personOf,
  updateMethod,
  updatePayer,
} from './queries.ts';
import { isExpired } from './rules.ts';
import {
  SETTINGS_ACTIONS,
  type autoFundInput,
  type changeLogInput,
  type PaymentMethodsDto,
  type SettingsAction,
  type SettingsChange,
} from './schema.ts';

/** What the brand pays with: for those who pay or see money. */
export async function listMethods(ctx: OrgContext): Promise<PaymentMethodsDto> {
  requireRight(ctx, 'money.view');
  return withTx(ctx, listIn);
}

async function listIn(tx: OrgContext): Promise<PaymentMethodsDto> {
  const { orgId, role } = tx.actor;
  const now = tx.clock.now();
  const payer = await payerOf(tx.db, orgId);
  const by = payer?.auto_fund_by ? await personOf(tx.db, payer.auto_fund_by) : undefined;
  return {
    methods: (await methodsOf(tx.db, orgId)).map((row) => methodDto(row, now)),
    autoFund: { on: payer?.auto_fund ?? false, by: by?.name ?? null, at: payer?.auto_fund_at ?? null },
    canEdit: roleMay(role, 'billing.edit') || 'auth.not_allowed',
  };
}

/** Chooses the method that is offered first and that pays automatically. Throws not_found, method.gone, method.expired. */
export async function setDefault(ctx: OrgContext, input: { methodId: string }): Promise<PaymentMethodsDto> {
  requireRight(ctx, 'billing.edit');
  await requireStepUp(ctx, 'payment_settings');
  return withTx(ctx, async (tx) => {
    const { orgId } = tx.actor;
    await lockPayer(tx.db, orgId);
    const row = await methodOf(tx.db, { id: input.methodId, lock: true });
    if (row?.brand_org !== orgId) throw new AppError('not_found');
    if (row.state !== 'active') throw new AppError('method.gone');
    const now = tx.clock.now();
    if (isExpired(row, now)) throw new AppError('method.expired');
    if (!row.is_default) {
      await clearDefault(tx.db, orgId, now);
      await updateMethod(tx.db, row.id, { is_default: true, updated_at: now });
      const { kind, brand, last4 } = row;
      await audit(tx, 'payment_method.default', `org:${orgId}`, { kind, brand, last4 });
    }
    return listIn(tx);
  });
}

/**
 * Milestones that become payable from now on are paid with the default method, or not. Throws method.none
 * without a default method.
 */
export async function setAutoFund(ctx: OrgContext, input: z.output<typeof autoFundInput>): Promise<PaymentMethodsDto> {
  requireRight(ctx, 'billing.edit');
  await requireStepUp(ctx, 'payment_settings');
  return withTx(ctx, async (tx) => {
    const { orgId, userId, name } = tx.actor;
    await lockPayer(tx.db, orgId);
    const before = await payerOf(tx.db, orgId);
    if ((before?.auto_fund ?? false) === input.on) return listIn(tx);
    const now = tx.clock.now();
    if (input.on && !(await methodsOf(tx.db, orgId)).some((one) => one.is_default && !isExpired(one, now)))
      throw new AppError('method.none');
    await updatePayer(tx.db, orgId, {
      auto_fund: input.on,
      auto_fund_by: userId,
      auto_fund_at: now,
      updated_at: now,
    });
    await audit(tx, input.on ? 'auto_fund.on' : 'auto_fund.off', `org:${orgId}`);
    if (input.on)
      await notify(tx, {
        orgId,
        kind: 'auto_fund_on',
        data: { name },
        link: ADDRESSES.paymentSettings,
        key: `auto_fund_on:${now.toISOString()}`,
        roles: PERMISSIONS['billing.edit'],
      });
    return listIn(tx);
  });
}

/** Who changed the payment settings, when and what, the last first: for those who may change or supervise them. */
export async function changeLog(
  ctx: OrgContext,
  input: z.output<typeof changeLogInput>,
): Promise<Page<SettingsChange>> {
  requireRight(ctx, 'settings_log.view');
  return withTx(ctx, async (tx) => {
    const page = await changesOfOrg(tx, { actions: SETTINGS_ACTIONS, ...input });
    return {
      ...page,
      items: page.items.map(({ action, ...line }) => ({ ...line, action: action as SettingsAction })),
    };
  });
}
