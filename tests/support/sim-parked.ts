import type { ByHand } from '../../scripts/sim/parked.ts';
import { parkedIdOf } from '../../scripts/sim/parked.ts';
import type { Outcome } from '../../scripts/sim/commands.ts';
import type { EngineProvider } from '../../scripts/sim/provider.ts';
import { paymentIdOf, type Sim } from '../../scripts/sim/state.ts';
import { otherOf, type Suspense } from '../../scripts/sim/suspense.ts';
import { FLOAT } from '../../scripts/sim/deal.ts';
import type { Selectable } from 'kysely';
import type { DB } from '../../db/types.ts';
import type { StaffActor } from '../../server/context.ts';
import { close } from '../../server/features/cases/service.ts';
import { confirmParked, parkedMoney, proposeParked } from '../../server/features/payments/suspense/parked-money.ts';
import { appealRuling } from '../../server/features/payments/suspense/rulings.ts';
import { confirmSuspense, proposeSuspense } from '../../server/features/payments/suspense/suspense-decisions.ts';
import { MISMATCH } from '../../server/features/payments/rules.ts';
import { floatTopUp } from '../../server/features/ledger/rules.ts';
import { postAll } from '../../server/features/ledger/service.ts';
import { isAppError } from '../../server/core/errors.ts';
import { createStaff, prove } from './people.ts';
import type { ProductPlayer } from './sim-product.ts';

const KINDS = ['provider_refund', 'transfer_reversed', 'unknown_money_event'] as const;
/** What a case of each kind is about. */
const OBJECTS = {
  provider_refund: 'refund',
  transfer_reversed: 'transfer_reversal',
  unknown_money_event: 'dispute',
} as const;
/** What is left of a suspended payment, whose case is named by the payment. */
const REST = ':rest';
const NOTE = 'We looked into it.';

/** Objects of the provider that the model names, as this engine names them: both made them in the same order. */
function counterpart(
  s: Sim,
  engine: EngineProvider,
  kind: 'charge' | 'transfer' | (typeof OBJECTS)[keyof typeof OBJECTS],
) {
  const theirs = [...s.provider.world.store.all(kind)].map(({ id }) => id);
  const own = [...engine.world.store.all(kind)].map(({ id }) => id);
  return (text: string): string => theirs.reduce((named, id, i) => named.replace(id, own[i]!), text);
}

/** What a person does at the provider's dashboard, and what staff and payees do about it, by their services. */
export class ParkedPlayer {
  readonly #player: ProductPlayer;
  readonly #staff = new Map<string, StaffActor>();
  #hasOther = false;

  constructor(player: ProductPlayer) {
    this.#player = player;
  }

  async execute(s: Sim, c: ByHand): Promise<Outcome> {
    const { engine } = this.#player;
    const { byHand, amount } = s.notes;
    switch (c.do) {
      case 'refundByHand':
        engine.refundByHand(counterpart(s, engine, 'charge')(byHand), amount);
        return 'done';
      case 'reverse':
        engine.reverseByHand(counterpart(s, engine, 'transfer')(byHand), amount);
        return 'done';
      case 'decideParked':
        await this.#decide(await this.#case(s, byHand), c);
        return 'done';
      case 'appealParked':
        await this.#appeal(await this.#case(s, byHand));
        return 'done';
    }
  }

  /** Charges are converted from now on, or no more; or two staff members decide about a payment that was not what was quoted. */
  async suspense(c: Suspense, milestoneId: string): Promise<Outcome> {
    const { world, clock } = this.#player;
    if (c.do === 'settlesIn') {
      await this.#settlesIn(c.other);
      return 'done';
    }
    const { id: paymentId } = await world.owner
      .selectFrom('payments')
      .select('id')
      .where('milestone_id', '=', milestoneId)
      .where('state', '=', 'processing')
      .where('failure_code', '=', MISMATCH)
      .executeTakeFirstOrThrow();
    const [first, second] = [await this.#person('finance', 1), await this.#person('super', 1)];
    const about = { paymentId, note: NOTE };
    const { id: proposalId } = await proposeSuspense(
      world.as(first, { clock }),
      c.way === 'paid_by_bank' ? { ...about, decision: c.way, reference: 'SEPA 4711' } : { ...about, decision: c.way },
    );
    await confirmSuspense(world.as(second, { clock }), { proposalId });
    return 'done';
  }

  async #settlesIn(converted: boolean): Promise<void> {
    const { deal, engine, contract } = this.#player;
    const other = otherOf(deal.currency);
    engine.settle(deal.currency, converted ? other : null);
    if (!converted || this.#hasOther) return;
    this.#hasOther = true;
    const opId = `float:${contract.contractId}:${other.currency}`;
    const made = engine.createTopUp({
      opId,
      idempotencyKey: opId,
      amount: FLOAT,
      currency: other.currency,
      description: 'Platform float',
    });
    await postAll(this.#player.system(), [
      { ...floatTopUp(other.currency, FLOAT), opId, providerRef: made.balanceTransactionId },
    ]);
  }

