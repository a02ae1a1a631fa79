import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { OperationsOverview } from '../../../server/features/platform/schema.ts';
import { useBankMatters } from '@/features/platform/BankMatters.tsx';
import { useMoneyChecks } from '@/features/platform/MoneyChecks.tsx';
import { lateOnes } from '@/features/platform/queue-rules.ts';
import { useFormat } from '@/lib/format.ts';
import { api } from '@/lib/trpc.ts';
import { Count } from '@/ui/tag.tsx';

type Section =
  | 'cases'
  | 'help'
  | 'decisions'
  | 'operations'
  | 'payouts'
  | 'queues'
  | 'dead'
  | 'mails'
  | 'health'
  | 'check';

export interface Need {
  /** Section of the page, as its address names it. */
  section: Section;
  label: string;
  count: number;
}

const REFRESH_MS = 10_000;

/** All that waits for a person, each with its section: what the heading says and the page shows are the same. */
export function useNeeds(overview: OperationsOverview | undefined): Need[] {
  const { t } = useTranslation('platform');
  const cases = useQuery({ ...api.cases.counts.queryOptions(), refetchInterval: REFRESH_MS });
  const proposals = useQuery({ ...api.approvals.pending.queryOptions(), refetchInterval: REFRESH_MS });
  const bank = useBankMatters();
  const checks = useMoneyChecks();
  if (!overview) return [];
  const { help = 0, ...others } = cases.data ?? {};
  const late = lateOnes(overview);
  const differing = overview.health.filter(
    (books) =>
      books.suspense !== 0 || (books.providerBalance !== null && books.providerBalance !== books.ledgerBalance),
  ).length;
  const all: Need[] = [
    { section: 'cases', label: t('case.title'), count: Object.values(others).reduce((sum, n) => sum + (n ?? 0), 0) },
    { section: 'help', label: t('help.title'), count: help },
    {
      section: 'decisions',
      label: t('approval.title'),
      count: proposals.data?.filter((row) => row.mayDecide).length ?? 0,
    },
    {
      section: 'operations',
      label: t('operation.title'),
      count: overview.operations.unknown + overview.operations.failed,
    },
    { section: 'payouts', label: t('bank.title'), count: bank.data?.length ?? 0 },
    { section: 'queues', label: t('queue.outbox.name'), count: late.commands },
    { section: 'dead', label: t('dead.title'), count: overview.outbox.dead },
    { section: 'queues', label: t('queue.webhooks.name'), count: late.webhooks },
    { section: 'mails', label: t('undelivered.title'), count: overview.mails.failed },
    { section: 'queues', label: t('queue.clocks.name'), count: overview.overdueClocks },
    { section: 'health', label: t('health.title'), count: differing },
    {
      section: 'check',
      label: t('check.title'),
      count: (checks.data?.stops.length ?? 0) + (checks.data?.last?.state === 'breached' ? 1 : 0),
    },
  ];
  return all.filter(({ count }) => count > 0);
}

/** Under the heading: what waits, each with the way to it. */
export function Needs({ needs }: { needs: readonly Need[] }) {
  const { t } = useTranslation('platform');
  const format = useFormat();
  if (needs.length === 0) return null;
  return (
    <nav aria-label={t('heading.attention')} className="mt-4">
      <ul className="flex flex-wrap gap-x-5 gap-y-2">
        {needs.map(({ section, label, count }) => (
          <li key={label}>
            <a href={`#${section}`} className="link inline-flex min-h-6 items-center gap-1.5">
              {label} <Count hot>{format.number(count)}</Count>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
