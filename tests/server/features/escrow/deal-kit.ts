import { withTx, type OrgActor, type OrgContext } from '../../../../server/context.ts';
import { newId } from '../../../../server/core/ids.ts';
import { sha256Hex } from '../../../../server/core/canonical.ts';
import type { Clock } from '../../../../server/core/clock.ts';
import type { Currency } from '../../../../server/core/money.ts';
import type { OwnAccount } from '../../../../server/features/connections/schema.ts';
import { signedText } from '../../../../server/features/contracts/rules.ts';
import type { ContractDocument } from '../../../../server/features/contracts/schema.ts';
import type { Clocks, DealTerms } from '../../../../server/features/terms/schema.ts';
import { appendEvent } from '../../../../server/features/escrow/timeline/events.ts';
import { claimOperation, settleOperation } from '../../../../server/features/provider-calls/operations.ts';
import { openMilestones } from '../../../../server/features/escrow/funding/open.ts';
import { submitWork } from '../../../../server/features/escrow/review/service.ts';
import { ensureFloat } from '../../../../server/features/payments/float.ts';
import { saveBanks } from '../../../../server/features/payouts/banks/queries.ts';
import { usualBusinessType } from '../../../../server/features/payouts/rules.ts';
import { pay } from '../../../../server/features/payments/checkout/pay.ts';
import { quote } from '../../../../server/features/payments/checkout/quote.ts';
import { startWorkflow } from '../../../../server/features/outbox/commands.ts';
import { workflowId } from '../../../../workflows/contracts.ts';
import { createStripeProvider, type PaymentProvider } from '../../../../server/integrations/stripe/provider.ts';
import { dealTermsWith, TEST_CLOCKS } from '../../../support/deal-terms.ts';
import { createOrg, createTestWorld, type TestWorld } from '../../../support/people.ts';
import { services, startTestPayments, type TestProcess } from '../../../support/services.ts';

const DAY = 24 * 3_600_000;
/** A busy machine answers late. */
const PATIENT_MS = 20_000;

/** A world with a payment sandbox of its own, so that its books can be compared to the cent. */
export interface MoneyWorld extends TestWorld {
  sandbox: TestProcess & { url: string };
  /** A command to the sandbox, e.g. `clock` or `faults`. */
  command<T = unknown>(path: string, body?: object): Promise<T>;
}

export async function createMoneyWorld(
  label: string,
  options: {
    webhookTarget?: string;
    /** How long a call waits for its answer after a command to the sandbox that makes it late. */
    timeoutMs?: number;
    float?: boolean;
    /** Settings of the payment sandbox. */
    sandbox?: Record<string, string>;
  } = {},
): Promise<MoneyWorld> {
  const world = await createTestWorld(label);
  const sandbox = await startTestPayments(options.webhookTarget ?? 'http://127.0.0.1:9', {
    env: options.sandbox ?? {},
  });
  const waiting = (timeoutMs: number): PaymentProvider =>
    createStripeProvider({ secretKey: services().secrets.STRIPE_SECRET_KEY, apiBase: sandbox.url, timeoutMs });
  const [patient, hasty] = [waiting(PATIENT_MS), waiting(options.timeoutMs ?? 1_500)];
  let current = patient;
  world.integrations.payments = new Proxy(patient, { get: (_, name) => Reflect.get(current, name) as unknown });
  if (options.float !== false) await ensureFloat(world.system(), 'EUR', 1_000_000);
  const { close } = world;
  return Object.assign(world, {
    sandbox,
    async command<T>(path: string, body?: { kind?: string }): Promise<T> {
      if (path === 'faults') current = /timeout|delay/u.test(body?.kind ?? '') ? hasty : patient;
      const answer = await fetch(
        `${sandbox.url}/_sandbox/${path}`,
        body ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {},
      );
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
      return (await answer.json()) as T;
    },
    async close() {
      await close();
      await sandbox.stop();
    },
  });
}

export interface DealOptions {
  amounts?: number[];
  currency?: Currency;
  clocks?: Partial<Clocks>;
  killFeeBps?: number;
  revisions?: number;
  /** Due dates from now, in milliseconds: of all milestones, or of each. */
  dueIn?: number | number[];
  /** Whether the creator can be paid. */
  account?: boolean;
  commissionBps?: number;
  /** Service fee of the contract; 5 % when left out. */
  feeBps?: number;
  clock?: Clock;
  clockPolicy?: 'standard';
  /** Terms besides, e.g. those of money that waits for a live post. */
  terms?: Partial<DealTerms>;
  /** False: the test writes the representation itself. */
  represented?: boolean;
  /** Parties that exist already; a payee among them has its account. */
  parties?: { brand: OrgActor; creator: OrgActor };
  /** So many milestones of another deal were made in the same moment: those of this one follow them. */
  milestonesBefore?: number;
  /** The creator's accounts on networks when it signed; left out: they were not kept with the signature. */
  accounts?: readonly OwnAccount[];
  /** The same when the brand signed. */
  accountsSeen?: readonly OwnAccount[];
  /** The brand of another deal; a new one when left out. */
  brand?: OrgActor;
}

