import type * as z from 'zod';
import type { StaffContext } from '../../context.ts';
import { placeCursor, readPlace, toPage, type Page, type pageInput } from '../../core/pagination.ts';
import { withTx } from '../../context.ts';
import { workflowId } from '../../../workflows/contracts.ts';
import { audit } from '../audit/audit.ts';
import { openRowPages } from './open-rows.ts';
import { notifyRepair, platformCounts, readBacklog, runningMilestones, ruledMoney } from './queries.ts';
import type { CurrencyHealth, OperationsOverview, RepairRequested, WorkflowLink } from './schema.ts';
import { operationsWindow } from '../../core/operations-window.ts';
import { requireStaffAct } from '../../guards.ts';
import { workflowUrl } from '../../core/workflow-url.ts';
import { REGISTRATIONS } from '../registrations.gen.ts';

/** A deadline may be exceeded by this much before it counts as stuck. */
const CLOCK_GRACE_MS = 60_000;
/** An undecided dispute needs action this long before its time is over. */
const DUE_SOON_MS = 24 * 3_600_000;

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
      ...operationsWindow(now),
      overdueBefore: new Date(now.getTime() - CLOCK_GRACE_MS),
      dueBefore: new Date(now.getTime() + DUE_SOON_MS),
    });
    const ageOf = (at: Date | null) => (at ? (now.getTime() - at.getTime()) / 1000 : null);
    const ruled = await ruledMoney(tx.db, now);
    const books = await Promise.all(REGISTRATIONS.map((feature) => feature.books?.(tx) ?? []));
    const health = books.flat().map((b): CurrencyHealth => ({
      currency: b.currency,
      ledgerBalance: b.providerBalance,
      providerBalance: provider ? (provider.get(b.currency) ?? 0) : null,
      clientLiabilities: b.clientLiabilities,
      suspense: b.suspense,
      ruled: ruled.get(b.currency) ?? 0,
    }));
    return {
      outbox: backlog.outbox,
      mails: backlog.mails,
      webhooks: backlog.webhooks,
      operations: {
        claimed: counts.claimed,
        oldestSeconds: ageOf(counts.operationsOldest),
        unknown: counts.unknown,
        failed: counts.failed,
      },
      overdueClocks: counts.overdueClocks,
      clocksOldestSeconds: ageOf(counts.clocksOldest),
      disputes: {
        waiting: counts.disputes,
        oldestSeconds: ageOf(counts.disputesOldest),
        dueSoon: counts.disputesDue,
      },
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

/** Escrow workflows, the last moved first, with their page in the Temporal UI. */
export async function workflows(ctx: StaffContext, input: z.output<typeof pageInput>): Promise<Page<WorkflowLink>> {
  return withTx(ctx, async (tx) =>
    toPage(
      await runningMilestones(tx.db, { after: readPlace(input.after), limit: input.limit + 1 }),
      input.limit,
      placeCursor,
      (row) => ({
        milestoneId: row.id,
        contractId: row.contract_id,
        title: `${row.deal_title} · ${row.title}`,
        brandName: row.brand_name,
        creatorName: row.creator_name,
        state: row.state,
        terminated: row.state === 'disputed' && row.ended_by_staff,
        updatedAt: row.updated_at,
        workflowUrl: workflowUrl(tx.integrations.settings, workflowId('escrowLifecycle', row.id)),
      }),
    ),
  );
}

/** Requests that the workers compare all open rows with their workflows now instead of within five minutes. */
export async function repairNow(ctx: StaffContext): Promise<RepairRequested> {
  requireStaffAct(ctx, 'platform.repairNow');
  return withTx(ctx, async (tx) => {
    const now = tx.clock.now();
    let rows = 0;
    for await (const page of openRowPages(tx.db, { before: now, now })) rows += page.length;
    await notifyRepair(tx.db, REPAIR_CHANNEL);
    await audit(tx, 'workflows.repair_asked', 'platform', { rows });
    return { requestedAt: now, rows };
  });
}
