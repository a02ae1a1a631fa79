import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cacheFolder } from '../../../../scripts/lib/paths.ts';
import { findOnPath } from '../../../../scripts/stack/launch.ts';
import { findFreePorts } from '../../../../scripts/stack/ports.ts';
import { POLLED_EVENTS } from '../../../../server/features/payments/webhooks/missed.ts';
import { createStripeProvider, type PaymentProvider } from '../../../../server/integrations/stripe/provider.ts';
import { bankOf, onboard, pay, SECRET_KEY, startHarness, unique, type Harness } from './sandbox-harness.ts';

/*
 * Every kind of call that the product makes, once: the payment sandbox answers it, and Stripe's own description of its
 * interface accepts it, where stripe-mock is present. `STRIPE_MOCK=build` builds it with Go, once for this user.
 */

/** What the calls are about. */
interface Objects {
  sessionId: string;
  openSessionId: string;
  paymentIntentId: string;
  chargeId: string;
  accountId: string;
  /** A bank account of the account. */
  externalId: string;
  transferId: string;
  refundId: string;
  payoutId: string;
  balanceTransactionId: string;
  disputeId: string;
  warningId: string;
  customerId: string;
  setupId: string;
  methodId: string;
  /** Waits for its payer to confirm it at the bank. */
  waitingIntentId: string;
}

/** Signatures are verified without a call. */
type Call = Exclude<keyof PaymentProvider, 'verifyWebhook'>;
const AGO = new Date(Date.now() - 3_600_000);
const written = (opId = unique('call')) => ({ opId, idempotencyKey: opId, metadata: { milestone_id: 'm' } });

const CALLS: Record<Call, (p: PaymentProvider, of: Objects) => Promise<unknown>> = {
  createCheckout: (p, _of) =>
    p.createCheckout({
      ...written(),
      currency: 'EUR',
      amount: 1_000,
      lines: [{ label: 'Reel', amount: 1_000 }],
      customerEmail: 'brand@example.com',
      successUrl: 'http://localhost/done',
      cancelUrl: 'http://localhost/back',
      transferGroup: 'group',
      locale: 'ar',
      expiresAt: new Date(Date.now() + 31 * 60_000),
    }),
  retrieveCheckout: (p, of) => p.retrieveCheckout(of.sessionId),
  expireCheckout: (p, of) => p.expireCheckout(of.openSessionId),
  findCheckout: (p) => p.findCheckout('nobody', AGO),
  retrievePayment: (p, of) => p.retrievePayment(of.paymentIntentId),
  chargeMethod: (p, of) =>
    p.chargeMethod({
      ...written(),
      currency: 'EUR',
      amount: 1_000,
      customerId: of.customerId,
      methodId: of.methodId,
      kind: 'card',
      offSession: false,
      returnUrl: 'http://localhost/back',
      transferGroup: 'group',
    }),
  findPayment: (p, of) => p.findPayment('nobody', of.customerId, AGO),
  cancelPayment: (p, of) => p.cancelPayment(of.waitingIntentId),
  createCustomer: (p) => p.createCustomer({ ...written(), email: 'brand@example.com', name: 'Brand' }),
  findCustomer: (p) => p.findCustomer('nobody', AGO),
  nameCustomer: (p, of) =>
    p.nameCustomer(of.customerId, { email: 'owner@example.com', name: 'Owner' }).then(() => 'named'),
  createSetup: (p, of) =>
    p.createSetup({
      ...written(),
      customerId: of.customerId,
      methods: ['card', 'bank_debit'],
      successUrl: 'http://localhost/done',
      cancelUrl: 'http://localhost/back',
      locale: 'ar',
      expiresAt: new Date(Date.now() + 31 * 60_000),
    }),
  retrieveSetup: (p, of) => p.retrieveSetup(of.setupId),
  findSetup: (p, of) => p.findSetup('nobody', of.customerId),
  retrieveMethod: (p, of) => p.retrieveMethod(of.methodId),
  createTransfer: (p, of) =>
    p.createTransfer({
      ...written(),
      amount: 100,
      currency: 'EUR',
      destination: of.accountId,
      sourceCharge: of.chargeId,
      transferGroup: 'group',
    }),
  findTransfer: (p) => p.findTransfer('nobody', 'group'),
  createRefund: (p, of) => p.createRefund({ ...written(), chargeId: of.chargeId, amount: 100 }),
  retrieveRefund: (p, of) => p.retrieveRefund(of.refundId),
  findRefund: (p, of) => p.findRefund('nobody', of.chargeId),
  createConnectedAccount: (p) =>
    p.createConnectedAccount({ ...written(), country: 'FR', businessType: 'company', email: 'payee@example.com' }),
  findConnectedAccount: (p) => p.findConnectedAccount('nobody', AGO),
  createOnboardingLink: (p, of) =>
    p.createOnboardingLink({
      accountId: of.accountId,
      refreshUrl: 'http://localhost/again',
      returnUrl: 'http://localhost/back',
    }),
  retrieveAccount: (p, of) => p.retrieveAccount(of.accountId),
  createPayout: (p, of) =>
    p.createPayout({
      ...written(),
      accountId: of.accountId,
      amount: 500,
      currency: 'EUR',
      destination: of.externalId,
    }),
  retrievePayout: (p, of) => p.retrievePayout(of.accountId, of.payoutId),
  findPayout: (p, of) => p.findPayout('nobody', of.accountId, AGO),
  retrieveBalanceTransaction: (p, of) => p.retrieveBalanceTransaction(of.balanceTransactionId),
  listBalanceLines: (p) => p.listBalanceLines({ from: AGO, to: new Date() }),
  newestBalanceLine: (p) => p.newestBalanceLine(),
  balance: (p, of) => p.balance(of.accountId),
  createTopUp: (p) => p.createTopUp({ ...written(), amount: 5_000, currency: 'EUR', description: 'Platform float' }),
  findTopUp: (p) => p.findTopUp('nobody', AGO),
  retrieveDispute: (p, of) => p.retrieveDispute(of.disputeId),
  submitEvidence: (p, of) =>
    p.submitEvidence({ disputeId: of.disputeId, idempotencyKey: unique('key'), evidence: { uncategorized_text: 'x' } }),
  retrieveFraudWarning: (p, of) => p.retrieveFraudWarning(of.warningId),
  retrieveTransfer: (p, of) => p.retrieveTransfer(of.transferId),
  listReversals: (p, of) => p.listReversals(of.transferId),
  listEvents: (p) => p.listEvents({ from: AGO, types: POLLED_EVENTS }),
  // The last: the method cannot be charged after it, nor its customer found.
  detachMethod: (p, of) => p.detachMethod(of.methodId).then(() => 'detached'),
  deleteCustomer: (p, of) => p.deleteCustomer(of.customerId).then(() => 'deleted'),
};
const NAMES = Object.keys(CALLS) as Call[];

