import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { badInputs, CALLS } from '../../../scripts/sec/bad-inputs.ts';
import { ERROR_CODES } from '../../../server/core/errors.ts';
import {
  confirmResetInput,
  requestResetInput,
  resendVerificationInput,
  verifyAccountInput,
} from '../../../server/features/accounts/schema.ts';
import { startTestApp, type TestApp } from '../../support/http.ts';
import { createTestDatabase, type TestDatabase } from '../../support/services.ts';

interface Schema {
  type?: string;
  properties?: Record<
    string,
    { type?: string; enum?: unknown[]; const?: unknown; minLength?: number; maxLength?: number }
  >;
  required?: string[];
  additionalProperties?: boolean;
}
interface Ref {
  $ref: string;
}
interface Call {
  requestBody: { content: { 'application/json': { schema: Ref } } };
  responses: Record<string, Ref | { content: { 'application/json': { schema: Ref } } }>;
}
const document = parse(readFileSync('docs/openapi.yaml', 'utf8')) as {
  paths: Record<string, Record<string, Call>>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, { content: { 'application/json': { schema: Ref } } }>;
  };
};
const INPUTS: Record<string, z.ZodType> = {
  '/api/request-reset': requestResetInput,
  '/api/confirm-reset': confirmResetInput,
  '/api/verify-account': verifyAccountInput,
  '/api/resend-verification': resendVerificationInput,
};

let database: TestDatabase;
let running: TestApp;
beforeAll(async () => {
  database = await createTestDatabase('openapi');
  running = await startTestApp(database);
});
afterAll(async () => {
  await running?.close();
  await database?.drop();
});

const named = (ref: Ref): Schema => document.components.schemas[ref.$ref.split('/').at(-1) ?? '']!;
function answerSchema(path: string, status: number): Schema | null {
  const answer = document.paths[path]?.['post']?.responses[String(status)];
  if (!answer) return status === 405 ? document.components.schemas['Refusal']! : null;
  const content = '$ref' in answer ? document.components.responses[answer.$ref.split('/').at(-1) ?? '']! : answer;
  return named(content.content['application/json'].schema);
}

/** What in an answer is not as the document says. */
function differences(path: string, status: number, body: unknown): string[] {
  const schema = answerSchema(path, status);
  if (!schema) return [`${path} answers ${status}, which is not written down`];
  if (typeof body !== 'object' || body === null) return [`${path} ${status}: no object`];
  const missing = (schema.required ?? [])
    .filter((key) => !(key in body))
    .map((key) => `${path} ${status}: without ${key}`);
  const wrong = Object.entries(body).flatMap(([key, value]) => {
    const field = schema.properties?.[key];
    if (!field) return [`${path} ${status}: ${key} is not written down`];
    if (field.const !== undefined && value !== field.const) return [`${path} ${status}: ${key} is ${String(value)}`];
    if (field.enum && !field.enum.includes(value)) return [`${path} ${status}: ${key} is ${String(value)}`];
    return field.type && typeof value !== field.type ? [`${path} ${status}: ${key} is a ${typeof value}`] : [];
  });
  return [...missing, ...wrong];
}

describe('docs/openapi.yaml', () => {
  test('names the calls that the server has, by POST alone', () => {
    expect(Object.keys(document.paths).sort()).toEqual(Object.keys(INPUTS).sort());
    for (const [path, methods] of Object.entries(document.paths)) {
      expect([path, Object.keys(methods), running.app.hasRoute({ method: 'POST', url: path })]).toEqual([
        path,
        ['post'],
        true,
      ]);
    }
    expect(
      Object.keys(CALLS)
        .map((name) => `/api/${name}`)
        .sort(),
    ).toEqual(Object.keys(INPUTS).sort());
  });

  test('requires the fields that the server requires, and no others', () => {
    for (const [path, schema] of Object.entries(INPUTS)) {
      const written = named(document.paths[path]!['post']!.requestBody.content['application/json'].schema);
      const real = z.toJSONSchema(schema, { io: 'input' }) as Schema;
      expect([
        path,
        Object.keys(written.properties ?? {}).sort(),
        written.required?.toSorted(),
        written.additionalProperties,
      ]).toEqual([path, Object.keys(real.properties ?? {}).sort(), real.required?.toSorted(), false]);
      for (const [field, { maxLength, minLength }] of Object.entries(written.properties ?? {})) {
        const { maxLength: most, minLength: least } = real.properties?.[field] ?? {};
        expect([path, field, maxLength, minLength]).toEqual([path, field, most, least]);
      }
    }
  });

  test('lists only codes that exist', () => {
    const listed = document.components.schemas['Refusal']?.properties?.['code']?.enum as string[];
    expect(listed.filter((code) => !(code in ERROR_CODES))).toEqual([]);
  });

  test('describes every answer: done, refused and malformed request', async () => {
    const wrong: string[] = [];
    const seen = new Set<string>();
    const expectDescribed = async (path: string, answer: { statusCode: number; json(): unknown }) => {
      seen.add(`${path} ${answer.statusCode}`);
      wrong.push(...differences(path, answer.statusCode, answer.json()));
    };
    for (const [name, body] of Object.entries(CALLS)) {
      const path = `/api/${name}`;
      await expectDescribed(path, await running.post(path, body));
      await expectDescribed(path, await running.post(path, body));
      await expectDescribed(path, await running.post(path, {}));
      await expectDescribed(path, await running.post(path, body, { headers: { 'x-public-key': 'other' } }));
      await expectDescribed(path, await running.post(path, body, { headers: { origin: 'https://evil.example' } }));
      await expectDescribed(path, await running.post(path, body, { headers: { 'content-type': 'text/plain' } }));
      await expectDescribed(path, await running.post(path, { ...body, more: 'x'.repeat(110_000) }));
    }
    await expectDescribed(
      '/api/confirm-reset',
      await running.post('/api/confirm-reset', { ...CALLS['confirm-reset'], new_password: 'short' }),
    );
    expect(wrong).toEqual([]);
    for (const path of Object.keys(INPUTS))
      for (const status of [400, 401, 403, 413, 415]) expect(seen).toContain(`${path} ${status}`);
    for (const path of ['/api/request-reset', '/api/resend-verification']) expect(seen).toContain(`${path} 429`);
  });
});

test('bad input, however made, is refused with a 4xx and its reason', async () => {
  const wrong: string[] = [];
  for (const input of badInputs(200, 7)) {
    const answer = await running.app.inject({
      method: input.method as 'POST',
      url: input.path,
      payload: input.payload,
      headers: { origin: running.origin, 'x-public-key': running.env.PUBLIC_KEY, ...input.headers },
    });
    const body = answer.json<{ error?: unknown }>();
    if (answer.statusCode < 400 || answer.statusCode >= 500 || typeof body.error !== 'string' || body.error === '')
      wrong.push(`${input.what}: ${answer.statusCode} ${answer.body.slice(0, 80)}`);
  }
  expect(wrong).toEqual([]);
});
