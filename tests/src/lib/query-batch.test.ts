import { afterEach, expect, test, vi } from 'vitest';
import { MAX_BATCH } from '../../../server/core/api-limits.ts';
import { trpcClient } from '../../../src/lib/trpc.ts';

afterEach(() => vi.unstubAllGlobals());

test('what one tick requests, two events at once on a deal, travels in batches that the server answers', async () => {
  const sizes: number[] = [];
  vi.stubGlobal('fetch', async (input: string) => {
    const paths = new URL(input, 'http://localhost').pathname.split('/').at(-1)?.split(',') ?? [];
    sizes.push(paths.length);
    if (paths.length > MAX_BATCH)
      return Response.json(
        { error: { json: { message: 'too many', code: -32600, data: { code: 'BAD_REQUEST', httpStatus: 400 } } } },
        { status: 400 },
      );
    return Response.json(paths.map((path) => ({ result: { data: { json: path } } })));
  });
  const calls = Array.from({ length: 2 * MAX_BATCH + 3 }, (_, n) =>
    trpcClient.contracts.get.query({ contractId: `00000000-0000-7000-8000-${String(n).padStart(12, '0')}` }),
  );
  expect((await Promise.allSettled(calls)).filter(({ status }) => status === 'rejected')).toEqual([]);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(calls.length);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(MAX_BATCH);
});
