import { sql } from 'kysely';
import { PAYERS, type Command, type Outcome } from '../../scripts/sim/commands.ts';
import { bankDisputeOf } from '../../scripts/sim/joint.ts';
import { debtPaymentIdOf, parkedCaseIdOf } from '../../scripts/sim/debts.ts';
import type { Sim } from '../../scripts/sim/state.ts';
import { newId } from '../../server/core/ids.ts';
import { payDebts } from '../../server/features/payments/debts/pay.ts';
import { RULING_APPEAL_MS } from '../../server/features/payments/rules.ts';
import { settleParked } from '../../server/features/payments/suspense/parked-money.ts';
import { appealRuling } from '../../server/features/payments/suspense/rulings.ts';
import type { ProductPlayer } from './sim-product.ts';

type DebtCommand = Extract<
  Command,
  { do: 'overturn' | 'fraud' | 'appealRuling' | 'payDebts' | 'payDebtPage' | 'writeOff' | 'returnTooMuch' }
>;

/** What a brand owes after lost disputes, and what two staff members decide; their decisions are written as the services write them. */
export class DebtPlayer {
  readonly #player: ProductPlayer;

  constructor(player: ProductPlayer) {
    this.#player = player;
  }

  async execute(c: DebtCommand, milestoneId: string): Promise<Outcome> {
    const { world, engine, clock, deal, contract } = this.#player;
    const { owner } = world;
    const now = clock.now();
    switch (c.do) {
      case 'overturn': {
        const rows = await owner
          .selectFrom('card_disputes')
          .select('id')
          .where('milestone_id', '=', milestoneId)
          .orderBy('opened_at')
          .execute();
        const status = (id: string) => engine.world.get('dispute', bankDisputeOf(id)).status;
        const decided = rows.findLast(({ id }) => status(id) === 'won' || status(id) === 'lost')!;
        engine.closeDispute(bankDisputeOf(decided.id), status(decided.id) === 'won' ? 'lost' : 'won');
        return 'done';
      }
      case 'payDebts': {
        const { owed } = await owner
          .selectFrom('brand_debts')
          .select(sql<number>`coalesce(sum(amount - cancelled - paid - written_off), 0)::bigint`.as('owed'))
          .where('brand_org', '=', contract.brand.orgId)
          .executeTakeFirstOrThrow();
        const person = await this.#player.actor({ side: 'brand', role: c.role });
        await payDebts(world.as(person, { clock }), { currency: deal.currency, amount: Number(owed) });
        return 'done';
      }
      case 'payDebtPage': {
        const page = await owner
          .selectFrom('debt_payments')
          .select('session_id')
          .where('brand_org', '=', contract.brand.orgId)
          .where('state', '=', 'open')
          .executeTakeFirstOrThrow();
        engine.pay(page.session_id!, PAYERS[c.how]);
        return 'done';
      }
      case 'writeOff': {
        const debt = await owner
          .selectFrom('brand_debts')
          .select(['id', sql<number>`amount - cancelled - paid - written_off`.as('owed')])
          .where('brand_org', '=', contract.brand.orgId)
          .where(sql<boolean>`amount > cancelled + paid + written_off`)
          .orderBy('opened_at')
          .orderBy('id')
          .executeTakeFirstOrThrow();
        await sql`insert into debt_write_offs(approval_id, debt_id, amount, decided_at)
          values (${await this.#approved('debt_write_off', debt.id)}, ${debt.id}, ${debt.owed}, ${now})`.execute(owner);
        return 'done';
      }
      case 'fraud': {
        const { id } = await owner
          .selectFrom('cases')
          .select('id')
          .where('milestone_id', '=', milestoneId)
          .where('kind', '=', 'fraud_warning')
          .where('state', '=', 'open')
          .orderBy('opened_at')
          .executeTakeFirstOrThrow();
        const anew = await owner
          .selectFrom('parked_decisions')
          .select('approval_id')
          .where('case_id', '=', id)
          .where('state', '=', 'appealed')
          .executeTakeFirst();
        const effectiveAt = anew ? null : new Date(now.getTime() + RULING_APPEAL_MS);
        await sql`insert into parked_decisions(approval_id, case_id, decision, amount, currency, lines, decided_at, payee_org, contract_id, milestone_id, ruling, effective_at)
          select ${await this.#approved('parked_money', id)}, ${id}, 'fraud', amount - released_parts, currency, '{}', ${now}, creator_org, contract_id, id, 'The card was stolen', ${effectiveAt}
            from milestones where id = ${milestoneId}`.execute(owner);
        return 'done';
      }
      case 'appealRuling': {
        const { approval_id: rulingId } = await owner
          .selectFrom('parked_decisions')
          .select('approval_id')
          .where('milestone_id', '=', milestoneId)
          .where('decision', '=', 'fraud')
          .orderBy('decided_at', 'desc')
          .orderBy('approval_id', 'desc')
          .executeTakeFirstOrThrow();
        await appealRuling(world.as(contract.creator, { clock }), { rulingId, text: 'The card was not stolen.' });
        return 'done';
      }
      case 'returnTooMuch': {
        const parked = await owner
          .selectFrom('cases')
          .select(['id', 'amount', 'currency', 'details'])
          .where('org_id', '=', contract.brand.orgId)
          .where('kind', '=', 'unknown_money_event')
          .where('state', '=', 'open')
          .orderBy('opened_at')
          .executeTakeFirstOrThrow();
        const { lines } = parked.details as { lines: string };
        await sql`insert into parked_decisions(approval_id, case_id, decision, amount, currency, lines, reference, decided_at)
          values (${await this.#approved('parked_money', parked.id)}, ${parked.id}, 'paid_by_bank', ${parked.amount}, ${parked.currency}, ${[lines]}, 'SEPA 4712', ${now})`.execute(
          owner,
        );
        await settleParked(this.#player.system());
        return 'done';
      }
    }
  }

  async #approved(kind: string, subject: string): Promise<string> {
    const id = newId();
    const now = this.#player.clock.now();
    await sql`insert into staff_approvals(id, kind, subject, state, proposed_by, proposed_at, note, expires_at, decided_by, decided_at)
      values (${id}, ${kind}, ${subject}, 'approved', 'staff-1', ${now}, 'We looked into it.', ${now}, 'staff-2', ${now})`.execute(
      this.#player.world.owner,
    );
    return id;
  }

