import { wishesOf, type AboutAddendum } from '../../scripts/sim/addenda.ts';
import { ADDED, BONUS } from '../../scripts/sim/addendum.ts';
import type { Wish } from '../../scripts/sim/addendum-row.ts';
import type { Outcome } from '../../scripts/sim/commands.ts';
import type { Person } from '../../scripts/sim/viewer.ts';
import { termsTotal } from '../../server/features/terms/rules.ts';
import type { Sim } from '../../scripts/sim/state.ts';
import type { OrgContext } from '../../server/context.ts';
import type { StepOutcome } from '../../server/core/step.ts';
import { decline, withdraw } from '../../server/features/addenda/answer.ts';
import { applyAddendum, expireAddendum, remindAddendum } from '../../server/features/addenda/apply.ts';
import { propose } from '../../server/features/addenda/propose.ts';
import type { AddendumChange, AddendumClock } from '../../server/features/addenda/schema.ts';
import { sign } from '../../server/features/addenda/sign.ts';
import type { Side } from '../../server/features/terms/schema.ts';
import { change, device } from '../server/features/addenda/addenda-kit.ts';
import type { ProductPlayer } from './sim-product.ts';

/** Addenda, by their services. */
export class AddendumPlayer {
  readonly #player: ProductPlayer;

  constructor(player: ProductPlayer) {
    this.#player = player;
  }

  async execute(c: AboutAddendum): Promise<Outcome> {
    const contractId = this.#contractId(c.second);
    switch (c.do) {
      case 'amend':
      case 'bonus':
      case 'agreeChanges': {
        await this.#propose(contractId, 'by' in c ? c.by : 'creator', wishesOf(c));
        for (const side of ['creator', 'brand'] as const) await this.#sign(contractId, { side, role: 'owner' });
        return this.#follow(contractId);
      }
      case 'proposeChanges':
        await this.#propose(contractId, c.by, c.changes);
        return 'done';
      case 'signChanges':
        await this.#sign(contractId, c.by);
        return 'done';
      case 'declineChanges':
        await decline(await this.#as(c.by), {
          addendumId: (await this.#newest(contractId)).id,
          reason: 'No time for it',
        });
        return 'done';
      case 'withdrawChanges':
        await withdraw(await this.#as(c.by), { addendumId: (await this.#newest(contractId)).id });
        return 'done';
      case 'followAddendum':
        return this.#follow(contractId);
    }
  }

  #contractId(second: boolean | undefined): string {
    return this.#player.contractIds[second ? 1 : 0]!;
  }

  async #as(by: Person): Promise<OrgContext> {
    const { world, clock } = this.#player;
    return world.as(await this.#player.actor(by), { clock });
  }

  #newest(contractId: string) {
    return this.#player.world.owner
      .selectFrom('addenda')
      .select(['id', 'state', 'document_hash', 'deadline_at'])
      .where('contract_id', '=', contractId)
      .orderBy('n', 'desc')
      .executeTakeFirstOrThrow();
  }

  async #propose(contractId: string, by: Side, wishes: readonly Wish[]): Promise<void> {
    const { contract, deal } = this.#player;
    const changes = wishes.map((wish) => this.#changeOf(wish));
    await propose(await this.#as({ side: by, role: 'owner' }), {
      ...change({ ...contract, contractId }, changes),
      currency: deal.currency,
    });
  }

  #changeOf(wish: Wish): AddendumChange {
    const idOf = (m: number): string => this.#player.milestoneIds[m - 1]!;
    switch (wish.kind) {
      case 'reprice':
        return { kind: 'reprice', milestoneId: idOf(wish.m), amount: wish.amount };
      case 'move':
        return { kind: 'move', milestoneId: idOf(wish.m), dueAt: new Date(wish.dueAt) };
      case 'add':
        return { kind: 'add', title: ADDED, amount: wish.amount, dueAt: new Date(wish.dueAt), items: [] };
      case 'bonus':
        return { kind: 'bonus', title: BONUS, amount: wish.amount };
      case 'clocks':
        return { kind: 'clocks', clocks: { [wish.clock]: wish.length } as Record<AddendumClock, string> };
    }
  }

  async #sign(contractId: string, by: Person): Promise<void> {
    const { id, document_hash: documentHash } = await this.#newest(contractId);
    const ctx = await this.#as(by);
    await sign(ctx, { addendumId: id, documentHash, typedName: ctx.actor.name }, device);
  }

  /** What its workflow does about it now. */
  async #follow(contractId: string): Promise<Outcome> {
    const { world, contract } = this.#player;
    const { id: addendumId, state, deadline_at } = await this.#newest(contractId);
    const ctx = this.#player.system();
    let became: StepOutcome;
    if (state === 'signed') became = await applyAddendum(ctx, { addendumId });
    else if (deadline_at <= ctx.clock.now()) became = await expireAddendum(ctx, { addendumId });
    else became = await remindAddendum(ctx, { addendumId, hoursLeft: 24 });
    const added = await world.owner
      .selectFrom('milestones')
      .select('id')
      .where('contract_id', '=', contractId)
      .where('id', 'not in', contract.milestoneIds)
      .orderBy('seq')
      .execute();
    for (const { id } of added) this.#player.addMilestone(id, contractId !== contract.contractId);
    return became.state === 'applied' ? 'done' : became.state;
  }

  /** As words, as the model has them: of each contract its addenda and its price. */
  async read(): Promise<string> {
    const { world, contractIds } = this.#player;
    const rows = await world.owner
      .selectFrom('addenda')
      .select(['contract_id', 'state', 'proposed_side', 'total_before'])
      .where('contract_id', 'in', contractIds)
      .orderBy('n')
      .execute();
    const contracts = await world.owner
      .selectFrom('contracts')
      .select(['id', 'total'])
      .where('id', 'in', contractIds)
      .execute();
    return contractIds
      .map((id) => {
        const { total } = contracts.find((one) => one.id === id)!;
        const own = rows.filter((row) => row.contract_id === id);
        return [total, ...own.map((a) => `${a.state} by ${a.proposed_side} of ${a.total_before}`)].join(', ');
      })
      .join('; ');
  }
}

export const addendaOfModel = (s: Sim): string =>
  s.contracts
    .map(({ id }) => {
      const own = s.milestones.filter((m) => m.contract_id === id);
      const addenda = s.addenda.filter((a) => a.contractId === id);
      return [
        termsTotal({ milestones: own }),
        ...addenda.map((a) => `${a.state} by ${a.proposedSide} of ${a.totalBefore}`),
      ].join(', ');
    })
    .join('; ');
