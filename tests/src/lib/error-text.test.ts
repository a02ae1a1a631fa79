import { TRPCClientError } from '@trpc/client';
import { expect, test } from 'vitest';
import { ERROR_CODES } from '../../../server/core/errors.ts';
import { isUnanswered } from '../../../src/lib/app-error.ts';
import { isErrorCode } from '../../../src/lib/error-text.ts';

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
