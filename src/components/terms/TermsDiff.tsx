import { MoveRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type Currency, isCurrency } from '../../../server/core/money.ts';
import type { ClockName, DealTerms } from '../../../server/features/terms/schema.ts';
import type { TermsChange } from '../../../server/features/offers/schema.ts';
import { useTermsText } from '@/components/terms/terms-text.ts';
import { cn } from '@/lib/cn.ts';
import { useDurationText } from '@/lib/duration.ts';
import { useFormat } from '@/lib/format.ts';
import { FORMATS, LIBRARY_CLAUSES, PLATFORMS, RELEASE_TRIGGERS, RIGHTS } from '../../../server/features/terms/rules.ts';

export interface TermsDiffProps {
  changes: readonly TermsChange[];
  before: DealTerms;
  after: DealTerms;
  /** In a side column: the field above its values. */
  stacked?: boolean;
}

/** Field by field what a newer version changed: the old value struck through, the new one in bold. */
export function TermsDiff({ changes, before, after, stacked = false }: TermsDiffProps) {
  const { t } = useTranslation('terms');
  const label = useChangeLabel(before, after);
  const value = useChangeValue(before.currency, after.currency);
  const shown = changes.filter(({ path }) => !/\.(id|deliverableIds|language)$/u.test(path));
  if (shown.length === 0) return <p className="text-sm text-muted-foreground">{t('diff.nothing')}</p>;
  return (
    <dl className="grid text-ui">
      {shown.map((change) => (
        <div
          key={change.path}
          className={cn(
            'grid gap-x-4 gap-y-0.5 border-b border-border py-2 last:border-b-0',
            !stacked && 'sm:grid-cols-[13rem_1fr]',
          )}
        >
          <dt className="text-muted-foreground">{label(change.path)}</dt>
          <dd className="flex flex-wrap items-baseline gap-x-2">
            {change.before === null ? (
              <span className="text-sm font-medium">{t('diff.added')}:</span>
            ) : (
              <>
                <span className="sr-only">{t('diff.was')}</span>
                <del dir="auto" className="text-muted-foreground">
                  {value(change.path, change.before, before.currency)}
                </del>
              </>
            )}
            {change.after === null ? (
              <span className="text-sm font-medium">{t('diff.removed')}</span>
            ) : (
              <>
                {change.before === null ? null : (
                  <MoveRight aria-hidden className="flip size-3.5 self-center text-muted-foreground" />
                )}
                <span className="sr-only">{t('diff.now')}</span>
                <ins dir="auto" className="font-semibold no-underline">
                  {value(change.path, change.after, after.currency)}
                </ins>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const PART_LABELS = {
  title: 'title',
  amount: 'amount',
  dueAt: 'dueAt',
  platform: 'platform',
  format: 'format',
  count: 'count',
  notes: 'notes',
  brief: 'brief',
  use: 'rights',
  days: 'rightsDays',
  territory: 'rightsTerritory',
  currency: 'currency',
  revisions: 'revisions',
  killFeeBps: 'killFee',
  disclosureCountry: 'disclosureCountry',
  disclosureText: 'disclosureText',
  deliverables: 'deliverables',
  milestones: 'milestones',
  release: 'release',
  releaseTrigger: 'release',
  clauses: 'clauses',
} as const;
const SHARE_LABELS = { approvalBps: 'approval', liveBps: 'live', holdbackBps: 'holdback' } as const;
type ShareName = keyof typeof SHARE_LABELS;

/** "Milestone “Reel”: Amount" for `milestones.0.amount`. */
function useChangeLabel(before: DealTerms, after: DealTerms): (path: string) => string {
  const { t } = useTranslation('terms');
  const format = useFormat();
  const termsText = useTermsText();
  const part = (name: string) =>
    Object.hasOwn(PART_LABELS, name) ? t(`field.${PART_LABELS[name as keyof typeof PART_LABELS]}`) : name;
  return (path) => {
    const [group = '', second = '', third] = path.split('.');
    if (group === 'clocks') return t(`clock.${second as ClockName}`);
    if (group === 'exclusivity') return second === 'days' ? t('field.exclusivityDays') : t('field.exclusivityCategory');
    if (group === 'rights') return part(second);
    if (group === 'release' && Object.hasOwn(SHARE_LABELS, second))
      return t(`share.${SHARE_LABELS[second as ShareName]}`);
    const index = Number(second);
    if (group === 'milestones' && second !== '') {
      const name =
        (after.milestones[index] ?? before.milestones[index])?.title || t('edit.milestone', { n: index + 1 });
      return third ? format.labeled(name, part(third)) : name;
    }
    if (group === 'clauses' && second !== '') {
      const found = after.clauses?.[index] ?? before.clauses?.[index];
      return found && found.key !== 'own' ? t(`clauseTitle.${found.key}`) : found?.title || t('clauses.own');
    }
    if (group === 'deliverables' && second !== '') {
      const found = after.deliverables[index] ?? before.deliverables[index];
      const name = found ? termsText.deliverable(found) : t('edit.deliverable', { n: index + 1 });
      return third ? format.labeled(name, part(third)) : name;
    }
    return part(group);
  };
}

/** A stored value as text, by the kind of field its path names. */
function useChangeValue(...fallback: Currency[]): (path: string, value: unknown, currency: Currency) => string {
  const { t } = useTranslation('terms');
  const format = useFormat();
  const duration = useDurationText();
  const termsText = useTermsText();
  const read = (path: string, value: unknown, currency: Currency): string => {
    const name = path.split('.').at(-1) ?? '';
    if (value === '' || (Array.isArray(value) && value.length === 0)) return t('diff.empty');
    if (path === 'clauses' || /^clauses\.\d+$/u.test(path))
      return (Array.isArray(value) ? value : [value])
        .map((one: DealTerms['clauses'] extends (infer Clause)[] | undefined ? Clause : never) =>
          one.key === 'own' ? `${one.title}: ${one.text}` : one.text || t(`clauseTitle.${one.key}`),
        )
        .join(' · ');
    if (/^clauses\.\d+\.key$/u.test(path)) return t(`clauseTitle.${oneOf(LIBRARY_CLAUSES, value)}`);
    if (Array.isArray(value)) return value.map((member) => read(path, member, currency)).join(' · ');
    if (path === 'clocks.workingDaysIn') return String(value);
    if (path.startsWith('clocks.')) return duration(String(value));
    if (path === 'releaseTrigger') return t(`trigger.${oneOf(RELEASE_TRIGGERS, value)}`);
    if (path.startsWith('release') && typeof value === 'number') return format.percent(value);
    if (typeof value === 'object' && value !== null && !(value instanceof Date)) {
      const record = value as Record<string, unknown>;
      if ('amount' in record)
        return `${String(record['title'] ?? '')}, ${format.money({ amount: Number(record['amount']), currency })}`;
      if ('liveBps' in record)
        return Object.values(record)
          .map((share) => format.percent(Number(share)))
          .join(' · ');
      if ('format' in record) return termsText.deliverable(record as never);
      return Object.values(record).join(', ');
    }
    if (name === 'amount')
      return format.money({
        amount: Number(value),
        currency: isCurrency(currency) ? currency : (fallback[0] ?? 'EUR'),
      });
    if (name === 'dueAt') return format.dateTime(new Date(value as string | Date));
    if (name === 'killFeeBps') return format.percent(Number(value));
    if (name === 'disclosureCountry') return format.countryName(String(value));
    if (name === 'use') return t(`use.${oneOf(RIGHTS, value)}`);
    if (name === 'platform') return t(`platform.${oneOf(PLATFORMS, value)}`);
    if (name === 'format') return t(`format.${oneOf(FORMATS, value)}`);
    return String(value);
  };
  return read;
}

function oneOf<const Value extends string>(allowed: readonly Value[], value: unknown): Value {
  return allowed.find((candidate) => candidate === value) ?? (allowed[0] as Value);
}
