import { sql } from 'kysely';
import type { ServiceContext, SystemContext } from '../../context.ts';
import { newId } from '../../core/ids.ts';
import type { Currency } from '../../core/money.ts';
import { transferClaimed, type Charge, type MilestoneBooks, type TransferBooks } from '../ledger/rules.ts';
import type { Post } from '../ledger/service.ts';
import { claimAgain, claimOperation, operationOf } from '../provider-calls/operations.ts';
import type { MilestoneRow } from './queries/milestones.ts';
import type { TransferState } from './schema.ts';

/*
 * What release and refund share: the payment a milestone was funded with, and transfers to its payees.
 */

export interface FundingPayment extends Charge {
  id: string;
  attempt: number;
  state: 'paid' | 'refunding' | 'refunded';
  version: number;
  charge_id: string;
  currency: Currency;
  tax_country: string;
}

/** Payments that fund a milestone. One that came too late and goes back as it came does not count; then there is one at most. */
export async function fundingPayments(tx: ServiceContext, milestoneId: string): Promise<FundingPayment[]> {
  const rows = await tx.db
    .selectFrom('payments as p')
    .innerJoin('quotes as q', 'q.id', 'p.quote_id')
    .select([
      'p.id',
      'p.attempt',
      'p.state',
      'p.version',
      'p.charge_id',
      'p.currency',
      'p.price',
      'p.fee',
      'p.tax',
      'p.total',
      'q.tax_country',
    ])
    .where('p.milestone_id', '=', milestoneId)
    .where('p.state', 'in', ['paid', 'refunding', 'refunded'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('refunds as r')
            .select('r.id')
            .whereRef('r.payment_id', '=', 'p.id')
            .where('r.reason', '=', 'late_payment'),
        ),
      ),
    )
    .orderBy('p.attempt')
    .execute();
  return rows as FundingPayment[];
}

/** The payment that holds this milestone's money; throws when there is none, which no state of the machine allows. */
export async function fundingPayment(tx: ServiceContext, milestoneId: string): Promise<FundingPayment> {
  const payment = (await fundingPayments(tx, milestoneId))[0];
  if (!payment) throw new Error(`milestone ${milestoneId} has no payment`);
  return payment;
}

export const booksOf = (row: MilestoneRow, taxCountry: string): MilestoneBooks => ({
  milestoneId: row.id,
  brandOrg: row.brand_org,
  currency: row.currency,
  taxCountry,
});

export interface TransferRow extends TransferBooks {
  id: string;
  state: TransferState;
}

export async function transfersOf(tx: ServiceContext, milestoneId: string): Promise<TransferRow[]> {
  return tx.db
    .selectFrom('transfers')
    .select(['id', 'op_id as opId', 'payee_org as payeeOrg', 'leg', 'amount', 'currency', 'state'])
    .where('milestone_id', '=', milestoneId)
    .orderBy('leg', 'desc')
    .execute();
}

/** A transfer with all that its call to the provider needs. */
export interface PayableTransfer extends TransferRow {
  /** Provider account of the payee, null while it cannot be paid. */
  account: string | null;
  /** The charge whose money it passes on. */
  sourceCharge: string | null;
}

/** Transfers of a milestone whose outcome the provider has to prove. */
export async function openTransfers(tx: ServiceContext, milestoneId: string): Promise<PayableTransfer[]> {
  const rows = await tx.db
    .selectFrom('transfers as t')
    .leftJoin('payout_accounts as a', (join) =>
      join.onRef('a.org_id', '=', 't.payee_org').on('a.state', '=', 'enabled'),
    )
    .leftJoin('payments as p', (join) =>
      join
        .onRef('p.milestone_id', '=', 't.milestone_id')
        .on('p.state', 'in', ['paid', 'refunding', 'refunded'])
        // Money that came too late went back; its charge has nothing to pass on.
        .on(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('refunds as r')
                .select('r.id')
                .whereRef('r.payment_id', '=', 'p.id')
                .where('r.reason', '=', 'late_payment'),
            ),
          ),
        ),
    )
    .select([
      't.id',
      't.op_id as opId',
      't.payee_org as payeeOrg',
      't.leg',
      't.amount',
      't.currency',
      't.state',
      'a.provider_account_id as account',
      // A charge that was refunded by hand does not cover its transfer any more: that comes from the platform's balance.
      sql<
        string | null
      >`case when exists (select from cases k where k.payment_id = p.id and k.kind = 'provider_refund' and k.outcome in ('brand_owes', 'platform')) then null else p.charge_id end`.as(
        'sourceCharge',
      ),
    ])
    .where('t.milestone_id', '=', milestoneId)
    .where('t.state', 'in', ['claimed', 'unknown'])
    .orderBy('t.leg', 'desc')
    .execute();
  return rows as PayableTransfer[];
}

