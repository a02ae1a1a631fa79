import type { Command, Outcome } from '../../scripts/sim/commands.ts';
import { SAVERS } from '../../scripts/sim/saved-row.ts';
import type { Sim } from '../../scripts/sim/state.ts';
import type { OrgActor } from '../../server/context.ts';
import { finishSetup, followMethod, removeMethod, startSetup } from '../../server/features/payment-methods/setup.ts';
import { prove } from './people.ts';
import type { ProductPlayer } from './sim-product.ts';

/** Saved methods of the brand, by their services. */
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

  async save({ how }: Extract<Command, { do: 'saveMethod' }>): Promise<void> {
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

  async remove(n: number, by: OrgActor): Promise<void> {
    const { world, clock } = this.#player;
    await prove(world, by, clock);
    await removeMethod(world.as(by, { clock }), { methodId: this.#ids[n]! });
  }

  async follow(n: number): Promise<Outcome> {
    await followMethod(this.#player.system(), { methodId: this.#ids[n]! });
    return 'done';
  }

  async answerBank(milestoneId: string, approves: boolean): Promise<void> {
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

  /** The number of a method, as the model has it. */
  numberOf(id: string | null): string {
    return id === null ? '–' : String(this.#ids.indexOf(id));
  }
}

export const methodsOfModel = (s: Sim): string =>
  s.methods.map((m) => `${m.kind} ${m.state}${m.isDefault ? ', default' : ''}`).join('; ');
