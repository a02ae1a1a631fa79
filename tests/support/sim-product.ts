import { sql } from 'kysely';
import { partOf, PAYERS, type Command, type Mishap, type Outcome } from '../../scripts/sim/commands.ts';
import type { Person } from '../../scripts/sim/acts.ts';
import type { EngineProvider } from '../../scripts/sim/provider.ts';
import { PRODUCT } from '../../scripts/sim/rules.ts';
import type { Deal } from '../../scripts/sim/deal.ts';
import { IDS, milestoneIdOf, START, type Sim } from '../../scripts/sim/state.ts';
import { withTx, type OrgActor, type OrgRole, type SystemContext } from '../../server/context.ts';
import { steppedClock } from '../../server/core/clock.ts';
import { isAppError } from '../../server/core/errors.ts';
import { newId } from '../../server/core/ids.ts';
import { closeCaseById, openCase } from '../../server/features/cases/service.ts';
import { keepsOf } from '../../scripts/sim/cancel-requests.ts';
import {
  acceptCancel,
  declineCancel,
  proposeCancel,
  withdrawCancel,
} from '../../server/features/escrow/cancel/requests.ts';
import { extendPost } from '../../server/features/escrow/live/extend.ts';
import { settleLive } from '../../server/features/escrow/live/live.ts';
import { cancel } from '../../server/features/escrow/refund/cancel.ts';
import { releasePart } from '../../server/features/escrow/release/parts.ts';
import {
  approve,
  extendReview,
  releaseAccepted,
  requestChanges,
  submitWork,
} from '../../server/features/escrow/review/service.ts';
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
import { floatTopUp } from '../../server/features/ledger/rules.ts';
import { postAll } from '../../server/features/ledger/service.ts';
import { maySendAgain } from '../../server/features/operations/rules.ts';
import { signalWorkflow, startWorkflow } from '../../server/features/outbox/commands.ts';
import { insertPost } from '../../server/features/publications/queries.ts';
import type { PostFacts } from '../../server/features/escrow/live/rules.ts';
import { pay } from '../../server/features/payments/checkout/pay.ts';
import { quote } from '../../server/features/payments/checkout/quote.ts';
import { releaseCovered } from '../../server/features/payments/card-disputes/guarantee.ts';
import { refundNetted as refund } from '../../server/features/payments/card-disputes/netting.ts';
import { confirmFunding } from '../../server/features/payments/confirm/confirm.ts';
import { sweepWebhooks } from '../../server/features/payments/webhooks/sweep.ts';
import { receiveWebhook } from '../../server/features/payments/webhooks/webhooks.ts';
import { isProviderError } from '../../server/integrations/stripe/errors.ts';
import { openDeal, type MoneyWorld, type TestDeal } from '../server/features/escrow/deal-kit.ts';
import { member, type TestWorld } from './people.ts';
import { DisputePlayer } from './sim-disputes.ts';
import { PayoutPlayer } from './sim-payouts.ts';
import { currentRun, gatedRun, type GatedRun } from './sim-provider.ts';

interface PausedRun {
  run: GatedRun;
  ended: Promise<Outcome>;
  since: number;
}

const MINUTES_OF_A_CALL = 5 * 60_000;
const NOTHING: Outcome = 'nothing';

/** The product under the commands of a simulation: its services on Postgres, the engine of the sandbox as its provider. */
export class ProductPlayer {
  readonly world: TestWorld;
  readonly engine: EngineProvider;
  readonly clock = steppedClock(new Date(START));
  readonly deal: Deal;
  contract!: TestDeal;
  readonly #people = new Map<OrgRole, OrgActor>();
  #sent = 0;
  #signals = new Map<string, string[]>();
  #snapshots = new Map<string, EscrowSnapshot>();
  #retries = new Map<string, { act: EscrowAct; hours: number }[]>();
  #runs: PausedRun[] = [];
  readonly #accounts: Record<'creator' | 'agent', string>;
  #lastCommand = 0;
  readonly payouts = new PayoutPlayer(this);
  readonly #disputes = new DisputePlayer(this, (by) => this.#actor(by));

  private constructor(world: TestWorld, deal: Deal, engine: EngineProvider) {
    this.world = world;
    this.deal = deal;
    this.engine = engine;
    this.#accounts = { creator: '', agent: '' };
  }

  /** Opens the deal of a seed. `engine`: its provider from now on. */
  static async open(world: TestWorld, deal: Deal, engine: EngineProvider): Promise<ProductPlayer> {
    const player = new ProductPlayer(world, deal, engine);
    await player.#open();
    return player;
  }