test('the calls of this test are all that the product can make', () => {
  const provider = createStripeProvider({ secretKey: SECRET_KEY, apiBase: 'http://127.0.0.1:9' });
  expect([...NAMES, 'verifyWebhook'].sort()).toEqual(Object.keys(provider).sort());
});

describe('the payment sandbox', () => {
  let h: Harness;
  let of: Objects;
  beforeAll(async () => {
    h = await startHarness({ settlementSeconds: 0 });
    const { provider } = h;
    const paid = await pay(h);
    const disputed = await pay(h);
    const open = (await CALLS.createCheckout(provider, {} as Objects)) as { sessionId: string };
    const accountId = await onboard(h);
    const base = { chargeId: paid.chargeId, accountId, externalId: await bankOf(h, accountId, 'EUR') } as Objects;
    const transfer = await provider.createTransfer({
      ...written(),
      amount: 50_000,
      currency: 'EUR',
      destination: accountId,
      sourceCharge: paid.chargeId,
      transferGroup: paid.group,
    });
    const refund = (await CALLS.createRefund(provider, base)) as { refundId: string };
    const payout = (await CALLS.createPayout(provider, base)) as { payoutId: string };
    const dispute = await h.command('disputes', { charge: disputed.chargeId });
    const warning = await h.command(`warnings/${disputed.chargeId}`, {});
    const { customerId } = (await CALLS.createCustomer(provider, base)) as { customerId: string };
    const setup = (await CALLS.createSetup(provider, { ...base, customerId })) as { sessionId: string };
    await h.command(`pay/${setup.sessionId}`, { card: '4000002760003184' });
    const { methodId } = await provider.retrieveSetup(setup.sessionId);
    const method = { customerId, methodId: methodId! };
    const waiting = (await CALLS.chargeMethod(provider, { ...base, ...method })) as { paymentIntentId: string };
    of = {
      ...base,
      ...method,
      setupId: setup.sessionId,
      waitingIntentId: waiting.paymentIntentId,
      sessionId: paid.sessionId,
      openSessionId: open.sessionId,
      paymentIntentId: paid.payment.paymentIntentId,
      transferId: transfer.transferId,
      refundId: refund.refundId,
      payoutId: payout.payoutId,
      balanceTransactionId: transfer.balanceTransactionId!,
      disputeId: dispute.id,
      warningId: warning.id,
    };
  });
  afterAll(() => h?.close());

  test.each(NAMES)('answers %s', async (name) => {
    await expect(CALLS[name](h.provider, of)).resolves.toBeDefined();
  });
});

