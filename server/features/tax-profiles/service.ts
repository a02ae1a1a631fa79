import type * as z from 'zod';
import { withTx, type OrgContext, type ServiceContext, type SystemContext } from '../../context.ts';
import { ADDRESSES } from '../../core/addresses.ts';
import { AppError } from '../../core/errors.ts';
import { requireRight, requireStepUp } from '../../guards.ts';
import { audit } from '../audit/audit.ts';
import { notify } from '../notifications/notify.ts';
import { PERMISSIONS, roleMay } from '../orgs/rules.ts';
import { signalWorkflow, startWorkflow } from '../outbox/commands.ts';
import { ADULT_AGE } from '../policies/rules.ts';
import { noteReminder, noteRequest, profileOf, saveProfile, reopenReminder, type ProfileRow } from './queries.ts';
import {
  missingFacts,
  nextReminder,
  payoutsWaitFrom,
  REMINDER_DAYS,
  waitsAfter,
  type FactsRequest,
  type ReportedFacts,
  type TaxStatus,
} from './rules.ts';
import type { saveTaxInput, TaxProfileDto } from './schema.ts';

const businessTypeOf = (row: ProfileRow): 'individual' | 'company' =>
  row.business_type ?? (row.org_kind === 'agency' ? 'company' : 'individual');

const factsOf = (row: ProfileRow): ReportedFacts => ({
  businessType: businessTypeOf(row),
  legalName: row.legal_name,
  address: row.address,
  country: row.country,
  taxId: row.tax_id,
  bornOn: row.born_on,
  registerNumber: row.register_number,
});

const requestOf = (row: ProfileRow): FactsRequest => ({
  complete: missingFacts(factsOf(row)).length === 0,
  requestedAt: row.requested_at,
  reminders: row.reminders,
  remindedAt: row.reminded_at,
});

async function dtoOf(tx: OrgContext): Promise<TaxProfileDto> {
  const row = await profileOf(tx.db, tx.actor.orgId);
  if (!row) throw new AppError('not_found');
  const mayEdit = roleMay(tx.actor.role, 'payout.manage');
  return {
    businessType: businessTypeOf(row),
    selfBilling: row.self_billing,
    selfBillingAt: row.self_billing_at,
    taxStatus: row.tax_status,
    taxBps: row.tax_bps,
    // Personal data of the payee: not for colleagues who have nothing to do with its payouts.
    bornOn: mayEdit ? row.born_on : null,
    registerNumber: mayEdit ? row.register_number : null,
    missing: missingFacts(factsOf(row)),
    requestedAt: row.requested_at,
    waitsFrom: payoutsWaitFrom(requestOf(row)),
    canEdit: mayEdit || 'auth.not_allowed',
  };
}

/** The org's tax details and what of them is missing, for members who read its money. */
export async function taxProfile(ctx: OrgContext): Promise<TaxProfileDto> {
  requireRight(ctx, 'money.view');
  return withTx(ctx, dtoOf);
}

/** Whether a person born on that day is of age. */
function isAdult(bornOn: string, now: Date): boolean {
  const limit = new Date(Date.UTC(now.getUTCFullYear() - ADULT_AGE, now.getUTCMonth(), now.getUTCDate()));
  const born = new Date(`${bornOn}T00:00:00Z`);
  return born.getTime() <= limit.getTime() && born.getUTCFullYear() > 1900;
}

/**
 * Saves the org's tax details and whether invoices are issued in its name. Throws tax.rate_missing for one that is
 * registered without a rate, tax.birth_date.
 */
export async function saveTaxProfile(ctx: OrgContext, input: z.output<typeof saveTaxInput>): Promise<TaxProfileDto> {
  requireRight(ctx, 'payout.manage');
  const { taxStatus, selfBilling } = input;
  const taxBps = taxStatus === 'registered' ? input.taxBps : null;
  if (taxStatus === 'registered' && taxBps === null) throw new AppError('tax.rate_missing', { field: 'taxBps' });
  if (input.bornOn && !isAdult(input.bornOn, ctx.clock.now()))
    throw new AppError('tax.birth_date', { field: 'bornOn' });
  await requireStepUp(ctx, 'payment_settings');
  return withTx(ctx, async (tx) => {
    const { orgId, userId } = tx.actor;
    const now = tx.clock.now();
    const before = await profileOf(tx.db, orgId);
    await saveProfile(tx.db, orgId, {
      self_billing: selfBilling,
      self_billing_at: before?.self_billing === selfBilling ? before.self_billing_at : now,
      tax_status: taxStatus,
      tax_bps: taxBps,
      born_on: input.bornOn,
      register_number: input.registerNumber,
      changed_by: userId,
      updated_at: now,
    });
    await audit(tx, 'tax_profile.saved', `org:${orgId}`, { selfBilling, taxStatus, taxBps });
    if (before?.requested_at) await signalWorkflow(tx, 'taxRequest', orgId, 'tax_saved', now.toISOString());
    return dtoOf(tx);
  });
}

