import { sql } from 'kysely';
import { isAboutAddendum } from '../../scripts/sim/addenda.ts';
import { PAYERS, type Command, type Mishap, type Outcome } from '../../scripts/sim/commands.ts';
import type { Person } from '../../scripts/sim/viewer.ts';
import type { EngineProvider } from '../../scripts/sim/provider.ts';
import type { Deal } from '../../scripts/sim/deal.ts';
import { IDS, START, type Sim } from '../../scripts/sim/state.ts';
import type { OrgActor, OrgRole, SystemContext } from '../../server/context.ts';
import { steppedClock } from '../../server/core/clock.ts';
import { isAppError } from '../../server/core/errors.ts';
import { newId } from '../../server/core/ids.ts';
import { floatTopUp } from '../../server/features/ledger/rules.ts';
import { postAll } from '../../server/features/ledger/service.ts';
import { signalWorkflow } from '../../server/features/outbox/commands.ts';
import { pay } from '../../server/features/payments/checkout/pay.ts';
import { cancelPayment } from '../../server/features/payments/checkout/status.ts';
import { quote } from '../../server/features/payments/checkout/quote.ts';
import { sweepWebhooks } from '../../server/features/payments/webhooks/sweep.ts';
import { receiveWebhook } from '../../server/features/payments/webhooks/webhooks.ts';
import { isProviderError } from '../../server/integrations/stripe/errors.ts';
import { openDeal, type MoneyWorld, type TestDeal } from '../server/features/escrow/deal-kit.ts';
import { member, type TestWorld } from './people.ts';
import { ActPlayer } from './sim-acts.ts';
import { AddendumPlayer } from './sim-addenda.ts';
import { atCardBank } from './sim-banks.ts';
import { DebtPlayer } from './sim-debts.ts';
import { DisputePlayer } from './sim-disputes.ts';
import { MethodPlayer } from './sim-methods.ts';
import { ParkedPlayer } from './sim-parked.ts';
import { PayoutPlayer } from './sim-payouts.ts';
import { currentRun, gatedRun, webhookOf, type GatedRun } from './sim-provider.ts';
import { StaffPlayer } from './sim-staff.ts';
import { WorkflowPlayer } from './sim-workflow.ts';

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
  /** The first contract, with the milestones of all of them. */
  contract!: TestDeal;
  readonly contractIds: string[] = [];
  /** Milestones of the second contract. */
  readonly #ofSecond = new Set<string>();
  readonly #people = new Map<OrgRole, OrgActor>();
  #sent = 0;
  #runs: PausedRun[] = [];
  readonly #accounts: Record<'creator' | 'agent', string>;
  readonly payouts = new PayoutPlayer(this);
  readonly debts = new DebtPlayer(this);
  readonly methods = new MethodPlayer(this);
  readonly addenda = new AddendumPlayer(this);
  readonly parked = new ParkedPlayer(this);
  readonly #workflows = new WorkflowPlayer(this);
  readonly #acts = new ActPlayer(this);
  readonly #staff = new StaffPlayer(this);
  readonly #disputes = new DisputePlayer(this);

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
    await this.#openContracts();
    const { creator, agency, brand } = this.contract;
    this.#accounts.creator = engine.newAccount(IDS.creator);
    this.#accounts.agent = engine.newAccount(IDS.agency);
    for (const [org, account] of [
      [creator, this.#accounts.creator],
      [agency, this.#accounts.agent],
    ] as const)
      if (org) await this.payouts.connect(org.orgId, account);
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
    await this.#workflows.begin();
  }

  async #openContracts(): Promise<void> {
    const { deal, clock } = this;
    const world = this.world as MoneyWorld;
    const split = deal.second === undefined ? deal.amounts.length : deal.second - 1;
    const of = (from: number, to: number) => ({
      ...deal,
      amounts: deal.amounts.slice(from, to),
      dueIn: deal.dueIn.slice(from, to),
      account: false,
      clock,
    });
    this.contract = await openDeal(world, of(0, split));
    this.contractIds.push(this.contract.contractId);
    if (split === deal.amounts.length) return;
    const { brand, creator } = this.contract;
    const other = await openDeal(world, {
      ...of(split, deal.amounts.length),
      parties: { brand, creator },
      milestonesBefore: split,
    });
    this.contractIds.push(other.contractId);
    this.contract.milestoneIds.push(...other.milestoneIds);
    for (const id of other.milestoneIds) this.#ofSecond.add(id);
  }

  contractOf(milestoneId: string): string {
    return this.#ofSecond.has(milestoneId) ? this.contractIds[1]! : this.contract.contractId;
  }

  /** One that an addendum has added. */
  addMilestone(id: string, isOfSecond: boolean): void {
    this.contract.milestoneIds.push(id);
    if (isOfSecond) this.#ofSecond.add(id);
  }

  system(): SystemContext {
    return this.world.system(this.clock);
  }

  get milestoneIds(): readonly string[] {
    return this.contract.milestoneIds;
  }

  /** Its next step by its last snapshot, as the model names it. */
  nextStepOf(m: number): { at: number; act: string } | null {
    return this.#workflows.nextStepOf(m);
  }

  async #person(role: OrgRole): Promise<OrgActor> {
    const known = this.#people.get(role);
    if (known) return known;
    const made = await member(this.world, this.contract.brand, role, `Member ${role}`);
    this.#people.set(role, made);
    return made;
  }

  async actor(by: Person): Promise<OrgActor> {
    return by.side === 'brand' ? this.#person(by.role) : this.contract.creator;
  }

  /** Plays a run under a mishap, as `underway` of the model. */
  async #underway(work: () => Promise<Outcome>, mishap: Mishap | undefined): Promise<Outcome> {
    const { engine } = this;
    if (mishap && 'fault' in mishap)
      engine.faults.push(...Array.from({ length: mishap.write - 1 }, () => null), mishap.fault);
    if (mishap && 'down' in mishap) engine.down = true;
    if (mishap && 'unlisted' in mishap) engine.unlisted = true;
    if (mishap && 'takes' in mishap) engine.takes = mishap.takes;
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
      engine.unlisted = false;
      engine.takes = 0;
    }
  }

  /** Carries out a command after the model `s` did; answers with the same word, as the model would. */
  async execute(s: Sim, c: Command): Promise<Outcome> {
    await this.#workflows.readAsModel(s);
    const outcome = await this.#execute(s, c);
    await this.#workflows.collectSignals();
    return outcome;
  }

  async #execute(s: Sim, c: Command): Promise<Outcome> {
    const { world, engine, clock } = this;
    const milestoneId = 'm' in c ? this.milestoneIds[c.m - 1]! : '';
    if (isAboutAddendum(c)) return this.addenda.execute(c).catch(wordOf);
    switch (c.do) {
      case 'fund': {
        const brand = await this.#person(c.role);
        const clicked = async (): Promise<Outcome> => {
          const milestones = { milestoneId, also: c.also?.map((m) => this.milestoneIds[m - 1]!) };
          const { id: quoteId } = await quote(world.as(brand, { clock }), milestones);
          const methodId = this.methods.idOf(c.method);
          await pay(world.as(brand, { clock }), { ...milestones, quoteId, ...(methodId ? { methodId } : {}) });
          return 'done';
        };
        return this.#underway(() => clicked().catch(wordOf), c.mishap);
      }
      case 'pay': {
        const payment = await world.owner
          .selectFrom('payments as p')
          .innerJoin('payments as lead', (join) => join.on('lead.id', '=', sql`coalesce(p.lead_id, p.id)`))
          .select(['lead.session_id', 'lead.op_id'])
          .where('p.milestone_id', '=', milestoneId)
          .orderBy('p.attempt', 'desc')
          .executeTakeFirst();
        const sessionId = payment && (payment.session_id ?? engine.findCheckout(payment.op_id)?.sessionId);
        if (!sessionId) return NOTHING;
        engine.pay(sessionId, PAYERS[c.how]);
        return 'done';
      }
      case 'closePage': {
        const brand = await this.#person(c.role);
        const { id: paymentId } = await world.owner
          .selectFrom('payments')
          .select('id')
          .where('milestone_id', '=', milestoneId)
          .orderBy('attempt', 'desc')
          .executeTakeFirstOrThrow();
        const closed = (): Promise<Outcome> =>
          cancelPayment(world.as(brand, { clock }), { paymentId }).then(() => 'done', wordOf);
        return this.#underway(closed, c.mishap);
      }
      case 'act':
        return this.#acts.act(c, milestoneId).catch(wordOf);
      case 'contest':
        return this.#disputes.act(c, milestoneId).then(() => 'done', wordOf);
      case 'judge':
        return this.#disputes.judge(c, milestoneId).then(() => 'done', wordOf);
      case 'terminate':
        return this.#disputes.terminate(c, milestoneId).then(() => 'done', wordOf);
      case 'case':
        return this.#disputes.turn(milestoneId);
      case 'saveMethod':
      case 'removeMethod':
      case 'followMethod':
      case 'setDefault':
      case 'saveLimits':
      case 'autoFund':
      case 'fundAutomatically':
      case 'answerBank':
        return this.#underway(
          () => this.methods.execute(c, milestoneId).catch(wordOf),
          'mishap' in c ? c.mishap : undefined,
        );
      case 'exchangeBank':
        engine.exchangeBank(this.#accounts[c.leg], c.all);
        return 'done';
      case 'readAccount':
        return this.payouts.readAccount(c.leg);
      case 'payOut':
        return this.payouts.request(c.leg).then(() => 'done', wordOf);
      case 'schedule':
        return this.payouts.schedule(c).then(() => 'done', wordOf);
      case 'payDue':
        return this.payouts.payDue(c.leg).then(() => 'done', wordOf);
      case 'payout': {
        const id = await this.payouts.id(s.notes.payout);
        return this.#underway(() => this.payouts.turn(id).catch(wordOf), c.mishap);
      }
      case 'bank': {
        const found = (await this.payouts.payouts()).find((p) => p.named === s.notes.payout)!;
        engine.failPayout(found.provider_id!);
        return 'done';
      }
      case 'turn':
        return this.#underway(() => this.#workflows.turn(milestoneId).then(() => 'ended', wordOf), c.mishap);
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
        const body = JSON.stringify(webhookOf(e!.id, (this.#sent += 1)));
        for (let i = 0; i < (c.twice ? 2 : 1); i += 1) await receiveWebhook(this.system(), body, '', '');
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
      case 'warn':
      case 'rule':
        return atCardBank(this, c, milestoneId);
      case 'overturn':
      case 'fraud':
      case 'appealRuling':
      case 'payDebts':
      case 'payDebtPage':
      case 'writeOff':
      case 'returnTooMuch':
        return this.debts.execute(c, milestoneId).catch(wordOf);
      case 'refundByHand':
      case 'reverse':
      case 'decideParked':
      case 'appealParked':
        return this.parked.execute(s, c).catch(wordOf);
      case 'settlesIn':
      case 'decideSuspense':
        return this.parked.suspense(c, milestoneId).catch(wordOf);
      case 'post':
        return this.#acts.post(s.milestones[c.m - 1]!.post ?? null, milestoneId);
      default:
        return this.#staff.execute(s, c, milestoneId).catch(wordOf);
    }
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
      .where('contract_id', 'in', this.contractIds)
      .where('state', '<>', 'sent')
      .execute();
    for (const { milestone_id } of waiting) await this.signal(milestone_id, 'payout_account_ready');
    return 'done';
  }

  signal(milestoneId: string, event: string): Promise<void> {
    return signalWorkflow(this.system(), 'escrowLifecycle', milestoneId, event, newId());
  }
}

/** The word of a refused call of a person, or of a failed run of the worker. */
function wordOf(error: unknown): Outcome {
  if (isAppError(error)) return error.code;
  if (isProviderError(error)) return `provider: ${error.kind}`;
  if (error instanceof Error && ['OutcomeUnknown', 'MoneyOutStopped', 'NotBookedYet'].includes(error.name))
    return error.name;
  throw error;
}
