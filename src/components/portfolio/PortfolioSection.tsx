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
import { arranged } from '@/components/portfolio/arrange.ts';
import { WorkMedia } from '@/components/portfolio/WorkMedia.tsx';
import { keepAnswer } from '@/lib/form-start.ts';
import { useFormat } from '@/lib/format.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { toastError } from '@/lib/toast.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { uploadFile } from '@/lib/upload.ts';
import { ActionMenu, type ActionMenuItem } from '@/ui/action-menu.tsx';
import { Button } from '@/ui/button.tsx';
import { Tag } from '@/ui/tag.tsx';

const WorkDialog = lazyNamed(() => import('@/components/portfolio/WorkDialog.tsx'), 'WorkDialog');

const keep = (works: WorkDto[]): void => {
  keepAnswer(api.portfolio.mine.queryOptions().queryKey, works);
  void api.portfolio.of.invalidate();
  void api.creators.completeness.invalidate();
};

interface Drag {
  /** The work that is dragged, and the place it is over. */
  id: string | null;
  at: number | null;
  take: (id: string | null) => void;
  over: (at: number) => void;
  drop: (at: number) => void;
}

/** Moves a work at once, saves the order and says where the work is now. */
function useOrder(works: readonly WorkDto[]) {
  const { t } = useTranslation('portfolio');
  const format = useFormat();
  const [announced, setAnnounced] = useState('');
  const [dragged, setDragged] = useState<{ id: string; at: number | null } | null>(null);
  const save = trpc.portfolio.arrange.useMutation({
    onSuccess: keep,
    onError: (error) => {
      void toastError(error);
      setAnnounced('');
      void api.portfolio.mine.invalidate();
    },
  });
  const move = (id: string, to: number) => {
    const next = arranged(works, id, to);
    const title = works.find((work) => work.id === id)?.title ?? '';
    const place = (next ?? works).findIndex((work) => work.id === id);
    setAnnounced(
      t(next ? 'action.moved' : 'action.stays', {
        title,
        n: format.number(place + 1),
        total: format.number(works.length),
      }),
    );
    if (!next) return;
    keepAnswer(api.portfolio.mine.queryOptions().queryKey, next);
    save.mutate({ ids: next.map((work) => work.id) });
  };
  const drag: Drag = {
    id: dragged?.id ?? null,
    at: dragged?.at ?? null,
    take: (id) => setDragged(id === null ? null : { id, at: null }),
    over: (at) => setDragged((before) => (before && before.at !== at ? { ...before, at } : before)),
    drop: (at) => {
      if (dragged) move(dragged.id, at);
      setDragged(null);
    },
  };
  return { move, drag, announced };
}

/** The works of the creator: added, named, put in order, pinned. */
export function PortfolioSection() {
  const { t } = useTranslation('portfolio');
  const format = useFormat();
  const query = useQuery(api.portfolio.mine.queryOptions());
  const [editing, setEditing] = useState<WorkDto | null>(null);
  const works = query.data ?? [];
  const { move, drag, announced } = useOrder(works);
  return (
    <section id="portfolio" aria-labelledby="portfolio-title" className="grid gap-4 border-t border-border pt-5">
      <div>
        <h2 id="portfolio-title" className="heading-section">
          {t('edit.title')}
        </h2>
        <p className="mt-1 text-sm text-muted-foreground">
          {t('edit.hint', { n: format.number(FULL_PORTFOLIO), most: format.number(MAX_PINNED) })}
          {works.length > 1 ? ` ${t('edit.order')}` : null}
        </p>
      </div>
      {query.isPending ? (
        <PendingSkeleton rows={3} />
      ) : query.isError && !query.data ? (
        <ErrorState error={query.error} title={t('edit.couldNotLoad')} onRetry={() => void query.refetch()} />
      ) : works.length > 0 ? (
        <ul aria-labelledby="portfolio-title" className="grid gap-x-4 gap-y-5 min-[30rem]:grid-cols-2 sm:grid-cols-3">
          {works.map((work, index) => (
            <WorkItem
              key={work.id}
              work={work}
              index={index}
              works={works}
              drag={drag}
              onMove={(to) => move(work.id, to)}
              onEdit={() => setEditing(work)}
            />
          ))}
        </ul>
      ) : (
        <p className="text-sm text-muted-foreground">{t('edit.none')}</p>
      )}
      <p role="status" className="sr-only">
        {announced}
      </p>
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

/** A work with its actions. It is moved by dragging it onto another place, or by its two arrows. */
function WorkItem({
  work,
  index,
  works,
  drag,
  onMove,
  onEdit,
}: {
  work: WorkDto;
  index: number;
  works: readonly WorkDto[];
  drag: Drag;
  onMove: (to: number) => void;
  onEdit: () => void;
}) {
  const { t } = useTranslation('portfolio');
  const options = { onSuccess: keep, onError: toastError };
  const pin = trpc.portfolio.pin.useMutation(options);
  const remove = trpc.portfolio.remove.useMutation(options);
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
    {
      id: 'remove',
      label: t('action.remove'),
      icon: Trash2,
      destructive: true,
      onSelect: () => remove.mutate({ id: work.id }),
    },
  ];
  return (
    <li
      draggable
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', work.title);
        drag.take(work.id);
      }}
      onDragEnd={() => drag.take(null)}
      onDragOver={(event) => {
        // A file that is dragged from outside is not one of the works.
        if (drag.id === null) return;
        event.preventDefault();
        drag.over(index);
      }}
      onDrop={(event) => {
        if (drag.id === null) return;
        event.preventDefault();
        drag.drop(index);
      }}
      data-dragged={drag.id === work.id || undefined}
      data-target={(drag.at === index && drag.id !== work.id) || undefined}
      className="min-w-0 cursor-grab rounded-md data-dragged:opacity-50 data-target:outline-2 data-target:outline-offset-4 data-target:outline-foreground"
    >
      <span className="relative block">
        <WorkMedia work={work} still />
        <span className="absolute end-2 top-2 flex gap-1">
          {(
            [
              ['earlier', -1, ArrowUp],
              ['later', 1, ArrowDown],
            ] as const
          ).map(([name, by, Icon]) => (
            <Button
              key={name}
              size="icon"
              data-move={`${work.id} ${name}`}
              aria-label={t(`action.${name}Name`, { title: work.title })}
              // Focus stays on a button at the end of its way.
              aria-disabled={arranged(works, work.id, index + by) === null || undefined}
              onClick={() => onMove(index + by)}
            >
              <Icon aria-hidden />
            </Button>
          ))}
        </span>
      </span>
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
