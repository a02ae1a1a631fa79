import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { ListItem } from '../../../server/features/lists/schema.ts';
import { CreatorAvatar, Handle } from '@/components/people/Party.tsx';
import type { Column } from '@/components/table/columns.ts';
import { DateText } from '@/components/time/DateText.tsx';
import { useFormat } from '@/lib/format.ts';
import { ActionMenu } from '@/ui/action-menu.tsx';
import { Checkbox } from '@/ui/checkbox.tsx';
import { Tag } from '@/ui/tag.tsx';

export interface ItemActs {
  selected: readonly string[];
  onSelect: (creator: ListItem['creator'], on: boolean) => void;
  /** Null: the role may only read. */
  onNote: ((item: ListItem) => void) | null;
  onRemove: ((item: ListItem) => void) | null;
}

export function useItemColumns({ selected, onSelect, onNote, onRemove }: ItemActs): Column<ListItem>[] {
  const { t } = useTranslation('lists');
  const { t: terms } = useTranslation('terms');
  const format = useFormat();
  return [
    {
      id: 'creator',
      header: t('column.creator'),
      cell: ({ creator }) => (
        <span className="flex items-center gap-2.5">
          <Checkbox
            aria-label={t('select', { name: creator.name })}
            checked={selected.includes(creator.orgId)}
            onCheckedChange={(on) => onSelect(creator, on)}
          />
          <CreatorAvatar name={creator.name} seed={creator.orgId} src={creator.avatarUrl} />
          <span className="min-w-0">
            <Link to="/creator/$handle" params={{ handle: creator.handle }} className="link">
              <bdi>{creator.name}</bdi>
            </Link>
            <span className="block text-sm font-normal text-muted-foreground">
              <Handle handle={creator.handle} />
              {creator.city ? (
                <>
                  {' · '}
                  <bdi>{creator.city}</bdi>
                </>
              ) : null}
            </span>
          </span>
        </span>
      ),
    },
    {
      id: 'followers',
      header: t('column.followers'),
      align: 'end',
      cell: ({ creator: { accounts } }) => {
        const [largest] = accounts;
        return largest ? (
          <span title={terms(`platform.${largest.platform}`)}>{format.compact(largest.followers.value)}</span>
        ) : (
          '–'
        );
      },
    },
    {
      id: 'note',
      header: t('column.note'),
      phone: 'line',
      cell: (item) => (
        <>
          {item.note ? (
            <p dir="auto" className="max-w-60ch whitespace-pre-line">
              {item.note}
            </p>
          ) : null}
          {item.tags.length > 0 ? (
            <span className="mt-1 flex flex-wrap gap-1">
              {item.tags.map((tag) => (
                <Tag key={tag}>
                  <bdi>#{tag}</bdi>
                </Tag>
              ))}
            </span>
          ) : null}
        </>
      ),
    },
    {
      id: 'added',
      header: t('column.added'),
      cell: ({ addedAt, addedBy }) => (
        <span className="text-sm text-muted-foreground">
          <DateText value={addedAt} as="day" />
          {addedBy ? (
            <>
              {' · '}
              <bdi>{addedBy}</bdi>
            </>
          ) : null}
        </span>
      ),
    },
    ...(onNote && onRemove
      ? [
          {
            id: 'acts',
            header: <span className="sr-only">{t('actions')}</span>,
            align: 'end' as const,
            phone: 'corner' as const,
            cell: (item: ListItem) => (
              <ActionMenu
                label={t('actionsOf', { name: item.creator.name })}
                items={[
                  { id: 'note', label: t('note.button'), onSelect: () => onNote(item) },
                  { id: 'remove', label: t('remove'), onSelect: () => onRemove(item), destructive: true },
                ]}
              />
            ),
          },
        ]
      : []),
  ];
}
