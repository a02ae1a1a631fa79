import { TRPCClientError } from '@trpc/client';
import { sql } from 'kysely';
import { eventually, type PersonaClient } from '../../../scripts/lib/persona-client.ts';
import { Random } from '../../../scripts/sim/random.ts';
import { withTx } from '../../../server/context.ts';
import { newId } from '../../../server/core/ids.ts';
import { offer } from '../../../server/features/disputes/acts.ts';
import { open } from '../../../server/features/disputes/opening.ts';
import { confirmFunding } from '../../../server/features/payments/confirm/confirm.ts';
import { signalWorkflow } from '../../../server/features/outbox/commands.ts';
import { refusalOf } from '../deal-player.ts';
import { deliver, milestone, openDeal, payAtProvider, type TestDeal } from '../../server/features/escrow/deal-kit.ts';
import { eventsOf, orgOf, personOf, signedIn, type Chaos, type Person } from './kit.ts';
import { isInTable } from './race-outcomes.ts';

/*
 * Two acts on one milestone at the same moment, each at an API process of its own; what came of both is looked up in the
 * reviewed table of `race-outcomes.ts`.
 */

export const ACTS = [
  'approve',
  'autoApprove',
  'requestChanges',
  'cancel',
  'openDispute',
  'settleDispute',
  'releasePart',
  'chargeback',
  'accountChanged',
  'representationRevoked',
] as const;
export type Act = (typeof ACTS)[number];

/** Each pair once, an act with itself included. */
export const PAIRS: readonly (readonly [Act, Act])[] = ACTS.flatMap((a, i) =>
  ACTS.slice(i).map((b) => [a, b] as const),
);

/** A browser of each side at one of two API processes. */
interface Desk {
  brand: PersonaClient;
  creator: PersonaClient;
}

export interface Arena {
  chaos: Chaos;
  desks: readonly [Desk, Desk];
}

interface Race {
  start: 'funded' | 'delivered' | 'disputed';
  deal: TestDeal;
  brand: Person;
  creator: Person;
  /** The version that both people see. */
  version: number;
  payment: string;
  disputeId: string | null;
  /** The dispute of the payment's bank, once there is one. */
  bankDispute: string | null;
  representationId: string | null;
  account: string;
  /** The bank account that a changed payout account names. */
  iban: string;
}

/** Where two offers meet. */
const OFFERS = { brand: 20_000, creator: 10_000 };

export async function openArena(chaos: Chaos): Promise<Arena> {
  const { stack, brand, creator } = chaos;
  const at = async (url: string): Promise<Desk> => ({
    brand: await signedIn(url, stack.mailboxUrl, brand.actor),
    creator: await signedIn(url, stack.mailboxUrl, creator.actor),
  });
  return { chaos, desks: [await at(stack.url), await at(stack.secondUrl)] };
}

/** The state from which both acts are worth trying. */
function startOf(pair: readonly Act[]): 'funded' | 'delivered' | 'disputed' {
  if (pair.includes('settleDispute')) return 'disputed';
  return pair.some((act) => act === 'approve' || act === 'autoApprove' || act === 'requestChanges')
    ? 'delivered'
    : 'funded';
}

const IBANS = ['FR1420041010050500013M02606', 'DE89370400440532013000'];

/**
 * Of a creator of its own where a representation ends: there is one at a time. Of a brand of its own where its bank takes a
 * payment back: it pays nothing else meanwhile. Both are further orgs of the same people, who are signed in already.
 */
