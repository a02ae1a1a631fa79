import { useQueries, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { termsTotal } from '../../../server/features/terms/rules.ts';
import type { OfferDetail } from '../../../server/features/offers/schema.ts';
import type { DealTerms } from '../../../server/features/terms/schema.ts';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { useTermsText } from '@/components/terms/terms-text.ts';
import { DateText } from '@/components/time/DateText.tsx';
import { api } from '@/lib/trpc.ts';
import { Checkbox } from '@/ui/checkbox.tsx';
import { Dialog } from '@/ui/dialog.tsx';

const MAX_COMPARED = 4;

/** Up to four open offers beside each other, by their newest terms. */
export function CompareOffers({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('offers');
  const { t: common } = useTranslation();
  const list = useQuery(api.offers.list.queryOptions({ box: 'open' }));
  const [picked, setPicked] = useState<readonly string[] | null>(null);
  const offers = list.data?.items ?? [];
  const chosen = picked ?? offers.slice(0, 2).map(({ id }) => id);
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t('compare.title')}
      closeLabel={common('action.close')}
      className="max-w-[1040px]"
    >
      {list.isPending ? (
        <PendingSkeleton rows={3} />
      ) : list.isError ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : offers.length < 2 ? (
        <p className="text-muted-foreground">{t('compare.tooFew')}</p>
      ) : (
        <>
          <fieldset className="grid gap-2 sm:grid-cols-2">
            <legend className="mb-2 text-sm text-muted-foreground">{t('compare.choose', { n: MAX_COMPARED })}</legend>
            {offers.map((offer) => {
              const on = chosen.includes(offer.id);
              const other = offer.mySide === 'brand' ? offer.creator : offer.brand;
              return (
                <label key={offer.id} htmlFor={`compare-${offer.id}`} className="flex items-center gap-2.5">
                  <Checkbox
                    id={`compare-${offer.id}`}
                    checked={on}
                    disabled={!on && chosen.length >= MAX_COMPARED}
                    onCheckedChange={(next) =>
                      setPicked(next ? [...chosen, offer.id] : chosen.filter((id) => id !== offer.id))
                    }
                  />
                  <span className="min-w-0">
                    <bdi>{offer.title}</bdi> · <bdi>{other.name}</bdi>
                  </span>
                </label>
              );
            })}
          </fieldset>
          <Table ids={chosen} />
        </>
      )}
    </Dialog>
  );
}

function Table({ ids }: { ids: readonly string[] }) {
  const { t } = useTranslation('offers');
  const { t: terms } = useTranslation('terms');
  const words = useTermsText();
  const queries = useQueries({ queries: ids.map((offerId) => api.offers.get.queryOptions({ offerId })) });
  const failed = queries.find((one) => one.isError);
  if (failed) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />;
  const offers = queries.flatMap(({ data }) => data ?? []);
  if (offers.length < queries.length) return <PendingSkeleton rows={4} className="mt-4" />;
  const rows: [string, (offer: OfferDetail, of: DealTerms) => ReactNode][] = [
    [terms('field.total'), (_, of) => <MoneyText money={{ amount: termsTotal(of), currency: of.currency }} />],
    [
      terms('field.deliverables'),
      (_, of) =>
        of.deliverables.map((one) => (
          <span key={one.id} className="block">
            {terms('summary.deliverable', {
              n: one.count,
              format: terms(`format.${one.format}`),
              platform: terms(`platform.${one.platform}`),
            })}
          </span>
        )),
    ],
    [
      terms('field.dueAt'),
      (_, of) => <DateText value={new Date(Math.max(...of.milestones.map(({ dueAt }) => dueAt.getTime())))} />,
    ],
    [terms('field.rights'), (_, of) => words.rights(of.rights)],
    [terms('field.exclusivity'), (_, of) => words.exclusivity(of.exclusivity)],
    [terms('field.revisions'), (_, of) => words.rounds(of.revisions, of.clocks.revisionTurn)],
    [terms('clock.review'), (_, of) => words.review(of.clocks.review)],
    [terms('clock.offerAnswer'), (offer) => <DateText value={offer.deadlineAt} />],
  ];
  return (
    <div className="mt-5 overflow-x-auto">
      <table className="w-full text-ui">
        <thead>
          <tr className="border-b border-border-strong">
            <th scope="col" className="py-2 pe-4 text-start font-normal text-muted-foreground">
              {t('list.column.offer')}
            </th>
            {offers.map((offer) => (
              <th key={offer.id} scope="col" className="min-w-36 py-2 pe-4 text-start font-semibold">
                <bdi>{offer.title}</bdi>
                <span className="block text-sm font-normal text-muted-foreground">
                  <bdi>{(offer.mySide === 'brand' ? offer.creator : offer.brand).name}</bdi>
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([label, cell]) => (
            <tr key={label} className="border-b border-border align-top last:border-b-0">
              <th scope="row" className="py-2 pe-4 text-start font-normal text-muted-foreground">
                {label}
              </th>
              {offers.map((offer) => {
                const of = offer.versions.at(-1)?.terms;
                return (
                  <td key={offer.id} className="py-2 pe-4">
                    {of ? cell(offer, of) : null}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
