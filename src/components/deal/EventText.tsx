import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { DealDto, TimelineEvent } from '../../../server/features/escrow/schema.ts';
import { LazyLiveText, liveEvent } from '@/components/live/lazy.tsx';
import { useFormat } from '@/lib/format.ts';
import { loadTexts } from '@/lib/i18n.ts';
import { lazyNamed } from '@/lib/lazy.ts';

const AddendumEventText = lazyNamed(
  async () => (await Promise.all([import('@/components/addenda/AddendumEventText.tsx'), loadTexts('addenda')]))[0],
  'AddendumEventText',
);
const PostEventText = lazyNamed(() => import('@/components/publications/PostEventText.tsx'), 'PostEventText');

/** One event of a deal as a sentence. */
export function EventText({
  event,
  deal,
}: {
  event: TimelineEvent;
  deal: { currency: DealDto['currency']; brand: { name: string }; creator: { name: string } };
}) {
  const { t } = useTranslation('deals');
  const format = useFormat();
  const amount =
    typeof event.data['amount'] === 'number'
      ? format.money({ amount: event.data['amount'], currency: deal.currency })
      : '';
  const named =
    event.actorName ??
    (event.actorKind === 'brand' ? deal.brand.name : event.actorKind === 'creator' ? deal.creator.name : 'Sponsio');
  const creator = event.data['actingFor'];
  const who = typeof creator === 'string' ? t('actor.for', { name: named, creator }) : named;
  const values = Object.fromEntries(
    Object.entries(event.data).map(([key, value]) => [key, value === null ? '' : String(value)]),
  );
  const detail =
    event.type === 'changes_requested' || event.type === 'contract_declined'
      ? event.data['reason']
      : event.type === 'payment_on_hold' || event.type === 'terminated'
        ? event.data['note']
        : event.type === 'cancel_proposed' || event.type === 'cancel_declined'
          ? event.data['reason']
          : null;
  const reason = typeof detail === 'string' ? detail : null;
  const words = {
    ...values,
    who,
    amount,
    milestone: event.milestoneTitle ?? '',
    brand: deal.brand.name,
    creator: deal.creator.name,
  };
  if (/^(?:addendum|milestone)_/u.test(event.type) || event.data['bonus'])
    return (
      <Suspense fallback={null}>
        <AddendumEventText type={event.type as 'addendum_signed'} words={words} reason={values['reason'] ?? ''} />
      </Suspense>
    );
  if (event.type.startsWith('post_'))
    return (
      <Suspense fallback={null}>
        <PostEventText type={event.type as 'post_live'} words={words} />
      </Suspense>
    );
  const live = liveEvent(event.type, event.data);
  if (live)
    return (
      <span>
        <LazyLiveText text={live} words={words} />
      </span>
    );
  return (
    <span>
      {t(
        event.type === 'cancelled' && typeof event.data['keeps'] === 'number'
          ? 'event.cancel_agreed'
          : (`event.${event.type}` as 'event.funded'),
        words,
      )}
      {reason ? (
        <span className="block text-sm text-muted-foreground" dir="auto">
          {reason}
        </span>
      ) : null}
    </span>
  );
}
