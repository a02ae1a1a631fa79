import { returnAddress, withTx, type OrgContext, type ServiceContext, type SystemContext } from '../../context.ts';
import { ADDRESSES } from '../../core/addresses.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { FALLBACK_LOCALE, matchLocale } from '../../core/locale.ts';
import { requireRight, requireStepUp, requireVerifiedMailbox } from '../../guards.ts';
import type { SavedMethod, Setup } from '../../integrations/stripe/provider.ts';
import { audit } from '../audit/audit.ts';
import { signalWorkflow, startWorkflow } from '../outbox/commands.ts';
import { claimAgain, claimOperation, markUnknown, operationOf, settleOperation } from '../provider-calls/operations.ts';
import { answeredServerError, asProviderError, orUnavailable } from '../provider-calls/provider-error.ts';
import { methodDto } from './dto.ts';
import { noteMethod } from './notes.ts';
import {
  countMethods,
  insertMethod,
  insertPayer,
  isInUse,
  lockPayer,
  methodOf,
  methodsOf,
  payerOf,
  personOf,
  updateMethod,
  updatePayer,
  type MethodRow,
} from './queries.ts';
import { customerOp, METHOD_LIMIT, SETUP_PAGE_MS, setupOp } from './rules.ts';
import type { MethodAnswer, MethodSetup } from './schema.ts';

/*
 * A method is saved on the provider's page: its row and the call are claimed first, then the page is opened, and what was
 * saved there is read from the provider, by the person who comes back or by the workflow.
 */

/** The customer at the provider whose methods are saved; the claim was committed before. */
async function customerOfBrand(ctx: OrgContext): Promise<string> {
  const { payments } = ctx.integrations;
  const { orgId, email, name } = ctx.actor;
  const opId = customerOp(orgId);
  const { payer, operation } = await withTx(ctx, async (tx) => ({
    payer: await payerOf(tx.db, orgId),
    operation: await operationOf(tx, opId),
  }));
  if (payer?.customer_id) return payer.customer_id;
  if (!operation) throw new Error(`${opId} was not claimed`);
  // Find before create: the answer of an earlier call may have been lost.
  const found = await payments.findCustomer(opId, new Date(operation.claimed_at.getTime() - 3_600_000));
  const { customerId } =
    found ??
    (await payments
      .createCustomer({
        opId,
        idempotencyKey: operation.idempotency_key,
        email,
        name,
        metadata: { org_id: orgId },
      })
      .catch(async (error: unknown) => {
        const refusal = asProviderError(error);
        // The provider repeats the stored answer of a key; the next attempt needs a new one.
        if (refusal && (refusal.provenNotCreated || answeredServerError(refusal) || refusal.kind === 'idempotency'))
          await withTx(ctx, (tx) => claimAgain(tx, operation));
        throw error;
      }));
  return withTx(ctx, async (tx) => {
    await lockPayer(tx.db, orgId);
    const before = (await payerOf(tx.db, orgId))?.customer_id;
    // Two members at once: all methods are saved for the first customer that was noted.
    if (before) return before;
    await updatePayer(tx.db, orgId, { customer_id: customerId, updated_at: tx.clock.now() });
    await settleOperation(tx, opId, { state: 'done', providerId: customerId });
    return customerId;
  });
}

/**
 * Opens the provider's page on which a card or a bank account is saved. Throws method.limit,
 * payment.provider_unavailable.
 */
