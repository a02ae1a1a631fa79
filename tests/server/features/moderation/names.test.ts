import { expect, test } from 'vitest';
import { isAppError } from '../../../../server/core/errors.ts';
import { requireAllowedName } from '../../../../server/features/moderation/names.ts';

const refusal = (name: string): unknown => {
  try {
    requireAllowedName(name, 'displayName');
    return null;
  } catch (error) {
    return isAppError(error) ? [error.code, error.data['field'], error.data['text']] : error;
  }
};

test.each([
  ['Sponsio Support', ['name.impersonation', 'displayName', 'Sponsio Support']],
  ['Ana ana@ana.example', ['name.contact_data', 'displayName', 'ana@ana.example']],
])('a name that would be held is refused at its field with the rule and the place: %s', (name, answer) => {
  expect(refusal(name)).toEqual(answer);
});

test.each([
  'Maya Laurent',
  'Café Lumen',
  'Yusuf Haddad',
  'يوسف حداد',
  '王小明',
  'Лев Толстой',
  'O’Brien & Sons',
  'Studio 54',
])('an ordinary name is accepted: %s', (name) => {
  expect(refusal(name)).toBeNull();
});
