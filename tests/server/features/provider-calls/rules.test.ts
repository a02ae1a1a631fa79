import { expect, test } from 'vitest';
import {
  BLIND_RETRY_MS,
  isOpenForLong,
  keyExpiryOf,
  keyOf,
  LAST_CALL_MS,
  looksFirst,
  SEND_AGAIN_FROM_MS,
} from '../../../../server/features/provider-calls/rules.ts';

const CLAIMED = new Date('2026-09-10T12:00:00Z');
const op = { claimed_at: CLAIMED };
const later = (ms: number): Date => new Date(CLAIMED.getTime() + ms);

test('a key is repeated for twenty hours; after them no call under it can be running five minutes later', () => {
  expect(keyExpiryOf(op, later(0), null)).toBeNull();
  expect(keyExpiryOf(op, later(BLIND_RETRY_MS), null)).toBeNull();
  expect(keyExpiryOf(op, later(BLIND_RETRY_MS + 1), null)).toEqual({
    callsEnded: later(BLIND_RETRY_MS + LAST_CALL_MS),
  });
  expect(keyExpiryOf(op, later(BLIND_RETRY_MS + 1), later(5))).toEqual({
    callsEnded: later(BLIND_RETRY_MS + LAST_CALL_MS),
  });
});

test('an operator has another key taken, from ten minutes after the claim on', () => {
  const requested = later(SEND_AGAIN_FROM_MS);
  expect(isOpenForLong(op, later(SEND_AGAIN_FROM_MS - 1))).toBe(false);
  expect(isOpenForLong(op, later(SEND_AGAIN_FROM_MS))).toBe(true);
  expect(keyExpiryOf(op, later(SEND_AGAIN_FROM_MS - 1), requested)).toBeNull();
  expect(keyExpiryOf(op, later(SEND_AGAIN_FROM_MS), requested)).toEqual({
    callsEnded: later(SEND_AGAIN_FROM_MS + LAST_CALL_MS),
  });
});

test('an object is looked for before a call that may have been made is repeated', () => {
  expect(looksFirst({ state: 'claimed', attempt: 1 }, false)).toBe(false);
  expect(looksFirst({ state: 'unknown', attempt: 1 }, false)).toBe(true);
  expect(looksFirst({ state: 'claimed', attempt: 2 }, false)).toBe(true);
  expect(looksFirst({ state: 'claimed', attempt: 1 }, true)).toBe(true);
  expect(looksFirst({ state: 'claimed', attempt: 1, restored: true }, false), 'after a restore').toBe(true);
  expect(looksFirst({ state: 'claimed', attempt: 1, restored: false }, false)).toBe(false);
});

test('every attempt has a key of its own', () => {
  expect(keyOf('xfer:m:creator', 2)).toBe('xfer:m:creator:a2');
});
