import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import type { Actor } from '../server/context.ts';
import { isAppError } from '../server/core/errors.ts';
import type { Meta } from '../server/trpc.ts';
import { createMatrixWorld, FIXTURES, type ActorName, type MatrixWorld } from './support/matrix-fixtures.ts';
import { callProcedure, PROCEDURES } from './support/procedures.ts';

/** Values that a field of any kind may be given, and that a database, a clock or a calendar cannot hold. */
const HOSTILE: Record<string, unknown> = {
  'half a letter': '\ud800',
  'half a letter inside': 'Harbour \udfff light',
  NUL: 'a\u0000b',
  'a long text': 'x'.repeat(90_000),
  'a year before Christ': new Date(Date.UTC(-200_000, 0, 1)),
  'its text': '-200000-01-01T00:00:00.000Z',
  'the year 1': '0001-01-01T00:00:00.000Z',
  'the last year': new Date(8.64e15),
  'the year 99999': '+099999-01-01T00:00:00.000Z',
  'no date': new Date(Number.NaN),
  'a bit more than four bytes': 2 ** 31,
  'a bit less': -(2 ** 31) - 1,
  'the largest whole number': Number.MAX_SAFE_INTEGER,
  'the smallest': Number.MIN_SAFE_INTEGER,
  'a huge number': 1e300,
  'no number': Number.NaN,
  'no end': Infinity,
  'a part': 0.1,
  'below zero': -1,
  zero: 0,
  nothing: null,
  'an empty text': '',
  'a list': [],
  'a record': {},
  'an empty list in a list': [[]],
  true: true,
  'a name of every object': '__proto__',
  another: 'constructor',
  'a date as words': 'tomorrow',
  'a percent sign': '%',
  'a backslash': '\\',
  'a quote': `'`,
  'a year and month': '2026-13-45',
};

const procedures = PROCEDURES.filter((p) => p.type !== 'subscription');
const ACTOR_OF: Record<Meta['persona'], ActorName> = {
  public: 'anonymous',
  account: 'creator',
  newcomer: 'creator',
  member: 'creator',
  brand: 'brand',
  creator: 'creator',
  seeker: 'brand',
  payee: 'creator',
  staff: 'staff',
};

let world: MatrixWorld;
beforeAll(async () => {
  world = await createMatrixWorld();
}, 120_000);
afterAll(async () => world?.close());

/** Null for an answer or a refusal; else what went wrong. */
async function surprise(path: string, actor: Actor, input: unknown): Promise<string | null> {
  try {
    await callProcedure(world.base, path, actor, input);
    return null;
  } catch (error) {
    const { cause, code } = error as { cause?: unknown; code?: string };
    return isAppError(error) || isAppError(cause) || (code !== undefined && code !== 'INTERNAL_SERVER_ERROR')
      ? null
      : String(cause ?? error);
  }
}

type Path = (string | number)[];
interface JsonSchema {
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
}
/** Every field of an input, those that its schema names and the fixture leaves out included. */
function fieldsOf(input: unknown, schema: unknown): Path[] {
  const found = new Map<string, Path>();
  const add = (path: Path): void => void (path.length > 0 && found.set(path.join('.'), path));
  const walk = (value: unknown, path: Path): void => {
    add(path);
    if (typeof value !== 'object' || value === null || value instanceof Date) return;
    for (const [key, part] of Object.entries(value).slice(0, 30))
      walk(part, [...path, Array.isArray(value) ? Number(key) : key]);
  };
  walk(input, []);
  const named = (part: JsonSchema, path: Path): void => {
    add(path);
    for (const [key, inner] of Object.entries(part.properties ?? {})) named(inner, [...path, key]);
    for (const inner of part.anyOf ?? []) named(inner, path);
    if (part.items) named(part.items, [...path, 0]);
  };
  if (schema instanceof z.ZodType)
    named(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }) as JsonSchema, []);
  return [...found.values()];
}
function withField(input: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value;
  if (typeof key === 'number') {
    const list = Array.isArray(input) && input.length > 0 ? (input as unknown[]) : [undefined];
    return list.map((part, n) => (n === key ? withField(part, rest, value) : part));
  }
  const record = (input ?? {}) as Record<string, unknown>;
  return { ...record, [key]: withField(record[key], rest, value) };
}

test.each(procedures.map((p) => [p.path, p] as const))(
  '%s answers no input with a surprise, whatever stands in a field',
  async (path, procedure) => {
    const fixture = FIXTURES[path];
    const actor = world.actors[fixture?.parties?.[0] ?? ACTOR_OF[procedure.meta?.persona ?? 'public']];
    const input = fixture?.input(world, 'own');
    const surprises: string[] = [];
    for (const field of fieldsOf(input, procedure.inputs?.[0])) {
      for (const [what, value] of Object.entries(HOSTILE)) {
        const problem = await surprise(path, actor, withField(fixture?.input(world, 'own'), field, value));
        if (problem) surprises.push(`${field.join('.')} is ${what}: ${problem.slice(0, 160)}`);
      }
    }
    expect(surprises).toEqual([]);
  },
  120_000,
);