async function prepare({ chaos }: Arena, pair: readonly Act[], random: Random): Promise<Race> {
  const { world } = chaos;
  const brand = pair.includes('chargeback') ? await orgOf(chaos, chaos.brand, 'Disputing Café') : chaos.brand;
  const creator = pair.includes('representationRevoked')
    ? await orgOf(chaos, chaos.creator, 'Represented Creator')
    : chaos.creator;
  const deal = await openDeal(world, {
    parties: { brand: brand.actor, creator: creator.actor },
    ...(pair.includes('representationRevoked') ? { commissionBps: 1_000 } : {}),
  });
  await payAtProvider(world, deal);
  await confirmFunding(world.system(), deal);
  const start = startOf(pair);
  if (start !== 'funded') await deliver(world, deal);
  let disputeId: string | null = null;
  if (start === 'disputed') {
    const { version } = await milestone(world, deal.milestoneId);
    const room = await open(world.as(creator.actor), {
      milestoneId: deal.milestoneId,
      version,
      reason: 'no_answer',
      text: 'Nobody answers about the work.',
    });
    disputeId = room.dispute!.id;
    await offer(world.as(brand.actor), { disputeId, creatorGets: OFFERS.brand });
    // The money is set aside by the workflow.
    await eventually('the dispute to settle in', async () => (await eventsOf(chaos, deal, 'dispute_set_aside')) === 1);
  }
  const payment = await world.owner
    .selectFrom('payments')
    .select('payment_intent_id')
    .where('milestone_id', '=', deal.milestoneId)
    .executeTakeFirstOrThrow();
  const account = await world.owner
    .selectFrom('payout_accounts')
    .select('provider_account_id')
    .where('org_id', '=', creator.actor.orgId)
    .executeTakeFirstOrThrow();
  const representation = await world.owner
    .selectFrom('representations')
    .select('id')
    .where('creator_org', '=', creator.actor.orgId)
    .where('state', '=', 'active')
    .executeTakeFirst();
  return {
    start,
    deal,
    brand,
    creator,
    version: (await milestone(world, deal.milestoneId)).version,
    payment: payment.payment_intent_id!,
    disputeId,
    bankDispute: null,
    representationId: representation?.id ?? null,
    account: account.provider_account_id!,
    iban: IBANS[random.int(0, 1)]!,
  };
}

/** How soon the deadline comes in a race with it. */
const SOON_MS = 60;

type Options = { context: { requestKey: string } };
/** One act at a desk; resolves with what is to be looked up, throws what it was refused with. */
const DO: Record<Act, (arena: Arena, race: Race, desk: Desk, options: Options) => Promise<unknown>> = {
  approve: (_arena, { deal, version }, { brand }, options) =>
    brand.api.escrow.approve.mutate({ milestoneId: deal.milestoneId, version }, options),
  async autoApprove({ chaos: { world } }, { deal }) {
    await world.owner
      .updateTable('milestones')
      .set({ deadline_at: new Date(Date.now() + SOON_MS) })
      .where('id', '=', deal.milestoneId)
      .where('state', '=', 'delivered')
      .execute();
    await withTx(world.system(), (tx) => signalWorkflow(tx, 'escrowLifecycle', deal.milestoneId, 'sooner', newId()));
  },
  requestChanges: (_arena, { deal, version }, { brand }, options) =>
    brand.api.escrow.requestChanges.mutate(
      { milestoneId: deal.milestoneId, version, reason: 'the logo', briefItems: ['All three drinks shown'] },
      options,
    ),
  // Delivered work is cancelled by agreement only.
  cancel: (_arena, { start, deal, version }, { brand }, options) =>
    start !== 'funded'
      ? brand.api.escrow.proposeCancel.mutate(
          { milestoneId: deal.milestoneId, version, reason: 'no time', keeps: 10_000 },
          options,
        )
      : brand.api.escrow.cancel.mutate({ milestoneId: deal.milestoneId, version, reason: '' }, options),
  openDispute: (_arena, { deal, version }, desk, options) =>
    desk.creator.api.disputes.open.mutate(
      { milestoneId: deal.milestoneId, version, reason: 'no_answer', text: 'Nobody answers about the work.' },
      options,
    ),
  settleDispute: (_arena, { disputeId }, desk, options) =>
    desk.creator.api.disputes.offer.mutate({ disputeId: disputeId!, creatorGets: OFFERS.creator }, options),
  releasePart: (_arena, { deal, version }, { brand }, options) =>
    brand.api.escrow.releasePart.mutate({ milestoneId: deal.milestoneId, version, amount: 10_000 }, options),
  async chargeback({ chaos: { world } }, race) {
    race.bankDispute = (await world.command<{ id: string }>('disputes', { payment_intent: race.payment })).id;
  },
  accountChanged: ({ chaos: { world } }, { account, iban }) =>
    world.command(`accounts/${account}`, { outcome: 'complete', number: iban }),
  representationRevoked: (_arena, { representationId }, { creator }, options) =>
    creator.api.representations.end.mutate({ representationId: representationId! }, options),
};

/** The coded refusal of an act, `done`, or what went wrong. */
async function outcomeOf(act: Promise<unknown>): Promise<string> {
  try {
    await act;
    return 'done';
  } catch (error) {
    const code = refusalOf(error);
    if (code) return code;
    if (String(error).startsWith('Error: disputes answered 400')) return 'refused at the provider';
    return error instanceof TRPCClientError ? `fault: ${error.message}` : `fault: ${String(error)}`;
  }
}