/** Provider account of each payee that can be paid now. */
export async function readyAccounts(tx: ServiceContext, orgIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.db
    .selectFrom('payout_accounts')
    .select(['org_id', 'provider_account_id'])
    .where('org_id', 'in', [...orgIds])
    .where('state', '=', 'enabled')
    .where('provider_account_id', 'is not', null)
    .execute();
  return new Map(rows.map((r) => [r.org_id, r.provider_account_id!]));
}

const claimPost = (t: TransferBooks, attempt: number, row: MilestoneRow): Post => ({
  ...transferClaimed(t),
  opId: `${t.opId}:a${attempt}:claim`,
  contractId: row.contract_id,
  milestoneId: row.id,
});

/**
 * Writes a transfer for each share of what was earned: claimed where the payee can be paid, waiting where not. Returns
 * the claimed legs and the postings that go with them.
 */
export async function prepareTransfers(
  tx: SystemContext,
  row: MilestoneRow,
  shares: { creator: number; agent: number },
): Promise<{ posts: Post[]; claimed: TransferBooks['leg'][] }> {
  const wanted: TransferBooks[] = [
    {
      opId: `xfer:${row.id}:creator`,
      leg: 'creator' as const,
      payeeOrg: row.creator_org,
      amount: shares.creator,
      currency: row.currency,
    },
    ...(row.agency_org
      ? [
          {
            opId: `xfer:${row.id}:agent`,
            leg: 'agent' as const,
            payeeOrg: row.agency_org,
            amount: shares.agent,
            currency: row.currency,
          },
        ]
      : []),
  ].filter((t) => t.amount > 0);
  const ready = await readyAccounts(
    tx,
    wanted.map((t) => t.payeeOrg),
  );
  const posts: Post[] = [];
  const claimed: TransferBooks['leg'][] = [];
  for (const t of wanted) {
    const state = ready.has(t.payeeOrg) ? 'claimed' : 'waiting';
    await claimOperation(tx, {
      opId: t.opId,
      kind: 'transfer',
      milestoneId: row.id,
      contractId: row.contract_id,
      orgId: t.payeeOrg,
      amount: t.amount,
      currency: t.currency,
      state,
    });
    await tx.db
      .insertInto('transfers')
      .values({
        id: newId(),
        op_id: t.opId,
        milestone_id: row.id,
        contract_id: row.contract_id,
        payee_org: t.payeeOrg,
        leg: t.leg,
        amount: t.amount,
        currency: t.currency,
        state,
        created_at: tx.clock.now(),
      })
      .execute();
    if (state !== 'claimed') continue;
    posts.push(claimPost(t, 1, row));
    claimed.push(t.leg);
  }
  return { posts, claimed };
}

/** Claims the waiting transfers whose payee can be paid by now; returns their postings. */
export async function claimWaiting(tx: SystemContext, row: MilestoneRow): Promise<Post[]> {
  const waiting = (await transfersOf(tx, row.id)).filter((t) => t.state === 'waiting');
  if (waiting.length === 0) return [];
  const ready = await readyAccounts(
    tx,
    waiting.map((t) => t.payeeOrg),
  );
  const posts: Post[] = [];
  for (const t of waiting.filter((w) => ready.has(w.payeeOrg))) {
    const op = await operationOf(tx, t.opId);
    if (!op) throw new Error(`transfer ${t.id} has no operation`);
    await claimAgain(tx, op);
    await moveTransfer(tx, t, 'claimed');
    posts.push(claimPost(t, op.state === 'waiting' ? op.attempt : op.attempt + 1, row));
  }
  return posts;
}

/** Moves a transfer from the state it was read in; false when another transaction was first. */
export async function moveTransfer(
  tx: ServiceContext,
  t: Pick<TransferRow, 'id' | 'state'>,
  to: TransferState,
  provider?: { id: string; at: Date },
): Promise<boolean> {
  const moved = await tx.db
    .updateTable('transfers')
    .set({ state: to, ...(provider ? { provider_id: provider.id, sent_at: provider.at } : {}) })
    .where('id', '=', t.id)
    .where('state', '=', t.state)
    .returning('id')
    .executeTakeFirst();
  return moved !== undefined;
}
