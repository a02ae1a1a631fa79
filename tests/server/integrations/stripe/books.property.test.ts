import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ProviderError } from '../../../../server/integrations/stripe/provider.ts';
import { stepOf } from '../../../../server/core/money.ts';
import { bankOf, DAY, onboard, pay, startHarness, unique, type Harness } from './sandbox-harness.ts';

const CURRENCIES = ['EUR', 'JPY', 'KWD'] as const;
type Currency = (typeof CURRENCIES)[number];

let h: Harness;
beforeAll(async () => void (h = await startHarness()));
afterAll(() => h.close());

/** What the books should say, kept from the answers alone. */
interface Model {
  platform: Record<Currency, number>;
  account: Record<Currency, number>;
  charges: {
    id: string;
    currency: Currency;
    group: string;
    amount: number;
    refunded: number;
    sent: number;
    disputed: 'lost' | 'open' | 'won' | null;
    disputeId: string | null;
  }[];
  transfers: { id: string; currency: Currency; left: number; charge: number }[];
}

type Step =
  | { do: 'advance'; days: number }
  | { do: 'dispute'; at: number }
  | { do: 'decide'; at: number; won: boolean }
  | { do: 'pay'; currency: Currency; units: number; instant: boolean }
  | { do: 'payout'; currency: Currency; share: number }
  | { do: 'refund'; at: number; share: number }
  | { do: 'reverse'; at: number; share: number }
  | { do: 'topUp'; currency: Currency; units: number }
  | { do: 'transfer'; at: number; share: number };

const at = fc.nat(20);
const share = fc.integer({ min: 1, max: 120 });
const units = fc.integer({ min: 100, max: 500_000 });
const currency = fc.constantFrom(...CURRENCIES);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('pay' as const), currency, units, instant: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('transfer' as const), at, share }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('refund' as const), at, share }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('reverse' as const), at, share }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('payout' as const), currency, share }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('topUp' as const), currency, units }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('dispute' as const), at }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('decide' as const), at, won: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('advance' as const), days: fc.integer({ min: 1, max: 5 }) }) },
);

const part = (amount: number, percent: number, code: Currency): number => {
  const unit = stepOf(code);
  return Math.max(unit, Math.floor((amount * percent) / 100 / unit) * unit);
};
const pick = <T>(list: readonly T[], index: number): T | undefined =>
  list.length === 0 ? undefined : list[index % list.length];

/** Does the step; a refusal is an answer too, as long as it proves that nothing happened. */
async function attempt<T>(act: () => Promise<T>): Promise<T | null> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    expect(error).toMatchObject({ kind: 'invalid', provenNotCreated: true });
    return null;
  }
}

