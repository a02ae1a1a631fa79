import { expect, test } from 'vitest';
import { ERROR_CODES } from '../../../server/core/errors.ts';
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
