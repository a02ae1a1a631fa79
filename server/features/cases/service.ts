import type * as z from 'zod';
import { withTx, type ServiceContext, type StaffContext, type SystemContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { derivedId } from '../../core/ids.ts';
import { toPage, type Page } from '../../core/pagination.ts';
import { staffRefusal } from '../../core/staff.ts';
import { requireStepUp } from '../../guards.ts';
import { assertUnrelated } from '../approvals/service.ts';
import { audit } from '../audit/audit.ts';
import { signalWorkflow } from '../outbox/commands.ts';
import {
  caseById,
  casesOfMatter,
  casesOfMilestone,
  clearAuthor,
  hasOpenRuling,
  hasParkedMoney,
  insertCase,
  listCases,
  openCaseOfMilestone,
  openCounts,
  setClosed,
  updateCase,
  type CaseChange,
  type CaseRow,
} from './queries.ts';
import { CLOSED_BY_STAFF, holdOf, mayCloseCase } from './rules.ts';
import type {
  caseInput,
  CaseDetails,
  CaseDto,
  CaseKind,
  closeCaseInput,
  listCasesInput,
  NewCase,
  OpenedCase,
} from './schema.ts';

/** The id follows from the matter, so that an actor who may not read cases can compute it. */
const idOf = ({ kind, key }: { kind: CaseKind; key: string }): Promise<string> => derivedId(`case:${kind}:${key}`);

/**
 * Opens a case for staff in the caller's transaction, once per kind and key; an org opens cases about itself alone. Opened
 * again, it stays as it is, closed ones too.
 */
export async function openCase(tx: ServiceContext, one: NewCase): Promise<OpenedCase> {
  const id = await idOf(one);
  const { actor } = tx;
  const opened = await insertCase(tx.db, {
    ...one,
    id,
    at: tx.clock.now(),
    openedBy: 'userId' in actor ? actor.userId : null,
    ...(actor.kind === 'org' ? { orgId: actor.orgId } : {}),
  });
  return { id, opened };
}

/** A matter that may begin again after its case was closed, as a dispute that was won and is opened once more. */
interface Matter {
  kind: CaseKind;
  key: string;
  milestoneId: string;
}

/** Opens a case of a matter that begins, also again: it then has a key of its own. The caller holds the milestone's lock. */
export async function beginCase(tx: SystemContext, one: NewCase & Matter): Promise<OpenedCase> {
  const { n } = await casesOfMatter(tx.db, one);
  const again = n === 0 ? '' : n === 1 ? ':again' : `:again:${n}`;
  return openCase(tx, { ...one, key: `${one.key}${again}` });
}

/** The open case of such a matter. */
export const currentCase = async (tx: SystemContext | StaffContext, matter: Matter): Promise<string | null> =>
  (await casesOfMatter(tx.db, matter)).open;

/** Closes it; false when none is open. */
export async function closeMatter(tx: SystemContext, matter: Matter, end: { outcome: string }): Promise<boolean> {
  const open = await currentCase(tx, matter);
  return open !== null && closeCaseById(tx, open, end);
}

/** New facts of a case that is open: a date that moved, an amount that changed. False when it is not open. */
export const noteCase = async (
  tx: SystemContext,
  which: { kind: CaseKind; key: string },
  change: CaseChange,
): Promise<boolean> => updateCase(tx.db, await idOf(which), change);

/** Closes a case in the caller's transaction; false when it is not open. `note`: of the staff member who did it. */
export async function closeCase(
  tx: SystemContext | StaffContext,
  which: { kind: CaseKind; key: string },
  end: { outcome: string; note?: string | null },
): Promise<boolean> {
  return setClosed(tx.db, {
    id: await idOf(which),
    by: tx.actor.kind === 'staff' ? tx.actor.userId : null,
    outcome: end.outcome,
    note: end.note ?? null,
    at: tx.clock.now(),
  });
}

/** The same three by the case's id. */
export const closeCaseById = (tx: SystemContext, id: string, end: { outcome: string }): Promise<boolean> =>
  setClosed(tx.db, { id, by: null, outcome: end.outcome, note: null, at: tx.clock.now() });
/** The case of a matter, open or closed; null: there is none. */
export const caseOf = async (tx: SystemContext, which: { kind: CaseKind; key: string }): Promise<CaseDto | null> =>
  systemCase(tx, await idOf(which));
export const noteCaseById = (tx: SystemContext, id: string, change: CaseChange): Promise<boolean> =>
  updateCase(tx.db, id, change);
export async function systemCase(tx: SystemContext, id: string): Promise<CaseDto | null> {
  const row = await caseById(tx.db, id);
  return row ? toCase(row) : null;
}

const toCase = (row: CaseRow): CaseDto => ({
  id: row.id,
  kind: row.kind,
  state: row.state,
  orgId: row.org_id,
  orgName: row.org_name,
  brandName: row.brand_name,
  creatorName: row.creator_name,
  contractId: row.contract_id,
  dealTitle: row.deal_title,
  milestoneId: row.milestone_id,
  paymentId: row.payment_id,
  milestoneTitle: row.milestone_title,
  milestoneState: row.milestone_state,
  amount: row.amount,
  currency: row.currency,
  dueAt: row.due_at,
  details: row.details as CaseDetails,
  message: row.message,
  openedAt: row.opened_at,
  closedAt: row.closed_at,
  closedByName: row.closed_by_name,
  outcome: row.outcome,
  note: row.note,
});

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const MOMENT = /^(infinity|\d{4}-\d\d-\d\d[ T][\d:.]{8,15}([+-]\d\d(:?\d\d)?|Z))$/;

/** A cursor made by the list itself; anything else is refused. */
function readCursor(after: string | undefined): { at: string; id: string } | null {
  if (after === undefined) return null;
  const [at = '', id = ''] = after.split('~');
  if (!MOMENT.test(at) || !UUID.test(id)) throw new AppError('input.invalid', { field: 'after' });
  return { at, id };
}

/** Open cases, the most urgent first, or closed ones, the last closed first. */
export async function list(ctx: StaffContext, input: z.output<typeof listCasesInput>): Promise<Page<CaseDto>> {
  return withTx(ctx, async (tx) => {
    const rows = await listCases(tx.db, {
      state: input.state,
      kind: input.kind ?? null,
      without: input.without ?? null,
      after: readCursor(input.after),
      limit: input.limit + 1,
    });
    return toPage(
      rows,
      input.limit,
      (row) => `${input.state === 'open' ? row.due_key : row.closed_key}~${row.id}`,
      toCase,
    );
  });
}

/** Throws not_found. */
export async function one(ctx: StaffContext, input: z.output<typeof caseInput>): Promise<CaseDto> {
  return withTx(ctx, async (tx) => {
    const row = await caseById(tx.db, input.caseId);
    if (!row) throw new AppError('not_found');
    return toCase(row);
  });
}

/** How many cases are open, by kind; kinds without one are absent. */
export async function counts(ctx: StaffContext): Promise<Partial<Record<CaseKind, number>>> {
  const rows = await withTx(ctx, (tx) => openCounts(tx.db));
  return Object.fromEntries(rows.map((row) => [row.kind, row.count]));
}

/**
 * Closes a case with its outcome, as a staff member. Throws auth.not_allowed, not_found, state.already_decided,
 * case.money_parked, case.ruled, and, where closing it lifts a hold, auth.step_up_required and payment.related.
 */
export async function close(ctx: StaffContext, input: z.output<typeof closeCaseInput>): Promise<CaseDto> {
  return withTx(ctx, async (tx) => {
    const row = await caseById(tx.db, input.caseId);
    if (!row) throw new AppError('not_found');
    if (!mayCloseCase(tx.actor.role, row.kind)) throw new AppError('auth.not_allowed', staffRefusal('cases.close'));
    const closed = await setClosed(tx.db, {
      id: row.id,
      by: tx.actor.userId,
      outcome: CLOSED_BY_STAFF,
      note: input.note,
      at: tx.clock.now(),
    });
    if (!closed) throw new AppError('state.already_decided');
    // Read once its row is locked: what is parked from now on waits, and finds it closed.
    const { details, payment_id } = (await caseById(tx.db, row.id))!;
    const { lines } = details as CaseDetails;
    const named = typeof lines === 'string' && lines !== '' ? lines.split(' ') : [];
    // A closed case can no longer be decided: its money would stay in suspense permanently.
    if (await hasParkedMoney(tx.db, { payment_id, lines: named })) throw new AppError('case.money_parked');
    if (await hasOpenRuling(tx.db, row.id)) throw new AppError('case.ruled');
    // Money that was held goes on its way by it.
    if (holdOf(row.kind) && row.milestone_id) {
      await assertUnrelated(tx, { userIds: [tx.actor.userId], orgId: row.org_id, contractId: row.contract_id });
      await requireStepUp(tx, 'staff_decision');
      await signalWorkflow(tx, 'escrowLifecycle', row.milestone_id, 'hold_cleared', `case:${row.id}`);
    }
    await audit(tx, 'case.closed', `case:${row.id}`, { kind: row.kind });
    return toCase((await caseById(tx.db, row.id))!);
  });
}

/** The open case of a kind about a milestone, with the details it was opened with. */
export const openCaseAbout = (
  tx: SystemContext | StaffContext,
  which: { kind: CaseKind; milestoneId: string },
): Promise<{ id: string; message: string | null } | undefined> => openCaseOfMilestone(tx.db, which);

/** How many cases of a kind a milestone has had. */
export const countCases = (tx: StaffContext, which: { kind: CaseKind; milestoneId: string }): Promise<number> =>
  casesOfMilestone(tx.db, which);

/** Whether a milestone still has an open case of a kind. */
export const hasOpenCase = async (
  tx: SystemContext,
  which: { kind: CaseKind; milestoneId: string },
): Promise<boolean> => (await openCaseOfMilestone(tx.db, which)) !== undefined;

/** Part of a person's erasure. */
export const eraseFromCases = (tx: SystemContext, userId: string): Promise<void> => clearAuthor(tx.db, userId);