  async #case(s: Sim, named: string): Promise<string> {
    const [kind, key] = named.split(' ') as [(typeof KINDS)[number], string];
    const of = key.endsWith(REST) ? await this.#paymentsOf(s) : counterpart(s, this.#player.engine, OBJECTS[kind]);
    const { id } = await this.#player.world.owner
      .selectFrom('cases')
      .select('id')
      .where('kind', '=', kind)
      .where('key', '=', of(key))
      .executeTakeFirstOrThrow();
    return id;
  }

  /** Payments that the model names, as the product names them. */
  async #paymentsOf(s: Sim): Promise<(text: string) => string> {
    const { milestoneIds } = this.#player.contract;
    const rows = await this.#player.world.owner
      .selectFrom('payments')
      .select(['id', 'milestone_id', 'attempt'])
      .where('contract_id', 'in', this.#player.contractIds)
      .execute();
    const own = new Map(rows.map((p) => [paymentIdOf(milestoneIds.indexOf(p.milestone_id) + 1, p.attempt), p.id]));
    return (text) => s.payments.reduce((named, { id }) => named.replace(id, own.get(id)!), text);
  }

  async #person(role: 'finance' | 'super', n: number): Promise<StaffActor> {
    const known = this.#staff.get(`${role}${n}`) ?? (await createStaff(this.#player.world, role));
    this.#staff.set(`${role}${n}`, known);
    await prove(this.#player.world, known, this.#player.clock);
    return known;
  }

  /** One proposes, the other confirms; a case about which nothing is parked any more is closed by one. */
  async #decide(caseId: string, { way, staff }: Extract<ByHand, { do: 'decideParked' }>): Promise<void> {
    const { world, clock } = this.#player;
    const first = world.as(await this.#person('finance', staff), { clock });
    const second = world.as(await this.#person('super', staff), { clock });
    const parked = await parkedMoney(first, { caseId }).catch((error: unknown) => {
      if (isAppError(error) && error.code === 'state.wrong') return null;
      throw error;
    });
    if (!parked) {
      await close(second, { caseId, note: NOTE });
      return;
    }
    const { id: proposalId } = await proposeParked(first, {
      caseId,
      note: NOTE,
      ...(way === 'paid_by_bank' ? { decision: way, reference: 'SEPA 4713' } : { decision: way }),
    });
    await confirmParked(second, { proposalId });
  }

  async #appeal(caseId: string): Promise<void> {
    const { world, clock, contract } = this.#player;
    const ruling = await world.owner
      .selectFrom('parked_decisions')
      .select(['approval_id', 'payee_org'])
      .where('case_id', '=', caseId)
      .where('state', '=', 'open')
      .executeTakeFirstOrThrow();
    const payee = ruling.payee_org === contract.creator.orgId ? contract.creator : contract.agency!;
    await appealRuling(world.as(payee, { clock }), { rulingId: ruling.approval_id, text: 'I did the work.' });
  }

  /** Cases, decisions and what was taken back of transfers as the product has them; adds the names of the cases in the model. */
  async read(): Promise<(names: Map<string, string>) => string> {
    const { owner } = this.#player.world;
    const { contractIds } = this.#player;
    const ids = this.#objects();
    const [all, decisions, transfers, suspended] = await Promise.all([
      owner
        .selectFrom('cases')
        .selectAll()
        .where('kind', 'in', [...KINDS])
        .orderBy('opened_at')
        .execute(),
      owner
        .selectFrom('parked_decisions as d')
        .innerJoin('cases as c', 'c.id', 'd.case_id')
        .selectAll('d')
        .select(['c.key', 'c.contract_id'])
        .where('c.kind', 'in', [...KINDS])
        .execute(),
      owner
        .selectFrom('transfers')
        .selectAll()
        .where('contract_id', 'in', contractIds)
        .where('reversed_amount', '>', 0)
        .execute(),
      owner
        .selectFrom('suspense_decisions as d')
        .innerJoin('payments as p', 'p.id', 'd.payment_id')
        .select(['d.payment_id', 'd.attempt', 'd.decision', 'd.state'])
        .where('p.contract_id', 'in', contractIds)
        .execute(),
    ]);
    const isOwn = ({ key, contract_id: contractId }: { key: string; contract_id: string | null }): boolean =>
      ids.has(key.split(':')[0]!) || (key.endsWith(REST) && contractId !== null && contractIds.includes(contractId));
    const cases = all.filter(isOwn);
    return (names) => {
      for (const c of cases) names.set(c.id, `${c.kind} ${c.key}`);
      return textOf(cases, decisions.filter(isOwn), transfers, suspended);
    };
  }

  /** Those of this deal's engine; other deals are played in the same database. */
  #objects(): Set<string> {
    const { store } = this.#player.engine.world;
    return new Set(Object.values(OBJECTS).flatMap((kind) => [...store.all(kind)].map(({ id }) => id)));
  }
}

