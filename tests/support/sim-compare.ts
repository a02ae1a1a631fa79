import { sql } from 'kysely';
import type { EngineProvider } from '../../scripts/sim/provider.ts';
import { contestIdOf, type Contest } from '../../scripts/sim/contest-row.ts';
import { IDS, milestoneIdOf, paymentIdOf, type Sim } from '../../scripts/sim/state.ts';
import { addendaOfModel } from './sim-addenda.ts';
import { debtsOfModel } from './sim-debts.ts';
import { inAnyOrder, parkedOfModel } from './sim-parked.ts';
import { automaticOfModel, methodsOfModel } from './sim-methods.ts';
import { accountsOfModel } from './sim-payouts.ts';
import type { ProductPlayer } from './sim-product.ts';

/** Numbers of the provider's own ids, which are random: by kind, in the order in which they were made. */
function numbersOf(engine: EngineProvider): Map<string, string> {
  const numbers = new Map<string, string>();
  for (const kind of ['dispute', 'balance_transaction', 'fraud_warning', 'refund', 'transfer_reversal'] as const) {
    let n = 0;
    for (const { id } of engine.world.store.all(kind)) numbers.set(id, `${kind}#${(n += 1)}`);
  }
  return numbers;
}

const PROVIDER_ID = /\b(du|txn|issfr|re|trr)_\w+/g;
const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

interface Legs {
  code: string;
  scope: string;
  debit: number;
  credit: number;
}
const legsText = (legs: readonly Legs[], named: (text: string) => string): string =>
  legs
    .map((leg) => `${leg.code}/${named(leg.scope)} ${Number(leg.debit)} ${Number(leg.credit)}`)
    .sort()
    .join(', ');

const at = (date: Date | null): string => date?.toISOString() ?? '–';

/** Compares the model with the product after each command: rows, timeline and postings, each in words of its own. */
export class Comparison {
  readonly #product: ProductPlayer;
  /** How many of each contract were compared. */
  readonly #events = new Map<string, number>();
  #entries = 0;
  #posted = 0;
  /** Ids of the product → those of the model. */
  readonly #ids = new Map<string, string>();

  private constructor(product: ProductPlayer) {
    this.#product = product;
    const { contract } = product;
    for (const [i, id] of product.contractIds.entries()) this.#ids.set(id, i === 0 ? IDS.contract : IDS.second);
    this.#ids.set(contract.brand.orgId, IDS.brand);
    this.#ids.set(contract.creator.orgId, IDS.creator);
    if (contract.agency) this.#ids.set(contract.agency.orgId, IDS.agency);
    for (const [i, id] of contract.milestoneIds.entries()) this.#ids.set(id, milestoneIdOf(i + 1));
  }

  static async begin(product: ProductPlayer): Promise<Comparison> {
    const comparison = new Comparison(product);
    const { rows } = await sql<{ id: number }>`select coalesce(max(id), 0) as id from ledger_entries`.execute(
      product.world.owner,
    );
    comparison.#entries = Number(rows[0]!.id);
    // The model has carried out its first command already: only the float was posted before.
    comparison.#posted = 1;
    return comparison;
  }

