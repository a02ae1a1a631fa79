import { ADDRESSES } from '../../core/addresses.ts';
import type * as z from 'zod';
import type { OrgContext, ServiceContext, SystemContext } from '../../context.ts';
import { returnAddress, withTx } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { requireRight, requireStepUp, requireVerifiedMailbox } from '../../guards.ts';
import type { ConnectedAccount } from '../../integrations/stripe/provider.ts';
import { audit } from '../audit/audit.ts';
import { claimAgain, claimOperation, operationOf, settleOperation } from '../provider-calls/operations.ts';
import { answeredServerError, asProviderError, orUnavailable } from '../provider-calls/provider-error.ts';
import { notify } from '../notifications/notify.ts';
import { PERMISSIONS } from '../orgs/rules.ts';
import { countryOf } from '../orgs/service.ts';
import { signalWorkflow, startWorkflow } from '../outbox/commands.ts';
import { payableBanks } from './banks/cooling.ts';
import { notifyBankChange } from './banks/notify-change.ts';
import { banksOf, forgetBanks, saveBanks } from './banks/queries.ts';
import { accountKey, banksToNote } from './banks/rules.ts';
import {
  accountOf,
  insertAccount,
  lockOperation,
  milestonesWaitingFor,
  setProviderAccount,
  updateAccount,
  type AccountRow,
} from './queries/accounts.ts';
import { requestTaxFacts } from '../tax-profiles/service.ts';
import { walletsOf } from './queries/payouts.ts';
import { ACCOUNT_GONE, accountStateOf, payoutCurrencyOf, usualBusinessType } from './rules.ts';
import { nextPayoutAt } from './schedule/rules.ts';
import type { PayoutAccountDto, startOnboardingInput } from './schema.ts';

/** One operation for each account that an org had at the provider. */
const opIdOf = (orgId: string, generation: number): string => `acct:${orgId}${generation > 1 ? `:${generation}` : ''}`;

const NONE: Omit<PayoutAccountDto, 'businessType'> = {
  state: 'none',
  country: null,
  currency: null,
  banks: [],
  requirements: [],
  disabledReason: null,
};

export async function accountDto(tx: ServiceContext, row: AccountRow | undefined): Promise<PayoutAccountDto> {
  if (!row) {
    if (tx.actor.kind !== 'org') return { ...NONE, businessType: 'individual' };
    return { ...NONE, businessType: usualBusinessType(tx.actor.orgKind), country: await countryOf(tx, tx.actor.orgId) };
  }
  const banks = [...(await payableBanks(tx, row.org_id)).values()];
  const accounts = [...new Set(banks.map(accountKey))];
  return {
    // Refused or not created yet: the provider has no account to continue with, and country and type can still be
    // chosen.
    state: row.provider_account_id ? row.state : 'none',
    businessType: row.business_type,
    country: row.country,
    currency: row.currency,
    banks: banks.flatMap((bank) => {
      const { currency, last4, coolingUntil } = bank;
      return last4 ? [{ currency, account: accounts.indexOf(accountKey(bank)), last4, coolingUntil }] : [];
    }),
    requirements: row.requirements as string[],
    disabledReason: row.disabled_reason,
  };
}

/** Makes or finds the account at the provider; the claim was committed before. */
async function providerAccount(
  ctx: OrgContext,
  { country, business_type, generation }: Pick<AccountRow, 'country' | 'business_type' | 'generation'>,
): Promise<string> {
  const { payments } = ctx.integrations;
  const { orgId, email } = ctx.actor;
  const opId = opIdOf(orgId, generation);
  const claimed = await withTx(ctx, async (tx) => ({
    account: await accountOf(tx.db, { orgId }),
    operation: await operationOf(tx, opId),
  }));
  if (claimed.account?.provider_account_id) return claimed.account.provider_account_id;
  const { operation } = claimed;
  if (!operation) throw new Error(`${opId} was not claimed`);
  // Find before create: the answer of an earlier call may have been lost.
  const found = await payments.findConnectedAccount(opId, new Date(operation.claimed_at.getTime() - 3_600_000));
  const { accountId } =
    found ??
    (await payments
      .createConnectedAccount({
        opId,
        idempotencyKey: operation.idempotency_key,
        country,
        businessType: business_type,
        email,
        metadata: { org_id: orgId },
      })
      .catch(async (error: unknown) => {
        // The provider repeats the stored answer of a key; the next attempt needs a new one.
        const refusal = asProviderError(error);
        if (refusal && (refusal.provenNotCreated || answeredServerError(refusal) || refusal.kind === 'idempotency'))
          await withTx(ctx, (tx) => claimAgain(tx, operation));
        if (refusal?.kind === 'invalid')
          throw new AppError('input.invalid', { field: 'country', problem: refusal.code });
        throw error;
      }));
  await withTx(ctx, async (tx) => {
    await setProviderAccount(tx.db, { orgId, accountId, at: tx.clock.now() });
    await settleOperation(tx, opId, { state: 'done', providerId: accountId });
  });
  return accountId;
}

