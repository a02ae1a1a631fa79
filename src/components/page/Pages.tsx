import { Link, type LinkOptions } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { RefusalAlert } from '@/components/gates/RefusalAlert.tsx';
import { PageHeader, type PageHeaderProps } from '@/components/page/PageHeader.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { NotFoundState } from '@/components/states/NotFoundState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { cn } from '@/lib/cn.ts';
import { isNoRecord } from '@/lib/app-error.ts';
import { Button } from '@/ui/button.tsx';
import { countText } from '@/lib/count.ts';
import { Count } from '@/ui/tag.tsx';
import { tabListStyles, tabStyles } from '@/ui/tab-styles.ts';

export interface PageTab {
  id: string;
  label: ReactNode;
  /** With `search` the tab is a parameter of the same path. */
  link: LinkOptions;
  count?: number;
  /** The count requires an action of the user. */
  hot?: boolean;
}

/**
 * On phones a row of tabs or steps scrolls: the current one stays visible, also when counts arrive and widen those
 * before it.
 */
function useOpenInSight<E extends HTMLElement>(current: string, widths: string): RefObject<E | null> {
  const list = useRef<E>(null);
  useEffect(() => {
    const { current: frame } = list;
    const open = frame?.querySelector<HTMLElement>('[aria-current]');
    if (!frame || !open) return;
    const show = () => {
      const [outer, tab] = [frame.getBoundingClientRect(), open.getBoundingClientRect()];
      frame.scrollLeft += Math.min(0, tab.left - outer.left) + Math.max(0, tab.right - outer.right);
    };
    // Called at once, and when a font is loaded and changes the widths.
    const watcher = new ResizeObserver(show);
    for (const tab of frame.children) watcher.observe(tab);
    return () => watcher.disconnect();
  }, [current, widths]);
  return list;
}

/** Tabs in the URL: links, so that each can be shared and the back button works. */
export function PageTabs({ tabs, current, label }: { tabs: readonly PageTab[]; current: string; label: string }) {
  const list = useOpenInSight<HTMLElement>(current, tabs.map(({ count }) => count ?? '').join());
  return (
    <nav ref={list} aria-label={label} className={cn(tabListStyles, 'mt-5')}>
      {tabs.map((tab) => (
        <Link
          key={tab.id}
          {...tab.link}
          aria-current={tab.id === current ? 'page' : undefined}
          className={tabStyles}
          activeProps={{}}
          activeOptions={{ exact: true, includeSearch: true }}
        >
          {tab.label}
          {tab.count ? <Count hot={tab.hot}>{countText(tab.count)}</Count> : null}
        </Link>
      ))}
    </nav>
  );
}

export interface ListPageProps extends PageHeaderProps {
  tabs?: { items: readonly PageTab[]; current: string; label: string };
  /** A `FilterBar`. */
  filters?: ReactNode;
  /** Beside the list: detail of the selected row. */
  aside?: ReactNode;
  /** A `QueryTable`, which renders its own empty, pending and error states. */
  children: ReactNode;
}

export function ListPage({ tabs, filters, aside, children, ...header }: ListPageProps) {
  return (
    <>
      <PageHeader {...header} />
      {tabs ? <PageTabs tabs={tabs.items} current={tabs.current} label={tabs.label} /> : null}
      {filters ? <div className="mt-4">{filters}</div> : null}
      <div className={cn('mt-4', aside && 'grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_348px]')}>
        <div className="min-w-0">{children}</div>
        {aside ? <aside className="min-w-0">{aside}</aside> : null}
      </div>
    </>
  );
}

/** The part of a query's result that a page reads. */
export interface QueryState<Data> {
  data: Data | undefined;
  error: unknown;
  isPending: boolean;
  refetch: () => unknown;
}

export interface DetailPageProps<Data> {
  query: QueryState<Data>;
  header: (data: Data) => PageHeaderProps;
  /** "We could not load this deal". */
  errorTitle: ReactNode;
  /** On screens about money. */
  moneySafe?: boolean;
  /** A skeleton in the final layout; a general one when left out. */
  pending?: ReactNode;
  tabs?: (data: Data) => { items: readonly PageTab[]; current: string; label: string };
  /** Full width under the heading: the escrow bar, a stepper. */
  lead?: (data: Data) => ReactNode;
  aside?: (data: Data) => ReactNode;
  asideLabel?: string;
  children: (data: Data) => ReactNode;
}

/** One record. An unknown id and a record of another org both render the not-found page. */
export function DetailPage<Data>({
  query,
  header,
  errorTitle,
  moneySafe,
  pending,
  tabs,
  lead,
  aside,
  asideLabel,
  children,
}: DetailPageProps<Data>) {
  const { data, error } = query;
  if (data === undefined) {
    if (query.isPending) return pending ?? <PendingSkeleton as="page" rows={4} />;
    if (isNoRecord(error)) return <NotFoundState />;
    return (
      <ErrorState page error={error} title={errorTitle} moneySafe={moneySafe} onRetry={() => void query.refetch()} />
    );
  }
  const tabBar = tabs?.(data);
  return (
    <>
      <PageHeader {...header(data)} />
      {lead ? <div className="mt-[22px] empty:hidden">{lead(data)}</div> : null}
      {tabBar ? <PageTabs tabs={tabBar.items} current={tabBar.current} label={tabBar.label} /> : null}
      <div
        className={cn(
          'mt-[30px] max-md:mt-4.5',
          aside && 'grid grid-cols-1 items-start gap-7 lg:cols-main-336 lg:gap-10',
        )}
      >
        <div className="min-w-0">{children(data)}</div>
        {aside ? (
          <aside aria-label={asideLabel} className="min-w-0">
            {aside(data)}
          </aside>
        ) : null}
      </div>
    </>
  );
}

