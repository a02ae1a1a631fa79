import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CreatorAvatar } from '@/components/people/Party.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { api } from '@/lib/trpc.ts';
import { Dialog } from '@/ui/dialog.tsx';
import { Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';

const SHOWN = 8;
const SEARCH_AFTER_MS = 250;

/** Whom an offer from the template goes to. */
export function ChooseCreator({ template, name, onClose }: { template: string; name: string; onClose: () => void }) {
  const { t } = useTranslation('templates');
  const { t: common } = useTranslation();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [text, setText] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setText(typed.trim()), SEARCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const found = useQuery({
    ...api.discovery.search.queryOptions({ filters: text ? { text } : {}, limit: SHOWN }),
    placeholderData: keepPreviousData,
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={t('creator.title')}
      description={t('creator.text', { name })}
      closeLabel={common('action.close')}
    >
      <div className="grid gap-4">
        <Field id={id} label={t('creator.search')}>
          <Input
            id={id}
            type="search"
            maxLength={100}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </Field>
        {found.isPending ? (
          <PendingSkeleton rows={3} />
        ) : found.isError ? (
          <ErrorState error={found.error} title={t('creator.couldNotLoad')} onRetry={() => void found.refetch()} />
        ) : found.data.items.length === 0 ? (
          <p role="status" className="text-sm text-muted-foreground">
            {t('creator.none')}
          </p>
        ) : (
          <ul>
            {found.data.items.map((creator) => (
              <li key={creator.orgId} className="border-b border-border last:border-b-0">
                <Link
                  to="/collaboration-request/new"
                  search={{ creator: creator.orgId, template }}
                  className="flex min-h-11 items-center gap-3 py-2 hover:bg-muted"
                >
                  <CreatorAvatar name={creator.name} seed={creator.orgId} src={creator.avatarUrl} />
                  <span className="min-w-0">
                    <bdi className="block font-semibold">{creator.name}</bdi>
                    <bdi dir="ltr" className="block text-sm text-muted-foreground">
                      @{creator.handle}
                    </bdi>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  );
}
