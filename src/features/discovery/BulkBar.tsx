import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { FoundCreator } from '../../../server/features/discovery/schema.ts';
import { InviteCreators } from '@/components/creators/InviteCreators.tsx';
import { SaveCreators } from '@/components/creators/SaveCreator.tsx';
import { SelectionBar } from '@/components/table/SelectionBar.tsx';
import { CreatorAvatar, faceOf } from '@/components/people/Party.tsx';
import { MAX_COMPARED } from '@/features/discovery/discovery-filters.ts';
import { Button } from '@/ui/button.tsx';

export interface BulkBarProps {
  selected: readonly FoundCreator[];
  onRemove: (orgId: string) => void;
  onClear: () => void;
  onCompare: () => void;
}

/** What can be done with all selected creators. */
export function BulkBar({ selected, onRemove, onClear, onCompare }: BulkBarProps) {
  const { t } = useTranslation('discovery');
  if (selected.length === 0) return null;
  const comparable = selected.length >= 2 && selected.length <= MAX_COMPARED;
  return (
    <SelectionBar label={t('bulk.label')}>
      <p role="status" className="text-sm font-semibold">
        {t('bulk.selected', { count: selected.length })}
      </p>
      <ul className="flex min-w-0 grow flex-wrap gap-2 max-md:hidden">
        {selected.slice(0, MAX_COMPARED).map((creator) => (
          <li key={creator.orgId} className="flex items-center gap-1.5 text-sm">
            <CreatorAvatar {...faceOf(creator)} size="sm" />
            <bdi className="max-w-32 truncate">{creator.name}</bdi>
            <button
              type="button"
              aria-label={t('remove', { filter: creator.name })}
              onClick={() => onRemove(creator.orgId)}
              className="grid size-6 place-items-center rounded-4 text-muted-foreground hover:bg-accent touch:size-8"
            >
              <X aria-hidden className="size-3.5" />
            </button>
          </li>
        ))}
      </ul>
      <div className="ms-auto flex flex-wrap items-center gap-2">
        <Button variant="quiet" onClick={onClear}>
          {t('bulk.clear')}
        </Button>
        <SaveCreators orgIds={selected.map(({ orgId }) => orgId)} />
        <InviteCreators orgIds={selected.map(({ orgId }) => orgId)} />
        <Button
          variant="ink"
          aria-disabled={!comparable}
          aria-describedby={comparable ? undefined : 'compare-limit'}
          onClick={onCompare}
        >
          {t('compare.act')}
        </Button>
      </div>
      {comparable ? null : (
        <p id="compare-limit" className="w-full text-end text-xs text-muted-foreground">
          {t('compare.limit', { max: MAX_COMPARED })}
        </p>
      )}
    </SelectionBar>
  );
}