/** The country's currency. The least that a schedule pays out is a sum of the currency before: it does not count in another one. */
function currencyIn(country: string, before: Pick<AccountRow, 'currency'>) {
  const currency = payoutCurrencyOf(country);
  return { currency, ...(currency === before.currency ? {} : { schedule_minimum: null }) };
}

/** The provider has no such account any more: it was deleted there, or its owner disconnected it. */
const isGone = (row: AccountRow): boolean => row.disabled_reason === ACCOUNT_GONE;

/**
 * Prepares another account in the place of one that is gone. Throws payout.account_holds_money while the books still have
 * money in the old one, which its owner cannot reach.
 */
async function replaceAccount(tx: OrgContext, row: AccountRow): Promise<AccountRow> {
  const { orgId } = tx.actor;
  const wallets = await walletsOf(tx.db, { orgId });
  if (wallets.some(({ available, inTransit }) => available !== 0 || inTransit !== 0))
    throw new AppError('payout.account_holds_money');
  const generation = row.generation + 1;
  const now = tx.clock.now();
  await claimOperation(tx, { opId: opIdOf(orgId, generation), kind: 'account', orgId });
  await updateAccount(tx.db, orgId, {
    provider_account_id: null,
    generation,
    state: 'started',
    requirements: '[]',
    disabled_reason: null,
    updated_at: now,
  });
  await forgetBanks(tx.db, orgId);
  await audit(tx, 'payout_account.replaced', `org:${orgId}`, { generation });
  await signalWorkflow(tx, 'payoutAccountWatch', orgId, 'account_replaced', now.toISOString());
  return (await accountOf(tx.db, { orgId }))!;
}

/**
 * Opens or continues the payout account at the provider and returns the address of its hosted form, good for one visit.
 * Repeating it never makes a second account.
 */
export async function startOnboarding(
  ctx: OrgContext,
  input: z.output<typeof startOnboardingInput>,
): Promise<{ url: string; account: PayoutAccountDto }> {
  const { actor } = ctx;
  if (actor.orgKind === 'brand') throw new AppError('auth.wrong_account_type');
  requireRight(ctx, 'payout.manage');
  requireVerifiedMailbox(ctx);
  await requireStepUp(ctx, 'payout_account');
  const country = input.country.toUpperCase();
  const row = await withTx(ctx, async (tx) => {
    const now = tx.clock.now();
    await lockOperation(tx.db, opIdOf(actor.orgId, 1));
    const present = await accountOf(tx.db, { orgId: actor.orgId });
    const existing = present && isGone(present) ? await replaceAccount(tx, present) : present;
    const businessType = input.businessType ?? existing?.business_type ?? usualBusinessType(actor.orgKind);
    if (existing) {
      // Until the provider has made the account its country and type may still be corrected.
      if (existing.provider_account_id || (existing.country === country && existing.business_type === businessType))
        return existing;
      await updateAccount(tx.db, actor.orgId, {
        country,
        business_type: businessType,
        ...currencyIn(country, existing),
        updated_at: now,
      });
      return { ...existing, country, business_type: businessType };
    }
    await claimOperation(tx, { opId: opIdOf(actor.orgId, 1), kind: 'account', orgId: actor.orgId });
    await insertAccount(tx.db, {
      orgId: actor.orgId,
      country,
      businessType,
      currency: payoutCurrencyOf(country),
      at: now,
    });
    await startWorkflow(tx, 'payoutAccountWatch', actor.orgId, {
      attributes: { SponsioState: 'started', CreatorOrg: actor.orgId },
    });
    await audit(tx, 'payout_account.started', `org:${actor.orgId}`, { country, businessType });
    return (await accountOf(tx.db, { orgId: actor.orgId }))!;
  });
  const link = await orUnavailable(async () =>
    ctx.integrations.payments.createOnboardingLink({
      accountId: await providerAccount(ctx, row),
      refreshUrl: returnAddress(ctx, ADDRESSES.payoutsAfterForm('again')),
      returnUrl: returnAddress(ctx, ADDRESSES.payoutsAfterForm('done')),
    }),
  );
  return {
    url: link.url,
    account: await withTx(ctx, async (tx) => accountDto(tx, await accountOf(tx.db, { orgId: actor.orgId }))),
  };
}

/**
 * Writes the provider's state of an account; when it becomes enabled, its owner is notified and waiting transfers are
 * signalled.
 */