/** Requests the details that are missing, once; the workflow reminds of them. In the caller's transaction. */
export async function requestTaxFacts(tx: ServiceContext, orgId: string): Promise<void> {
  const row = await profileOf(tx.db, orgId);
  if (!row || row.requested_at || missingFacts(factsOf(row)).length === 0) return;
  const now = tx.clock.now();
  if (!(await noteRequest(tx.db, { orgId, at: now }))) return;
  await startWorkflow(tx, 'taxRequest', orgId, { attributes: { SponsioState: 'requested', CreatorOrg: orgId } });
  await notifyOf(tx, orgId, now, 0);
}

/** A request or a reminder, whose sender has counted it. One that is sent late names a date that still leaves time. */
function notifyOf(tx: ServiceContext, orgId: string, requestedAt: Date, reminder: number): Promise<void> {
  const now = tx.clock.now();
  return notify(tx, {
    orgId,
    kind: 'tax_facts_requested',
    data: { deadlineAt: waitsAfter(requestedAt, now).toISOString() },
    link: ADDRESSES.paymentSettings,
    key: `tax_facts_requested:${orgId}:${reminder}:${now.toISOString()}`,
    roles: [...PERMISSIONS['payout.manage']],
  });
}

/**
 * A payout leaves. Details that are complete with it answer the second reminder, which is sent again before payouts wait for
 * what goes missing later. In the caller's transaction.
 */
export async function noteTaxAnswer(tx: SystemContext, orgId: string): Promise<void> {
  const row = await profileOf(tx.db, orgId);
  if (!row || missingFacts(factsOf(row)).length > 0) return;
  await reopenReminder(tx.db, { orgId, reminder: REMINDER_DAYS.length, at: tx.clock.now() });
}

/** The request for an org's missing details, and whether payouts wait for them now; null without one. */
export async function openTaxRequest(
  tx: ServiceContext,
  orgId: string,
): Promise<{ waitsFrom: Date | null; waits: boolean } | null> {
  const row = await profileOf(tx.db, orgId);
  const request = row && requestOf(row);
  if (!request?.requestedAt || request.complete) return null;
  const waitsFrom = payoutsWaitFrom(request);
  return { waitsFrom, waits: waitsFrom !== null && waitsFrom.getTime() <= tx.clock.now().getTime() };
}

/** Where the request for an org's details stands, for its workflow. */
export async function taxRequestStatus(
  ctx: SystemContext,
  { orgId }: { orgId: string },
): Promise<{ state: 'requested' | 'complete' | 'reminded'; nextAt: Date | null }> {
  return withTx(ctx, async (tx) => {
    const row = await profileOf(tx.db, orgId);
    const request = row ? requestOf(row) : null;
    if (!request || request.complete) return { state: 'complete', nextAt: null };
    return {
      state: request.reminders < REMINDER_DAYS.length ? 'requested' : 'reminded',
      nextAt: nextReminder(request),
    };
  });
}

/** Sends the reminder that is due, once. */
export async function remindOfTax(ctx: SystemContext, { orgId }: { orgId: string }): Promise<{ sent: boolean }> {
  return withTx(ctx, async (tx) => {
    const row = await profileOf(tx.db, orgId);
    const request = row && requestOf(row);
    const due = request && nextReminder(request);
    const now = tx.clock.now();
    if (!request?.requestedAt || !due || due.getTime() > now.getTime()) return { sent: false };
    const reminder = request.reminders + 1;
    if (!(await noteReminder(tx.db, { orgId, reminder, at: now }))) return { sent: false };
    await notifyOf(tx, orgId, request.requestedAt, reminder);
    return { sent: true };
  });
}

/** How the org's earnings are invoiced: in its name while it agrees, with the tax that its price contains. */
export async function invoicingOf(
  tx: ServiceContext,
  orgId: string,
): Promise<{ selfBilling: boolean; taxStatus: TaxStatus; taxBps: number | null }> {
  const row = await profileOf(tx.db, orgId);
  return {
    selfBilling: row?.self_billing ?? false,
    taxStatus: row?.tax_status ?? 'none',
    taxBps: row?.tax_bps ?? null,
  };
}
