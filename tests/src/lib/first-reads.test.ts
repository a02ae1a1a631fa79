import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { repeatOutdatedFirstReads } from '../../../src/lib/first-reads.ts';

it('reads once more what was invalidated during its first read, and nothing else', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  repeatOutdatedFirstReads(client);
  const answers: ((value: string) => void)[] = [];
  const read = () => new Promise<string>((resolve) => answers.push(resolve));
  const observer = new QueryObserver(client, { queryKey: ['account'], queryFn: read });
  const leave = observer.subscribe(() => {});
  expect(answers).toHaveLength(1);
  void client.invalidateQueries({ queryKey: ['account'] });
  answers[0]!('before');
  await expect.poll(() => answers.length).toBe(2);
  answers[1]!('after');
  await expect.poll(() => observer.getCurrentResult().data).toBe('after');
  await client.invalidateQueries({ queryKey: ['other'] });
  expect(answers).toHaveLength(2);
  leave();
});
