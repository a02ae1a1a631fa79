import type { ServiceContext } from '../../context.ts';
import { newId } from '../../core/ids.ts';
import type { Currency } from '../../core/money.ts';
import { audit } from '../audit/audit.ts';
import { startWorkflow } from '../outbox/commands.ts';
import { claimOperation } from '../provider-calls/operations.ts';
import { insertPayout, type PayoutRow, type Wallet } from './queries/payouts.ts';
import { payable } from './rules.ts';

/**
 * Claims a payout of everything available in a wallet, in the caller's transaction, which holds the lock on the payee's
 * account: two requests at once do not pay the same money out twice.
 */
export async function claimPayout(
  tx: ServiceContext,
  input: {
    orgId: string;
    requestKey: string;
    currency: Currency;
    wallet: Wallet | undefined;
    bankLast4: string | null;
    scheduled: boolean;
  },
): Promise<PayoutRow> {
  const { orgId, currency, wallet, scheduled, bankLast4, requestKey } = input;
  const now = tx.clock.now();
  const amount = payable(wallet?.available ?? 0, currency);
  const transferIds = wallet?.transferIds ?? [];
  const id = newId(now.getTime());
  const opId = `po:${id}`;
  await claimOperation(tx, { opId, kind: 'payout', orgId, amount, currency });
  await insertPayout(tx.db, {
    id,
    orgId,
    opId,
    requestKey,
    amount,
    currency,
    bankLast4,
    transferIds,
    scheduled,
    at: now,
  });
  await startWorkflow(tx, 'payoutDelivery', id, {
    attributes: { SponsioState: 'claimed', CreatorOrg: orgId, AmountMinor: amount },
  });
  await audit(tx, 'payout.requested', `payout:${id}`, { amount, currency, scheduled });
  return {
    id,
    org_id: orgId,
    op_id: opId,
    amount,
    currency,
    state: 'claimed',
    version: 1,
    provider_id: null,
    bank_last4: bankLast4,
    destination: null,
    arrival_at: null,
    failure_code: null,
    created_at: now,
    paid_at: null,
    transfer_ids: transferIds,
    scheduled,
    steps: [],
  };
}
