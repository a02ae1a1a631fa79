import i18next from 'i18next';
import resourcesToBackend from 'i18next-resources-to-backend';
import { expect, test } from 'vitest';
import { staffRefusal } from '../../../server/core/staff.ts';
import { codeText } from '../../../src/lib/error-text.ts';
import { REFUSALS_LOADED } from '../../../src/lib/i18n.ts';

// Needs a process in which no other test has loaded texts.
test('a refusal that is shown before its text is loaded announces when that has come; one of staff names the roles that may', async () => {
  const texts = import.meta.glob('../../../locales/en/errors.json', { import: 'default' });
  await i18next
    .use(resourcesToBackend(() => Object.values(texts)[0]!()))
    .init({ lng: 'en', fallbackLng: false, ns: [], interpolation: { escapeValue: false } });
  const come = new Promise<void>((resolve) => i18next.on(REFUSALS_LOADED, () => resolve()));
  expect([codeText('payment.nothing_owed'), codeText('auth.not_allowed')]).toEqual(['…', '…']);
  await come;
  expect(codeText('payment.nothing_owed')).toMatch(/owe/u);
  expect(codeText('auth.not_allowed')).toContain('account owner');
  expect(codeText('auth.not_allowed', staffRefusal('payments.proposeWriteOff'))).toContain('Finance or Super admin');
  expect(codeText('auth.not_allowed', staffRefusal('disputes.decide'))).toContain('Trust and safety or Super admin');
  expect(codeText('state.changed', { context: 'finance' }), 'other texts have none').not.toBe('');
});
