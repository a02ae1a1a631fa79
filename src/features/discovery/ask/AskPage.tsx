import { Link, useNavigate } from '@tanstack/react-router';
import { List, Table2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Filters } from '../../../../server/features/discovery/filters/schema.ts';
import type { ResultCount } from '../../../../server/features/discovery/schema.ts';
import { PageHeader } from '@/components/page/PageHeader.tsx';
import { SaveSearchButton } from '@/features/discovery/SaveSearchButton.tsx';
import { AskChips } from '@/features/discovery/ask/AskChips.tsx';
import { AskField } from '@/features/discovery/ask/AskField.tsx';
import type { AskSearch } from '@/features/discovery/ask/ask-search.ts';
import { FollowUp } from '@/features/discovery/ask/FollowUp.tsx';
import { Examples } from '@/features/discovery/ask/Examples.tsx';
import { Missed } from '@/features/discovery/ask/Missed.tsx';
import { Sentence } from '@/features/discovery/ask/Sentence.tsx';
import { NotUsed } from '@/features/discovery/ask/NotUsed.tsx';
import { useAsked } from '@/features/discovery/ask/use-asked.ts';
import { BulkBar } from '@/features/discovery/BulkBar.tsx';
import { MAX_COMPARED, searchOf } from '@/features/discovery/discovery-filters.ts';
import { Results } from '@/features/discovery/Results.tsx';
import { useCountText } from '@/features/discovery/use-count-text.ts';
import type { useSearch } from '@/features/discovery/use-search.ts';
import { useSelectedCreators } from '@/features/discovery/use-selected-creators.ts';
import { useErrorText } from '@/lib/error-text.ts';
import { useFormat } from '@/lib/format.ts';
import { Button } from '@/ui/button.tsx';
import { Segmented } from '@/ui/segmented.tsx';
import { Tag } from '@/ui/tag.tsx';

/** The last change of the filters: what was text, and the search before it. */
interface Step {
  text: string;
  before: Filters;
  beforeCount: number | null;
}

/** Without the view and the creators compared, which the other page has in its address. */
const filterSearch = (filters: Filters) => {
  const { view: _view, compare: _compare, ...rest } = searchOf(filters);
  return rest;
};

/** A question in plain words, read as filters that can be checked and changed. */
export function AskPage({ search }: { search: AskSearch }) {
  const { t } = useTranslation('discovery');
  const explain = useErrorText();
  const countText = useCountText();
  const navigate = useNavigate({ from: '/ai-smart-search' });
  const { q, edited, view } = search;
  const { read, question, filters, asked, found, counted, total } = useAsked(search);
  const [step, setStep] = useState<Step | null>(null);
  const selection = useSelectedCreators();

  const ask = (text: string) => {
    setStep(null);
    selection.clear();
    void navigate({ search: { q: text, view }, resetScroll: false });
  };
  const change = (next: Filters) =>
    void navigate({
      search: { ...(q ? { q } : {}), edited: true, view, ...filterSearch(next) },
      replace: true,
      resetScroll: false,
    });
  const changeBy = (text: string, next: Filters) => {
    setStep({ text, before: filters, beforeCount: total?.count ?? null });
    change(next);
  };
  return (
    <>
      <PageHeader
        title={asked && counted ? countText(counted) : t('ask.title')}
        documentTitle={t('ask.title')}
        status={t('ask.status')}
        tag={question ? <Tag>{t('ask.engine')}</Tag> : undefined}
        actions={
          asked ? (
            <>
              <SaveSearchButton filters={filters} />
              <Button asChild>
                <Link to="/discovery" search={searchOf(filters)}>
                  {t('ask.open')}
                </Link>
              </Button>
            </>
          ) : undefined
        }
      />
      <div className="mt-4 grid gap-4">
        <AskField
          key={q}
          label={t('ask.field')}
          placeholder={t('ask.placeholder')}
          button={t('ask.act')}
          initial={q ?? ''}
          pending={read.isFetching}
          error={read.error ? explain(read.error) : undefined}
          onQuestion={ask}
        />
        {question && !edited ? (
          <Sentence text={question.text} read={question.chips.flatMap(({ spans }) => spans)} unread={question.unread} />
        ) : null}
        {step ? (
          <LastChange
            step={step}
            count={total?.count}
            onUndo={() => {
              change(step.before);
              setStep(null);
            }}
          />
        ) : null}
        {question && question.unread.length > 0 && !edited ? (
          <NotUsed
            words={question.unread.map(({ start, end }) => question.text.slice(start, end))}
            filters={filters}
            onChange={changeBy}
          />
        ) : null}
        <AskChips question={question} filters={filters} total={total} onChange={change} />
        {question && !asked ? <p className="text-sm">{t('ask.nothing')}</p> : null}
      </div>
      {asked ? (
        <AskResults
          table={view === 'table'}
          filters={filters}
          found={found}
          total={total}
          selection={selection}
          onChange={change}
          onChangeBy={changeBy}
        />
      ) : (
        <div className="mt-8">
          <Examples onQuestion={ask} />
        </div>
      )}
    </>
  );
}

