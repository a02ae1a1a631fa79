import { createPersona, eventually, type PersonaClient } from '../../../scripts/lib/persona-client.ts';
import type { OrgActor, OrgKind } from '../../../server/context.ts';
import { FEE_LOSS_CAP } from '../../../server/features/payments/rules.ts';
import { ensureFloat } from '../../../server/features/payments/float.ts';
import { createStripeProvider } from '../../../server/integrations/stripe/provider.ts';
import { requestChanges } from '../../../server/features/escrow/review/service.ts';
import {
  connectPayee,
  deliver,
  milestone,
  openDeal,
  payAtProvider,
  type DealOptions,
  type MoneyWorld,
  type TestDeal,
} from '../../server/features/escrow/deal-kit.ts';
import { startKillableStack, type KillableStack } from '../killable-stack.ts';
import { createOrg, createTestWorld, prove } from '../people.ts';
import { services } from '../services.ts';

/** A person with an org, as services see the person and as a browser that is signed in at the API. */
export interface Person {
  actor: OrgActor;
  client: PersonaClient;
}

/** An instance whose processes can be killed, and the services over its database in this process. */
export interface Chaos {
  stack: KillableStack;
  world: MoneyWorld;
  brand: Person;
  creator: Person;
  stop(): Promise<void>;
}

/** A person who can do all that the org's owner may, with a fresh proof. */
export async function personOf(
  { stack, world }: Pick<Chaos, 'stack' | 'world'>,
  kind: OrgKind,
  name: string,
): Promise<Person> {
  const actor = await createOrg(world, kind, name);
  // Sets the password.
  await prove(world, actor);
  const client = await signedIn(stack.url, stack.mailboxUrl, actor);
  if (kind !== 'brand') await connectPayee(world, actor);
  return { actor, client };
}

/** A further org of a person who is signed in. */
export async function orgOf({ world }: Pick<Chaos, 'world'>, { actor, client }: Person, name: string): Promise<Person> {
  const own = await createOrg(world, actor.orgKind, name, { owner: actor });
  if (actor.orgKind !== 'brand') await connectPayee(world, own);
  return { actor: own, client: client.of(own.orgId) };
}

export async function signedIn(url: string, mailboxUrl: string, actor: OrgActor): Promise<PersonaClient> {
  const client = createPersona({ url, mailboxUrl, name: actor.name, email: actor.email });
  await client.signIn();
  await client.prove();
  return client;
}

/** Its brand is refunded more often than a brand is that goes on paying. */
const FEE_CAP = 100_000_000;

export async function startChaos(options: { apis?: 1 | 2 } = {}): Promise<Chaos> {
  const stack = await startKillableStack({ ...options, settings: { FEE_LOSS_CAP: `EUR ${FEE_CAP / 100}` } });
  const base = await createTestWorld('chaos', { feeLossCap: { ...FEE_LOSS_CAP, EUR: FEE_CAP } }, stack.database);
  base.integrations.payments = createStripeProvider({
    secretKey: services().secrets.STRIPE_SECRET_KEY,
    apiBase: stack.paymentsUrl,
  });
  const world: MoneyWorld = Object.assign(base, {
    sandbox: null as never,
    command: <T>(path: string, body?: object) => command<T>(stack.paymentsUrl, path, body),
  });
  await ensureFloat(world.system(), 'EUR', 50_000_000);
  const part = { stack, world };
  return {
    ...part,
    brand: await personOf(part, 'brand', 'Chaos Café'),
    creator: await personOf(part, 'creator', 'Calm Creator'),
    async stop() {
      await world.close();
      await stack.stop();
    },
  };
}

async function command<T>(paymentsUrl: string, path: string, body?: object): Promise<T> {
  const answer = await fetch(
    `${paymentsUrl}/_sandbox/${path}`,
    body ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {},
  );
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** The provider answers as usual again. */
export async function forgetFaults({ paymentsUrl }: Pick<KillableStack, 'paymentsUrl'>): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${paymentsUrl}/_sandbox/faults`, { method: 'DELETE', headers });
  if (!answer.ok) throw new Error(`forgetting the faults answered ${answer.status}`);
}

/** A deal, of the chaos brand unless another is named; `work`: how far its first milestone has come. */
export async function dealIn(
  chaos: Chaos,
  work: 'awaiting_funding' | 'funded' | 'delivered' | 'changes_requested',
  { creator = chaos.creator, payer = chaos.brand, ...options }: DealOptions & { creator?: Person; payer?: Person } = {},
): Promise<TestDeal> {
  const { world } = chaos;
  const deal = await openDeal(world, { ...options, parties: { brand: payer.actor, creator: creator.actor } });
  if (work === 'awaiting_funding') return deal;
  await payAtProvider(world, deal);
  await inState(chaos, deal, ['funded']);
  if (work === 'funded') return deal;
  await deliver(world, deal);
  if (work === 'delivered') return deal;
  const { version } = await milestone(world, deal.milestoneId);
  await requestChanges(world.as(deal.brand), {
    milestoneId: deal.milestoneId,
    version,
    reason: 'the logo',
    briefItems: ['All three drinks shown'],
  });
  return deal;
}

/** Waits until the first milestone is in one of these states. */
export const inState = (
  { world }: Pick<Chaos, 'world'>,
  deal: Pick<TestDeal, 'milestoneId'>,
  states: readonly string[],
  timeoutMs = 300_000,
): Promise<string> =>
  eventually(
    `the milestone to be ${states.join(' or ')}`,
    async () => {
      const { state } = await milestone(world, deal.milestoneId);
      return states.includes(state) ? state : null;
    },
    timeoutMs,
  );

/** How often that is on the timeline of a deal. */
export async function eventsOf({ world }: Pick<Chaos, 'world'>, deal: TestDeal, type: string): Promise<number> {
  const { n } = await world.owner
    .selectFrom('escrow_events')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('contract_id', '=', deal.contractId)
    .where('type', '=', type as 'approved')
    .executeTakeFirstOrThrow();
  return Number(n);
}

/**
 * Breaches of the money's invariants once nothing is under way any more; empty when the books agree. Transfers that were
 * reversed at the provider are parked until staff decide, which is no breach.
 */
export async function settledBooks({ stack, world }: Chaos, timeoutMs = 180_000): Promise<string[]> {
  const breaches = async () => {
    const reversed = await world.owner.selectFrom('transfers').select('reversed_amount').execute();
    const parked = reversed.reduce((sum, one) => sum + (one.reversed_amount ?? 0), 0);
    const known = `ledger.suspense-is-empty: EUR ${parked} in suspense`;
    return (await stack.checkMoney()).filter((line) => line !== known);
  };
  return eventually('the books to agree', async () => ((await breaches()).length === 0 ? [] : null), timeoutMs).catch(
    breaches,
  );
}
