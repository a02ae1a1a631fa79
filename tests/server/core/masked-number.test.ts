import { expect, it } from 'vitest';
import { cardName, maskedNumber } from '../../../server/core/masked-number.ts';

it('names a card as its statement does, and leaves out a brand without a name', () => {
  expect(cardName('visa', '3155')).toBe('Visa •••• 3155');
  expect(cardName('amex', '0005')).toBe('American Express •••• 0005');
  expect(cardName('unknown', '1234')).toBe('•••• 1234');
  expect(cardName(null, '1234')).toBe(maskedNumber('1234'));
});
