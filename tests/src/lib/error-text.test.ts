import { TRPCClientError } from '@trpc/client';
import i18next from 'i18next';
import resourcesToBackend from 'i18next-resources-to-backend';
import { expect, test } from 'vitest';
import { ERROR_CODES } from '../../../server/core/errors.ts';
import { staffRefusal } from '../../../server/core/staff.ts';
import { isUnanswered } from '../../../src/lib/app-error.ts';
import { codeText, isErrorCode } from '../../../src/lib/error-text.ts';
import { REFUSALS_LOADED } from '../../../src/lib/i18n.ts';

test('codes of refusals differ from texts and from the codes of the account library in their form', () => {
  expect(Object.keys(ERROR_CODES).filter((code) => !isErrorCode(code))).toEqual([]);
  const others = [
    'This is needed.',
    'ok',
    'USER_ALREADY_EXISTS',
    'e.g. bread',
    'https://a.example',
    '',
    '必填。',
    'a.b.c',
  ];
  expect(others.filter(isErrorCode)).toEqual([]);
});

test('a call that no server of ours answered differs from one that failed there', () => {
  const failed = {
    error: { message: 'internal', code: -32603, data: { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500 } },
  };
  expect(isUnanswered(TRPCClientError.from(new TypeError('Failed to fetch')))).toBe(true);
  expect(isUnanswered(TRPCClientError.from(failed))).toBe(false);
  expect(isUnanswered(new Error('a mistake of the page'))).toBe(false);
});

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
