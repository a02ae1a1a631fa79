import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { faceOf, OrgAvatar } from '@/components/people/Party.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { usePages } from '@/components/table/use-pages.ts';
import { DateText } from '@/components/time/DateText.tsx';
import { MoreButton } from '@/components/table/MoreButton.tsx';
import { toastError } from '@/lib/toast.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';

const refresh = async (): Promise<void> => {
  await Promise.all([api.discovery.blocked.invalidate(), api.brands.list.invalidate(), api.conversations.invalidate()]);
};

/** Brands that neither find, invite nor write to the creator. */
export function BlockedOrgs() {
  const { t } = useTranslation('creators');
  const { query, rows } = usePages((after) => api.discovery.blocked.queryOptions({ ...(after ? { after } : {}) }));
  const [text, setText] = useState('');
  const q = text.trim();
  const found = useQuery({ ...api.brands.list.queryOptions({ q, limit: 5 }), enabled: q.length >= 2 });
  const block = trpc.discovery.block.useMutation({
    onSuccess: () => {
      setText('');
      return refresh();
    },
    onError: toastError,
  });
  const unblock = trpc.discovery.unblock.useMutation({ onSettled: refresh, onError: toastError });
  return (
    <section aria-labelledby="blocked-brands" className="grid gap-4 border-t border-border pt-5">
      <div>
        <h2 id="blocked-brands" className="heading-section">
          {t('blocks.title')}
        </h2>
        <p className="mt-1 text-sm text-muted-foreground">{t('blocks.hint')}</p>
      </div>
      {query.isPending ? (
        <PendingSkeleton rows={1} />
      ) : query.isError && rows.length === 0 ? (
        <ErrorState error={query.error} title={t('blocks.couldNotLoad')} onRetry={() => void query.refetch()} />
      ) : rows.length === 0 ? (
        <p className="text-sm text-muted-foreground">{t('blocks.none')}</p>
      ) : (
        <ul aria-labelledby="blocked-brands">
          {rows.map(({ party, at }) => (
            <li key={party.orgId} className="flex items-center gap-3 border-b border-border py-2.5 last:border-b-0">
              <OrgAvatar {...faceOf(party)} />
              <span className="min-w-0 grow">
                <bdi className="font-medium">{party.name}</bdi>
                <span className="block text-xs text-muted-foreground">
                  <DateText value={at} as="day" />
                </span>
              </span>
              <Button
                size="small"
                aria-label={t('blocks.unblockName', { name: party.name })}
                pending={unblock.isPending && unblock.variables.orgId === party.orgId}
                onClick={() => unblock.mutate({ orgId: party.orgId })}
              >
                {t('blocks.unblock')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <MoreButton query={query} className="justify-self-start" />
      <Field id="block-brand" label={t('blocks.search')} hint={t('blocks.searchHint')}>
        <Input
          id="block-brand"
          aria-describedby="block-brand-hint"
          type="search"
          autoComplete="off"
          maxLength={80}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </Field>
      {q.length >= 2 && found.data ? (
        found.data.items.length === 0 ? (
          <p role="status" className="text-sm text-muted-foreground">
            {t('blocks.noMatch')}
          </p>
        ) : (
          <ul aria-label={t('blocks.search')}>
            {found.data.items.map(({ party }) => (
              <li key={party.orgId} className="flex items-center gap-3 border-b border-border py-2 last:border-b-0">
                <OrgAvatar {...faceOf(party)} />
                <bdi className="min-w-0 grow">{party.name}</bdi>
                <Button
                  size="small"
                  aria-label={t('blocks.blockName', { name: party.name })}
                  pending={block.isPending && block.variables.orgId === party.orgId}
                  onClick={() => block.mutate({ orgId: party.orgId })}
                >
                  {t('blocks.block')}
                </Button>
              </li>
            ))}
          </ul>
        )
      ) : null}
    </section>
  );
}
