import type * as z from 'zod';
import { withTx, type OrgContext } from '../../../context.ts';
import { AppError } from '../../../core/errors.ts';
import { requireRight, requireVerifiedMailbox } from '../../../guards.ts';
import { audit } from '../../audit/audit.ts';
import { documentNumber } from '../../documents/rules.ts';
import { roleMay } from '../../orgs/rules.ts';
import type { appealInput, RulingDto, rulingsInput } from '../schema.ts';
import { appealParked, rulingOf, rulingsOf } from './queries.ts';

const isOpen = (row: { state: string; effective_at: Date | null }, now: Date): boolean =>
  row.state === 'open' && row.effective_at !== null && row.effective_at > now;

/** Why money of the actor's org is kept from it, the newest first; nothing for other readers. */
export async function rulings(ctx: OrgContext, input: z.output<typeof rulingsInput>): Promise<RulingDto[]> {
  requireRight(ctx, 'money.view');
  return withTx(ctx, async (tx) => {
    const now = tx.clock.now();
    const rows = await rulingsOf(tx.db, { payeeOrg: tx.actor.orgId, ...input });
    return rows.map((row): RulingDto => ({
      id: row.approval_id,
      about: row.decision === 'fraud' ? 'fraud' : 'reversal',
      amount: Math.abs(row.amount),
      currency: row.currency,
      text: row.ruling ?? '',
      decidedAt: row.decided_at,
      appealUntil: isOpen(row, now) ? row.effective_at : null,
      state: row.state === 'appealed' || row.state === 'done' ? row.state : 'open',
      appeal: row.appeal && row.appealed_at ? { text: row.appeal, at: row.appealed_at } : null,
      mayAppeal: !isOpen(row, now)
        ? 'payment.appeal_over'
        : roleMay(tx.actor.role, 'payout.manage') || 'auth.not_allowed',
      correction:
        row.document_id && row.kind && row.year && row.number
          ? { id: row.document_id, number: documentNumber(row.kind, row.year, row.number, row.series) }
          : null,
    }));
  });
}

/**
 * Appeals against a ruling: it does not take effect, and two other staff members decide anew. Throws not_found,
 * payment.appeal_over.
 */
export async function appealRuling(ctx: OrgContext, input: z.output<typeof appealInput>): Promise<void> {
  requireRight(ctx, 'payout.manage');
  requireVerifiedMailbox(ctx);
  await withTx(ctx, async (tx) => {
    const row = await rulingOf(tx.db, input.rulingId);
    if (row?.payee_org !== tx.actor.orgId) throw new AppError('not_found');
    const at = tx.clock.now();
    const appealed = await appealParked(tx.db, row.approval_id, { text: input.text, by: tx.actor.userId, at });
    if (!appealed) throw new AppError('payment.appeal_over');
    await audit(tx, 'ruling.appealed', `case:${row.case_id}`, { amount: row.amount, currency: row.currency });
  });
}