  /** What differs now; empty when both agree. */
  async differences(s: Sim): Promise<string[]> {
    const { world, contract, contractIds, engine } = this.#product;
    const { owner } = world;
    const seqOf = (milestoneId: string): number => contract.milestoneIds.indexOf(milestoneId) + 1;
    const [milestones, payments, operations, events, entries, disputes, contests, deals, ...others] = await Promise.all(
      [
        owner.selectFrom('milestones').selectAll().where('contract_id', 'in', contractIds).execute(),
        owner.selectFrom('payments').selectAll().where('contract_id', 'in', contractIds).orderBy('attempt').execute(),
        sql<{
          op_id: string;
          state: string;
          attempt: number;
          own: string | null;
        }>`select o.op_id, o.state, o.attempt, coalesce(t.state || ' ' || t.amount || ' part ' || t.part || case when t.source_charge is null then '' else ' of its charge' end, r.state || ' ' || r.amount || ' ' || r.reason) as own
          from operations o left join transfers t on t.op_id = o.op_id left join refunds r on r.op_id = o.op_id where o.contract_id = any(${contractIds}) order by o.op_id`.execute(
          owner,
        ),
        owner
          .selectFrom('escrow_events')
          .select(['contract_id', 'seq', 'type', 'milestone_id', 'actor_kind', 'data', 'at'])
          .select(['held', 'released', 'refunded', 'disputed'])
          .where((eb) =>
            eb.or(
              contractIds.map((id) =>
                eb.and([eb('contract_id', '=', id), eb('seq', '>', this.#events.get(this.#ids.get(id)!) ?? 0)]),
              ),
            ),
          )
          .orderBy('seq')
          .execute(),
        sql<Legs & { id: number; op_id: string; kind: string }>`
        select e.id, t.op_id, t.kind, a.code, a.scope, e.debit, e.credit from ledger_entries e
          join ledger_tx t on t.id = e.tx_id join ledger_accounts a on a.id = e.account_id where e.id > ${this.#entries} order by e.id`.execute(
          owner,
        ),
        owner.selectFrom('card_disputes').selectAll().where('contract_id', 'in', contractIds).execute(),
        owner
          .selectFrom('disputes')
          .selectAll()
          .where('contract_id', 'in', contractIds)
          .orderBy('opened_at')
          .orderBy('id')
          .execute(),
        owner.selectFrom('contracts').select(['id', 'state']).where('id', 'in', contractIds).execute(),
        this.#product.payouts.payouts(),
        this.#product.parked.read(),
        this.#product.debts.read(),
        this.#product.payouts.accounts(),
        this.#product.methods.methods(),
        this.#product.methods.automatic(),
        this.#product.addenda.read(),
      ],
    );
    const [payouts, parkedOf, debtsOf, accounts, methods, automatic, addenda] = others;
    milestones.sort((a, b) => seqOf(a.id) - seqOf(b.id));
    for (const m of milestones) this.#ids.set(m.id, milestoneIdOf(seqOf(m.id)));
    for (const p of payments) this.#ids.set(p.id, paymentIdOf(seqOf(p.milestone_id), p.attempt));
    // Known ones first: two that began at the same time have no order of their own.
    const isNew = (c: { id: string }): boolean => !this.#ids.has(c.id);
    const perMilestone = new Map<string, number>();
    for (const c of contests.toSorted((a, b) => Number(isNew(a)) - Number(isNew(b)))) {
      const n = (perMilestone.get(c.milestone_id) ?? 0) + 1;
      perMilestone.set(c.milestone_id, n);
      if (isNew(c)) this.#ids.set(c.id, contestIdOf(seqOf(c.milestone_id), n));
    }
    for (const p of payouts) this.#ids.set(p.id, p.named);
    const parked = parkedOf(this.#ids);
    const debts = debtsOf(this.#ids);
    const own = numbersOf(engine);
    const theirs = numbersOf(s.provider);
    const named = (text: string): string =>
      text.replace(UUID, (id) => this.#ids.get(id) ?? id).replace(PROVIDER_ID, (id) => own.get(id) ?? id);
    const inModel = (text: string): string => text.replace(PROVIDER_ID, (id) => theirs.get(id) ?? id);
    const found: string[] = [];
    const compare = (what: string, product: string, model: string): void => {
      if (product !== model) found.push(`${what}: ${product} in the product, ${model} in the model`);
    };

    compare(
      'contracts',
      contractIds.map((id) => deals.find((deal) => deal.id === id)!.state).join(', '),
      s.contracts.map(({ state }) => state).join(', '),
    );
    for (const [i, row] of milestones.entries()) {
      const m = s.milestones[i]!;
      const text = (one: typeof m | typeof row): string =>
        [
          one.state,
          `v${one.version}`,
          at(one.deadline_at),
          `held until ${at(one.hold_expires_at)}`,
          `holds ${[...one.holds].sort().join('+')}`,
          `round ${one.round}`,
          `parts ${one.released_parts}`,
          one.review_extended ? 'extended' : '',
          one.accepted_at ? 'accepted' : '',
          one.refund_reason ?? '',
          `proposed by ${one.cancel_proposed_by ?? '–'}`,
          `agreed ${one.agreed_kept ?? '–'}`,
          `due ${at(one.due_at)}`,
          `${one.amount}${one.bonus ? ' bonus' : ''}`,
          `due again ${at(one.work_due_at)}`,
          `overdue post ${at(one.post_overdue_at)}`,
          `settled ${one.settled_kept ?? '–'}`,
          `charged back ${at(one.charged_back_at)}`,
        ].join(' ');
      compare(`milestone ${i + 1}`, text(row), text(m));
      const next = this.#product.nextStepOf(i + 1);
      const expected = s.snapshots.get(m.id)?.steps[0];
      compare(
        `next step of milestone ${i + 1}`,
        next ? `${next.act} ${new Date(next.at).toISOString()}` : '–',
        expected ? `${expected.act} ${expected.at.toISOString()}` : '–',
      );
    }
    compare(
      'payments',
      payments
        .map(
          (p) =>
            `${this.#ids.get(p.id)} ${p.state} ${p.total} ${this.#product.methods.numberOf(p.method_id)} ${p.failure_code ?? ''}`,
        )
        .sort()
        .join(', '),
      s.payments
        .map((p) => `${p.id} ${p.state} ${p.total} ${p.method ?? '–'} ${p.failureCode ?? ''}`)
        .sort()
        .join(', '),
    );
    const ofModel = [...s.operations.values()]
      .filter((o) => !/^(po|debt):/.test(o.op_id))
      .map((o) => {
        const t = s.transfers.find((x) => x.opId === o.op_id);
        const r = s.refunds.find((x) => x.opId === o.op_id);
        const source = t?.source ? ' of its charge' : '';
        const more = t
          ? `${t.state} ${t.amount} part ${t.part}${source}`
          : r
            ? `${r.state} ${r.amount} ${r.reason}`
            : '';
        return `${inModel(o.op_id)} ${o.state} ${o.attempt} ${more}`;
      });
    compare(
      'operations',
      operations.rows
        .map((o) => `${named(o.op_id)} ${o.state} ${o.attempt} ${o.own ?? ''}`)
        .sort()
        .join(', '),
      ofModel.sort().join(', '),
    );
    compare(
      'payouts',
      payouts
        .map(
          (p) => `${p.named} ${p.leg} ${p.state} v${p.version} ${p.amount} ${p.scheduled} ${p.op_state} ${p.attempt}`,
        )
        .sort()
        .join(', '),
      s.payouts
        .map((p) => {
          const op = s.operations.get(p.opId)!;
          return `${p.id} ${p.leg} ${p.state} v${p.version} ${p.amount} ${p.scheduled} ${op.state} ${op.attempt}`;
        })
        .sort()
        .join(', '),
    );
    compare('saved methods', methods, methodsOfModel(s));
    compare('automatic payments', automatic, automaticOfModel(s));
    compare('prices and addenda', addenda, addendaOfModel(s));
    compare('accounts of payees', accounts, accountsOfModel(s));
    compare(
      'disputes',
      disputes
        .map((d) => `${named(d.id)} ${d.state} ${d.withdrawn} ${d.set_aside} ${d.returned} ${d.suspended}`)
        .sort()
        .join(', '),
      s.disputes
        .map((d) => `${inModel(d.id)} ${d.state} ${d.withdrawn} ${d.set_aside} ${d.returned} ${d.suspended}`)
        .sort()
        .join(', '),
    );
    // The order of debts is that of their disputes' names.
    const inOrder = (text: string): string => {
      const [rows, ...others] = text.split('; ');
      return [rows!.split(', ').sort().join(', '), ...others].join('; ');
    };
    compare('moved by hand', inAnyOrder(named(parked)), inAnyOrder(inModel(parkedOfModel(s))));
    compare('debts', inOrder(named(debts)), inOrder(inModel(debtsOfModel(s))));
    const contestText = (c: Contest | (typeof contests)[number], id: string): string =>
      [
        id,
        c.state,
        `v${c.version}`,
        `${c.amount}`,
        `returned ${c.returned}`,
        `kept ${c.kept ?? '–'}`,
        c.outcome ?? '',
        `until ${at(c.phase_ends_at)}`,
        `by ${c.opened_side}`,
        `joined ${at(c.joined_at)}`,
        `settled ${at(c.settled_at)}`,
        `appealed by ${c.appealed_side ?? '–'}`,
        `announced ${c.announced ?? '–'}`,
        `ended ${at(c.ended_at)}`,
      ].join(' ');
    compare(
      'disputes of the sides',
      contests
        .map((c) => contestText(c, this.#ids.get(c.id) ?? c.id))
        .sort()
        .join(', '),
      s.contests
        .map((c) => contestText(c, c.id))
        .sort()
        .join(', '),
    );
    this.#compareEvents(s, events, compare);
    this.#comparePostings(s, entries.rows, named, inModel, compare);
    return found;
  }

  #compareEvents(
    s: Sim,
    events: readonly {
      contract_id: string;
      seq: number;
      type: string;
      milestone_id: string | null;
      actor_kind: string;
      data: unknown;
      held: number;
      released: number;
      refunded: number;
      disputed: number;
    }[],
    compare: (what: string, product: string, model: string) => void,
  ): void {
    const line = (
      seq: number,
      type: string,
      m: string | null,
      by: string,
      sums: { held: number; released: number; refunded: number; disputed: number },
      amount: unknown,
    ): string =>
      `${seq} ${type} ${m} ${by} ${sums.held}/${sums.released}/${sums.refunded}/${sums.disputed} ${amount === null || amount === undefined ? '' : String(amount)}`;
    for (const { id: contractId } of s.contracts) {
      const before = this.#events.get(contractId) ?? 0;
      const model = s.events.filter((e) => e.contractId === contractId && e.seq > before);
      compare(
        'events',
        events
          .filter((e) => this.#ids.get(e.contract_id) === contractId)
          .map((e, i) => {
            const amount = model[i]?.amount === null ? null : (e.data as { amount?: number }).amount;
            const id = e.milestone_id === null ? null : (this.#ids.get(e.milestone_id) ?? null);
            return line(e.seq, e.type, id, e.actor_kind, e, amount);
          })
          .join('; '),
        model.map((e) => line(e.seq, e.type, e.milestoneId, e.actorKind, e, e.amount)).join('; '),
      );
      this.#events.set(contractId, before + model.length);
    }
  }

  #comparePostings(
    s: Sim,
    entries: readonly (Legs & { id: number; op_id: string; kind: string })[],
    named: (text: string) => string,
    inModel: (text: string) => string,
    compare: (what: string, product: string, model: string) => void,
  ): void {
    const byOp = new Map<string, Legs[]>();
    for (const e of entries) {
      const key = `${e.kind} ${named(e.op_id)}`;
      byOp.set(key, [...(byOp.get(key) ?? []), e]);
      this.#entries = Math.max(this.#entries, Number(e.id));
    }
    const fresh = [...s.books.posted.values()].slice(this.#posted);
    this.#posted = s.books.posted.size;
    compare(
      'postings',
      [...byOp]
        .map(([op, legs]) => `${op}: ${legsText(legs, named)}`)
        .sort()
        .join('; '),
      fresh
        .map((p) => `${p.kind} ${inModel(p.opId)}: ${legsText(p.legs, inModel)}`)
        .sort()
        .join('; '),
    );
  }
}
