import type { OrgContext, StaffContext } from '../../../context.ts';
import { withTx } from '../../../context.ts';
import { AppError } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import { isCurrency, type Currency } from '../../../core/money.ts';
import { toPage, type Page, type pageInput } from '../../../core/pagination.ts';
import { requireStaffAct, requireStepUp } from '../../../guards.ts';
import { assertUnrelated } from '../../approvals/service.ts';
import { audit } from '../../audit/audit.ts';
import { closeCase, openCase } from '../../cases/service.ts';
import { allowancesOf, brandsByLostFees, feesLost, insertAllowance, isBrand, type CapPlace } from '../queries/fees.ts';
import { lockedFloat } from '../locked-float.ts';
import { expectedProviderFee, FEE_CAP_DAYS } from '../rules.ts';
import type { allowFeesInput, FeeAllowance, FeeCapRow } from '../schema.ts';
import type * as z from 'zod';

/*
 * The provider keeps its fee when a charge is refunded, and the platform bears it. Its own money is reserved for the fees of
 * payments that are open, and what one brand's cancelled deals cost is capped.
 */

/** Throws money.no_float unless the platform's own money covers this payment's fee and those of all open payments. Until commit. */
export async function reserveFee(tx: OrgContext, total: number, currency: Currency): Promise<void> {
  if ((await lockedFloat(tx, currency)) < expectedProviderFee(total, currency))
    throw new AppError('money.no_float', { currency });
}

const sinceOf = (now: Date): Date => new Date(now.getTime() - FEE_CAP_DAYS * 24 * 3_600_000);

interface Exposure {
  lost: number;
  /** Null: an operator lets the brand pay until a date, without a limit. */
  cap: number | null;
  allowances: number;
}

async function exposureOf(tx: OrgContext | StaffContext, orgId: string, currency: Currency): Promise<Exposure> {
  const now = tx.clock.now();
  const allowed = await allowancesOf(tx.db, { orgId, currency });
  const open = allowed.some((a) => a.until !== null && a.until > now);
  const more = allowed.filter((a) => a.decided_at > sinceOf(now)).reduce((sum, a) => sum + (a.amount ?? 0), 0);
  return {
    lost: await feesLost(tx.db, { orgId, currency, since: sinceOf(now) }),
    cap: open ? null : tx.integrations.settings.feeLossCap[currency] + more,
    allowances: allowed.length,
  };
}

/** Thrown inside the claim; the case for operators is opened after the rollback. */
export class FeeCapReached extends Error {
  override readonly name = 'FeeCapReached';
  readonly currency: Currency;
  readonly exposure: Exposure;
  constructor(currency: Currency, exposure: Exposure) {
    super('fee cap');
    this.currency = currency;
    this.exposure = exposure;
  }
}

/** Throws FeeCapReached when the provider fees of this brand's refunds have reached its cap. */
export async function assertBelowFeeCap(tx: OrgContext, currency: Currency): Promise<void> {
  const exposure = await exposureOf(tx, tx.actor.orgId, currency);
  if (exposure.cap !== null && exposure.lost >= exposure.cap) throw new FeeCapReached(currency, exposure);
}

const caseKey = (orgId: string, currency: string, allowances: number): string => `${orgId}:${currency}:${allowances}`;

/** Opens the case for operators, once until they decide, and refuses. */
export async function refuseAtFeeCap(ctx: OrgContext, { currency, exposure }: FeeCapReached): Promise<never> {
  await withTx(ctx, (tx) =>
    openCase(tx, {
      kind: 'fee_cap',
      key: caseKey(tx.actor.orgId, currency, exposure.allowances),
      orgId: tx.actor.orgId,
      amount: exposure.lost,
      currency,
      details: { orgId: tx.actor.orgId, lost: exposure.lost, cap: exposure.cap ?? 0, days: FEE_CAP_DAYS },
    }),
  );
  throw new AppError('payment.fee_cap', { days: FEE_CAP_DAYS });
}

/**
 * Lets a brand pay again: up to a further amount of lost fees, or until a date; closes its case. Throws auth.not_allowed,
 * auth.step_up_required, payment.related, not_found, input.invalid for a date that has passed.
 */
export async function allowFees(ctx: StaffContext, input: z.output<typeof allowFeesInput>): Promise<FeeAllowance> {
  requireStaffAct(ctx, 'payments.allowFees');
  return withTx(ctx, async (tx) => {
    await requireStepUp(tx, 'staff_decision');
    const now = tx.clock.now();
    if (!(await isBrand(tx.db, input.orgId))) throw new AppError('not_found');
    await assertUnrelated(tx, { userIds: [tx.actor.userId], orgId: input.orgId, contractId: null });
    const [amount, until] = 'amount' in input ? [input.amount, null] : [null, input.until];
    if (until && until <= now) throw new AppError('input.invalid', { field: 'until', problem: 'past' });
    const before = (await allowancesOf(tx.db, input)).length;
    await insertAllowance(tx.db, {
      id: newId(now.getTime()),
      orgId: input.orgId,
      currency: input.currency,
      amount,
      until,
      note: input.note,
      decidedBy: tx.actor.userId,
      at: now,
    });
    await closeCase(
      tx,
      { kind: 'fee_cap', key: caseKey(input.orgId, input.currency, before) },
      { outcome: 'payments_allowed', note: input.note },
    );
    await audit(tx, 'fees.allowed', `org:${input.orgId}`, {
      currency: input.currency,
      amount,
      until: until?.toISOString() ?? null,
    });
    return { orgId: input.orgId, currency: input.currency, amount, until };
  });
}

/** From this share of its cap on, in ten-thousandths, a brand is shown to staff. */
const SHOWN_FROM = 5_000;

const CAP_PLACE = /^(\d{1,15})~([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})~([A-Z]{3})$/;

function readCapPlace(after: string | undefined): CapPlace | null {
  if (after === undefined) return null;
  const [, share, orgId, currency] = CAP_PLACE.exec(after) ?? [];
  if (!share || !orgId || !currency || !isCurrency(currency)) throw new AppError('input.invalid', { field: 'after' });
  return { share: Number(share), orgId, currency };
}

/**
 * Brands whose refunds have cost the platform half of their cap or more in the last 30 days: those at it first, then by
 * the share of the cap that is used.
 */
export async function brandsNearFeeCap(
  ctx: StaffContext,
  { after, limit }: z.output<typeof pageInput>,
): Promise<Page<FeeCapRow>> {
  return withTx(ctx, async (tx) => {
    const now = tx.clock.now();
    const rows = await brandsByLostFees(tx.db, {
      since: sinceOf(now),
      now,
      caps: tx.integrations.settings.feeLossCap,
      shownFrom: SHOWN_FROM,
      after: readCapPlace(after),
      limit: limit + 1,
    });
    return toPage(
      rows,
      limit,
      ({ share, orgId, currency }) => `${share}~${orgId}~${currency}`,
      ({ orgId, name, currency, lost, cap }) => ({
        orgId,
        name,
        currency,
        lost,
        cap,
        atCap: cap !== null && lost >= cap,
      }),
    );
  });
}