  /** Debts and their payments as the product has them, as words; adds the names of their ids in the model. */
  async read(): Promise<(names: Map<string, string>) => string> {
    const { owner } = this.#player.world;
    const of = this.#player.contract.brand.orgId;
    const [debts, pages, offs, cases] = await Promise.all([
      owner.selectFrom('brand_debts').selectAll().where('brand_org', '=', of).execute(),
      owner.selectFrom('debt_payments').selectAll().where('brand_org', '=', of).orderBy('created_at').execute(),
      owner
        .selectFrom('debt_write_offs as w')
        .innerJoin('brand_debts as d', 'd.id', 'w.debt_id')
        .select(['w.approval_id', 'w.state'])
        .where('d.brand_org', '=', of)
        .orderBy('w.decided_at')
        .orderBy('w.approval_id')
        .execute(),
      owner
        .selectFrom('cases')
        .select(['id', 'key'])
        .where('org_id', '=', of)
        .where('kind', '=', 'unknown_money_event')
        .execute(),
    ]);
    return (names) => {
      const ofDebt = (d: { dispute_id: string | null; case_id: string | null }): string =>
        d.dispute_id ?? names.get(d.case_id ?? '') ?? '';
      for (const d of debts) names.set(d.id, ofDebt(d));
      for (const [i, p] of pages.entries()) {
        names.set(p.id, debtPaymentIdOf(i + 1));
        const parked = cases.find(({ key }) => key === `debt:${p.id}`);
        if (parked) names.set(parked.id, parkedCaseIdOf(i + 1));
      }
      for (const [i, w] of offs.entries()) names.set(w.approval_id, String(i + 1));
      return debtsText(
        debts.map((d) => ({ ...d, disputeId: ofDebt(d) })),
        pages,
        offs.map((w) => w.state === 'open'),
      );
    };
  }
}

interface DebtWords {
  disputeId: string;
  amount: number;
  cancelled: number;
  paid: number;
  written_off: number;
  repaid: number;
  regained: number;
}

function debtsText(
  debts: readonly DebtWords[],
  pages: readonly { amount: number; state: string }[],
  offs: readonly boolean[],
): string {
  const rows = debts.map(
    (d) => `${d.disputeId} ${d.amount} ${d.cancelled} ${d.paid} ${d.written_off} ${d.repaid} ${d.regained}`,
  );
  return `${rows.sort().join(', ')}; ${pages.map((p) => `${p.state} ${p.amount}`).join(', ')}; ${offs.join(', ')}`;
}

/** The same of the model. */
export const debtsOfModel = (s: Sim): string =>
  debtsText(
    s.debts,
    s.debtPayments,
    s.writeOffs.map(({ open }) => open),
  );
