import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { type PageQuery, useHasRows } from '../../../src/components/table/use-pages.ts';
import type { Page } from '../../../server/core/pagination.ts';

function Offer({ page }: { page: () => PageQuery<string> }) {
  return useHasRows(page) ? <a href="/file">file</a> : null;
}

test('a file of a list is offered once the list has rows, not while it is read and not of an empty one', () => {
  const client = new QueryClient();
  const key: PageQuery<string>['queryKey'] = [['payments', 'list'], { type: 'query' }];
  const page = (): PageQuery<string> => ({
    queryKey: key,
    queryFn: () => Promise.reject(new Error('never read here')),
  });
  const offered = (answer?: Page<string>) => {
    if (answer) client.setQueryData(key, answer);
    return renderToStaticMarkup(
      <QueryClientProvider client={client}>
        <Offer page={page} />
      </QueryClientProvider>,
    ).includes('/file');
  };
  expect(offered()).toBe(false);
  expect(offered({ items: [], next: null })).toBe(false);
  expect(offered({ items: ['row'], next: null })).toBe(true);
  // What a filter by text finds may begin on a later page.
  expect(offered({ items: [], next: 'there' })).toBe(true);
});
