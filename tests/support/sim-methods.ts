import type { Command, Outcome } from '../../scripts/sim/commands.ts';
import { SAVERS } from '../../scripts/sim/saved-row.ts';
import type { Sim } from '../../scripts/sim/state.ts';
import type { OrgActor } from '../../server/context.ts';
import { finishSetup, followMethod, removeMethod, startSetup } from '../../server/features/payment-methods/setup.ts';
import { saveReleaseLimits } from '../../server/features/orgs/release-limits.ts';
import { setAutoFund, setDefault } from '../../server/features/payment-methods/service.ts';
import { fundAutomatically } from '../../server/features/payments/checkout/automatic.ts';
import { prove } from './people.ts';
import type { ProductPlayer } from './sim-product.ts';

type MethodCommand = Extract<
  Command,
  {
    do:
      | 'setDefault'
      | 'saveLimits'
      | 'saveMethod'
      | 'removeMethod'
      | 'followMethod'
      | 'autoFund'
      | 'fundAutomatically'
      | 'answerBank';
  }
>;

/** Saved methods, automatic payments and other payment settings of the brand, by their services. */
export class MethodPlayer {
  readonly #player: ProductPlayer;
  /** In the order in which they were saved, as commands count them. */
  readonly #ids: string[] = [];

  constructor(player: ProductPlayer) {
    this.#player = player;
  }

  idOf(n: number | undefined): string | undefined {
    return n === undefined ? undefined : this.#ids[n];
  }

  async execute(c: MethodCommand, milestoneId: string): Promise<Outcome> {
    const { world, clock } = this.#player;
    switch (c.do) {
      case 'saveMethod':
        await this.#save(c);
        break;
      case 'removeMethod':
        await this.#remove(c.n, await this.#player.actor({ side: 'brand', role: c.role }));
        break;
      case 'followMethod':
        await followMethod(this.#player.system(), { methodId: this.#ids[c.n]! });
        break;
      case 'setDefault': {
        const by = await this.#player.actor({ side: 'brand', role: c.role });
        await prove(world, by, clock);
        await setDefault(world.as(by, { clock }), { methodId: this.#ids[c.n]! });
        break;
      }
      case 'saveLimits': {
        const by = await this.#player.actor({ side: 'brand', role: c.role });
        await prove(world, by, clock);
        await saveReleaseLimits(world.as(by, { clock }), c.limits);
        break;
      }
      case 'autoFund':
        await this.#switchAutoFund(c.on, await this.#player.actor({ side: 'brand', role: c.role }));
        break;
      case 'fundAutomatically':
        await fundAutomatically(this.#player.system(), { milestoneId });
        return 'ended';
      case 'answerBank':
        await this.#answerBank(milestoneId, c.approves);
    }
    return 'done';
  }

  async #save({ how }: Extract<Command, { do: 'saveMethod' }>): Promise<void> {
    const { world, clock, contract, engine } = this.#player;
    await prove(world, contract.brand, clock);
    const ctx = () => world.as(contract.brand, { clock });
    const { methodId } = await startSetup(ctx());
    const { session_id } = await world.owner
      .selectFrom('payment_methods')
      .select('session_id')
      .where('id', '=', methodId)
      .executeTakeFirstOrThrow();
    engine.fillSetup(session_id!, SAVERS[how]);
    await finishSetup(ctx(), { methodId });
    this.#ids.push(methodId);
  }

  async #remove(n: number, by: OrgActor): Promise<void> {
    const { world, clock } = this.#player;
    await prove(world, by, clock);
    await removeMethod(world.as(by, { clock }), { methodId: this.#ids[n]! });
  }

  async #switchAutoFund(on: boolean, by: OrgActor): Promise<void> {
    const { world, clock } = this.#player;
    await prove(world, by, clock);
    await setAutoFund(world.as(by, { clock }), { on });
  }

  async #answerBank(milestoneId: string, approves: boolean): Promise<void> {
    const { engine, world } = this.#player;
    const line = await world.owner
      .selectFrom('payments')
      .select(['id', 'lead_id'])
      .where('milestone_id', '=', milestoneId)
      .orderBy('attempt', 'desc')
      .executeTakeFirstOrThrow();
    const lead = await world.owner
      .selectFrom('payments as p')
      .innerJoin('payer_accounts as a', 'a.brand_org', 'p.brand_org')
      .select(['p.op_id', 'p.payment_intent_id', 'a.customer_id'])
      .where('p.id', '=', line.lead_id ?? line.id)
      .executeTakeFirstOrThrow();
    const id = lead.payment_intent_id ?? engine.findPayment(lead.op_id, lead.customer_id!)!.paymentIntentId;
    engine.answerBank(id, approves);
  }

  /** As words, as the model has them. */
  async methods(): Promise<string> {
    const { world, contract } = this.#player;
    const rows = await world.owner
      .selectFrom('payment_methods')
      .select(['id', 'state', 'kind', 'is_default'])
      .where('brand_org', '=', contract.brand.orgId)
      .execute();
    return this.#ids
      .map((id) => rows.find((row) => row.id === id)!)
      .map((row) => `${row.kind} ${row.state}${row.is_default ? ', default' : ''}`)
      .join('; ');
  }

  /** Automatic payments, as words, as the model has them. */
  async automatic(): Promise<string> {
    const { world, contract } = this.#player;
    const payer = await world.owner
      .selectFrom('payer_accounts')
      .select(['auto_fund', 'auto_fund_at'])
      .where('brand_org', '=', contract.brand.orgId)
      .executeTakeFirst();
    const rows = await world.owner
      .selectFrom('auto_fundings')
      .select(['milestone_id', 'state', 'code', 'method_id'])
      .where('brand_org', '=', contract.brand.orgId)
      .execute();
    return [
      `${payer?.auto_fund ?? false} since ${payer?.auto_fund_at?.toISOString() ?? '–'}`,
      ...rows
        .map((row) => ({ ...row, m: contract.milestoneIds.indexOf(row.milestone_id) + 1 }))
        .toSorted((a, b) => a.m - b.m)
        .map(({ m, state, code, method_id }) => `${m} ${state} ${code ?? '–'} ${this.numberOf(method_id)}`),
    ].join('; ');
  }

  /** The number of a method, as the model has it. */
  numberOf(id: string | null): string {
    return id === null ? '–' : String(this.#ids.indexOf(id));
  }
}

export const methodsOfModel = (s: Sim): string =>
  s.methods.map((m) => `${m.kind} ${m.state}${m.isDefault ? ', default' : ''}`).join('; ');

export const automaticOfModel = (s: Sim): string =>
  [
    `${s.autoFund.on} since ${s.autoFund.at === null ? '–' : new Date(s.autoFund.at).toISOString()}`,
    ...s.automatic
      .map((one) => ({ ...one, m: s.milestones.findIndex(({ id }) => id === one.milestoneId) + 1 }))
      .toSorted((a, b) => a.m - b.m)
      .map(({ m, state, code, method }) => `${m} ${state} ${code ?? '–'} ${method ?? '–'}`),
  ].join('; ');
