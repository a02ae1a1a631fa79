import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ArrowDown, ArrowUp, Pencil, Pin, PinOff, Trash2 } from 'lucide-react';
import { FULL_PORTFOLIO, MAX_PINNED, MAX_WORKS, WORK_TYPES } from '../../../server/features/portfolio/rules.ts';
import type { WorkDto } from '../../../server/features/portfolio/schema.ts';
import { acceptOf, checkFile } from '@/components/form/check-file.ts';
import { FileField } from '@/components/form/FileField.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { WorkMedia } from '@/components/portfolio/WorkMedia.tsx';
import { keepAnswer } from '@/lib/form-start.ts';
import { useFormat } from '@/lib/format.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { toastError } from '@/lib/toast.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { uploadFile } from '@/lib/upload.ts';
import { ActionMenu, type ActionMenuItem } from '@/ui/action-menu.tsx';
import { Tag } from '@/ui/tag.tsx';

const WorkDialog = lazyNamed(() => import('@/components/portfolio/WorkDialog.tsx'), 'WorkDialog');

const keep = (works: WorkDto[]): void => {
  keepAnswer(api.portfolio.mine.queryOptions().queryKey, works);
  void api.portfolio.of.invalidate();
  void api.creators.completeness.invalidate();
};

/** The works of the creator: added, named, put in order, pinned. */
export function PortfolioSection() {
  const { t } = useTranslation('portfolio');
  const format = useFormat();
  const query = useQuery(api.portfolio.mine.queryOptions());
  const [editing, setEditing] = useState<WorkDto | null>(null);
  const works = query.data ?? [];
  return (
    <section id="portfolio" aria-labelledby="portfolio-title" className="grid gap-4 border-t border-border pt-5">
      <div>
        <h2 id="portfolio-title" className="heading-section">
          {t('edit.title')}
        </h2>
        <p className="mt-1 text-sm text-muted-foreground">
          {t('edit.hint', { n: format.number(FULL_PORTFOLIO), most: format.number(MAX_PINNED) })}
        </p>
      </div>
      {query.isPending ? (
        <PendingSkeleton rows={3} />
      ) : query.isError ? (
        <ErrorState error={query.error} title={t('edit.couldNotLoad')} onRetry={() => void query.refetch()} />
      ) : works.length > 0 ? (
        <ul aria-labelledby="portfolio-title" className="grid gap-x-4 gap-y-5 min-[30rem]:grid-cols-2 sm:grid-cols-3">
          {works.map((work, index) => (
            <WorkItem key={work.id} work={work} index={index} works={works} onEdit={() => setEditing(work)} />
          ))}
        </ul>
      ) : (
        <p className="text-sm text-muted-foreground">{t('edit.none')}</p>
      )}
      <FileField
        label={t('edit.add')}
        prompt={t('edit.choose')}
        hint={t('edit.limits', {
          size: format.bytes(WORK_TYPES['image/jpeg'].max),
          max: format.bytes(WORK_TYPES['video/mp4'].max),
        })}
        accept={acceptOf(WORK_TYPES)}
        multiple
        disabled={works.length >= MAX_WORKS}
        check={(file) => checkFile(file, WORK_TYPES)}
        upload={(file, { onProgress, signal }) => {
          const form = new FormData();
          form.append('file', file, file.name);
          return uploadFile<WorkDto>('/api/files?portfolio=', form, { onProgress, signal });
        }}
        onSent={() => {
          void api.portfolio.invalidate();
          void api.creators.completeness.invalidate();
        }}
      />
      {editing ? (
        <Suspense fallback={null}>
          <WorkDialog work={editing} onSaved={keep} onClose={() => setEditing(null)} />
        </Suspense>
      ) : null}
    </section>
  );
}

/** A work with its actions; the arrows move it among the works of its group, pinned or not. */
function WorkItem({
  work,
  index,
  works,
  onEdit,
}: {
  work: WorkDto;
  index: number;
  works: readonly WorkDto[];
  onEdit: () => void;
}) {
  const { t } = useTranslation('portfolio');
  const options = { onSuccess: keep, onError: toastError };
  const pin = trpc.portfolio.pin.useMutation(options);
  const arrange = trpc.portfolio.arrange.useMutation(options);
  const remove = trpc.portfolio.remove.useMutation(options);
  const moved = (by: -1 | 1): string[] | null => {
    const other = works[index + by];
    if (!other || other.pinned !== work.pinned) return null;
    const ids = works.map(({ id }) => id);
    [ids[index], ids[index + by]] = [other.id, work.id];
    return ids;
  };
  const [before, after] = [moved(-1), moved(1)];
  const items: ActionMenuItem[] = [
    { id: 'edit', label: t('action.edit'), icon: Pencil, onSelect: onEdit },
    {
      id: 'pin',
      label: t(work.pinned ? 'action.unpin' : 'action.pin'),
      icon: work.pinned ? PinOff : Pin,
      onSelect: () => pin.mutate({ id: work.id, pinned: !work.pinned }),
      ...(!work.pinned && works.filter(({ pinned }) => pinned).length >= MAX_PINNED
        ? { refusal: t('action.pinsFull') }
        : {}),
    },
    ...(before
      ? [{ id: 'up', label: t('action.earlier'), icon: ArrowUp, onSelect: () => arrange.mutate({ ids: before }) }]
      : []),
    ...(after
      ? [{ id: 'down', label: t('action.later'), icon: ArrowDown, onSelect: () => arrange.mutate({ ids: after }) }]
      : []),
    {
      id: 'remove',
      label: t('action.remove'),
      icon: Trash2,
      destructive: true,
      onSelect: () => remove.mutate({ id: work.id }),
    },
  ];
  return (
    <li className="min-w-0">
      <WorkMedia work={work} still />
      <div className="mt-1.5 flex items-start gap-1">
        <div className="min-w-0 grow">
          <p className="truncate text-sm font-medium">
            <bdi>{work.title}</bdi>
          </p>
          <p className="flex flex-wrap items-center gap-1.5 text-xs text-muted-foreground">
            {work.pinned ? <Tag>{t('pinned')}</Tag> : null}
            {work.brand ? <bdi className="truncate">{work.brand}</bdi> : null}
          </p>
        </div>
        <ActionMenu label={t('action.menu', { title: work.title })} items={items} />
      </div>
    </li>
  );
}
