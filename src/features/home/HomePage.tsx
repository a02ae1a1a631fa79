import { Link } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { HomeTask } from '../../../server/features/home/schema.ts';
import type { Action } from '../../../server/features/orgs/rules.ts';
import { ActLink } from '@/components/gates/ActLink.tsx';
import { DetailPage, type DetailPageProps } from '@/components/page/Pages.tsx';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import { Checklist, type ChecklistProps } from '@/features/home/Checklist.tsx';
import { TaskList } from '@/features/home/TaskList.tsx';
import { useFormat } from '@/lib/format.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { useLive } from '@/lib/live.ts';
import type { BuiltPath } from '@/lib/screens.ts';
import { Button } from '@/ui/button.tsx';

const TodayVisits = lazyNamed(() => import('@/components/visits/TodayVisits.tsx'), 'TodayVisits');

/** Tasks that are also items of the first steps. */
const FIRST_STEPS: readonly HomeTask['kind'][] = ['complete_profile', 'apply'];

interface HomePageProps<Home> extends Pick<
  DetailPageProps<Home>,
  'query' | 'lead' | 'aside' | 'asideLabel' | 'children'
> {
  orgId: string;
  /** The one ink button. */
  action: { to: BuiltPath; action?: Action; icon: LucideIcon; label: ReactNode };
  /** Shown until every step is done. */
  steps: (home: Home) => ChecklistProps['items'];
}

/** The user's tasks, the first steps of a new account, then the content of its kind. */
export function HomePage<Home extends { tasks: HomeTask[]; serverNow: Date }>({
  orgId,
  action,
  steps,
  children,
  ...page
}: HomePageProps<Home>) {
  const { t } = useTranslation('home');
  const format = useFormat();
  useLive([`org:${orgId}`]);
  // The first steps are shown below; their items are not listed twice.
  const tasksOf = (home: Home) => home.tasks.filter(({ kind }) => !FIRST_STEPS.includes(kind));
  // "Nothing needs you" is not shown before the first steps are done.
  const isNew = (home: Home) => tasksOf(home).length === 0 && steps(home).some(({ done }) => !done);
  return (
    <DetailPage
      {...page}
      errorTitle={t('loadFailed')}
      moneySafe
      header={(home) => ({
        title: isNew(home) ? t('checklist.title') : t('needsYou', { count: tasksOf(home).length }),
        documentTitle: t('homeTitle'),
        eyebrow: format.weekday(home.serverNow),
        actions: action.action ? (
          <ActLink to={action.to} action={action.action} variant="ink">
            <action.icon aria-hidden />
            {action.label}
          </ActLink>
        ) : (
          <Button asChild variant="ink">
            <Link to={action.to}>
              <action.icon aria-hidden />
              {action.label}
            </Link>
          </Button>
        ),
      })}
    >
      {(home) => (
        <div className="grid gap-12">
          {isNew(home) ? null : (
            <section aria-label={t('tasks')}>
              {tasksOf(home).length > 0 ? (
                <TaskList tasks={tasksOf(home)} />
              ) : (
                <EmptyState title={t('nothing.title')}>{t('nothing.text')}</EmptyState>
              )}
            </section>
          )}
          <Suspense fallback={null}>
            <TodayVisits />
          </Suspense>
          {steps(home).some(({ done }) => !done) ? (
            <Checklist title={t('checklist.title')} unframed={isNew(home)} items={steps(home)} />
          ) : null}
          {children(home)}
        </div>
      )}
    </DetailPage>
  );
}
