import { expect, test } from 'vitest';
import { fillTemplate, unknownFields, writeRefusal } from '../../../../server/features/conversations/rules.ts';

test('a template is filled with the names it has; an unknown placeholder stays and is reported', () => {
  const body = 'Hi {{name}}, this is {{ me }} of {{org}}. {{price}}';
  expect(fillTemplate(body, { name: 'Maya', me: 'Nadia', org: 'Café Lumen' })).toBe(
    'Hi Maya, this is Nadia of Café Lumen. {{price}}',
  );
  expect(unknownFields(body)).toEqual(['price']);
  expect(fillTemplate('{{name}}', { name: '{{me}}', me: 'x', org: 'y' })).toBe('{{me}}');
});

test('the reader learns the nearest reason why nothing may be written, and not who blocked whom', () => {
  const free = { may: true, mandate: null, blocked: null, status: null } as const;
  expect(writeRefusal(free)).toBeNull();
  expect(writeRefusal({ ...free, may: false, blocked: 'own' })).toBe('auth.not_allowed');
  expect(writeRefusal({ ...free, blocked: 'own', status: 'org.closed' })).toBe('message.you_blocked');
  expect(writeRefusal({ ...free, blocked: 'theirs' })).toBe('message.blocked');
  expect(writeRefusal({ ...free, status: 'org.other_on_hold' })).toBe('org.other_on_hold');
});
