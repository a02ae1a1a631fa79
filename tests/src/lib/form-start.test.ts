import { QueryClient, QueryObserver, type UseQueryResult } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { startOfForm } from '../../../src/lib/form-start.ts';

type Answer = UseQueryResult<string, Error>;

/** The results of a query whose fetches end as given, one after the other. */
async function resultsOf(fetches: (() => Promise<string>)[]): Promise<Answer[]> {
  const left = fetches.values();
  const observer = new QueryObserver(new QueryClient(), {
    queryKey: ['profile'],
    queryFn: () => left.next().value!(),
    retry: false,
  });
  const results: Answer[] = [];
  for (const _fetch of fetches) results.push((await observer.refetch()) as Answer);
  return results;
}
const answer = async () => 'Bread';
const failure = async () => {
  throw new Error('no connection');
};

test('a form that has begun keeps its values when a later fetch fails, and shows the failure of its first one', async () => {
  const [first, later] = await resultsOf([answer, failure]);
  expect(later).toMatchObject({ isError: true, data: 'Bread' });
  expect(startOfForm(first!, true)).toBe(first);
  expect(startOfForm(later!, true)).toMatchObject({ isError: false, isSuccess: true, data: 'Bread', error: null });
  const [none] = await resultsOf([failure]);
  expect(startOfForm(none!, false)).toMatchObject({ isError: true });
});

test('a form waits for a fresh answer instead of beginning with an earlier one', async () => {
  const [earlier] = await resultsOf([answer]);
  expect(startOfForm(earlier!, false)).toMatchObject({ isPending: true, isSuccess: false, data: undefined });
});