/** Of these at most one stands about a milestone's whole money. */
const VERDICTS = ['approved', 'auto_approved', 'settlement_started', 'cancelled', 'refunded'] as const;
/** States that end by nothing but their own clock or a person. */
const RESTING = [
  'funded',
  'delivered',
  'changes_requested',
  'cancel_requested',
  'disputed',
  'released',
  'refunded',
  'settled_split',
];
const QUIET_MS = 30_000;

export interface RaceResult {
  pair: readonly [Act, Act];
  /** Of each act in the order of the pair, and where the milestone came to rest. */
  came: string;
  wrong: string[];
}

interface Rest {
  state: string;
  holds: string[];
  /** Its clock is about to act. */
  isDue: boolean;
  /** A settlement is to be carried out. */
  executes: boolean;
  /** In the outbox about the deal; one that was given up waits for ever. */
  waits: boolean;
  /** Of the dispute of the payment's bank; those of races beside it say nothing about this one. */
  hasEvents: boolean;
}

/** Each part is read by an index of what is open, so that a look costs the same after thousands of deals. */
async function lookAt({ world }: Chaos, { deal, bankDispute }: Race): Promise<Rest> {
  const { rows } = await sql<Rest>`
    select m.state, m.holds,
      m.state in ('delivered', 'cancel_requested') and m.deadline_at < now() as "isDue",
      exists (select from disputes d where d.milestone_id = m.id and d.state in ('executing', 'withdrawing')) as "executes",
      exists (select from workflow_outbox o where o.dispatched_at is null and o.dead_at is null and o.workflow_id like ${`%${deal.milestoneId}`})
        or exists (select from workflow_outbox o where o.dispatched_at is null and o.dead_at is not null and o.workflow_id like ${`%${deal.milestoneId}`}) as "waits",
      exists (select from psp_events e where e.state = 'pending' and e.object_id = ${bankDispute}) as "hasEvents"
    from milestones m where m.id = ${deal.milestoneId}`.execute(world.owner);
  return rows[0]!;
}

/** What keeps a milestone from resting; what was to be refunded or settled on a hold waits for staff. */
function unrestOf({ state, holds, isDue, executes, waits, hasEvents }: Rest): string[] {
  const isStopped = holds.length > 0 && ['settling', 'refunding'].includes(state);
  const reasons = {
    'under way': !RESTING.includes(state) && !isStopped,
    'its clock is due': isDue,
    'a settlement is to be carried out': executes && holds.length === 0,
    'a command waits': waits,
    'an event of its bank is open': hasEvents,
  };
  return Object.entries(reasons).flatMap(([reason, applies]) => (applies ? [reason] : []));
}

/** Nothing waits in the outbox about the deal, no event of its bank's dispute is open, and the milestone rests. */
async function atRest(chaos: Chaos, race: Race): Promise<string> {
  const seen: { last?: Rest } = {};
  return eventually(
    'the milestone to rest',
    async () => {
      seen.last = await lookAt(chaos, race);
      return unrestOf(seen.last).length === 0 ? [seen.last.state, ...seen.last.holds].join('+') : null;
    },
    QUIET_MS,
  ).catch((error: unknown) => {
    if (!seen.last) throw error;
    return `restless: ${seen.last.state} (${unrestOf(seen.last).join(', ')})`;
  });
}

/** The desk of the race at a process, for the orgs whose deal it is. */
const deskOf = ({ desks }: Arena, race: Race, n: 0 | 1): Desk => ({
  brand: desks[n].brand.of(race.brand.actor.orgId),
  creator: desks[n].creator.of(race.creator.actor.orgId),
});

export async function playRace(arena: Arena, pair: readonly [Act, Act], random: Random): Promise<RaceResult> {
  const { chaos } = arena;
  const race = await prepare(arena, pair, random);
  const [first, second] = random.chance(0.5) ? ([0, 1] as const) : ([1, 0] as const);
  const gap = random.int(0, 8) * 4;
  const one = outcomeOf(DO[pair[first]](arena, race, deskOf(arena, race, first), { context: { requestKey: newId() } }));
  await new Promise((resolve) => setTimeout(resolve, gap));
  const other = outcomeOf(
    DO[pair[second]](arena, race, deskOf(arena, race, second), { context: { requestKey: newId() } }),
  );
  const codes = await Promise.all(first === 0 ? [one, other] : [other, one]);
  if (pair.includes('chargeback'))
    await eventually(
      'the chargeback',
      async () => (await eventsOf(chaos, race.deal, 'payment_disputed')) > 0,
      QUIET_MS,
    ).catch(() => null);
  const rest = await atRest(chaos, race);
  const came = `${codes.join(' / ')} → ${rest}`;
  const wrong: string[] = [];
  const verdicts: string[] = [];
  for (const type of VERDICTS) for (let n = await eventsOf(chaos, race.deal, type); n > 0; n -= 1) verdicts.push(type);
  // A cancellation is carried out by its refund.
  const judged = verdicts.filter((type) => !(type === 'refunded' && verdicts.includes('cancelled')));
  if (judged.length > 1) wrong.push(`two verdicts: ${judged.join(', ')}`);
  if (!isInTable(pair.join(' '), came)) wrong.push(`not in the table: ${came}`);
  return { pair, came, wrong };
}

