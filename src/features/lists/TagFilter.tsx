import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';

const SHOWN = 12;

/** The brand's most frequent tags as links: each shows the creators of the list that have it. */
export function TagFilter({ listId, tag }: { listId: string; tag: string | null }) {
  const { t } = useTranslation('lists');
  const { data } = useQuery(api.lists.tags.queryOptions());
  const [all, setAll] = useState(false);
  const found = data?.tags ?? [];
  const shown = all ? found : found.slice(0, SHOWN);
  const tags = [...new Set([...(tag ? [tag] : []), ...shown.map((one) => one.tag)])];
  if (tags.length === 0) return null;
  return (
    <nav aria-label={t('tags')} className="mb-3 flex flex-wrap gap-1.5">
      {[null, ...tags].map((one) => (
        <Button key={one ?? ''} asChild size="small" variant={one === tag ? 'ink' : 'outline'}>
          <Link
            to="/discovery/lists/$listId"
            params={{ listId }}
            search={one ? { tag: one } : {}}
            aria-current={one === tag ? 'page' : undefined}
            activeProps={{}}
          >
            {one === null ? t('allTags') : <bdi>#{one}</bdi>}
          </Link>
        </Button>
      ))}
      {!all && found.length > SHOWN ? (
        <Button size="small" variant="quiet" onClick={() => setAll(true)}>
          {t('moreTags', { count: found.length - SHOWN })}
        </Button>
      ) : null}
      {all && data?.more ? (
        <p className="basis-full text-sm text-muted-foreground">{t('firstTags', { count: found.length })}</p>
      ) : null}
    </nav>
  );
}
