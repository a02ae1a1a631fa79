import type * as z from 'zod';
import { withTx, type StaffContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { COUNT_CAP } from '../../core/lists.ts';
import { type Page, type pageInput, placeCursor, requirePlace, rowCursor, toPage } from '../../core/pagination.ts';
import { workflowId } from '../../../workflows/contracts.ts';
import { audit } from '../audit/audit.ts';
import { contactUse } from '../contacts/service.ts';
import { dealRowsForStaff } from '../escrow/deals/deal.ts';
import { isTerminable, isTerminated } from '../escrow/milestone/rules.ts';
import { holdsInEscrow, nextDeadline, workDueAt } from '../escrow/timers/rules.ts';
import { balancesByMilestone, NO_BALANCES } from '../ledger/service.ts';
import type { Contact } from '../orgs/schema.ts';
import { contactsOf } from '../orgs/service.ts';
import { documentNumber } from '../documents/rules.ts';
import { staffMay } from '../../core/staff.ts';
import { workflowUrl } from '../../core/workflow-url.ts';
import {
  accountRow,
  auditOfOrg,
  bankProblems,
  countBankProblems,
  dealRow,
  dealsOfOrg,
  movementsOf,
  documentsOfDeal,
  partyRows,
  payoutsOfDeal,
  payoutsOfOrg,
  peopleOf,
  readSince,
  staffHolds,
  type PayoutRow,
} from './queries/pages.ts';
import { findAll, type FoundRow } from './queries/search.ts';
import { READ_AGAIN_MS, readSearch, slowDebitMs, slowPayoutMs } from './rules.ts';
import {
  FOUND_KINDS,
  type accountInput,
  type accountPageInput,
  type BankPage,
  type dealInput,
  type Found,
  type payoutsInput,
  type searchInput,
  type SearchResult,
  type StaffAccount,
  type StaffAccountDeal,
  type StaffAct,
  type StaffDeal,
  type StaffPayout,
} from './schema.ts';

/*
 * Records that staff read to answer questions about an account, a deal or money. Read only; the audit log records who
 * read what.
 */

/** So many of each kind are shown. */
const FOUND_LIMIT = 10;
/** Rows of the first page of each list of a deal or an account. */
const FIRST_PAGE = { limit: 20 };

const toFound = (
  {
    kind,
    id,
    title,
    names,
    note,
    amount,
    currency,
    at,
    contract_id,
    org_id,
    document_kind,
    year,
    number,
    series,
  }: FoundRow,
  contacts: ReadonlyMap<string, Contact>,
): Found => ({
  kind,
  id,
  names: names.filter((name): name is string => name !== null),
  amount,
  currency,
  at,
  contractId: contract_id,
  orgId: org_id,
  title: document_kind && year && number ? documentNumber(document_kind, year, number, series) : title,
  note: document_kind ? title : kind === 'account' ? (contacts.get(id)?.email ?? null) : note,
});

/**
 * Accounts, deals, documents, payments and payouts that fit what was typed. The audit log records the search without
 * its text, which may name a person.
 */
export async function search(ctx: StaffContext, input: z.output<typeof searchInput>): Promise<SearchResult> {
  return withTx(ctx, async (tx) => {
    const rows = await findAll(tx.db, readSearch(input.q), FOUND_LIMIT + 1);
    const contacts = await contactsOf(
      tx,
      rows.flat().map((row) => (row.kind === 'account' ? row.org_id : null)),
    );
    const found = rows.flatMap((kind) => kind.slice(0, FOUND_LIMIT).map((row) => toFound(row, contacts)));
    await audit(tx, 'staff.searched', 'platform', { found: found.length });
    return { found, cut: FOUND_KINDS.filter((_, i) => (rows[i]?.length ?? 0) > FOUND_LIMIT) };
  });
}

async function noteRead(tx: StaffContext, action: string, target: string): Promise<void> {
  const since = new Date(tx.clock.now().getTime() - READ_AGAIN_MS);
  if (!(await readSince(tx.db, { action, target, userId: tx.actor.userId, since }))) await audit(tx, action, target);
}

const toPayout = (row: PayoutRow): StaffPayout => ({
  id: row.id,
  orgId: row.org_id,
  orgName: row.org_name,
  state: row.state,
  amount: row.amount,
  currency: row.currency,
  bankLast4: row.bank_last4,
  failureCode: row.failure_code,
  providerId: row.provider_id,
  at: row.created_at,
});

type PageInput = z.output<typeof pageInput>;

async function payoutsFrom(tx: StaffContext, { after, limit, ...of }: z.output<typeof payoutsInput>) {
  const page = { after: requirePlace(after), limit: limit + 1 };
  const rows = await ('contractId' in of
    ? payoutsOfDeal(tx.db, { ...page, contractId: of.contractId })
    : payoutsOfOrg(tx.db, { ...page, orgId: of.orgId }));
  return toPage(rows, limit, rowCursor, toPayout);
}

async function dealsFrom(
  tx: StaffContext,
  { orgId, after, limit }: z.output<typeof accountPageInput>,
): Promise<Page<StaffAccountDeal>> {
  const rows = await dealsOfOrg(tx.db, { orgId, after: requirePlace(after), limit: limit + 1 });
  return toPage(
    rows,
    limit,
    (row) => placeCursor({ at: row.place, id: row.contractId }),
    ({ contractId, title, otherName, state, total, currency, updatedAt }) => ({
      contractId,
      title,
      otherName,
      state,
      total,
      currency,
      updatedAt,
    }),
  );
}

async function actsFrom(
  tx: StaffContext,
  { orgId, after, limit }: z.output<typeof accountPageInput>,
): Promise<Page<StaffAct>> {
  if (after !== undefined && !/^\d{1,15}$/.test(after)) throw new AppError('input.invalid', { field: 'after' });
  const before = after === undefined ? null : Number(after);
  return toPage(
    await auditOfOrg(tx.db, { orgId, after: before, limit: limit + 1 }),
    limit,
    (row) => String(row.id),
    (row) => row,
  );
}

/** Payouts of a deal or an account from a place on, the last first. */
export const payouts = (ctx: StaffContext, input: z.output<typeof payoutsInput>): Promise<Page<StaffPayout>> =>
  withTx(ctx, async (tx) => {
    await ('contractId' in input
      ? noteRead(tx, 'staff.read_deal', `contract:${input.contractId}`)
      : noteRead(tx, 'staff.read_account', `org:${input.orgId}`));
    return payoutsFrom(tx, input);
  });

/** Deals of an account from a place on, the last made first. */
export const deals = (ctx: StaffContext, input: z.output<typeof accountPageInput>): Promise<Page<StaffAccountDeal>> =>
  withTx(ctx, async (tx) => {
    await noteRead(tx, 'staff.read_account', `org:${input.orgId}`);
    return dealsFrom(tx, input);
  });

/** Acts of an account, and acts on it, from a place on, the last first. */
export const acts = (ctx: StaffContext, input: z.output<typeof accountPageInput>): Promise<Page<StaffAct>> =>
  withTx(ctx, async (tx) => {
    await noteRead(tx, 'staff.read_account', `org:${input.orgId}`);
    return actsFrom(tx, input);
  });

/** A deal with all its money, documents and events, to read. Throws not_found. */
export async function deal(ctx: StaffContext, input: z.output<typeof dealInput>): Promise<StaffDeal> {
  return withTx(ctx, async (tx) => {
    const row = await dealRow(tx.db, input.contractId);
    if (!row) throw new AppError('not_found');
    await noteRead(tx, 'staff.read_deal', `contract:${row.id}`);
    const now = tx.clock.now();
    const orgIds = [row.brand_org, row.creator_org, ...(row.agency_org ? [row.agency_org] : [])];
    const [contacts, parties] = [await contactsOf(tx, orgIds), await partyRows(tx.db, orgIds)];
    const { milestones, events } = await dealRowsForStaff(tx, row.id);
    const balances = await balancesByMilestone(
      tx,
      milestones.map((m) => m.id),
    );
    const held = await staffHolds(tx.db, row.id);
    const nameOf = (id: string) => ({ name: parties.find((p) => p.id === id)?.name ?? '' });
    return {
      contractId: row.id,
      title: row.title,
      campaignTitle: row.campaign_title,
      state: row.state,
      currency: row.currency,
      total: row.total,
      signedAt: row.signed_at,
      brand: nameOf(row.brand_org),
      creator: nameOf(row.creator_org),
      parties: parties.map((p) => ({
        side: p.kind,
        orgId: p.id,
        name: p.name,
        legalName: p.legal_name,
        contact: contacts.get(p.id) ?? null,
        suspendedAt: p.suspended_at,
      })),
      milestones: milestones.map((m) => ({
        id: m.id,
        seq: m.seq,
        title: m.title,
        amount: m.amount,
        currency: m.currency,
        state: m.state,
        terminated: isTerminated(m),
        holds: m.holds,
        mayHold: staffMay(tx.actor.role, 'escrow.holdMilestone') && holdsInEscrow(m.state) && !held.has(m.id),
        mayTerminate: staffMay(tx.actor.role, 'disputes.proposeTermination') && isTerminable(m.state),
        holdCaseId: held.get(m.id) ?? null,
        dueAt: m.bonus ? null : workDueAt(m),
        deadlineAt: nextDeadline(m, now)?.at ?? null,
        balances: balances.get(m.id) ?? NO_BALANCES,
        workflowUrl: workflowUrl(tx.integrations.settings, workflowId('escrowLifecycle', m.id)),
      })),
      movements: await movementsOf(tx.db, row.id),
      payouts: await payoutsFrom(tx, { ...FIRST_PAGE, contractId: row.id }),
      documents: (await documentsOfDeal(tx.db, row.id)).map((d) => ({
        id: d.id,
        kind: d.kind,
        number: documentNumber(d.kind, d.year, d.number, d.series),
        orgName: d.org_name,
        amount: d.amount,
        currency: d.currency,
        issuedAt: d.issued_at,
      })),
      events,
      thread: { messages: row.messages, lastAt: row.last_message_at },
      openCases: row.open_cases,
    };
  });
}

/** An account with its people, deals, payouts, limits and what was done last. Throws not_found. */
export async function account(ctx: StaffContext, input: z.output<typeof accountInput>): Promise<StaffAccount> {
  return withTx(ctx, async (tx) => {
    const row = await accountRow(tx.db, input.orgId);
    if (!row) throw new AppError('not_found');
    await noteRead(tx, 'staff.read_account', `org:${row.id}`);
    return {
      orgId: row.id,
      name: row.name,
      slug: row.slug,
      kind: row.kind,
      country: row.country,
      legalName: row.legal_name,
      taxId: row.tax_id,
      createdAt: row.created_at,
      suspendedAt: row.suspended_at,
      closedAt: row.closed_at,
      mayHold: staffMay(tx.actor.role, 'suspensions.suspend') && row.closed_at === null,
      people: await peopleOf(tx.db, row.id),
      payoutAccount:
        row.account_state && row.account_country
          ? {
              state: row.account_state,
              country: row.account_country,
              bankLast4: row.bank_last4,
              disabledReason: row.disabled_reason,
            }
          : null,
      deals: await dealsFrom(tx, { ...FIRST_PAGE, orgId: row.id }),
      payouts: await payoutsFrom(tx, { ...FIRST_PAGE, orgId: row.id }),
      contacts: await contactUse(tx, row.id),
      openCases: row.open_cases,
      audit: await actsFrom(tx, { ...FIRST_PAGE, orgId: row.id }),
    };
  });
}

/** Payouts that did not arrive and bank debits that take too long, the oldest first. */
export async function bank(ctx: StaffContext, { after, limit }: PageInput): Promise<BankPage> {
  const now = ctx.clock.now().getTime();
  const { mode } = ctx.integrations.settings;
  return withTx(ctx, async (tx) => {
    const times = { payoutSince: new Date(now - slowPayoutMs), debitSince: new Date(now - slowDebitMs(mode)) };
    const rows = await bankProblems(tx.db, { ...times, after: requirePlace(after), limit: limit + 1 });
    const contacts = await contactsOf(
      tx,
      rows.map((row) => row.orgId),
    );
    return {
      ...toPage(rows, limit, rowCursor, (row) => ({
        id: row.id,
        kind: row.kind,
        state: row.state,
        orgId: row.orgId,
        orgName: row.orgName,
        contact: contacts.get(row.orgId) ?? null,
        contractId: row.contractId,
        dealTitle: row.dealTitle,
        amount: row.amount,
        currency: row.currency,
        failureCode: row.failureCode,
        since: row.since,
      })),
      count: await countBankProblems(tx.db, { ...times, cap: COUNT_CAP }),
    };
  });
}

export { brandsNearFeeCap as feeCaps } from '../payments/checkout/fee-cap.ts';