export async function startSetup(ctx: OrgContext): Promise<MethodSetup> {
  requireRight(ctx, 'billing.edit');
  requireVerifiedMailbox(ctx);
  await requireStepUp(ctx, 'payment_settings');
  const { orgId, userId } = ctx.actor;
  const { row, locale } = await withTx(ctx, async (tx) => {
    const now = tx.clock.now();
    await lockPayer(tx.db, orgId);
    if ((await countMethods(tx.db, orgId, now)) >= METHOD_LIMIT) throw new AppError('method.limit');
    if (!(await operationOf(tx, customerOp(orgId)))) {
      await claimOperation(tx, { opId: customerOp(orgId), kind: 'customer', orgId });
      await insertPayer(tx.db, { brandOrg: orgId, at: now });
    }
    const id = newId(now.getTime());
    await claimOperation(tx, { opId: setupOp(id), kind: 'method_setup', orgId });
    await insertMethod(tx.db, {
      id,
      brandOrg: orgId,
      opId: setupOp(id),
      expiresAt: new Date(now.getTime() + SETUP_PAGE_MS),
      by: userId,
      at: now,
    });
    await startWorkflow(tx, 'paymentMethod', id, { attributes: { SponsioState: 'setting_up', BrandOrg: orgId } });
    return { row: (await methodOf(tx.db, { id }))!, locale: (await personOf(tx.db, userId))?.locale ?? null };
  });
  try {
    const page = await ctx.integrations.payments.createSetup({
      opId: row.op_id,
      idempotencyKey: (await withTx(ctx, (tx) => operationOf(tx, row.op_id)))!.idempotency_key,
      customerId: await customerOfBrand(ctx),
      methods: ['card', 'bank_debit'],
      successUrl: returnAddress(ctx, ADDRESSES.methodSaved(row.id)),
      cancelUrl: returnAddress(ctx, ADDRESSES.paymentSettings),
      locale: matchLocale(locale) ?? FALLBACK_LOCALE,
      expiresAt: row.expires_at,
      metadata: { org_id: orgId, method_id: row.id },
    });
    await withTx(ctx, async (tx) => {
      await updateMethod(tx.db, row.id, { session_id: page.sessionId, updated_at: tx.clock.now() });
      await settleOperation(tx, row.op_id, { state: 'done', providerId: page.sessionId });
    });
    return { methodId: row.id, url: page.url ?? '' };
  } catch (error) {
    const refused = asProviderError(error);
    if (!refused) throw error;
    ctx.integrations.log.warn({ op: row.op_id, code: refused.code, kind: refused.kind }, 'no page to save a method');
    // Its workflow looks the page up, and ends the row when there is none.
    if (!refused.provenNotCreated) await withTx(ctx, (tx) => markUnknown(tx, row.op_id, refused));
    throw new AppError('payment.provider_unavailable');
  }
}

/** What the provider has of a method that is being saved. */
async function readSetup(
  ctx: ServiceContext,
  row: MethodRow,
): Promise<{ setup: Setup | null; saved: SavedMethod | null }> {
  const { payments } = ctx.integrations;
  const customerId = (await withTx(ctx, (tx) => payerOf(tx.db, row.brand_org)))?.customer_id ?? null;
  const setup = row.session_id
    ? await payments.retrieveSetup(row.session_id)
    : customerId
      ? await payments.findSetup(row.op_id, customerId)
      : null;
  const saved = setup?.methodId ? await payments.retrieveMethod(setup.methodId) : null;
  return { setup, saved };
}

/** Reads a method that is being saved from the provider, and writes what it finds. */
async function refreshSetup(ctx: ServiceContext, row: MethodRow): Promise<MethodRow> {
  if (row.state !== 'setting_up') return row;
  const { setup, saved } = await readSetup(ctx, row);
  return withTx(ctx, async (tx) => {
    await lockPayer(tx.db, row.brand_org);
    const locked = await methodOf(tx.db, { id: row.id, lock: true });
    if (locked?.state !== 'setting_up') return locked ?? row;
    const now = tx.clock.now();
    if (setup) await settleOperation(tx, row.op_id, { state: 'done', providerId: setup.sessionId });
    if (saved?.customerId && setup) {
      const first = (await methodsOf(tx.db, row.brand_org)).every((one) => !one.is_default);
      await updateMethod(tx.db, row.id, {
        state: 'active',
        session_id: setup.sessionId,
        provider_id: saved.methodId,
        kind: saved.kind,
        brand: saved.brand,
        last4: saved.last4,
        exp_month: saved.expMonth,
        exp_year: saved.expYear,
        is_default: first,
        saved_at: now,
        updated_at: now,
      });
      await noteMethod(tx, 'added', { ...row, ...saved });
    } else if (setup?.status === 'expired' || (!setup && row.expires_at <= now) || setup?.status === 'complete') {
      if (!setup) await settleOperation(tx, row.op_id, { state: 'failed', error: 'no page' });
      await updateMethod(tx.db, row.id, { state: 'abandoned', ended_at: now, updated_at: now });
    }
    if (tx.actor.kind !== 'system')
      await signalWorkflow(tx, 'paymentMethod', row.id, 'page_left', `${row.id}:${now.toISOString()}`);
    return (await methodOf(tx.db, { id: row.id }))!;
  });
}

