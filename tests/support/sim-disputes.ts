import { keepsOf } from '../../scripts/sim/cancel-requests.ts';
import { partOf, type Command, type Outcome } from '../../scripts/sim/commands.ts';
import { PRODUCT } from '../../scripts/sim/rules.ts';
import type { StaffActor } from '../../server/context.ts';
import { announce } from '../../server/features/disputes/announce.ts';
import { appeal, concede, offer, send, withdraw } from '../../server/features/disputes/acts.ts';
import { confirm, decide } from '../../server/features/disputes/decide.ts';
import { confirmTermination, proposeTermination } from '../../server/features/disputes/termination.ts';
import { open } from '../../server/features/disputes/opening.ts';
import { close, endPhase, execute, resume } from '../../server/features/disputes/phases.ts';
import { disputeById, openDisputeOf } from '../../server/features/disputes/queries/disputes.ts';
import { readDispute } from '../../workflows/activities/disputes.ts';
import { createStaff, prove } from './people.ts';
import type { ProductPlayer } from './sim-product.ts';

const STEPS = { announce, endPhase, execute, close, resume };

/** Disputes between the sides, by their services. */
export class DisputePlayer {
  readonly #player: ProductPlayer;
  readonly #staff = new Map<string, StaffActor>();

  constructor(player: ProductPlayer) {
    this.#player = player;
  }

  /** The open dispute, else the last one; also one that the sides do not see. */
  async #last(milestoneId: string) {
    const { owner } = this.#player.world;
    const last = await owner
      .selectFrom('disputes')
      .select('id')
      .where('milestone_id', '=', milestoneId)
      .orderBy('opened_at', 'desc')
      .limit(1)
      .executeTakeFirst();
    const id = (await openDisputeOf(owner, milestoneId))?.id ?? last?.id;
    return id ? disputeById(owner, id) : undefined;
  }

  async act(c: Extract<Command, { do: 'contest' }>, milestoneId: string): Promise<void> {
    const { world, clock } = this.#player;
    const ctx = world.as(await this.#player.actor(c.by), { clock });
    const older = c.stale ? 1 : 0;
    if (c.act === 'open') {
      const row = await world.owner
        .selectFrom('milestones')
        .select(['version', 'amount', 'released_parts', 'currency'])
        .where('id', '=', milestoneId)
        .executeTakeFirstOrThrow();
      const known = await openDisputeOf(world.owner, milestoneId);
      const held = row.amount - row.released_parts;
      const share = c.permille ?? 1_000;
      await open(ctx, {
        milestoneId,
        version: row.version - older,
        ...(known || share === 1_000 ? {} : { amount: partOf({ rules: PRODUCT }, held, share, row.currency) }),
        reason: 'other',
        text: 'It is not what we agreed on.',
      });
      return;
    }
    const dispute = (await this.#last(milestoneId))!;
    const seen = { disputeId: dispute.id, version: dispute.version - older };
    switch (c.act) {
      case 'send':
        await send(ctx, { disputeId: dispute.id, text: 'Please look at it once more.' });
        return;
      case 'offer':
        await offer(ctx, {
          disputeId: dispute.id,
          creatorGets: keepsOf({ rules: PRODUCT }, dispute.amount, c.permille ?? 0, dispute.currency),
        });
        return;
      case 'concede':
        await concede(ctx, seen);
        return;
      case 'withdraw':
        await withdraw(ctx, seen);
        return;
      case 'appeal':
        await appeal(ctx, { ...seen, text: 'The brief says otherwise.' });
    }
  }

  async #person(role: 'trust' | 'finance', n: number): Promise<StaffActor> {
    const known = this.#staff.get(`${role}${n}`) ?? (await createStaff(this.#player.world, role));
    this.#staff.set(`${role}${n}`, known);
    await prove(this.#player.world, known, this.#player.clock);
    return known;
  }

  /** Decides; above the limit, Finance confirms at once. */
  async judge(c: Extract<Command, { do: 'judge' }>, milestoneId: string): Promise<void> {
    const { world, clock } = this.#player;
    const dispute = (await this.#last(milestoneId))!;
    const creatorGets = keepsOf({ rules: PRODUCT }, dispute.amount, c.permille, dispute.currency);
    const reason = 'The brief is clear about it.';
    const { state } = await decide(world.as(await this.#person('trust', c.staff), { clock }), {
      disputeId: dispute.id,
      version: dispute.version,
      creatorGets,
      reason,
    });
    if (state === 'decided') return;
    const { approval_id: proposalId } = await world.owner
      .selectFrom('dispute_decisions')
      .select('approval_id')
      .where('dispute_id', '=', dispute.id)
      .orderBy('n', 'desc')
      .executeTakeFirstOrThrow();
    await confirm(world.as(await this.#person('finance', c.staff), { clock }), { proposalId: proposalId!, reason });
  }

  /** One proposes to end the milestone, and the second confirms at once. */
  async terminate(c: Extract<Command, { do: 'terminate' }>, milestoneId: string): Promise<void> {
    const { world, clock } = this.#player;
    const row = await world.owner
      .selectFrom('milestones')
      .select(['amount', 'released_parts', 'currency'])
      .where('id', '=', milestoneId)
      .executeTakeFirstOrThrow();
    const held = row.amount - row.released_parts;
    const { id: proposalId } = await proposeTermination(world.as(await this.#person('trust', c.staff), { clock }), {
      milestoneId,
      creatorGets: keepsOf({ rules: PRODUCT }, held, c.permille, row.currency),
      reason: 'unreachable',
      text: 'Neither side has answered us for weeks.',
    });
    await confirmTermination(world.as(await this.#person('finance', c.staff), { clock }), { proposalId });
  }

  /** One step of the dispute's workflow that is due, reminders apart. */
  async turn(milestoneId: string): Promise<Outcome> {
    const { clock } = this.#player;
    const ctx = this.#player.system();
    const dispute = await this.#last(milestoneId);
    if (!dispute) return 'nothing';
    const { steps } = await readDispute(ctx, { id: dispute.id });
    const step = steps.find((one) => one.act !== 'remind');
    if (!step || Date.parse(step.at) > clock.now().getTime() || step.act === 'remind') return 'nothing';
    await STEPS[step.act](ctx, { disputeId: dispute.id });
    return step.act;
  }
}
