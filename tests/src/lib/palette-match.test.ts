import { expect, it } from 'vitest';
import { paletteMatch } from '../../../src/lib/palette-match.ts';

it('what is typed is found as it was typed, and letters scattered over a title are no hit', () => {
  expect(paletteMatch('/payment-settings', 'maya', ['Payment settings'])).toBe(0);
  expect(paletteMatch('/my-campaigns', 'maya', ['My campaigns'])).toBe(0);
  expect(paletteMatch('/payments', 'payments', ['Payments'])).toBe(1);
  expect(paletteMatch('/payments', ' Pay', ['Payments'])).toBe(0.9);
  expect(paletteMatch('/payment-settings', 'settings', ['Payment settings'])).toBe(0.8);
  expect(paletteMatch('/my-campaigns', 'paign', ['My campaigns'])).toBe(0.5);
  expect(paletteMatch('/payments', 'reglages', ['Réglages']), 'without its accents').toBe(1);
  expect(paletteMatch('/payments', '/pay', ['Payments']), 'by its path').toBe(0.9);
});
