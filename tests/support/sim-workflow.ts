import { sql } from 'kysely';
import type { Outcome } from '../../scripts/sim/commands.ts';
import type { Sim } from '../../scripts/sim/state.ts';
import { settleLive } from '../../server/features/escrow/live/live.ts';
import {
  autoApprove,
  endFunding,
  endCancelRequest,
  endGrace,
  markOverdue,
  remind,
  warnOfLastDay,
} from '../../server/features/escrow/timers/deadlines.ts';
import type { EscrowAct } from '../../server/features/escrow/timers/plan.ts';
import { escrowSnapshot, type EscrowSnapshot } from '../../server/features/escrow/timers/snapshot.ts';
import { releaseCovered } from '../../server/features/payments/card-disputes/guarantee.ts';
import { refundNetted as refund } from '../../server/features/payments/card-disputes/netting.ts';
import { confirmFunding } from '../../server/features/payments/confirm/confirm.ts';
import type { ProductPlayer } from './sim-product.ts';

/** The workflows of a deal's milestones, by the services that their activities call. */
export class WorkflowPlayer {
  readonly #player: ProductPlayer;
  #signals = new Map<string, string[]>();
  #snapshots = new Map<string, EscrowSnapshot>();
  #retries = new Map<string, { act: EscrowAct; hours: number }[]>();
  #lastCommand = 0;

  constructor(player: ProductPlayer) {
    this.#player = player;
  }

  /** Commands of the opening are no signals that a run has to answer. */
  async begin(): Promise<void> {
    await this.collectSignals();
    this.#signals.clear();
  }

  nextStepOf(m: number): { at: number; act: string } | null {
    const step = this.#snapshots.get(this.#player.milestoneIds[m - 1]!)?.steps[0];
    return step ? { at: Date.parse(step.at), act: step.act } : null;
  }

  /** Commands to the workflow since the last look: signals by their event, a new start as the model names it. */
  async collectSignals(): Promise<void> {
    const rows = await sql<{ id: number; workflow: string; event: string }>`
      update workflow_outbox set dispatched_at = now()
        where id > ${this.#lastCommand} and dispatched_at is null and workflow_id = any(${this.#player.milestoneIds.map((id) => `escrow/${id}`)})
        returning id, workflow_id as workflow, coalesce(payload->>'event', case when generation > 1 then 'restarted' else 'started' end) as event`.execute(
      this.#player.world.owner,
    );
    for (const { id, workflow, event } of rows.rows.toSorted((a, b) => Number(a.id) - Number(b.id))) {
      this.#lastCommand = Math.max(this.#lastCommand, Number(id));
      const milestoneId = workflow.slice('escrow/'.length);
      this.#signals.set(milestoneId, [...(this.#signals.get(milestoneId) ?? []), event]);
    }
  }

  async turn(milestoneId: string): Promise<Outcome> {
    const ctx = this.#player.system();
    const acts = this.#retries.get(milestoneId) ?? [];
    this.#retries.set(milestoneId, acts);
    if (acts.length === 0) {
      const last = this.#snapshots.get(milestoneId);
      const snapshot = last && !last.closed ? last : await escrowSnapshot(ctx, { milestoneId });
      this.#snapshots.set(milestoneId, snapshot);
      const signals = this.#signals.get(milestoneId) ?? [];
      this.#signals.delete(milestoneId);
      const [next] = snapshot.steps;
      for (const name of signals) {
        const answer = snapshot.answers[name];
        if (answer && 'act' in answer && !acts.some((a) => a.act === answer.act))
          acts.push({ act: answer.act, hours: 0 });
      }
      if (signals.length === 0) {
        if (!next || Date.parse(next.at) > this.#player.clock.now().getTime()) return 'ended';
        acts.push({ act: next.act, hours: next.hours });
      }
    }
    const done: string[] = [];
    for (let todo = acts[0]; todo; todo = acts[0]) {
      await this.#perform(milestoneId, todo.act, todo.hours);
      done.push(todo.act);
      if (acts[0] === todo) acts.shift();
    }
    this.#snapshots.set(milestoneId, await escrowSnapshot(ctx, { milestoneId }));
    return done.join(', ') || 'read';
  }

  async #perform(milestoneId: string, act: EscrowAct, hours: number): Promise<void> {
    const ctx = this.#player.system();
    const input = { milestoneId };
    switch (act) {
      case 'confirmFunding':
        await confirmFunding(ctx, input);
        return;
      case 'endFunding':
        await endFunding(ctx, input);
        return;
      case 'markOverdue':
        await markOverdue(ctx, input);
        return;
      case 'autoApprove':
        if ((await autoApprove(ctx, input)).outcome === 'done') await releaseCovered(ctx, input);
        return;
      case 'endGrace':
        if ((await endGrace(ctx, input)).outcome === 'done') await refund(ctx, input);
        return;
      case 'endCancelRequest':
        if ((await endCancelRequest(ctx, input)).outcome === 'done') await refund(ctx, input);
        return;
      case 'settleLive': {
        const { state } = await settleLive(ctx, input);
        await (state === 'refunding' ? refund(ctx, input) : releaseCovered(ctx, input));
        return;
      }
      case 'release':
        await releaseCovered(ctx, input);
        return;
      case 'refund':
        await refund(ctx, input);
        return;
      case 'remind':
        await remind(ctx, { ...input, hours });
        return;
      case 'warnOfLastDay':
        await warnOfLastDay(ctx, { ...input, hours });
    }
  }

  /** A workflow begins with a read of its row, in the product when it does in the model. */
  async readAsModel(s: Sim): Promise<void> {
    for (const [i, milestoneId] of this.#player.milestoneIds.entries()) {
      const known = this.#snapshots.get(milestoneId);
      const inModel = s.snapshots.get(s.milestones[i]!.id);
      if (inModel && !inModel.closed && (!known || known.closed))
        this.#snapshots.set(milestoneId, await escrowSnapshot(this.#player.system(), { milestoneId }));
    }
  }
}