export interface TestDeal {
  brand: OrgActor;
  creator: OrgActor;
  agency: OrgActor | null;
  contractId: string;
  /** The first milestone. */
  milestoneId: string;
  milestoneIds: string[];
}

/** A payee with a ready account at the provider. */
export async function connectPayee(world: MoneyWorld, who: OrgActor): Promise<string> {
  const opId = `account:${who.orgId}`;
  const { accountId } = await world.integrations.payments.createConnectedAccount({
    opId,
    idempotencyKey: opId,
    country: 'FR',
    businessType: usualBusinessType(who.orgKind),
    email: who.email,
    metadata: { org_id: who.orgId },
  });
  await world.command(`accounts/${accountId}`, { outcome: 'complete' });
  await withTx(world.system(), async (tx) => {
    await claimOperation(tx, { opId, kind: 'account', orgId: who.orgId });
    await settleOperation(tx, opId, { state: 'done', providerId: accountId });
  });
  const { banks } = await world.integrations.payments.retrieveAccount(accountId);
  const known = { provider_account_id: accountId, state: 'enabled' } as const;
  await world.owner
    .insertInto('payout_accounts')
    .values({ org_id: who.orgId, country: 'FR', currency: 'EUR', ...known })
    .onConflict((c) => c.column('org_id').doUpdateSet(known))
    .execute();
  await saveBanks(
    world.owner,
    who.orgId,
    banks.map((bank) => ({ ...bank, changedAt: null, notifiedAt: null })),
  );
  return accountId;
}

/** A contract that both signed, its milestones waiting for their money. */
export async function openDeal(world: MoneyWorld, options: DealOptions = {}): Promise<TestDeal> {
  const { amounts = [40_000], currency = 'EUR', commissionBps = 0 } = options;
  const { parties } = options;
  const brand = options.brand ?? parties?.brand ?? (await createOrg(world, 'brand', 'Café Lumen'));
  const creator = parties?.creator ?? (await createOrg(world, 'creator', 'Maya Laurent'));
  const agency = commissionBps > 0 ? await createOrg(world, 'agency', 'Vidal Talent') : null;
  if (options.account !== false && !parties) await connectPayee(world, creator);
  // Invoices are issued in the creator's name.
  await world.owner
    .insertInto('tax_profiles')
    .values({ org_id: creator.orgId, self_billing: true, self_billing_at: new Date(), updated_at: new Date() })
    .onConflict((c) => c.column('org_id').doUpdateSet({ self_billing: true, self_billing_at: new Date() }))
    .execute();
  const now = options.clock?.now() ?? new Date();
  const { dueIn = 12 * DAY } = options;
  const dueAts = amounts.map((_, i) => new Date(now.getTime() + (Array.isArray(dueIn) ? dueIn[i]! : dueIn)));
  const terms = dealTermsWith(
    amounts.map((amount, i) => ({ title: `Reel ${i + 1}`, amount, dueAt: dueAts[i]! })),
    {
      currency,
      revisions: options.revisions ?? 2,
      killFeeBps: options.killFeeBps ?? 0,
      clocks: { ...TEST_CLOCKS, ...options.clocks },
      ...options.terms,
    },
  );
  const document: ContractDocument = {
    title: 'Autumn menu',
    brand: { name: brand.name, country: 'FR' },
    creator: { name: creator.name, country: 'FR' },
    agency: agency ? { name: agency.name, commissionBps } : null,
    language: 'fr',
    clauses: [],
  };
  const documentHash = await sha256Hex(signedText(document, terms));
  const [offerId, contractId] = [newId(), newId()];
  const sides = { brand_org: brand.orgId, creator_org: creator.orgId, agency_org: agency?.orgId ?? null };
  // An agency reads a deal for as long as it represents the creator.
  if (agency && options.represented !== false)
    await world.owner
      .insertInto('representations')
      .values({
        id: newId(),
        agency_org: agency.orgId,
        creator_org: creator.orgId,
        commission_bps: commissionBps,
        valid_from: new Date(),
      })
      .execute();
  // In the order of the milestones, as those of a signed contract are made one after another, before any that is added.
  const first = now.getTime() - 60_000 + (options.milestonesBefore ?? 0);
  const milestoneIds = amounts.map((_, i) => newId(first + i));
  await withTx(world.system(options.clock), async (tx) => {
    await startWorkflow(tx, 'offerExpiry', offerId);
    await startWorkflow(tx, 'contractSigning', contractId);
    // The workflows before the escrow do not live here. In this transaction no dispatcher has seen their starts, and none waits for
    // these rows while another deal that is opened beside waits for its own.
    await tx.db
      .updateTable('workflow_outbox')
      .set({ dispatched_at: new Date() })
      .where('workflow_id', 'in', [workflowId('offerExpiry', offerId), workflowId('contractSigning', contractId)])
      .execute();
    await tx.db
      .insertInto('offers')
      .values({
        id: offerId,
        ...sides,
        state: 'accepted',
        current_n: 1,
        turn: 'creator',
        title: 'Autumn menu',
        currency,
        deadline_at: now,
        created_by: brand.userId,
      })
      .execute();
    await tx.db
      .insertInto('contracts')
      .values({
        id: contractId,
        offer_id: offerId,
        ...sides,
        commission_bps: commissionBps,
        state: 'active',
        title: 'Autumn menu',
        currency,
        total: amounts.reduce((a, b) => a + b, 0),
        terms: JSON.stringify(terms),
        terms_hash: 'a'.repeat(64),
        document: JSON.stringify(document),
        document_hash: documentHash,
        fee_bps: options.feeBps ?? 500,
        tax_bps: 2000,
        clock_policy: options.clockPolicy ?? 'test',
        deadline_at: now,
        signed_at: now,
      })
      .execute();
    for (const [side, who, accounts] of [
      ['brand', brand, options.accountsSeen],
      ['creator', creator, options.accounts],
    ] as const) {
      await tx.db
        .insertInto('signatures')
        .values({
          id: newId(),
          contract_id: contractId,
          ...sides,
          side,
          org_id: who.orgId,
          user_id: who.userId,
          typed_name: who.name,
          document_hash: documentHash,
          accounts: accounts ? JSON.stringify(accounts) : null,
          signed_at: now,
        })
        .execute();
    }
    await tx.db
      .insertInto('milestones')
      .values(
        amounts.map((amount, i) => ({
          id: milestoneIds[i]!,
          contract_id: contractId,
          ...sides,
          seq: i + 1,
          title: `Reel ${i + 1}`,
          amount,
          currency,
          state: 'proposed',
          due_at: dueAts[i]!,
          rounds_max: terms.revisions,
        })),
      )
      .execute();
    await appendEvent(tx, { contractId, type: 'contract_active' });
    await openMilestones(tx, contractId);
  });
  return { brand, creator, agency, contractId, milestoneId: milestoneIds[0]!, milestoneIds };
}