const VERSION = 'v0.197.0';
const cached = join(cacheFolder(), 'bin', `stripe-mock-${VERSION}`, 'stripe-mock');

/** The program, where it is present or may be built. */
function stripeMock(): string | null {
  if (existsSync(cached)) return cached;
  const present = findOnPath('stripe-mock');
  if (present || process.env['STRIPE_MOCK'] !== 'build') return present;
  mkdirSync(join(cached, '..'), { recursive: true });
  execFileSync('go', ['install', `github.com/stripe/stripe-mock@${VERSION}`], {
    env: { ...process.env, GOBIN: join(cached, '..') },
    stdio: 'inherit',
  });
  return cached;
}

/**
 * This release of stripe-mock describes an older version of the interface. In the one in use the parameter has another name,
 * and the old one is refused: https://docs.stripe.com/changelog/endive/2026-09-30/remove-payment-method-types-checkout-sessions
 */
const inWordsOfMock = (body: string): string => body.replaceAll('allowed_payment_method_types', 'payment_method_types');

const program = stripeMock();
describe.skipIf(program === null)(
  program === null ? 'stripe-mock (not present: STRIPE_MOCK=build builds it with Go)' : 'stripe-mock',
  () => {
    let mock: ChildProcess;
    let recorder: Server;
    let provider: PaymentProvider;
    /** Of the call under test. */
    let answers: { what: string; status: number; body: string }[] = [];

    beforeAll(async () => {
      const [port = 0, https = 0] = await findFreePorts(2);
      mock = spawn(program!, ['-http-port', String(port), '-https-port', String(https)], { stdio: 'ignore' });
      recorder = createServer((from, to) => {
        const { 'content-length': _length, ...headers } = from.headers;
        const onward = request({ host: '127.0.0.1', port, method: from.method, path: from.url, headers }, (answer) => {
          const parts: Buffer[] = [];
          answer.on('data', (part: Buffer) => parts.push(part));
          answer.on('end', () => {
            const body = Buffer.concat(parts).toString();
            answers.push({ what: `${from.method} ${from.url?.split('?')[0]}`, status: answer.statusCode ?? 0, body });
            to.writeHead(answer.statusCode ?? 502, { 'content-type': 'application/json' }).end(body);
          });
        });
        onward.on('error', () => to.writeHead(502).end('{}'));
        const sent: Buffer[] = [];
        from.on('data', (part: Buffer) => sent.push(part));
        from.on('end', () => onward.end(inWordsOfMock(Buffer.concat(sent).toString())));
      });
      await new Promise<void>((resolve) => recorder.listen(0, '127.0.0.1', resolve));
      const apiBase = `http://127.0.0.1:${(recorder.address() as AddressInfo).port}`;
      provider = createStripeProvider({ secretKey: SECRET_KEY, apiBase, timeoutMs: 5_000 });
      for (let tries = 0; tries < 200; tries += 1) {
        if (
          await provider.balance().then(
            () => true,
            () => answers.at(-1)?.status === 200,
          )
        )
          break;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }, 60_000);
    afterAll(() => {
      mock?.kill();
      recorder?.close();
    });

    const anything: Objects = {
      sessionId: 'cs_1',
      openSessionId: 'cs_1',
      paymentIntentId: 'pi_1',
      chargeId: 'ch_1',
      accountId: 'acct_1',
      externalId: 'ba_1',
      transferId: 'tr_1',
      refundId: 're_1',
      payoutId: 'po_1',
      balanceTransactionId: 'txn_1',
      disputeId: 'du_1',
      warningId: 'issfr_1',
      customerId: 'cus_1',
      setupId: 'cs_1',
      methodId: 'pm_1',
      waitingIntentId: 'pi_1',
    };

    test.each(NAMES)('accepts the address and the parameters of %s', async (name) => {
      answers = [];
      // What it answers is an example, which need not be an object that the product would meet.
      await CALLS[name](provider, anything).catch(() => null);
      expect(answers.length).toBeGreaterThan(0);
      expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    });
  },
);
