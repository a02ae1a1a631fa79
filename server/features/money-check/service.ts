import type * as z from 'zod';
import { withTx, type StaffContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { isCurrency } from '../../core/money.ts';
import { staffMay } from '../../core/staff.ts';
import { requireStaffAct } from '../../guards.ts';
import { approve, pendingFor, propose } from '../approvals/service.ts';
import { audit } from '../audit/audit.ts';
import { resumeMoneyOut } from '../money-stops/service.ts';
import { INVARIANTS } from './checker.ts';
import { lastFinished, openCheck, openStops, type CheckRow } from './queries/runs.ts';
import { requestCheck } from './runs.ts';
import type {
  Breach,
  confirmLiftInput,
  InFlight,
  MoneyCheckDto,
  MoneyCheckOverview,
  proposeLiftInput,
} from './schema.ts';

const MAX_IN_FLIGHT = 100;
const subjectOf = (currency: string): string => `money-out:${currency}`;

function toDto(row: CheckRow): MoneyCheckDto {
  const counts = row.counts as Record<string, number>;
  return {
    id: row.id,
    state: row.state,
    begunBy: row.begun_by,
    requestedByName: row.requested_by_name,
    phase: row.phase,
    percent: row.percent,
    rows: row.rows_read,
    lines: row.lines_read,
    results:
      row.state === 'clean' || row.state === 'breached'
        ? INVARIANTS.map(({ name, phase, stopsMoneyOut }) => ({ name, phase, stopsMoneyOut, found: counts[name] ?? 0 }))
        : null,
    breaches: (row.breaches as unknown as Breach[]).map(({ invariant, detail, currency, stopsMoneyOut }) => ({
      invariant,
      detail,
      currency,
      stopsMoneyOut,
    })),
    inFlight: (row.in_flight as unknown as (Omit<InFlight, 'since'> & { since: string })[])
      .slice(0, MAX_IN_FLIGHT)
      .map(({ what, opId, amount, currency, since }) => ({ what, opId, amount, currency, since: new Date(since) })),
    error: row.error,
    createdAt: row.created_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
  };
}

/** The run that is under way, the last result, and the currencies in which no money goes out. */
export async function moneyChecks(ctx: StaffContext): Promise<MoneyCheckOverview> {
  return withTx(ctx, async (tx) => {
    const [current, last] = [await openCheck(tx.db), await lastFinished(tx.db)];
    const stops: MoneyCheckOverview['stops'] = [];
    for (const { currency, since, reconciliation_id } of await openStops(tx.db)) {
      const cause = reconciliation_id === null ? ('check' as const) : ('reconciliation' as const);
      const known = stops.find((stop) => stop.currency === currency);
      if (known) known.causes.push(cause);
      else
        stops.push({
          currency,
          since,
          causes: [cause],
          proposal: await pendingFor(tx, { kind: 'lift_freeze', subject: subjectOf(currency) }),
        });
    }
    return {
      current: current ? toDto(current) : null,
      last: last ? toDto(last) : null,
      stops,
      mayAct: staffMay(tx.actor.role, 'moneyCheck.checkNow'),
    };
  });
}

/** Begins a run, or joins the one that is open. */
export async function checkNow(ctx: StaffContext): Promise<{ id: string; joined: boolean }> {
  requireStaffAct(ctx, 'moneyCheck.checkNow');
  return withTx(ctx, async (tx) => {
    const { id, isNew } = await requestCheck(tx, 'operator');
    await audit(tx, 'money.check_asked', `money_check:${id}`, { joined: !isNew });
    return { id, joined: !isNew };
  });
}

/** The first of two staff members proposes to resume money-out of a currency although its books disagree. */
export async function proposeLift(
  ctx: StaffContext,
  input: z.output<typeof proposeLiftInput>,
): Promise<{ id: string }> {
  requireStaffAct(ctx, 'moneyCheck.proposeLift');
  return withTx(ctx, async (tx) => {
    if (!(await openStops(tx.db)).some((s) => s.currency === input.currency))
      throw new AppError('state.already_decided');
    return propose(tx, {
      kind: 'lift_freeze',
      subject: subjectOf(input.currency),
      payload: { currency: input.currency },
      note: input.note,
    });
  });
}

/**
 * The second staff member confirms: stopped payments continue at once. The differences stay and are reported; a new one
 * stops the currency anew.
 */
export async function confirmLift(
  ctx: StaffContext,
  input: z.output<typeof confirmLiftInput>,
): Promise<{ currency: string }> {
  requireStaffAct(ctx, 'moneyCheck.confirmLift');
  return withTx(ctx, async (tx) => {
    const { payload } = await approve(tx, { id: input.proposalId, kind: 'lift_freeze' });
    const currency = String(payload.currency);
    if (!isCurrency(currency)) throw new RangeError(`${currency} is no currency`);
    if (!(await resumeMoneyOut(tx, { currency, by: 'staff', at: tx.clock.now() })))
      throw new AppError('state.already_decided');
    await audit(tx, 'money_out.lifted', currency, { by: 'staff', proposal: input.proposalId });
    tx.integrations.log.warn({ currency }, 'two staff members let money-out go on');
    return { currency };
  });
}