async function play(model: Model, accountId: string, { ...s }: Step): Promise<void> {
  const opId = unique('op');
  const write = { opId, idempotencyKey: opId };
  switch (s.do) {
    case 'advance':
      return h.advance(s.days * DAY);
    case 'pay': {
      const amount = s.units * stepOf(s.currency);
      const { payment, chargeId, group } = await pay(h, {
        currency: s.currency,
        amount,
        ...(s.instant ? { card: '4000000000000077' } : {}),
      });
      expect(payment.settled!.net).toBe(amount - payment.settled!.fee!);
      model.platform[s.currency] += payment.settled!.net!;
      model.charges.push({
        id: chargeId,
        currency: s.currency,
        group,
        amount,
        refunded: 0,
        sent: 0,
        disputed: null,
        disputeId: null,
      });
      return;
    }
    case 'topUp': {
      const amount = s.units * stepOf(s.currency);
      await h.provider.createTopUp({ ...write, amount, currency: s.currency, description: 'float' });
      model.platform[s.currency] += amount;
      return;
    }
    case 'transfer': {
      const charge = pick(model.charges, s.at);
      if (!charge) return;
      const left = charge.amount - charge.refunded - charge.sent;
      const amount = part(charge.amount, s.share, charge.currency);
      const done = await attempt(() =>
        h.provider.createTransfer({
          ...write,
          amount,
          currency: charge.currency,
          destination: accountId,
          sourceCharge: charge.id,
          transferGroup: charge.group,
        }),
      );
      expect(done !== null).toBe(amount <= left);
      if (!done) return;
      charge.sent += amount;
      model.platform[charge.currency] -= amount;
      model.account[charge.currency] += amount;
      model.transfers.push({
        id: done.transferId,
        currency: charge.currency,
        left: amount,
        charge: model.charges.indexOf(charge),
      });
      return;
    }
    case 'reverse': {
      const transfer = pick(model.transfers, s.at);
      if (!transfer) return;
      const amount = part(Math.max(transfer.left, 1), s.share, transfer.currency);
      const done = await attempt(() => h.reads.reverseTransfer({ ...write, transferId: transfer.id, amount }));
      expect(done !== null).toBe(amount <= transfer.left && amount <= model.account[transfer.currency]);
      if (!done) return;
      transfer.left -= amount;
      model.charges[transfer.charge]!.sent -= amount;
      model.platform[transfer.currency] += amount;
      model.account[transfer.currency] -= amount;
      return;
    }
    case 'refund': {
      const charge = pick(model.charges, s.at);
      if (!charge) return;
      // A refund the balance cannot cover would wait; the model keeps to those that are paid at once.
      const amount = part(charge.amount, s.share, charge.currency);
      if (model.platform[charge.currency] < amount) return;
      const done = await attempt(() => h.provider.createRefund({ ...write, chargeId: charge.id, amount }));
      expect(done !== null).toBe(
        amount <= charge.amount - charge.refunded && charge.disputed !== 'open' && charge.disputed !== 'lost',
      );
      if (!done) return;
      expect(done.status).toBe('succeeded');
      charge.refunded += amount;
      model.platform[charge.currency] -= amount;
      return;
    }
    case 'payout': {
      const [before] = (await h.provider.balance(accountId)).filter((entry) => entry.currency === s.currency);
      const amount = part(before?.available ?? 0, s.share, s.currency);
      const to = { accountId, destination: await bankOf(h, accountId, s.currency) };
      const done = await attempt(() => h.provider.createPayout({ ...write, ...to, amount, currency: s.currency }));
      expect(done !== null).toBe(amount <= (before?.available ?? 0));
      if (done) model.account[s.currency] -= amount;
      return;
    }
    case 'dispute': {
      const charge = pick(model.charges, s.at);
      if (!charge || charge.disputed !== null || charge.refunded === charge.amount) return;
      const dispute = await h.command('disputes', { charge: charge.id, reason: 'fraudulent' });
      charge.disputed = 'open';
      charge.disputeId = dispute.id;
      const { balanceTransactions } = await h.provider.retrieveDispute(dispute.id);
      expect(balanceTransactions).toHaveLength(1);
      expect(balanceTransactions[0]!.amount).toBe(-(charge.amount - charge.refunded));
      model.platform[charge.currency] += balanceTransactions[0]!.net;
      return;
    }
    case 'decide': {
      const charge = pick(
        model.charges.filter(({ disputed }) => disputed === 'open'),
        s.at,
      );
      if (!charge?.disputeId) return;
      const { status } = await h.provider.retrieveDispute(charge.disputeId);
      // It may have been lost by silence while the clock moved.
      if (status === 'lost') {
        charge.disputed = 'lost';
        return;
      }
      const closed = await h.command(`disputes/${charge.disputeId}`, { outcome: s.won ? 'won' : 'lost' });
      charge.disputed = s.won ? 'won' : 'lost';
      if (s.won) model.platform[charge.currency] += closed.amount;
    }
  }
}

test('the books add up to the cent, whatever happens', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      await h.command('reset', {});
      const accountId = await onboard(h);
      const zero = () => ({ EUR: 0, JPY: 0, KWD: 0 });
      const model: Model = { platform: zero(), account: zero(), charges: [], transfers: [] };
      for (const s of steps) await play(model, accountId, s);
      const books = await h.books();
      for (const code of CURRENCIES) {
        const book = books.currencies[code.toLowerCase()];
        expect(book?.adds_up ?? true).toBe(true);
        expect([code, book?.platform.total ?? 0]).toEqual([code, model.platform[code]]);
        expect([code, book?.accounts[accountId]?.total ?? 0]).toEqual([code, model.account[code]]);
        const list = await h.reads.listBalanceTransactions({ from: new Date(0), currency: code });
        expect(list.reduce((sum, { net }) => sum + net, 0)).toBe(model.platform[code]);
      }
      await h.advance(30 * DAY);
      for (const book of Object.values((await h.books()).currencies)) {
        expect(book).toMatchObject({ adds_up: true, platform: { pending: 0 } });
        for (const position of Object.values(book.accounts)) expect(position.pending).toBe(0);
      }
    }),
    { numRuns: 60 },
  );
}, 120_000);