  async #open(): Promise<void> {
    const { deal, engine, world, clock } = this;
    const made = engine.createTopUp({
      opId: `float:${deal.currency}:${newId()}`,
      idempotencyKey: 'float:a1',
      amount: deal.float,
      currency: deal.currency,
      description: 'Platform float',
    });
    await postAll(this.system(), [
      {
        ...floatTopUp(deal.currency, deal.float),
        opId: `float:${made.topUpId}`,
        providerRef: made.balanceTransactionId,
      },
    ]);
    this.contract = await openDeal(world as MoneyWorld, { ...deal, dueIn: deal.dueIn, account: false, clock });
    const { creator, agency, brand } = this.contract;
    this.#accounts.creator = engine.newAccount(IDS.creator);
    this.#accounts.agent = engine.newAccount(IDS.agency);
    for (const [org, account] of [
      [creator, this.#accounts.creator],
      [agency, this.#accounts.agent],
    ] as const)
      if (org)
        await world.owner
          .insertInto('payout_accounts')
          .values({ org_id: org.orgId, provider_account_id: account, country: 'FR', currency: 'EUR', state: 'enabled' })
          .execute();
    for (const role of ['manager', 'reviewer'] as const) {
      const limit = deal.limits[role];
      const isUpTo = limit.mode === 'up_to';
      await world.owner
        .insertInto('release_limits')
        .values({
          org_id: brand.orgId,
          role,
          mode: limit.mode,
          amount: isUpTo ? limit.amount : null,
          currency: isUpTo ? limit.currency : null,
          changed_by: brand.userId,
          changed_at: clock.now(),
        })
        .execute();
    }
    this.#people.set('owner', brand);
    this.#sent = engine.events.length;
    await this.#collectSignals();
    this.#signals.clear();
  }

  system(): SystemContext {
    return this.world.system(this.clock);
  }

  get milestoneIds(): readonly string[] {
    return this.contract.milestoneIds;
  }

  /** Its next step by its last snapshot, as the model names it. */
  nextStepOf(m: number): { at: number; act: string } | null {
    const step = this.#snapshots.get(this.milestoneIds[m - 1]!)?.steps[0];
    return step ? { at: Date.parse(step.at), act: step.act } : null;
  }

  /** Commands to the workflow since the last look: signals by their event, a new start as the model names it. */
  async #collectSignals(): Promise<void> {
    const rows = await sql<{ id: number; workflow: string; event: string }>`
      update workflow_outbox set dispatched_at = now()
        where id > ${this.#lastCommand} and dispatched_at is null and workflow_id = any(${this.milestoneIds.map((id) => `escrow/${id}`)})
        returning id, workflow_id as workflow, coalesce(payload->>'event', case when generation > 1 then 'restarted' else 'started' end) as event`.execute(
      this.world.owner,
    );
    for (const { id, workflow, event } of rows.rows.toSorted((a, b) => Number(a.id) - Number(b.id))) {
      this.#lastCommand = Math.max(this.#lastCommand, Number(id));
      const milestoneId = workflow.slice('escrow/'.length);
      this.#signals.set(milestoneId, [...(this.#signals.get(milestoneId) ?? []), event]);
    }
  }

