import type { StaffContext } from '../../context.ts';
import { withTx } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { requireStaffAct } from '../../guards.ts';
import { workflowId } from '../../../workflows/contracts.ts';
import { audit } from '../audit/audit.ts';
import { currencyBooks } from '../ledger/service.ts';
import { openRows } from './open-rows.ts';
import {
  deadCommands,
  notifyRepair,
  platformCounts,
  readBacklog,
  reviveCommand,
  runningMilestones,
  type DeadCommand,
} from './queries/overview.ts';
import { workflowUrl } from './rules.ts';
import type { CurrencyHealth, DeadLetter, OperationsOverview, RepairAsked, WorkflowLink } from './schema.ts';
import { LIMIT, windowsAt } from './limits.ts';

/** A deadline may be exceeded by this much before it counts as stuck. */
const CLOCK_GRACE_MS = 60_000;

export const REPAIR_CHANNEL = 'sponsio_repair';

/** The provider's own figures; null while it does not answer, so that the rest of the page is still shown. */
async function providerBalances(ctx: StaffContext): Promise<Map<string, number> | null> {
  try {
    return new Map((await ctx.integrations.payments.balance()).map((b) => [b.currency, b.available + b.pending]));
  } catch (error) {
    ctx.integrations.log.warn({ err: error }, 'the provider did not answer with its balance');
    return null;
  }
}

export async function overview(ctx: StaffContext): Promise<OperationsOverview> {
  const provider = await providerBalances(ctx);
  return withTx(ctx, async (tx) => {
    const now = tx.clock.now();
    const backlog = await readBacklog(tx.db);
    const counts = await platformCounts(tx.db, {
      ...windowsAt(now),
      overdueBefore: new Date(now.getTime() - CLOCK_GRACE_MS),
    });
    const health = (await currencyBooks(tx)).map((b): CurrencyHealth => ({
      currency: b.currency,
      ledgerBalance: b.providerBalance,
      providerBalance: provider ? (provider.get(b.currency) ?? 0) : null,
      clientLiabilities: b.clientLiabilities,
      suspense: b.suspense,
    }));
    return {
      outbox: backlog.outbox,
      mails: backlog.mails,
      webhooks: backlog.webhooks,
      operations: { claimed: counts.claimed, unknown: counts.unknown, failed: counts.failed },
      overdueClocks: counts.overdueClocks,
      health,
      counts: {
        brands: counts.brands,
        creators: counts.creators,
        liveCampaigns: counts.liveCampaigns,
        activeDeals: counts.activeDeals,
      },
    };
  });
}

const toDeadLetter = (ctx: StaffContext, row: DeadCommand): DeadLetter => ({
  id: row.id,
  workflowId: row.workflow_id,
  kind: row.kind,
  name: row.name,
  attempts: row.attempts,
  lastError: row.last_error,
  createdAt: row.created_at,
  deadAt: row.dead_at,
  workflowUrl: workflowUrl(ctx.integrations.settings, row.workflow_id),
});

export async function deadLetters(ctx: StaffContext): Promise<DeadLetter[]> {
  return withTx(ctx, async (tx) => (await deadCommands(tx.db, { limit: LIMIT })).map((row) => toDeadLetter(tx, row)));
}

/** Puts a command that was given up back into the queue. */
export async function retryDeadLetter(ctx: StaffContext, input: { id: number }): Promise<DeadLetter> {
  requireStaffAct(ctx, 'platform.retryDeadLetter');
  return withTx(ctx, async (tx) => {
    const row = await reviveCommand(tx.db, { id: input.id, at: tx.clock.now() });
    if (!row) throw new AppError('not_found');
    await audit(tx, 'outbox.retried', row.workflow_id, { outboxId: row.id });
    return toDeadLetter(tx, row);
  });
}

/** Escrow workflows, the last moved first, with their page in the Temporal UI. */
export async function workflows(ctx: StaffContext): Promise<WorkflowLink[]> {
  return withTx(ctx, async (tx) =>
    (await runningMilestones(tx.db, { limit: LIMIT })).map((row) => ({
      milestoneId: row.id,
      contractId: row.contract_id,
      title: `${row.deal_title} · ${row.title}`,
      brandName: row.brand_name,
      creatorName: row.creator_name,
      state: row.state,
      updatedAt: row.updated_at,
      workflowUrl: workflowUrl(tx.integrations.settings, workflowId('escrowLifecycle', row.id)),
    })),
  );
}

/** Requests that the workers compare all open rows with their workflows now instead of within five minutes. */
export async function repairNow(ctx: StaffContext): Promise<RepairAsked> {
  requireStaffAct(ctx, 'platform.repairNow');
  return withTx(ctx, async (tx) => {
    const now = tx.clock.now();
    const rows = (await openRows(tx.db, { before: now, now })).length;
    await notifyRepair(tx.db, REPAIR_CHANNEL);
    await audit(tx, 'workflows.repair_asked', 'platform', { rows });
    return { askedAt: now, rows };
  });
}

export { allowFees } from '../payments/checkout/fee-cap.ts';
