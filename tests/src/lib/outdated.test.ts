import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { isOutdated, readOutdatedAgain } from '../../../src/lib/outdated.ts';
import { queryClient } from '../../../src/lib/trpc.ts';

const outdated = () => queryClient.getQueryCache().getAll().filter(isOutdated).length;

test('what is on the screen counts as out of date from a failed refetch until one that is answered', async () => {
  let fails = false;
  const observer = new QueryObserver(queryClient, {
    queryKey: ['balance'],
    queryFn: () => (fails ? Promise.reject(new Error('no answer')) : Promise.resolve(400)),
    retry: false,
  });
  const leave = observer.subscribe(() => {});
  await observer.refetch();
  expect(outdated()).toBe(0);
  fails = true;
  await observer.refetch();
  expect([outdated(), queryClient.getQueryData(['balance'])], 'the old figure stays').toEqual([1, 400]);
  await readOutdatedAgain();
  expect(outdated(), 'it failed again').toBe(1);
  fails = false;
  await readOutdatedAgain();
  expect(outdated()).toBe(0);
  fails = true;
  await observer.refetch();
  leave();
  expect(outdated(), 'not on the screen any more').toBe(0);
  queryClient.clear();
});

test('a first read or a further page that failed makes nothing out of date', async () => {
  const first = new QueryObserver(queryClient, {
    queryKey: ['never read'],
    queryFn: () => Promise.reject(new Error('no answer')),
    retry: false,
  });
  const leaveFirst = first.subscribe(() => {});
  await first.refetch();
  const pages = new InfiniteQueryObserver(queryClient, {
    queryKey: ['pages'],
    initialPageParam: 1,
    queryFn: ({ pageParam }) => (pageParam === 1 ? Promise.resolve(1) : Promise.reject(new Error('no answer'))),
    getNextPageParam: (last: number) => last + 1,
    retry: false,
  });
  const leavePages = pages.subscribe(() => {});
  await pages.refetch();
  const { isFetchNextPageError, data } = await pages.fetchNextPage();
  expect([isFetchNextPageError, data?.pages]).toEqual([true, [1]]);
  expect(outdated()).toBe(0);
  leaveFirst();
  leavePages();
  queryClient.clear();
});
