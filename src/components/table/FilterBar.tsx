import { ListFilter, X } from 'lucide-react';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/ui/button.tsx';
import { Input } from '@/ui/input.tsx';
import { Sheet } from '@/ui/sheet.tsx';

export interface FilterChip {
  id: string;
  /** "State", and its value in bold: "Live". */
  name: ReactNode;
  value: ReactNode;
  onRemove: () => void;
}

export interface FilterBarProps {
  /** The search text in the URL; left out without a text search. */
  query?: string;
  onQuery?: (query: string) => void;
  chips?: readonly FilterChip[];
  /** Fields of the "Filters" sheet. */
  filters?: ReactNode;
  onClear?: () => void;
  /** Announced: "14 campaigns". */
  result?: ReactNode;
  /** At the end: a switch of views. */
  end?: ReactNode;
}

/** The active search and filters, each removable; the URL holds the state. */
export function FilterBar({ query, onQuery, chips = [], filters, onClear, result, end }: FilterBarProps) {
  const { t } = useTranslation();
  const searchId = useId();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState(query ?? '');
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The search text being written to the URL; when it arrives, the user may have typed more.
  const sent = useRef<string[]>([]);
  useEffect(() => {
    const arrived = sent.current.indexOf(query ?? '');
    sent.current = sent.current.slice(arrived + 1);
    if (arrived < 0) setTyped(query ?? '');
  }, [query]);
  // Typing is immediate; the URL is updated when it pauses.
  useEffect(() => {
    if (!onQuery || typed === (query ?? '')) return;
    pause.current = setTimeout(() => {
      note(sent.current, typed);
      onQuery(typed);
    }, 300);
    return () => clearTimeout(pause.current);
  }, [typed, query, onQuery]);
  // Leaving the field for a link navigates: a later URL update must not undo it.
  const settle = () => {
    clearTimeout(pause.current);
    if (!onQuery || typed === (query ?? '')) return;
    note(sent.current, typed);
    onQuery(typed);
  };
  return (
    <div className="grid gap-2.5">
      <div className="flex flex-wrap items-center gap-2">
        {onQuery ? (
          <div className="min-w-52 grow md:max-w-80">
            <label htmlFor={searchId} className="sr-only">
              {t('label.search')}
            </label>
            <Input
              id={searchId}
              type="search"
              placeholder={t('label.search')}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              onBlur={settle}
              dir="auto"
            />
          </div>
        ) : null}
        {chips.map((chip) => (
          <span
            key={chip.id}
            className="inline-flex h-7.5 items-center gap-1.5 rounded-md border border-input bg-card ps-2.5 pe-1 text-sm whitespace-nowrap touch:h-9"
          >
            <span>
              {chip.name} <b className="font-semibold">{chip.value}</b>
            </span>
            <button
              type="button"
              aria-label={t('table.removeFilter')}
              onClick={chip.onRemove}
              className="grid size-6 place-items-center rounded-4 text-muted-foreground hover:bg-accent"
            >
              <X aria-hidden className="size-3.5" />
            </button>
          </span>
        ))}
        {chips.length > 0 && onClear ? (
          <Button variant="quiet" onClick={onClear}>
            {t('table.clearFilters')}
          </Button>
        ) : null}
        <div className="ms-auto flex flex-wrap items-center justify-end gap-2">
          {end}
          {filters ? (
            <Button onClick={() => setOpen(true)}>
              <ListFilter aria-hidden />
              {t('label.filters')}
            </Button>
          ) : null}
        </div>
      </div>
      {result === undefined ? null : (
        <p role="status" className="text-sm text-muted-foreground">
          {result}
        </p>
      )}
      {filters ? (
        <Sheet
          open={open}
          onOpenChange={setOpen}
          title={t('label.filters')}
          closeLabel={t('action.close')}
          footer={
            <>
              {onClear ? <Button onClick={onClear}>{t('table.clearFilters')}</Button> : null}
              <Button variant="ink" onClick={() => setOpen(false)}>
                {t('table.showResults')}
              </Button>
            </>
          }
        >
          <div className="grid gap-5">{filters}</div>
        </Sheet>
      ) : null}
    </div>
  );
}

function note(sent: string[], words: string): void {
  if (sent.at(-1) !== words) sent.push(words);
}