async function takeOver(tx: ServiceContext, row: AccountRow, seen: ConnectedAccount): Promise<AccountRow> {
  const now = tx.clock.now();
  const state = accountStateOf(seen);
  const known = await banksOf(tx.db, row.org_id);
  const { noted, changed: bankChanged } = banksToNote(known, seen.banks, now);
  const requirements = [...seen.requirementsDue].sort();
  // What the provider has is what counts: the answer to an earlier call may have been lost before type or country were corrected.
  const businessType = seen.businessType ?? row.business_type;
  const country = seen.country || row.country;
  const same =
    row.state === state &&
    businessType === row.business_type &&
    country === row.country &&
    noted.length === 0 &&
    row.disabled_reason === seen.disabledReason &&
    JSON.stringify(row.requirements) === JSON.stringify(requirements);
  if (same) return row;
  await updateAccount(tx.db, row.org_id, {
    state,
    business_type: businessType,
    country,
    ...currencyIn(country, row),
    requirements: JSON.stringify(requirements),
    disabled_reason: seen.disabledReason,
    updated_at: now,
    ...(bankChanged
      ? {
          // A bank account that failed is replaced: what the schedule stopped for is seen to.
          schedule_stopped_at: null,
          next_payout_at: nextPayoutAt(row.schedule, row.schedule_day, now),
        }
      : {}),
  });
  await saveBanks(tx.db, row.org_id, noted);
  const change = { from: row.state, to: state, bankChanged };
  await audit(tx, 'payout_account.updated', `org:${row.org_id}`, change, row.org_id);
  if (bankChanged && row.schedule !== 'manual')
    await signalWorkflow(tx, 'payoutSchedule', row.org_id, 'bank_changed', now.toISOString());
  const key = `${row.org_id}:${now.toISOString()}`;
  if (row.state === 'enabled' && state !== 'enabled')
    await notify(tx, {
      orgId: row.org_id,
      kind: 'payout_account_stopped',
      data: {},
      link: ADDRESSES.payouts,
      key: `payout_account_stopped:${key}`,
      roles: [...PERMISSIONS['payout.manage']],
    });
  if (state === 'enabled' && row.state !== 'enabled') {
    await notify(tx, {
      orgId: row.org_id,
      kind: 'payout_account_ready',
      data: {},
      link: ADDRESSES.payouts,
      key: `payout_account_ready:${key}`,
    });
    await requestTaxFacts(tx, row.org_id);
    for (const milestoneId of await milestonesWaitingFor(tx.db, row.org_id))
      await signalWorkflow(tx, 'escrowLifecycle', milestoneId, 'payout_account_ready', key);
  }
  // The watch ends once the account is ready, so it is signalled also when another reader saw that first.
  if (tx.actor.kind !== 'system')
    await signalWorkflow(tx, 'payoutAccountWatch', row.org_id, `account_${state}`, now.toISOString());
  return (await accountOf(tx.db, { orgId: row.org_id }))!;
}

/** An account as it is stored now, with the bank accounts that the provider had when it was read. */
interface Refreshed {
  row: AccountRow | undefined;
  banks: ConnectedAccount['banks'];
}

async function refresh(ctx: ServiceContext, orgId: string): Promise<Refreshed> {
  const row = await withTx(ctx, (tx) => accountOf(tx.db, { orgId }));
  if (!row?.provider_account_id) return { row, banks: [] };
  const seen = await ctx.integrations.payments.retrieveAccount(row.provider_account_id).catch((error: unknown) => {
    if (asProviderError(error)?.kind === 'not_found') return null;
    throw error;
  });
  return withTx(ctx, async (tx) => {
    const locked = await accountOf(tx.db, { orgId, lock: true });
    // Replaced meanwhile: what was read is of the account before.
    if (!locked || locked.provider_account_id !== row.provider_account_id) return { row: locked, banks: [] };
    const account = seen ?? goneAccount(locked);
    return { row: await takeOver(tx, locked, account), banks: account.banks };
  });
}

/** What is left of an account that the provider does not know any more. */
const goneAccount = (row: AccountRow): ConnectedAccount => ({
  accountId: row.provider_account_id ?? '',
  country: row.country,
  businessType: row.business_type,
  detailsSubmitted: true,
  payoutsEnabled: false,
  transfersActive: false,
  requirementsDue: [],
  pendingVerification: [],
  disabledReason: ACCOUNT_GONE,
  banks: [],
  defaultCurrency: row.currency,
  balance: [],
  metadata: {},
});

/** Reads the account at the provider again, as when coming back from its form. */
export async function refreshAccount(ctx: OrgContext): Promise<PayoutAccountDto> {
  requireRight(ctx, 'payout.manage');
  const { row } = await orUnavailable(() => refresh(ctx, ctx.actor.orgId));
  return withTx(ctx, (tx) => accountDto(tx, row));
}

/** The same for the platform itself. Returns the state, since when the account exists, and its bank accounts as they were read. */
export async function refreshAccountOf(
  ctx: SystemContext,
  input: { orgId: string },
): Promise<{ state: AccountRow['state']; createdAt: Date; banks: ConnectedAccount['banks'] }> {
  const { row, banks } = await refresh(ctx, input.orgId);
  if (!row) throw new AppError('not_found');
  await withTx(ctx, (tx) => notifyBankChange(tx, input.orgId));
  return { state: row.state, createdAt: row.created_at, banks };
}
