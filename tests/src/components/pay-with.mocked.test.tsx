import { expect, test, vi } from 'vitest';
import type { PaymentMethodDto } from '../../../server/features/payment-methods/schema.ts';
import { PayWith } from '../../../src/components/deal/PayWith.tsx';
import { markup, textsIn } from '../../support/texts.tsx';

vi.mock('../../../src/lib/trpc.ts', () => ({ api: {} }));

const debit = { id: 'm1', kind: 'bank_debit', brand: null, last4: '3000' } as unknown as PaymentMethodDto;
const choice = { methods: [debit], method: debit };
const [work, bonus] = [{ bonus: false }, { bonus: true }];

test.each([
  ['work', [work], 'debitHint'],
  ['a bonus, which has none,', [bonus], 'debitHintBonus'],
  ['both', [work, bonus], 'debitHint'],
] as const)('a bank debit says what its money begins: %s', async (_, of, hint) => {
  const { t } = await textsIn('en');
  const html = await markup(<PayWith choice={choice} of={of} onChosen={() => undefined} />, 'en');
  expect(html).toContain(t(`payments:methods.${hint}`));
});
