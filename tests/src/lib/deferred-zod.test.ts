import { describe, expect, it, vi } from 'vitest';
import { z as real } from 'zod';
import { realSchema } from '../../../src/lib/deferred-zod.ts';
import { library } from '../../../src/lib/zod-library.ts';
import { readSources } from '../../support/sources.ts';

vi.mock('zod', async () => await import('../../../src/lib/deferred-zod.ts'));

const SCHEMAS = readSources('server/features', /schema\.ts$/u);

describe('schemas written down now, built when something is checked', () => {
  it('build from every shared schema file', async () => {
    for (const { path } of SCHEMAS) {
      const module = (await import(/* @vite-ignore */ `../../../${path}`)) as Record<string, unknown>;
      for (const [name, value] of Object.entries(module)) {
        if (
          typeof value !== 'function' ||
          /^function|^async|^\(|=>/u.test(Function.prototype.toString.call(value).slice(0, 40)) === false
        )
          continue;
        const built = await realSchema(value);
        if (built !== value)
          expect(typeof (built as unknown as { safeParse: unknown }).safeParse, `${path} ${name}`).toBe('function');
      }
    }
  });

  it('check as the library does', async () => {
    const { z } = await vi.importActual<typeof import('zod')>('zod');
    const deferred = (await import('zod')).z;
    const make = (zod: typeof z) => {
      const item = zod.strictObject({
        id: zod.uuid(),
        at: zod.coerce.date(),
        tags: zod.array(zod.string().trim().min(1)).max(2).default([]),
      });
      return item
        .extend({ kind: zod.enum(['a', 'b']), more: zod.lazy(() => item.partial()).optional() })
        .refine((value) => value.kind !== 'b', { message: 'state.wrong', path: ['kind'] });
    };
    const schema = await realSchema(make(deferred));
    const reference = make(z);
    const id = '01977e2c-5d1c-7b0e-9d2a-3c5d8e9f0a1b';
    for (const value of [
      { id, at: '2026-01-01', kind: 'a' },
      { id, at: 'x', kind: 'b' },
      { id, at: '2026-01-01', kind: 'b' },
      { id, at: 1, kind: 'a', tags: ['a', ' ', 'c'], extra: 1 },
      null,
    ]) {
      const [given, expected] = [schema.safeParse(value), reference.safeParse(value)];
      expect(given.success).toBe(expected.success);
      expect(given.data).toEqual(expected.data);
      expect(given.error?.issues).toEqual(expected.error?.issues);
    }
  });

  it('leave a real schema alone', async () => {
    const { z } = await vi.importActual<typeof import('zod')>('zod');
    const schema = z.string();
    expect(await realSchema(schema)).toBe(schema);
  });

  it('refuse loudly to be checked by hand', () => {
    const schema = real.string();
    expect(() => schema.parse('x')).toThrow(/checked by its form/u);
    expect(() => schema.safeParse('x')).toThrow(/checked by its form/u);
  });

  it('use nothing that the browser’s part of the library lacks', () => {
    const used = new Set(
      [...SCHEMAS, ...readSources('src/features', /\.tsx?$/u), ...readSources('server/core', /\.ts$/u)].flatMap(
        ({ text }) =>
          /from 'zod'/u.test(text) ? [...text.matchAll(/\bz\.([a-z]\w*)/gu)].map((match) => match[1] ?? '') : [],
      ),
    );
    // Types, and what only the server calls.
    for (const name of ['infer', 'input', 'output']) used.delete(name);
    expect([...used].filter((name) => !Object.hasOwn(library, name))).toEqual([]);
  });
});