/** What the last change made of the number of results, and the way back. */
function LastChange({ step, count, onUndo }: { step: Step; count: number | undefined; onUndo: () => void }) {
  const { t } = useTranslation('discovery');
  const format = useFormat();
  return (
    <p role="status" className="text-sm">
      {count !== undefined && step.beforeCount !== null
        ? t('ask.became', { text: step.text, from: format.number(step.beforeCount), to: format.number(count) })
        : t('ask.change', { text: step.text })}{' '}
      <Button variant="link" onClick={onUndo}>
        {t('block.undo')}
      </Button>
    </p>
  );
}

interface AskResultsProps {
  table: boolean;
  filters: Filters;
  found: ReturnType<typeof useSearch>;
  total: ResultCount | undefined;
  selection: ReturnType<typeof useSelectedCreators>;
  onChange: (filters: Filters) => void;
  onChangeBy: (text: string, filters: Filters) => void;
}

function AskResults({ table, filters, found, total, selection, onChange, onChangeBy }: AskResultsProps) {
  const { t } = useTranslation('discovery');
  const navigate = useNavigate({ from: '/ai-smart-search' });
  const [active, setActive] = useState<readonly string[]>([]);
  const { selected, chosen, select, remove, clear } = selection;
  const compare = (handles: readonly string[]) =>
    void navigate({ to: '/discovery', search: { ...searchOf(filters), compare: handles.join() } });
  return (
    <section aria-label={t('results')} className="mt-6">
      <div className="mb-3 flex justify-end">
        <Segmented
          label={t('view.label')}
          value={table ? 'table' : 'list'}
          onValueChange={(shown) =>
            void navigate({
              search: (before) => ({ ...before, view: shown === 'table' ? shown : undefined }),
              replace: true,
              resetScroll: false,
            })
          }
          options={[
            { value: 'list', label: t('view.list'), icon: List },
            { value: 'table', label: t('view.table'), icon: Table2 },
          ]}
        />
      </div>
      <Results
        table={table}
        search={found}
        filters={filters}
        onFilters={onChange}
        selected={selected}
        onSelect={select}
        active={active}
        onActive={setActive}
        onCompare={({ handle }) => compare([handle])}
      />
      {total && total.count > 0 && !found.query.hasNextPage ? <Missed filters={filters} onChange={onChange} /> : null}
      <FollowUp filters={filters} facets={found.first?.facets ?? null} total={total} onChange={onChangeBy} />
      <BulkBar
        selected={chosen}
        onRemove={remove}
        onClear={clear}
        onCompare={() => compare(chosen.slice(0, MAX_COMPARED).map(({ handle }) => handle))}
      />
    </section>
  );
}
