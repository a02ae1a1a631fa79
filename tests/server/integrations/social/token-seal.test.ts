import { expect, test } from 'vitest';
import { createTokenSeal } from '../../../../server/integrations/social/token-seal.ts';

const key = (id: string, byte: number) => `${id}:${Buffer.alloc(32, byte).toString('base64')}`;
const OWNER = 'account-1';
const TOKEN = 'IGAA-a-token-as-long-as-they-are';

test('a token is opened by its owner alone, and two seals of one token differ', () => {
  const seal = createTokenSeal(key('k1', 1));
  const [first, second] = [seal.seal(TOKEN, OWNER), seal.seal(TOKEN, OWNER)];
  expect(first).not.toBe(second);
  expect(first).not.toContain(TOKEN);
  expect(seal.open(first, OWNER)).toBe(TOKEN);
  expect(() => seal.open(first, 'account-2')).toThrow();
});

test('a changed text, another key under the same id and a shortened tag are refused', () => {
  const sealed = createTokenSeal(key('k1', 1)).seal(TOKEN, OWNER);
  const [format, id, data = ''] = sealed.split('.');
  const bytes = Buffer.from(data, 'base64url');
  bytes[bytes.length - 1]! ^= 1;
  const seal = createTokenSeal(key('k1', 1));
  expect(() => seal.open([format, id, bytes.toString('base64url')].join('.'), OWNER)).toThrow();
  expect(() => seal.open([format, id, bytes.subarray(0, 20).toString('base64url')].join('.'), OWNER)).toThrow();
  expect(() => seal.open(TOKEN, OWNER)).toThrow();
  expect(() => createTokenSeal(key('k1', 2)).open(sealed, OWNER)).toThrow();
});

test('after a rotation the newest key seals and the older one still opens; without it the text is closed', () => {
  const old = createTokenSeal(key('k1', 1)).seal(TOKEN, OWNER);
  const rotated = createTokenSeal(`${key('k2', 2)},${key('k1', 1)}`);
  expect(rotated.open(old, OWNER)).toBe(TOKEN);
  expect(rotated.isOutdated(old)).toBe(true);
  const renewed = rotated.seal(rotated.open(old, OWNER), OWNER);
  expect(rotated.isOutdated(renewed)).toBe(false);
  const alone = createTokenSeal(key('k2', 2));
  expect(alone.open(renewed, OWNER)).toBe(TOKEN);
  expect(() => alone.open(old, OWNER)).toThrow('no key k1');
  // The id of a key is part of what is authenticated.
  expect(() => rotated.open(old.replace('.k1.', '.k2.'), OWNER)).toThrow();
});
