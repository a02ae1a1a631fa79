import { expect, test } from 'vitest';
import { queryClient } from '../../../src/lib/trpc.ts';

test('answers of the API are fresh for 5 minutes and kept for 10', () => {
  expect(queryClient.getDefaultOptions().queries).toMatchObject({ staleTime: 5 * 60_000, gcTime: 10 * 60_000 });
});