  async #person(role: OrgRole): Promise<OrgActor> {
    const known = this.#people.get(role);
    if (known) return known;
    const made = await member(this.world, this.contract.brand, role, `Member ${role}`);
    this.#people.set(role, made);
    return made;
  }

  async #actor(by: Person): Promise<OrgActor> {
    return by.side === 'brand' ? this.#person(by.role) : this.contract.creator;
  }

  /** Plays a run under a mishap, as `underway` of the model. */
  async #underway(work: () => Promise<Outcome>, mishap: Mishap | undefined): Promise<Outcome> {
    const { engine } = this;
    if (mishap && 'fault' in mishap)
      engine.faults.push(...Array.from({ length: mishap.write - 1 }, () => null), mishap.fault);
    if (mishap && 'down' in mishap) engine.down = true;
    const gate = mishap && 'crash' in mishap ? mishap.crash : mishap && 'pause' in mishap ? mishap.pause : null;
    const run = gatedRun(gate);
    try {
      const ended = currentRun.run(run, work);
      const first = await Promise.race([ended, run.stopped.then(() => 'paused')]);
      if (first === 'paused' && mishap && 'pause' in mishap)
        this.#runs.push({ run, ended, since: this.clock.now().getTime() });
      return first;
    } finally {
      engine.faults.length = 0;
      engine.down = false;
    }
  }

  async #turn(milestoneId: string): Promise<Outcome> {
    const ctx = this.system();
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
        if (!next || Date.parse(next.at) > this.clock.now().getTime()) return 'ended';
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
    const ctx = this.system();
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

  /** Carries out a command after the model `s` did; answers with the same word, as the model would. */
  async execute(s: Sim, c: Command): Promise<Outcome> {
    await this.#readAsModel(s);
    const outcome = await this.#execute(s, c);
    await this.#collectSignals();
    return outcome;
  }

  /** A workflow begins with a read of its row, in the product when it does in the model. */
  async #readAsModel(s: Sim): Promise<void> {
    for (const [i, milestoneId] of this.milestoneIds.entries()) {
      const known = this.#snapshots.get(milestoneId);
      const inModel = s.snapshots.get(s.milestones[i]!.id);
      if (inModel && !inModel.closed && (!known || known.closed))
        this.#snapshots.set(milestoneId, await escrowSnapshot(this.system(), { milestoneId }));
    }
  }

  async #execute(s: Sim, c: Command): Promise<Outcome> {
    const { world, engine, clock } = this;
    const milestoneId = 'm' in c ? this.milestoneIds[c.m - 1]! : '';
    switch (c.do) {
      case 'fund': {
        const brand = await this.#person(c.role);
        const clicked = async (): Promise<Outcome> => {
          const { id: quoteId } = await quote(world.as(brand, { clock }), { milestoneId });
          await pay(world.as(brand, { clock }), { milestoneId, quoteId });
          return 'done';
        };
        return this.#underway(() => clicked().catch(codeOf), c.mishap);
      }
      case 'pay': {
        const payment = await world.owner
          .selectFrom('payments')
          .select(['session_id', 'op_id'])
          .where('milestone_id', '=', milestoneId)
          .orderBy('attempt', 'desc')
          .executeTakeFirst();
        const sessionId = payment && (payment.session_id ?? engine.findCheckout(payment.op_id)?.sessionId);
        if (!sessionId) return NOTHING;
        engine.pay(sessionId, PAYERS[c.how]);
        return 'done';
      }
      case 'act':
        return this.#act(c, milestoneId).catch(codeOf);
      case 'contest':
        return this.#disputes.act(c, milestoneId).then(() => 'done', codeOf);
      case 'judge':
        return this.#disputes.judge(c, milestoneId).then(() => 'done', codeOf);
      case 'case':
        return this.#disputes.turn(milestoneId);
      case 'payOut':
        return this.payouts.request(c.leg).then(() => 'done', codeOf);
      case 'schedule':
        return this.payouts.schedule(c).then(() => 'done', codeOf);
      case 'payDue':
        return this.payouts.payDue(c.leg).then(() => 'done', codeOf);
      case 'payout': {
        const id = await this.payouts.id(s.notes.payout);
        return this.#underway(() => this.payouts.turn(id).catch(failureOf), c.mishap);
      }
      case 'bank': {
        const found = (await this.payouts.payouts()).find((p) => p.named === s.notes.payout)!;
        engine.failPayout(found.provider_id!);
        return 'done';
      }
      case 'turn':
        return this.#underway(() => this.#turn(milestoneId).then(() => 'ended', failureOf), c.mishap);
      case 'resume': {
        if (this.#runs.length === 0) return NOTHING;
        const [paused] = this.#runs.splice(c.n % this.#runs.length, 1);
        paused!.run.goOn();
        return paused!.ended;
      }
      case 'wait':
      case 'until':
        clock.set(new Date(s.now));
        engine.advanceTo(s.now);
        this.#runs = this.#runs.filter((run) => s.now - run.since < MINUTES_OF_A_CALL);
        return 'done';
      case 'send': {
        const waiting = engine.events.length - this.#sent;
        if (waiting === 0) return NOTHING;
        const [e] = engine.events.splice(this.#sent + (c.n % waiting), 1);
        engine.events.splice(this.#sent, 0, e!);
        this.#sent += 1;
        for (let i = 0; i < (c.twice ? 2 : 1); i += 1) await receiveWebhook(this.system(), e!.id, '', '');
        return 'done';
      }
      case 'lose':
        this.#sent += 1;
        return 'done';
      case 'sweep':
        await sweepWebhooks(this.system());
        return 'done';
      case 'ready':
        return this.#ready(c.leg, c.on);
      case 'reject':
        engine.setActive(this.#accounts[c.leg], !c.on);
        return 'done';
      case 'dispute':
      case 'warn': {
        const payment = await world.owner
          .selectFrom('payments')
          .select('charge_id')
          .where('milestone_id', '=', milestoneId)
          .where('state', 'in', ['paid', 'refunding', 'refunded'])
          .orderBy('attempt', 'desc')
          .executeTakeFirstOrThrow();
        if (c.do === 'warn') engine.warn(payment.charge_id!);
        else engine.openDispute(payment.charge_id!, c);
        return 'done';
      }
      case 'rule': {
        const open = await world.owner
          .selectFrom('card_disputes')
          .select('id')
          .where('milestone_id', '=', milestoneId)
          .where('state', '=', 'open')
          .orderBy('opened_at')
          .executeTakeFirstOrThrow();
        engine.closeDispute(open.id, c.outcome);
        return 'done';
      }
      case 'post':
        return this.#post(s.milestones[c.m - 1]!.post ?? null, milestoneId);
      default:
        return this.#byStaff(s, c, milestoneId);
    }
  }

  async #act(c: Extract<Command, { do: 'act' }>, milestoneId: string): Promise<Outcome> {
    const { world, clock } = this;
    const actor = await this.#actor(c.by);
    const ctx = world.as(actor, { clock });
    const row = await world.owner
      .selectFrom('milestones')
      .select(['version', 'amount', 'released_parts', 'currency'])
      .where('id', '=', milestoneId)
      .executeTakeFirstOrThrow();
    const input = { milestoneId, version: row.version - (c.stale ? 1 : 0) };
    switch (c.act) {
      case 'submit':
        await this.#deliver(actor, input);
        break;
      case 'approve':
        await approve(ctx, input);
        break;
      case 'release':
        await releaseAccepted(ctx, input);
        break;
      case 'releasePart': {
        const held = row.amount - row.released_parts;
        await releasePart(ctx, { ...input, amount: partOf({ rules: PRODUCT }, held, c.permille ?? 0, row.currency) });
        break;
      }
      case 'requestChanges':
        await requestChanges(ctx, { ...input, reason: 'Another sound', briefItems: ['All three drinks shown'] });
        break;
      case 'extendReview':
        await extendReview(ctx, input);
        break;
      case 'extendPost':
        await extendPost(ctx, input);
        break;
      case 'cancel':
        await cancel(ctx, { ...input, reason: '' });
        break;
      case 'proposeCancel': {
        const held = row.amount - row.released_parts;
        const keeps = keepsOf({ rules: PRODUCT }, held, c.permille ?? 0, row.currency);
        await proposeCancel(ctx, { ...input, reason: 'No time for it', keeps });
        break;
      }
      case 'acceptCancel':
        await acceptCancel(ctx, input);
        break;
      case 'declineCancel':
        await declineCancel(ctx, { ...input, reason: '' });
        break;
      case 'withdrawCancel':
        await withdrawCancel(ctx, input);
        break;
      case 'fund':
        throw new Error('a payment is a run');
    }
    return 'done';
  }

  /** What a link or a look left, written as their services write it. */
  async #post(post: PostFacts | null, milestoneId: string): Promise<Outcome> {
    if (!post) return NOTHING;
    const { brand, creator, contractId } = this.contract;
    const facts = {
      state: post.state,
      outcome: post.fault ? 'removed' : post.decideUntil ? 'unreachable' : 'live',
      passed_at: post.passedAt,
      retention_ends_at: post.keepUntil,
      decide_until: post.decideUntil,
      linked_at: post.linkedAt,
      updated_at: post.changedAt,
    } as const;
    const found = await this.world.owner
      .updateTable('publications')
      .set(facts)
      .where('milestone_id', '=', milestoneId)
      .executeTakeFirst();
    if (found.numUpdatedRows === 0n) {
      const id = newId();
      await withTx(this.world.as(creator, { clock: this.clock }), async (tx) => {
        await startWorkflow(tx, 'publicationCheck', id);
        await insertPost(tx.db, {
          ...facts,
          id,
          platform: 'instagram',
          url: `https://www.instagram.com/p/${id}/`,
          handles: [],
          looks_done: 0,
          misses: 0,
          label: '#ad',
          milestone_id: milestoneId,
          contract_id: contractId,
          brand_org: brand.orgId,
          creator_org: creator.orgId,
          created_by: creator.userId,
          created_at: post.linkedAt,
        });
      });
    }
    await this.#signal(milestoneId, 'post_moved');
    return 'done';
  }

  async #deliver(actor: OrgActor, seen: { milestoneId: string; version: number }): Promise<void> {
    const { brand, creator, contractId } = this.contract;
    const n = (
      await this.world.owner
        .selectFrom('submissions')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('milestone_id', '=', seen.milestoneId)
        .executeTakeFirstOrThrow()
    ).n;
    await withTx(this.world.as(actor, { clock: this.clock }), async (tx) => {
      const id = newId();
      await tx.db
        .insertInto('submissions')
        .values({
          id,
          milestone_id: seen.milestoneId,
          contract_id: contractId,
          brand_org: brand.orgId,
          creator_org: creator.orgId,
          n: Number(n) + 1,
          state: 'submitted',
          submitted_at: tx.clock.now(),
          created_by: creator.userId,
        })
        .execute();
      await submitWork(tx, seen, id, Number(n) + 1);
    });
  }

  async #ready(leg: 'creator' | 'agent', on: boolean): Promise<Outcome> {
    const org = leg === 'creator' ? this.contract.creator : this.contract.agency;
    if (org)
      await this.world.owner
        .updateTable('payout_accounts')
        .set({ state: on ? 'enabled' : 'restricted' })
        .where('org_id', '=', org.orgId)
        .execute();
    if (!on) return 'done';
    const waiting = await this.world.owner
      .selectFrom('transfers')
      .select('milestone_id')
      .distinct()
      .where('contract_id', '=', this.contract.contractId)
      .where('state', '<>', 'sent')
      .execute();
    for (const { milestone_id } of waiting) await this.#signal(milestone_id, 'payout_account_ready');
    return 'done';
  }

  #signal(milestoneId: string, event: string): Promise<void> {
    return signalWorkflow(this.system(), 'escrowLifecycle', milestoneId, event, newId());
  }

  /** What staff decide, written as their services write it. */
  async #byStaff(s: Sim, c: Command, milestoneId: string): Promise<Outcome> {
    const { world, clock } = this;
    const now = clock.now();
    switch (c.do) {
      case 'hold': {
        const key = `${milestoneId}:${s.cases.filter((k) => k.kind === 'staff_hold' && k.milestoneId === milestoneIdOf(c.m)).length}`;
        const { contractId, brand } = this.contract;
        await openCase(this.system(), {
          kind: 'staff_hold',
          key,
          milestoneId,
          contractId,
          orgId: brand.orgId,
          message: 'A question about the delivery',
        });
        await this.#signal(milestoneId, 'hold_asked');
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
        for (const { id } of open) await closeCaseById(this.system(), id, { outcome: 'closed' });
        await this.#signal(milestoneId, 'hold_cleared');
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
        this.engine.failRefund(done.provider_id!);
        return 'done';
      }
      case 'decide': {
        await sql`insert into refund_decisions(op_id, attempt, decision, reference, decided_by, decided_at)
          select r.op_id, o.attempt, ${c.decision}, ${c.decision === 'paid_by_bank' ? 'SEPA 4711' : null}, 'staff', ${now}
            from refunds r join operations o on o.op_id = r.op_id
            where r.milestone_id = ${milestoneId} and r.state = 'failed'
              and not exists (select from refund_decisions d where d.op_id = o.op_id and d.attempt = o.attempt)
            order by r.created_at limit 1`.execute(world.owner);
        await this.#signal(milestoneId, 'refund');
        return 'done';
      }
      case 'sendAgain': {
        const rows = await sql<{ op_id: string; attempt: number; kind: string; state: string; claimed_at: Date }>`
          select op_id, attempt, kind, state, claimed_at from operations o where milestone_id = ${milestoneId} and kind in ('transfer', 'refund')
            and not exists (select from send_again_decisions d where d.op_id = o.op_id and d.attempt = o.attempt)`.execute(
          world.owner,
        );
        const op = rows.rows.find((row) => maySendAgain(row, now));
        if (!op) return NOTHING;
        await sql`insert into send_again_decisions(op_id, attempt, decided_by, decided_at) values (${op.op_id}, ${op.attempt}, 'staff', ${now})`.execute(
          world.owner,
        );
        await this.#signal(milestoneId, 'operator_asked_to_look_again');
        return 'done';
      }
      case 'stop': {
        const check = newId();
        if (c.on)
          await sql`with run as (insert into money_checks(id, state, begun_by, created_at, updated_at, finished_at) values (${check}, 'breached', 'schedule', ${now}, ${now}, ${now}) returning id)
            insert into money_stops(id, currency, check_id, since) select ${newId()}, ${this.deal.currency}, id, ${now} from run`.execute(
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

/** The word of a refused call of a person. */
function codeOf(error: unknown): Outcome {
  if (isAppError(error)) return error.code;
  throw error;
}

/** The word of a failed run of the worker. */
function failureOf(error: unknown): Outcome {
  if (isProviderError(error)) return `provider: ${error.kind}`;
  if (error instanceof Error && error.name === 'OutcomeUnknown') return error.name;
  throw error;
}
