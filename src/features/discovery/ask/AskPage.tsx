import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { List, Table2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Filters } from '../../../../server/features/discovery/filters/schema.ts';
import type { FoundCreator } from '../../../../server/features/discovery/schema.ts';
import { PageHeader } from '@/components/page/PageHeader.tsx';
import { SaveSearchButton } from '@/features/discovery/SaveSearchButton.tsx';
import { AskChips } from '@/features/discovery/ask/AskChips.tsx';
import { AskField } from '@/features/discovery/ask/AskField.tsx';
import type { AskSearch } from '@/features/discovery/ask/ask-search.ts';
import { Examples } from '@/features/discovery/ask/Examples.tsx';
import { Missed } from '@/features/discovery/ask/Missed.tsx';
import { Sentence } from '@/features/discovery/ask/Sentence.tsx';
import { Suggestions } from '@/features/discovery/ask/Suggestions.tsx';
import { NotUsed } from '@/features/discovery/ask/NotUsed.tsx';
import { BulkBar } from '@/features/discovery/BulkBar.tsx';
import { filtersOf, MAX_COMPARED, partsOf, searchOf } from '@/features/discovery/discovery-filters.ts';
import { Results } from '@/features/discovery/Results.tsx';
import { useCountText } from '@/features/discovery/use-count-text.ts';
import { useSearch } from '@/features/discovery/use-search.ts';
import { useErrorText } from '@/lib/error-text.ts';
import { useFormat } from '@/lib/format.ts';
import { currentLocale } from '@/lib/i18n.ts';
import { api } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';
import { Segmented } from '@/ui/segmented.tsx';
import { Tag } from '@/ui/tag.tsx';

/** The last change of the filters: what was text, and the search before it. */
interface Step {
  text: string;
  before: Filters;
  beforeCount: number | null;
}

const NONE: Filters = {};
/** Without the view and the creators compared, which the other page has in its address. */
const filterSearch = (filters: Filters) => {
  const { view: _view, compare: _compare, ...rest } = searchOf(filters);
  return rest;
};

/** A question in plain words, read as filters that can be checked and changed. */
export function AskPage({ search }: { search: AskSearch }) {
  const { t } = useTranslation('discovery');
  const format = useFormat();
  const explain = useErrorText();
  const countText = useCountText();
  const queryClient = useQueryClient();
  const navigate = useNavigate({ from: '/ai-smart-search' });
  const { q, edited, view, ...written } = search;
  const language = currentLocale();
  const read = useQuery({
    ...api.discovery.parse.queryOptions({ text: q ?? '-', language }),
    enabled: q !== undefined,
    // Each reading counts towards the hourly limit.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
  });
  const question = q !== undefined && read.data ? { text: q, ...read.data } : null;
  const filters = edited ? filtersOf(written) : (question?.filters ?? NONE);
  const asked = partsOf(filters).length > 0;
  const found = useSearch(filters, { enabled: asked });
  const counted = found.first?.total ?? undefined;
  // While the next results are read, those of the search before stay on the screen; their count says nothing of this one.
  const total = found.query.isPlaceholderData ? undefined : counted;
  const [step, setStep] = useState<Step | null>(null);
  const [followed, setFollowed] = useState<{ pending: boolean; error: unknown; nothing: string | null; round: number }>(
    {
      pending: false,
      error: null,
      nothing: null,
      round: 0,
    },
  );
  const [selected, setSelected] = useState<ReadonlyMap<string, FoundCreator>>(new Map());
  const [active, setActive] = useState<readonly string[]>([]);

  const ask = (text: string) => {
    setStep(null);
    setSelected(new Map());
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
  const follow = async (text: string) => {
    setFollowed((before) => ({ ...before, pending: true, error: null, nothing: null }));
    try {
      const answer = await queryClient.fetchQuery(
        api.discovery.parse.queryOptions({ text, language, previous: filters }),
      );
      const changed = JSON.stringify(searchOf(answer.filters)) !== JSON.stringify(searchOf(filters));
      setFollowed(({ round }) => ({
        pending: false,
        error: null,
        nothing: changed ? null : text,
        // A sentence that changed the filters makes room for the next; another stays in its field.
        round: changed ? round + 1 : round,
      }));
      if (changed) changeBy(text, answer.filters);
    } catch (error) {
      setFollowed(({ round }) => ({ pending: false, error, nothing: null, round }));
    }
  };
  const chosen = [...selected.values()];
  const discover = { to: '/discovery', search: searchOf(filters) } as const;
  const title = asked && counted ? countText(counted) : t('ask.title');
  return (
    <>
      <PageHeader
        title={title}
        documentTitle={t('ask.title')}
        status={t('ask.status')}
        tag={question ? <Tag>{t('ask.engine')}</Tag> : undefined}
        actions={
          asked ? (
            <>
              <SaveSearchButton filters={filters} />
              <Button asChild>
                <Link {...discover}>{t('ask.open')}</Link>
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
          <p role="status" className="text-sm">
            {total && step.beforeCount !== null
              ? t('ask.became', {
                  text: step.text,
                  from: format.number(step.beforeCount),
                  to: format.number(total.count),
                })
              : t('ask.change', { text: step.text })}{' '}
            <Button
              variant="link"
              onClick={() => {
                change(step.before);
                setStep(null);
              }}
            >
              {t('block.undo')}
            </Button>
          </p>
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
        <section aria-label={t('results')} className="mt-6">
          <div className="mb-3 flex justify-end">
            <Segmented
              label={t('view.label')}
              value={view ?? 'list'}
              onValueChange={(chosen) =>
                void navigate({
                  search: (before) => ({ ...before, view: chosen === 'table' ? chosen : undefined }),
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
            table={view === 'table'}
            search={found}
            filters={filters}
            onFilters={change}
            selected={selected}
            onSelect={(creator, on) =>
              setSelected((before) => {
                const next = new Map(before);
                if (on) next.set(creator.orgId, creator);
                else next.delete(creator.orgId);
                return next;
              })
            }
            active={active}
            onActive={setActive}
            onCompare={({ handle }) => void navigate({ ...discover, search: { ...discover.search, compare: handle } })}
          />
          {total && total.count > 0 && !found.query.hasNextPage ? <Missed filters={filters} onChange={change} /> : null}
          <div className="mt-6 grid gap-2.5 border-t border-border pt-5">
            <AskField
              key={followed.round}
              label={t('ask.followField')}
              placeholder={t('ask.followPlaceholder')}
              button={t('ask.followAct')}
              pending={followed.pending}
              error={
                followed.error
                  ? explain(followed.error)
                  : followed.nothing === null
                    ? undefined
                    : t('ask.followNothing', { text: followed.nothing })
              }
              onQuestion={(text) => void follow(text)}
            />
            <Suggestions filters={filters} facets={found.first?.facets ?? null} total={total} onChoose={changeBy} />
          </div>
          <BulkBar
            selected={chosen}
            onRemove={(orgId) => setSelected(new Map([...selected].filter(([id]) => id !== orgId)))}
            onClear={() => setSelected(new Map())}
            onCompare={() =>
              void navigate({
                ...discover,
                search: {
                  ...discover.search,
                  compare: chosen
                    .slice(0, MAX_COMPARED)
                    .map(({ handle }) => handle)
                    .join(),
                },
              })
            }
          />
        </section>
      ) : (
        <div className="mt-8">
          <Examples onQuestion={ask} />
        </div>
      )}
    </>
  );
}