/** Acts of a person, which a double click sends twice; counted by the timeline of the deal, or by the log of acts. */
const CLICKS: readonly { act: Act; event: string; logged?: true }[] = [
  { act: 'approve', event: 'approved' },
  { act: 'requestChanges', event: 'changes_requested' },
  { act: 'cancel', event: 'cancelled' },
  { act: 'openDispute', event: 'dispute_opened' },
  { act: 'settleDispute', event: 'settlement_started' },
  { act: 'releasePart', event: 'part_released' },
  { act: 'representationRevoked', event: 'representation.ended', logged: true },
];

async function loggedActs({ world }: Chaos, { representationId }: Race, action: string): Promise<number> {
  const rows = await world.owner
    .selectFrom('audit_log')
    .select('id')
    .where('action', '=', action)
    .where('target', '=', `representation:${representationId}`)
    .execute();
  return rows.length;
}

/** Twenty clicks with one key, at both processes at once. */
export async function playClicks(arena: Arena): Promise<string[]> {
  const wrong: string[] = [];
  for (const { act, event, logged } of CLICKS) {
    const race = await prepare(arena, [act], new Random(1));
    const requestKey = newId();
    const codes = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        outcomeOf(DO[act](arena, race, deskOf(arena, race, i % 2 === 0 ? 0 : 1), { context: { requestKey } })),
      ),
    );
    await atRest(arena.chaos, race);
    const effects = logged ? await loggedActs(arena.chaos, race, event) : await eventsOf(arena.chaos, race.deal, event);
    if (effects !== 1) wrong.push(`${act}: ${event} ${effects} times`);
    if (codes.some((code) => code !== 'done')) wrong.push(`${act}: ${[...new Set(codes)].join(', ')}`);
  }
  return wrong;
}

/** Most of a race is a wait for another process: so many keep two processors busy. */
const SIDE_BY_SIDE = 16;

/** After so many seeds come other people: what one org owns, and the orgs of one person, stay as few as they are in use. */
const SEEDS_OF_A_PERSON = 4;

const withOtherPeople = async ({ chaos }: Arena): Promise<Arena> =>
  openArena({
    ...chaos,
    brand: await personOf(chaos, 'brand', 'Chaos Café'),
    creator: await personOf(chaos, 'creator', 'Calm Creator'),
  });

/**
 * Races of one pair at a time, several pairs side by side; no further seed begins after `until`. `played` is called for each seed
 * once all its pairs are.
 */
export async function playRaces(
  arena: Arena,
  {
    seeds,
    seed,
    until = Infinity,
    sideBySide = SIDE_BY_SIDE,
    played,
  }: {
    seeds: readonly number[];
    seed: number;
    until?: number;
    sideBySide?: number;
    played?: (n: number, isRight: boolean) => void;
  },
): Promise<(RaceResult & { seed: number })[]> {
  let current = Promise.resolve(arena);
  function* jobsInTurn() {
    for (const [begun, n] of seeds.entries()) {
      if (Date.now() > until) return;
      if (begun > 0 && begun % SEEDS_OF_A_PERSON === 0) current = withOtherPeople(arena);
      for (const [i, pair] of PAIRS.entries()) yield { n, at: current, pair, seed: seed * 10_007 + (n - 1) * 61 + i };
    }
  }
  const jobs = jobsInTurn();
  const results: (RaceResult & { seed: number })[] = [];
  const ofSeed = new Map<number, RaceResult[]>();
  const player = async (): Promise<void> => {
    for (const job of jobs) {
      const result = await playRace(await job.at, job.pair, new Random(job.seed));
      results.push({ seed: job.n, ...result });
      const own = [...(ofSeed.get(job.n) ?? []), result];
      ofSeed.set(job.n, own);
      if (own.length === PAIRS.length)
        played?.(
          job.n,
          own.every(({ wrong }) => wrong.length === 0),
        );
    }
  };
  await Promise.all(Array.from({ length: sideBySide }, player));
  return results;
}
