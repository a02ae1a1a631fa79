import { expect, test } from 'vitest';
import { keepAnswer } from '../../../src/lib/form-start.ts';
import { queryClient } from '../../../src/lib/trpc.ts';

test('answers of the API are fresh for 5 minutes and kept for 10', () => {
  expect(queryClient.getDefaultOptions().queries).toMatchObject({ staleTime: 5 * 60_000, gcTime: 10 * 60_000 });
});

test('a read that began before a save and is answered after it does not take the saved answer back', async () => {
  const queryKey = ['read before a save'];
  let answer: ((value: string) => void) | undefined;
  const read = queryClient
    .fetchQuery({ queryKey, queryFn: () => new Promise<string>((resolve) => (answer = resolve)) })
    .catch(() => 'canceled');
  keepAnswer(queryKey, 'saved');
  answer?.('as it was before');
  await read;
  expect(queryClient.getQueryData(queryKey)).toBe('saved');
  queryClient.clear();
});