type Row<T extends keyof DB> = Selectable<DB[T]>;

const textOf = (
  cases: readonly Row<'cases'>[],
  decisions: readonly Row<'parked_decisions'>[],
  transfers: readonly Row<'transfers'>[],
  suspended: readonly Pick<Row<'suspense_decisions'>, 'payment_id' | 'attempt' | 'decision' | 'state'>[],
): string =>
  parkedText(
    cases.map((c) => ({
      id: c.id,
      about: c.milestone_id ?? '–',
      outcome: c.outcome === 'closed_by_staff' ? 'closed' : c.outcome,
      lines: ((c.details as { lines?: string }).lines ?? '').split(' ').filter(Boolean),
    })),
    decisions.map((d) => ({
      key: d.case_id,
      way: d.decision,
      amount: Number(d.amount),
      effectiveAt: d.effective_at,
      state: d.state,
    })),
    transfers.map((t) => [t.op_id, t.reversed_amount, t.reversed_by_bank, t.reversed_kept] as const),
    suspended.map((d) => `${d.payment_id} ${d.attempt} ${d.decision} ${d.state}`),
  );

function parkedText(
  cases: readonly { id: string; about: string; outcome: string | null; lines: readonly string[] }[],
  decisions: readonly { key: string; way: string; amount: number; effectiveAt: Date | null; state: string }[],
  reversed: readonly (readonly [string, number, number, number])[],
  suspended: readonly string[],
): string {
  return [
    cases.map((c) => `${c.id} ${c.about} ${c.outcome ?? 'open'} ${c.lines.join('+')}`),
    decisions.map((d) => `${d.key} ${d.way} ${d.amount} ${d.state} ${d.effectiveAt?.toISOString() ?? 'at once'}`),
    reversed.map((row) => row.join(' ')),
    suspended,
  ]
    .map((rows) => rows.join(', '))
    .join('; ');
}

/** The same of the model. */
export function parkedOfModel(s: Sim): string {
  const settled = (transfer: string, byBank: boolean): number =>
    s.parkedDecisions.reduce((sum, d) => {
      const c = s.parked.find((one) => parkedIdOf(one) === d.key)!;
      const counts = d.state === 'done' && c.transfer === transfer && (d.way === 'paid_by_bank') === byBank;
      return counts ? sum + d.amount : sum;
    }, 0);
  return parkedText(
    s.parked.map((c) => ({ id: parkedIdOf(c), about: c.milestoneId ?? '–', outcome: c.outcome, lines: c.lines })),
    s.parkedDecisions,
    s.transfers
      .filter((t) => t.reversed > 0)
      .map((t) => [t.opId, t.reversed, settled(t.opId, true), settled(t.opId, false)] as const),
    s.suspenseDecisions.map((d) => `${d.paymentId} ${d.attempt} ${d.way} ${d.state}`),
  );
}

/** Rows in an order of their own in each of its lists. */
export const inAnyOrder = (text: string): string =>
  text
    .split('; ')
    .map((rows) => rows.split(', ').toSorted().join(', '))
    .join('; ');
