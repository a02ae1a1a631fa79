import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { readPage } from '../../../src/lib/read-page.ts';

it('a list that is invalidated while it is read again does not show the older answer', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  const answers: ((value: string) => void)[] = [];
  const page = { queryKey: ['list', 'page'], queryFn: () => new Promise<string>((resolve) => answers.push(resolve)) };
  const observer = new InfiniteQueryObserver(client, {
    queryKey: ['list', 'infinite'],
    queryFn: () => readPage(client, page),
    initialPageParam: '',
    getNextPageParam: () => undefined,
  });
  const leave = observer.subscribe(() => {});
  await expect.poll(() => answers.length).toBe(1);
  answers[0]!('first');
  await expect.poll(() => observer.getCurrentResult().data?.pages).toEqual(['first']);

  // A live event, and during its read the end of a mutation.
  const outdated = client.invalidateQueries({ queryKey: ['list'] });
  await expect.poll(() => answers.length).toBe(2);
  const last = client.invalidateQueries({ queryKey: ['list'] });
  await expect.poll(() => answers.length).toBe(3);
  answers[1]!('before the mutation');
  answers[2]!('after it');
  await Promise.all([outdated, last]);
  expect(observer.getCurrentResult().data?.pages).toEqual(['after it']);
  // It is read from the cache as long as nothing invalidates it.
  await readPage(client, page);
  expect(answers).toHaveLength(3);
  leave();
});