/** The brand goes to the hosted page and pays; no webhook has arrived yet. */
export async function payAtProvider(
  world: MoneyWorld,
  deal: TestDeal,
  options: { card?: string; iban?: string; clock?: Clock; milestoneId?: string; also?: string[] } = {},
): Promise<{ paymentId: string; sessionId: string }> {
  const ctx = () => world.as(deal.brand, options.clock ? { clock: options.clock } : {});
  const milestoneId = options.milestoneId ?? deal.milestoneId;
  const together = { milestoneId, ...(options.also ? { also: options.also } : {}) };
  const { id: quoteId } = await quote(ctx(), together);
  const { paymentId } = await pay(ctx(), { ...together, quoteId });
  const { session_id } = await world.owner
    .selectFrom('payments')
    .select('session_id')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow();
  await world.command(
    `pay/${session_id}`,
    options.iban ? { iban: options.iban } : { card: options.card ?? '4242424242424242' },
  );
  return { paymentId, sessionId: session_id! };
}

export interface MilestoneState {
  state: string;
  version: number;
  deadline_at: Date | null;
}
export async function milestone(world: TestWorld, id: string): Promise<MilestoneState> {
  return world.owner
    .selectFrom('milestones')
    .select(['state', 'version', 'deadline_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** The creator hands in version `n`. */
export async function deliver(
  world: TestWorld,
  deal: TestDeal,
  options: { n?: number; clock?: Clock; milestoneId?: string; requestKey?: string } = {},
): Promise<void> {
  const milestoneId = options.milestoneId ?? deal.milestoneId;
  const { n = 1, clock, requestKey } = options;
  const ctx: OrgContext = world.as(deal.creator, {
    ...(clock ? { clock } : {}),
    ...(requestKey ? { requestKey } : {}),
  });
  const id = newId();
  const { version } = await milestone(world, milestoneId);
  await withTx(ctx, async (tx) => {
    await tx.db
      .insertInto('submissions')
      .values({
        id,
        milestone_id: milestoneId,
        contract_id: deal.contractId,
        brand_org: deal.brand.orgId,
        creator_org: deal.creator.orgId,
        n,
        state: 'submitted',
        submitted_at: tx.clock.now(),
        created_by: deal.creator.userId,
      })
      .execute();
    await submitWork(tx, { milestoneId, version }, id, n);
  });
}