export interface SettingsPageProps extends PageHeaderProps {
  tabs: readonly PageTab[];
  current: string;
  tabsLabel: string;
  children: ReactNode;
}

export function SettingsPage({ tabs, current, tabsLabel, children, ...header }: SettingsPageProps) {
  return (
    <>
      <PageHeader {...header} />
      {tabs.length > 1 ? <PageTabs tabs={tabs} current={current} label={tabsLabel} /> : null}
      <div className="mt-6 max-w-form">{children}</div>
    </>
  );
}

export interface WizardStep {
  id: string;
  label: ReactNode;
  done: boolean;
  /** Steps not reached yet have none. */
  link?: LinkOptions;
}

export interface WizardPageProps extends PageHeaderProps {
  steps: readonly WizardStep[];
  current: string;
  stepsLabel: string;
  /** "Draft saved 10:19". */
  saved: ReactNode;
  /** The cost so far; always visible. */
  summary?: ReactNode;
  /** Names the next step: "Rights"; on the last, the action. */
  next: { label: ReactNode; onClick: () => void; variant?: 'ink' | 'money'; refusal?: ReactNode };
  back?: { label: ReactNode; onClick: () => void };
  submitError: unknown;
  pending: boolean;
  children: ReactNode;
}

export function WizardPage({
  steps,
  current,
  stepsLabel,
  saved,
  summary,
  next,
  back,
  submitError,
  pending,
  children,
  ...header
}: WizardPageProps) {
  const { t } = useTranslation();
  const stepList = useOpenInSight<HTMLOListElement>(current, steps.map(({ done }) => done).join());
  const problem = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (submitError) problem.current?.focus();
  }, [submitError]);
  return (
    <>
      <PageHeader {...header} />
      <div className={cn('mt-5 grid grid-cols-1 items-start gap-8', Boolean(summary) && 'lg:cols-main-336 lg:gap-10')}>
        <div className="min-w-0">
          {/* A list that scrolls on phones must be focusable. */}
          <ol
            ref={stepList}
            aria-label={stepsLabel}
            tabIndex={0}
            className="flex gap-5.5 overflow-x-auto border-b border-border text-sm"
          >
            {steps.map((step) => (
              <li
                key={step.id}
                aria-current={step.id === current ? 'step' : undefined}
                className={cn(
                  'shrink-0 whitespace-nowrap',
                  step.id === current
                    ? 'font-semibold text-foreground shadow-[inset_0_-2px_0_var(--foreground)]'
                    : 'text-muted-foreground',
                )}
              >
                <WizardStepLink step={step} current={step.id === current} />
              </li>
            ))}
          </ol>
          {submitError ? (
            <div ref={problem} tabIndex={-1} className="mt-5 outline-none">
              <RefusalAlert error={submitError} />
            </div>
          ) : null}
          <div className="mt-6 max-w-form">{children}</div>
          <div className="mt-7 flex max-w-form flex-wrap items-center justify-between gap-3 border-t border-border pt-4">
            <div role="status" className="text-sm text-muted-foreground">
              {saved}
            </div>
            <div className="flex grow flex-wrap justify-end gap-2">
              {back ? <Button onClick={back.onClick}>{back.label}</Button> : null}
              <Button
                variant={next.variant ?? 'ink'}
                pending={pending}
                onClick={next.onClick}
                aria-disabled={next.refusal ? true : undefined}
                aria-describedby={next.refusal ? 'wizard-refusal' : undefined}
              >
                {next.label}
              </Button>
            </div>
            {next.refusal ? (
              <p id="wizard-refusal" className="w-full text-end text-sm text-muted-foreground">
                {next.refusal}
              </p>
            ) : null}
          </div>
        </div>
        {summary ? (
          <aside aria-label={t('wizard.summary')} className="min-w-0 lg:sticky lg:top-6">
            {summary}
          </aside>
        ) : null}
      </div>
    </>
  );
}

function WizardStepLink({ step, current }: { step: WizardStep; current: boolean }) {
  const { t } = useTranslation();
  const content = (
    <>
      {step.done && !current ? <Check aria-hidden className="size-3.5" /> : null}
      {step.label}
      {step.done && !current ? <span className="sr-only">{t('dealStep.finished')}</span> : null}
    </>
  );
  const styles = 'flex min-h-[42px] items-center gap-1.75';
  if (!step.link || current) return <span className={styles}>{content}</span>;
  return (
    <Link {...step.link} className={cn(styles, 'hover:text-foreground')}>
      {content}
    </Link>
  );
}
