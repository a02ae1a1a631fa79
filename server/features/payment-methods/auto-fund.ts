import { withTx, type OrgActor, type ServiceContext, type SystemContext } from '../../context.ts';
import { roleMay } from '../orgs/rules.ts';
import { startWorkflow } from '../outbox/commands.ts';
import {
  autoFundingOf,
  endAutoFunding,
  insertAutoFunding,
  isDisputed,
  methodsOf,
  payerOf,
  payingMember,
} from './queries.ts';
import { becamePayableSince, paysAutomatically } from './rules.ts';
import type { AutoFundingState } from './schema.ts';

/**
 * A milestone has been payable since then: true when it will be paid automatically, so that no person is notified to pay
 * it. What was payable before its brand switched that on is paid by a person. Null: since it was made, and this was called
 * then. In the caller's transaction, as the system.
 */
export async function requestAutoFunding(
  tx: ServiceContext,
  milestone: { id: string; contract_id: string; brand_org: string },
  payableSince: Date | null,
): Promise<boolean> {
  if (tx.actor.kind !== 'system') return false;
  const { id: milestoneId, contract_id: contractId, brand_org: brandOrg } = milestone;
  const payer = await payerOf(tx.db, brandOrg);
  if (!payer?.auto_fund || !payer.auto_fund_at) return false;
  const at = tx.clock.now();
  const isNew = becamePayableSince(payer.auto_fund_at, payableSince);
  if (isNew && (await insertAutoFunding(tx.db, { milestoneId, contractId, brandOrg, at })))
    await startWorkflow(tx, 'autoFunding', milestoneId, {
      attributes: { SponsioState: 'due', MilestoneId: milestoneId, ContractId: contractId, BrandOrg: brandOrg },
    });
  return (await autoFundingOf(tx.db, milestoneId))?.state === 'due';
}

/** What an automatic payment is made with, or why it is not made. */
export type AutoFundingPlan =
  | { is: 'over'; state: AutoFundingState }
  | { is: 'off'; code: 'auto_fund_off' | 'no_method' | 'no_person' }
  | { is: 'ready'; actor: OrgActor; methodId: string };

/** Reads it anew at each try. Throws nothing: what is missing is a reason. Call inside an open transaction. */
export async function autoFundingPlan(tx: SystemContext, milestoneId: string): Promise<AutoFundingPlan> {
  const row = await autoFundingOf(tx.db, milestoneId);
  if (row?.state !== 'due') return { is: 'over', state: row?.state ?? 'dropped' };
  const payer = await payerOf(tx.db, row.brand_org);
  if (!payer || !paysAutomatically(payer)) return { is: 'off', code: 'auto_fund_off' };
  const method = (await methodsOf(tx.db, row.brand_org)).find((one) => one.is_default);
  if (!method) return { is: 'off', code: 'no_method' };
  const person = await payingMember(tx.db, { orgId: row.brand_org, userId: payer.auto_fund_by });
  if (!person || !roleMay(person.role, 'escrow.fund') || person.suspended_at || person.closed_at)
    return { is: 'off', code: 'no_person' };
  return {
    is: 'ready',
    methodId: method.id,
    actor: {
      kind: 'org',
      userId: person.id,
      name: person.name,
      email: person.email,
      emailVerified: true,
      orgId: row.brand_org,
      orgKind: 'brand',
      role: person.role,
    },
  };
}

/** Ends an automatic payment; false when it had ended before. In the caller's transaction. */
export const noteAutoFunding = (
  tx: SystemContext,
  milestoneId: string,
  end: { state: Exclude<AutoFundingState, 'due'>; code?: string; methodId?: string },
): Promise<boolean> =>
  endAutoFunding(tx.db, milestoneId, {
    state: end.state,
    code: end.code ?? null,
    methodId: end.methodId ?? null,
    at: tx.clock.now(),
  });

/**
 * How often an automatic payment is tried while it waits: for the end of a dispute of a bank about another one of its brand,
 * or for the time from which its milestone can be funded, which an addendum may move.
 */
const WAITING_POLL_MS = 3_600_000;

/** `dueAt`: null once it has ended. */
export interface AutoFundingStatus {
  state: AutoFundingState;
  dueAt: Date | null;
}

/** Where the automatic payment of a milestone stands. */
export const autoFundingStatus = (
  ctx: SystemContext,
  { milestoneId }: { milestoneId: string },
): Promise<AutoFundingStatus> =>
  withTx(ctx, async (tx) => {
    const row = await autoFundingOf(tx.db, milestoneId);
    if (!row) return { state: 'dropped', dueAt: null };
    if (row.state !== 'due') return { state: row.state, dueAt: null };
    const now = tx.clock.now();
    const waits = (row.fundable_from ?? now) > now || (await isDisputed(tx.db, row.brand_org));
    return { state: row.state, dueAt: waits ? new Date(now.getTime() + WAITING_POLL_MS) : row.created_at };
  });