/** Coming back from the provider's page. Throws not_found, payment.provider_unavailable. */
export async function finishSetup(ctx: OrgContext, input: { methodId: string }): Promise<MethodAnswer> {
  requireRight(ctx, 'billing.edit');
  const row = await withTx(ctx, (tx) => methodOf(tx.db, { id: input.methodId }));
  if (row?.brand_org !== ctx.actor.orgId) throw new AppError('not_found');
  const read = await orUnavailable(() => refreshSetup(ctx, row));
  return withTx(ctx, async (tx) => {
    const shown = (await methodsOf(tx.db, ctx.actor.orgId)).find(({ id }) => id === read.id);
    return { state: read.state, method: shown ? methodDto(shown, tx.clock.now()) : null };
  });
}

/**
 * Removes a method here at once and at the provider. Throws not_found, method.in_use while a payment with it is
 * under way. A provider that is away is called again by the workflow.
 */
export async function removeMethod(ctx: OrgContext, input: { methodId: string }): Promise<void> {
  requireRight(ctx, 'billing.edit');
  await requireStepUp(ctx, 'payment_settings');
  const row = await withTx(ctx, async (tx) => {
    await lockPayer(tx.db, tx.actor.orgId);
    const locked = await methodOf(tx.db, { id: input.methodId, lock: true });
    if (locked?.brand_org !== tx.actor.orgId || locked.state === 'setting_up' || locked.state === 'abandoned')
      throw new AppError('not_found');
    if (locked.state !== 'active') return locked;
    if (await isInUse(tx.db, locked.id)) throw new AppError('method.in_use');
    const now = tx.clock.now();
    await updateMethod(tx.db, locked.id, { state: 'removing', is_default: false, updated_at: now });
    const next = (await methodsOf(tx.db, tx.actor.orgId)).find(({ state }) => state === 'active');
    if (locked.is_default && next) await updateMethod(tx.db, next.id, { is_default: true, updated_at: now });
    // Without a method nothing can be paid automatically.
    if (!next && (await payerOf(tx.db, tx.actor.orgId))?.auto_fund) {
      await updatePayer(tx.db, tx.actor.orgId, {
        auto_fund: false,
        auto_fund_by: tx.actor.userId,
        auto_fund_at: now,
        updated_at: now,
      });
      await audit(tx, 'auto_fund.off', `org:${tx.actor.orgId}`, {});
    }
    await noteMethod(tx, 'removed', locked);
    // Starts its workflow, which has ended, once more.
    await signalWorkflow(tx, 'paymentMethod', locked.id, 'removal', locked.id);
    return { ...locked, state: 'removing' as const };
  });
  if (row.state !== 'removing') return;
  // Removed here: the workflow repeats the call until the provider has answered.
  await detach(ctx, row).catch((error: unknown) => {
    if (!asProviderError(error)) throw error;
  });
}

async function detach(ctx: ServiceContext, row: MethodRow): Promise<MethodRow> {
  if (row.state !== 'removing' || !row.provider_id) return row;
  await ctx.integrations.payments.detachMethod(row.provider_id).catch((error: unknown) => {
    // Gone at the provider already.
    if (asProviderError(error)?.kind !== 'not_found') throw error;
  });
  return withTx(ctx, async (tx) => {
    const now = tx.clock.now();
    await updateMethod(tx.db, row.id, { state: 'removed', ended_at: now, updated_at: now });
    if (tx.actor.kind !== 'system') await signalWorkflow(tx, 'paymentMethod', row.id, 'removed', row.id);
    return (await methodOf(tx.db, { id: row.id }))!;
  });
}

/** For the workflow: saves what was saved, removes what is to be removed. */
export async function followMethod(ctx: SystemContext, { methodId }: { methodId: string }): Promise<MethodRow> {
  const row = await withTx(ctx, (tx) => methodOf(tx.db, { id: methodId }));
  if (!row) throw new AppError('not_found');
  return row.state === 'removing' ? detach(ctx, row) : refreshSetup(ctx, row);
}
