import { expect, test } from 'vitest';
import {
  afterCheck,
  afterMailWait,
  domainOf,
  isAtDomain,
  isShared,
  readRecords,
  type CheckedVerification,
  type FoundInstead,
} from '../../../../server/features/brands/domains/rules.ts';

const DAY = 86_400_000;
const at = (days: number): Date => new Date(Date.UTC(2026, 10, 1) + days * DAY);

test.each([
  ['https://www.lumen.example/menu', 'lumen.example'],
  ['https://LUMEN.example.', 'lumen.example'],
  ['https://shop.lumen.co.uk', 'shop.lumen.co.uk'],
  ['https://café.example', 'xn--caf-dma.example'],
  ['https://localhost', null],
  ['https://127.0.0.1', null],
  ['https://[::1]/', null],
  ['https://lumen.internal1', null],
  ['https://a_b.example', null],
  ['no address', null],
  [null, null],
])('the domain of %s is %s', (site, domain) => {
  expect(domainOf(site)).toBe(domain);
});

test.each([
  'gmail.com',
  'instagram.com',
  'my.wixsite.com',
  'bakery.github.io',
  'co.uk',
  'com.br',
  'linktr.ee',
  'x.vercel.app',
])('%s is shared and proves nothing', (domain) => {
  expect(isShared(domain)).toBe(true);
});

test.each(['lumen.example', 'bakery.co.uk', 'notgmail.com', 'github.io.example'])(
  '%s is a domain of its own',
  (domain) => {
    expect(isShared(domain)).toBe(false);
  },
);

test('a mailbox counts at exactly the domain', () => {
  expect(isAtDomain('Hello@Lumen.example', 'lumen.example')).toBe(true);
  for (const address of [
    'a@shop.lumen.example',
    'a@evillumen.example',
    'a@lumen.example.evil',
    'lumen.example@evil.example',
  ])
    expect(isAtDomain(address, 'lumen.example')).toBe(false);
});

test('the token is found among other records, whole', () => {
  expect(readRecords(['v=spf1 -all', ' Sponsio-Verification=abc '], 'abc')).toBe('record');
  expect(readRecords(['sponsio-verification=abcd'], 'abc')).toBe('other');
  expect(readRecords(['abc', 'x sponsio-verification=abc'], 'abc')).toBe('none');
});

const verified: CheckedVerification = { state: 'verified', method: 'dns', misses: 0, created_at: at(0) };

/** The state after each of these looks, a day apart. */
function follow(looks: ('record' | FoundInstead)[], from: CheckedVerification = verified): string[] {
  let row = from;
  return looks.map((seen, day) => {
    const { state, misses, reason } = afterCheck(row, seen, at(day + 1));
    row = { ...row, state, misses };
    return reason ?? `${state} ${misses}`;
  });
}

test('a verification is lost after three misses in a row, not by a name server that does not answer', () => {
  expect(follow(['none', 'other', 'none'])).toEqual(['verified 1', 'verified 2', 'record_gone']);
  expect(follow(['none', 'none', 'record', 'none', 'none'])).toEqual([
    'verified 1',
    'verified 2',
    'verified 0',
    'verified 1',
    'verified 2',
  ]);
  expect(follow(['unreachable', 'unreachable', 'unreachable', 'unreachable'])).toEqual(
    Array.from({ length: 4 }, () => 'verified 0'),
  );
  expect(follow(['none', 'unreachable', 'none', 'none'])).toEqual([
    'verified 1',
    'verified 1',
    'verified 2',
    'record_gone',
  ]);
});

test('a record is waited for seven days, then the attempt ends with what was found', () => {
  const pending: CheckedVerification = { ...verified, state: 'pending' };
  expect(follow(['none', 'other', 'record'], pending)).toEqual(['pending 0', 'pending 0', 'verified 0']);
  const soon = afterCheck(pending, 'none', at(0.01));
  expect(soon.next_check_at!.getTime() - at(0.01).getTime()).toBe(600_000);
  expect(afterCheck(pending, 'none', at(7)).reason).toBe('no_record');
  expect(afterCheck(pending, 'other', at(7)).reason).toBe('wrong_record');
  expect(afterCheck(pending, 'unreachable', at(7)).reason).toBe('unreachable');
});

test('a proof by mail ends without a code, and after its year', () => {
  expect(afterMailWait({ state: 'pending' }).reason).toBe('no_code');
  expect(afterMailWait({ state: 'verified' }).reason).toBe('expired');
});
