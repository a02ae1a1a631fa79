import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MalformedMessage, MAX_REQUEST_DATES, readAnswer, readRequest, serialize } from '../../server/core/wire.ts';

const sent = (value: unknown): unknown => JSON.parse(JSON.stringify(serialize(value)));
const problemOf = (message: unknown): unknown => {
  try {
    readRequest(message);
    return null;
  } catch (error) {
    return error instanceof MalformedMessage ? error.message : error;
  }
};

/** JSON that counts what is read of it, at any depth. */
function counted(value: object, counter: { reads: number }): object {
  const count = (): void => void (counter.reads += 1);
  return new Proxy(value, {
    get(target, key, receiver) {
      count();
      const part: unknown = Reflect.get(target, key, receiver);
      return typeof part === 'object' && part !== null ? counted(part, counter) : part;
    },
    getOwnPropertyDescriptor: (target, key) => (count(), Reflect.getOwnPropertyDescriptor(target, key)),
    ownKeys: (target) => (count(), Reflect.ownKeys(target)),
    has: (target, key) => (count(), Reflect.has(target, key)),
    set: (target, key, part, receiver) => (count(), Reflect.set(target, key, part, receiver)),
  });
}

describe('an input is refused by its annotations before anything of it is read or restored', () => {
  const json = () => ({ s: Array.from({ length: 9_000 }, (_, n) => n), a: { b: '2026-01-01T00:00:00.000Z' } });
  const cases: Record<string, unknown> = {
    'equal references': { referentialEqualities: { s: Array.from({ length: 4_500 }, (_, n) => `s.8999.${n}`) } },
    'equal references beside dates': { values: { 'a.b': ['Date'] }, referentialEqualities: { s: ['a'] } },
    ...Object.fromEntries(
      ['set', 'map', 'bigint', 'regexp', 'Error', 'URL', 'number', 'symbol', 'date', 'constructor'].map((kind) => [
        kind,
        { values: { s: [kind] } },
      ]),
    ),
    'a class': { values: { s: [['class', 'Object']] } },
    'a custom kind': { values: { s: [['custom', 'x']] } },
    'a typed array': { values: { s: [['typed-array', 'Uint8Array']] } },
    'a kind with children': { values: { s: ['set', { '0': ['set'] }] } },
    'a date with children': { values: { s: ['Date', { '0': ['Date'] }] } },
    'a tree': { values: { a: { b: ['Date'] } } },
    'a good one and a bad one': { values: { 'a.b': ['Date'], s: ['set'] } },
    'one date more than the most': {
      values: Object.fromEntries(Array.from({ length: MAX_REQUEST_DATES + 1 }, (_, n) => [`s.${n}`, ['Date']])),
    },
    'a path longer than any': { values: { [`a${'.b'.repeat(10_000)}`]: ['Date'] } },
    'an unknown part': { values: {}, dedupe: true },
    'no record': [],
    text: 'Date',
    'values of no kind': { values: 5 },
  };
  for (const [name, meta] of Object.entries(cases)) {
    test(name, () => {
      const counter = { reads: 0 };
      const request = counted(json(), counter);
      expect(problemOf({ json: request, meta })).toBe('annotation');
      expect(counter.reads).toBe(0);
    });
  }

  test('a message of another form', () => {
    for (const message of [null, 'text', 5, [], { json: 1, more: 2 }]) expect(problemOf(message)).toBe('form');
  });
});

describe('an annotation that leads nowhere or to something that is no date is refused', () => {
  const json = JSON.parse('{"a":{"b":"2026-01-01"},"n":5,"long":"' + '1'.repeat(100) + '"}') as unknown;
  for (const path of [
    '',
    'c',
    'a.c',
    'a.b.c',
    'a',
    'n',
    'long',
    '__proto__.x',
    'a.__proto__',
    'constructor',
    'a.constructor.prototype.x',
  ]) {
    test(path || '(empty key)', () => {
      expect(problemOf({ json: structuredClone(json), meta: { values: { [path]: ['Date'] } } })).toBe('annotation');
      expect(Object.hasOwn(Object.prototype, 'x')).toBe(false);
    });
  }
});

test('dates arrive as dates and everything else as JSON has it, whatever the keys are', () => {
  const date = fc.date({ noInvalidDate: true });
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 5 },
      fc.string(),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      date,
      fc.array(tie('any'), { maxLength: 4 }),
      fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('a.b', 'a\\.b', '\\', '.', 'json', 'meta')), tie('any'), {
        maxKeys: 4,
      }),
    ),
  })).any;
  fc.assert(
    fc.property(value, (given) => {
      expect(readAnswer(sent(given))).toEqual(given);
    }),
    { numRuns: 300, examples: [[{ '': [new Date(0)] }]] },
  );
});

test('an absent value stays absent, and absent fields are left out', () => {
  expect(sent(undefined)).toEqual({});
  expect(readRequest({})).toBeUndefined();
  expect(readRequest(sent({ a: undefined, b: 1 }))).toEqual({ b: 1 });
});

test('a page that still has superjson is understood', () => {
  expect(readRequest({ json: null, meta: { values: ['undefined'], v: 1 } })).toBeUndefined();
  expect(
    readRequest({
      json: { at: '2026-02-03T04:05:06.000Z', left: null, 'a.b': ['2026-02-03T04:05:06.000Z'] },
      meta: { values: { at: ['Date'], left: ['undefined'], 'a\\.b.0': ['Date'] }, v: 1 },
    }),
  ).toEqual({ at: new Date('2026-02-03T04:05:06Z'), left: undefined, 'a.b': [new Date('2026-02-03T04:05:06Z')] });
});

test('what JSON has no form for is refused where it is sent, not lost', () => {
  for (const value of [new Map(), { a: [new Set([1])] }, { a: 5n }, { a: () => 1 }])
    expect(() => serialize(value)).toThrow(TypeError);
});
