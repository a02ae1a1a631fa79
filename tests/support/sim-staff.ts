import { sql } from 'kysely';
import type { Command, Outcome } from '../../scripts/sim/commands.ts';
import { milestoneIdOf, type Sim } from '../../scripts/sim/state.ts';
import { newId } from '../../server/core/ids.ts';
import { closeCaseById, openCase } from '../../server/features/cases/service.ts';
import { maySendAgain } from '../../server/features/operations/rules.ts';
import type { StaffActor } from '../../server/context.ts';
import { reinstateOrg, suspendOrg } from '../../server/features/suspensions/service.ts';
import { createStaff } from './people.ts';
import type { ProductPlayer } from './sim-product.ts';

/** What staff decide, written as their services write it. */
export class StaffPlayer {
  readonly #player: ProductPlayer;
  #operator: StaffActor | null = null;

  constructor(player: ProductPlayer) {
    this.#player = player;
  }

  async execute(s: Sim, c: Command, milestoneId: string): Promise<Outcome> {
    const { world, clock } = this.#player;
    const now = clock.now();
    switch (c.do) {
      case 'hold': {
        const key = `${milestoneId}:${s.cases.filter((k) => k.kind === 'staff_hold' && k.milestoneId === milestoneIdOf(c.m)).length}`;
        const { brand } = this.#player.contract;
        const contractId = this.#player.contractOf(milestoneId);
        await openCase(this.#player.system(), {
          kind: 'staff_hold',
          key,
          milestoneId,
          contractId,
          orgId: brand.orgId,
          message: 'A question about the delivery',
        });
        await this.#player.signal(milestoneId, 'hold_asked');
        return 'done';
      }
      case 'close': {
        const open = await world.owner
          .selectFrom('cases')
          .select('id')
          .where('milestone_id', '=', milestoneId)
          .where('kind', '=', c.kind)
          .where('state', '=', 'open')
          .execute();
        for (const { id } of open) await closeCaseById(this.#player.system(), id, { outcome: 'closed' });
        await this.#player.signal(milestoneId, 'hold_cleared');
        return 'done';
      }
      case 'failRefund': {
        const done = await world.owner
          .selectFrom('refunds')
          .select('provider_id')
          .where('milestone_id', '=', milestoneId)
          .where('provider_id', 'is not', null)
          .where('state', '=', 'done')
          .orderBy('created_at')
          .executeTakeFirstOrThrow();
        this.#player.engine.failRefund(done.provider_id!);
        return 'done';
      }
      case 'decide': {
        await sql`insert into refund_decisions(op_id, attempt, decision, reference, decided_by, decided_at)
          select r.op_id, o.attempt, ${c.decision}, ${c.decision === 'paid_by_bank' ? 'SEPA 4711' : null}, 'staff', ${now}
            from refunds r join operations o on o.op_id = r.op_id
            where r.milestone_id = ${milestoneId} and r.state = 'failed'
              and not exists (select from refund_decisions d where d.op_id = o.op_id and d.attempt = o.attempt)
            order by r.created_at limit 1`.execute(world.owner);
        await this.#player.signal(milestoneId, 'refund');
        return 'done';
      }
      case 'sendAgain': {
        const rows = await sql<{ op_id: string; attempt: number; kind: string; state: string; claimed_at: Date }>`
          select op_id, attempt, kind, state, claimed_at from operations o where milestone_id = ${milestoneId} and kind in ('transfer', 'refund')
            and not exists (select from send_again_decisions d where d.op_id = o.op_id and d.attempt = o.attempt)`.execute(
          world.owner,
        );
        const op = rows.rows.find((row) => maySendAgain(row, now));
        if (!op) return 'nothing';
        await sql`insert into send_again_decisions(op_id, attempt, decided_by, decided_at) values (${op.op_id}, ${op.attempt}, 'staff', ${now})`.execute(
          world.owner,
        );
        await this.#player.signal(milestoneId, 'operator_asked_to_look_again');
        return 'done';
      }
      case 'suspend': {
        const { orgId } = this.#player.contract[c.side];
        const change = c.on ? suspendOrg : reinstateOrg;
        await change(world.as((this.#operator ??= await createStaff(world, 'super')), { clock }), {
          orgId,
          reason: 'A question about its account',
        });
        return 'done';
      }
      case 'stop': {
        const check = newId();
        if (c.on)
          await sql`with run as (insert into money_checks(id, state, begun_by, created_at, updated_at, finished_at) values (${check}, 'breached', 'schedule', ${now}, ${now}, ${now}) returning id)
            insert into money_stops(id, currency, check_id, since) select ${newId()}, ${this.#player.deal.currency}, id, ${now} from run`.execute(
            world.owner,
          );
        else
          await sql`update money_stops set lifted_at = ${now}, lifted_by = 'clean_run' where lifted_at is null`.execute(
            world.owner,
          );
        return 'done';
      }
      default:
        throw new Error(`no such command: ${c.do}`);
    }
  }
}
