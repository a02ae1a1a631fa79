import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { RulingDto } from '../../../server/features/payments/schema.ts';
import { DocumentLink } from '@/components/money/DocumentLink.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { codeText, useErrorText } from '@/lib/error-text.ts';
import { useFormat } from '@/lib/format.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { api } from '@/lib/trpc.ts';

const RulingAppeal = lazyNamed(() => import('@/features/payments/RulingAppeal.tsx'), 'RulingAppeal');

/** Why money is kept from its payee, and the payee's appeal; nothing while there is no ruling. */
export function Rulings({ milestoneId }: { milestoneId: string }) {
  const { t } = useTranslation('payments');
  const query = useQuery(api.payments.rulings.queryOptions({ milestoneId }));
  if (query.isPending) return null;
  if (query.isError && !query.data)
    return <ErrorState error={query.error} title={t('ruling.loadFailed')} onRetry={() => void query.refetch()} />;
  return query.data.map((ruling) => <Ruling key={ruling.id} ruling={ruling} />);
}

function Ruling({ ruling }: { ruling: RulingDto }) {
  const { t } = useTranslation('payments');
  useErrorText();
  const format = useFormat();
  return (
    <section
      aria-labelledby={`ruling-${ruling.id}`}
      className="rounded-lg border border-border-strong bg-card px-5 py-4.5"
    >
      <h2 id={`ruling-${ruling.id}`} className="heading-section">
        {t(ruling.about === 'fraud' ? 'ruling.fraudTitle' : 'ruling.title')}
      </h2>
      <p className="mt-1">
        {t(ruling.about === 'fraud' ? 'ruling.fraudText' : 'ruling.text', {
          amount: format.money(ruling),
          date: format.dateTime(ruling.decidedAt),
        })}
      </p>
      <blockquote dir="auto" className="mt-2 border-s-2 border-border-strong ps-3 whitespace-pre-line">
        {ruling.text}
      </blockquote>
      {ruling.correction ? (
        <p className="mt-3 text-sm">
          {t('ruling.correction')} <DocumentLink document={ruling.correction} />
        </p>
      ) : null}
      <p className="mt-3 text-sm text-muted-foreground">
        {ruling.appeal
          ? t('ruling.appealed', { date: format.dateTime(ruling.appeal.at) })
          : ruling.appealUntil
            ? t('ruling.until', { date: format.dateTime(ruling.appealUntil) })
            : t('ruling.final')}
      </p>
      {ruling.appeal ? (
        <p dir="auto" className="mt-1 text-sm whitespace-pre-line">
          {ruling.appeal.text}
        </p>
      ) : ruling.mayAppeal === true ? (
        <Suspense fallback={<PendingSkeleton as="panel" rows={3} />}>
          <RulingAppeal ruling={ruling} />
        </Suspense>
      ) : ruling.appealUntil ? (
        <p className="mt-2 text-sm text-muted-foreground">{codeText('auth.not_allowed')}</p>
      ) : null}
    </section>
  );
}
