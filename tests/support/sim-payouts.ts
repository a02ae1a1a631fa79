import type { Command, Outcome } from '../../scripts/sim/commands.ts';
import { payoutIdOf, type Leg, type PayoutPlan } from '../../scripts/sim/payout-row.ts';
import type { Sim } from '../../scripts/sim/state.ts';
import type { OrgActor } from '../../server/context.ts';
import { refreshAccountOf } from '../../server/features/payouts/account.ts';
import { banksOf, saveBanks } from '../../server/features/payouts/banks/queries.ts';
import type { KnownBank } from '../../server/features/payouts/banks/rules.ts';
import { payOut } from '../../server/features/payouts/service.ts';
import { advancePayout } from '../../server/features/payouts/delivery.ts';
import { payScheduled, saveSchedule } from '../../server/features/payouts/schedule/service.ts';
import { prove } from './people.ts';
import type { ProductPlayer } from './sim-product.ts';

/** Payouts and their schedules, by their services. */
export class PayoutPlayer {
  readonly #player: ProductPlayer;
  /** Names of the model, given in the order in which payouts appear: a command makes one at most. */
  readonly #names = new Map<string, string>();

  constructor(player: ProductPlayer) {
    this.#player = player;
  }

  #payee(leg: Leg): OrgActor {
    const { creator, agency } = this.#player.contract;
    return leg === 'creator' ? creator : agency!;
  }

  /** An account of the provider that is ready to be paid, with the bank accounts that it has. */
  async connect(orgId: string, accountId: string): Promise<void> {
    const { world, engine } = this.#player;
    await world.owner
      .insertInto('payout_accounts')
      .values({ org_id: orgId, provider_account_id: accountId, country: 'FR', currency: 'EUR', state: 'enabled' })
      .execute();
    const banks = engine.retrieveBanks(accountId);
    await saveBanks(
      world.owner,
      orgId,
      banks.map((bank) => ({ ...bank, changedAt: null, notifiedAt: null })),
    );
  }

  async readAccount(leg: Leg): Promise<Outcome> {
    const payee = this.#player.contract[leg === 'creator' ? 'creator' : 'agency'];
    if (payee) await refreshAccountOf(this.#player.system(), { orgId: payee.orgId });
    return 'done';
  }

  /** When each payee's bank accounts were exchanged, and who manages its payouts notified of it; and its schedule. */
  async accounts(): Promise<string> {
    const { contract, world } = this.#player;
    const texts: string[] = [];
    for (const leg of LEGS) {
      const payee = contract[leg === 'creator' ? 'creator' : 'agency'];
      if (!payee) continue;
      const row = await world.owner
        .selectFrom('payout_accounts')
        .select(['next_payout_at', 'schedule_stopped_at'])
        .where('org_id', '=', payee.orgId)
        .executeTakeFirstOrThrow();
      const plan = { nextAt: row.next_payout_at, stopped: row.schedule_stopped_at !== null };
      texts.push(accountText(leg, await banksOf(world.owner, payee.orgId), plan));
    }
    return texts.join('; ');
  }

  /** Payouts of the deal's payees, in the order in which they were requested, under the names of the model. */
  async payouts() {
    const { contract, world } = this.#player;
    const orgs = [contract.creator.orgId, ...(contract.agency ? [contract.agency.orgId] : [])];
    const rows = await world.owner
      .selectFrom('payouts as p')
      .innerJoin('operations as o', 'o.op_id', 'p.op_id')
      .select(['p.id', 'p.org_id', 'p.state', 'p.version', 'p.amount', 'p.scheduled', 'p.provider_id'])
      .select(['o.state as op_state', 'o.attempt'])
      .where('p.org_id', 'in', orgs)
      .orderBy('p.created_at')
      .orderBy('p.id')
      .execute();
    for (const { id } of rows) if (!this.#names.has(id)) this.#names.set(id, payoutIdOf(this.#names.size + 1));
    return rows.map((row) => ({
      ...row,
      named: this.#names.get(row.id)!,
      leg: legOf(row.org_id, contract.creator.orgId),
    }));
  }

  async request(leg: Leg): Promise<void> {
    const { world, clock, deal } = this.#player;
    await payOut(world.as(this.#payee(leg), { clock }), { currency: deal.currency });
  }

  async schedule({ leg, schedule, day, minimum }: Extract<Command, { do: 'schedule' }>): Promise<void> {
    const { world, clock } = this.#player;
    const payee = this.#payee(leg);
    await prove(world, payee, clock);
    await saveSchedule(world.as(payee, { clock }), { schedule, day, minimum });
  }

  async payDue(leg: Leg): Promise<void> {
    await payScheduled(this.#player.system(), { orgId: this.#payee(leg).orgId });
  }

  /** The payout that the model turns: of those that are not over. */
  async id(named: string): Promise<string> {
    const found = (await this.payouts()).find((p) => p.named === named);
    if (!found) throw new Error(`the product has no payout ${named}`);
    return found.id;
  }

  async turn(id: string): Promise<Outcome> {
    await advancePayout(this.#player.system(), { payoutId: id });
    return 'ended';
  }
}

const LEGS = ['creator', 'agent'] as const;

function accountText(
  leg: Leg,
  banks: readonly KnownBank[],
  { nextAt, stopped }: Pick<PayoutPlan, 'nextAt' | 'stopped'>,
): string {
  const at = (date: Date | null): string => date?.toISOString() ?? '–';
  const lines = banks.map(
    (bank) => `${bank.currency} ${bank.last4 ?? '–'} ${at(bank.changedAt)} ${at(bank.notifiedAt)}`,
  );
  return `${leg}: ${lines.join(', ')}; next ${at(nextAt)}${stopped ? ', stopped' : ''}`;
}

/** The same of the model. */
export const accountsOfModel = (s: Sim): string =>
  LEGS.filter((leg) => leg === 'creator' || s.deal.commissionBps > 0)
    .map((leg) => accountText(leg, s.accounts[leg].banks, s.schedules[leg]))
    .join('; ');

const legOf = (org: string, creator: string): Leg => (org === creator ? 'creator' : 'agent');
