import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { COUNT_CAP } from '../../../server/core/lists.ts';
import type { OperationsOverview } from '../../../server/features/platform/schema.ts';
import { useBankProblems } from '@/features/platform/BankProblems.tsx';
import { useHeldTexts } from '@/features/platform/use-held-texts.ts';
import { useMoneyChecks } from '@/features/platform/MoneyChecks.tsx';
import { type Need, type NeedId, needsOf } from '@/features/platform/queue-rules.ts';
import { countText } from '@/lib/count.ts';
import { useFormat } from '@/lib/format.ts';
import { api } from '@/lib/trpc.ts';
import { Count } from '@/ui/tag.tsx';

const REFRESH_MS = 10_000;
/** Counts of these stop at `COUNT_CAP`. */
const CAPPED: ReadonlySet<NeedId> = new Set(['decisions', 'held', 'payouts']);

const LABELS = {
  cases: 'case.title',
  help: 'help.title',
  held: 'held.title',
  decisions: 'approval.title',
  operations: 'operation.title',
  payouts: 'bank.title',
  commands: 'queue.outbox.name',
  dead: 'dead.title',
  webhooks: 'queue.webhooks.name',
  mails: 'undelivered.title',
  clocks: 'queue.clocks.name',
  health: 'health.title',
  check: 'check.title',
} as const satisfies Record<NeedId, string>;

/** Everything that needs a staff member, each with its section: the heading and the page use the same data. */
export function useNeeds(overview: OperationsOverview | undefined): Need[] | null {
  const cases = useQuery({ ...api.cases.counts.queryOptions(), refetchInterval: REFRESH_MS });
  const proposals = useQuery({ ...api.approvals.pending.queryOptions({}), refetchInterval: REFRESH_MS });
  const held = useHeldTexts();
  const bank = useBankProblems();
  const checks = useMoneyChecks();
  return needsOf({
    overview,
    cases: cases.data,
    toDecide: proposals.data?.toDecide,
    held: held.data?.count,
    bank: bank.data?.count,
    checks: checks.data,
  });
}

/** Under the heading: the open matters, each with a link. */
export function Needs({ needs }: { needs: readonly Need[] | null }) {
  const { t } = useTranslation('platform');
  const format = useFormat();
  if (!needs || needs.length === 0) return null;
  return (
    <nav aria-label={t('heading.attention')} className="mt-4">
      <ul className="flex flex-wrap gap-x-5 gap-y-2">
        {needs.map(({ id, section, count }) => (
          <li key={id}>
            <a href={`#${section}`} className="link inline-flex min-h-6 items-center gap-1.5">
              {t(LABELS[id])}{' '}
              <Count hot>{count >= COUNT_CAP && CAPPED.has(id) ? countText(count) : format.number(count)}</Count>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
