import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RosterEntry } from '../../../server/features/agencies/schema.ts';
import { ConfirmDialog } from '@/components/gates/ConfirmDialog.tsx';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { CreatorAvatar, faceOf } from '@/components/people/Party.tsx';
import { useScopeText } from '@/components/representation/scopes.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { ActFor } from '@/features/agencies/ActFor.tsx';
import { useFormat } from '@/lib/format.ts';
import { usePermitted } from '@/lib/permitted.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';
import { Tag } from '@/ui/tag.tsx';

/** One creator: what runs, what is held, what is due next, and what the agency may do. */
export function RosterCard({ entry: { representation, figures }, orgId }: { entry: RosterEntry; orgId: string }) {
  const { t } = useTranslation('agencies');
  const format = useFormat();
  const scopeText = useScopeText();
  const mayWithdraw = usePermitted('roster.edit') === true;
  const { creator, state } = representation;
  const withdraw = trpc.representations.withdraw.useMutation({
    onSettled: () => Promise.all([api.representations.invalidate(), api.agencies.invalidate()]),
  });
  const [confirming, setConfirming] = useState(false);
  const next = figures?.due.find(({ deadlineAt }) => deadlineAt !== null)?.deadlineAt ?? null;
  const name = creator?.name ?? representation.invited;
  return (
    <li className="-ms-px -mt-px grid content-start gap-3 border-s border-t border-border py-4 md:px-4">
      <div className="flex items-center gap-2.5">
        <CreatorAvatar {...(creator ? faceOf(creator) : { name, seed: representation.id, src: null })} size="default" />
        <span className="min-w-0 grow">
          <span className="block truncate-name font-semibold">{name}</span>
          {creator ? (
            <span className="block text-sm text-muted-foreground">
              <bdi dir="ltr">@{creator.slug}</bdi>
            </span>
          ) : null}
        </span>
        {creator && figures ? (
          <ActFor agency={orgId} creator={creator.orgId} label={`${t('roster.act')}: ${name}`}>
            {t('roster.act')}
          </ActFor>
        ) : (
          <Tag>{t(state === 'invited' ? 'roster.invited' : 'roster.later')}</Tag>
        )}
      </div>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm [&_dd]:text-end [&_dd]:font-semibold [&_dt]:text-muted-foreground">
        {figures ? (
          <>
            <dt>{t('roster.active')}</dt>
            <dd className="figures">{figures.active}</dd>
            <dt>{t('roster.offers')}</dt>
            <dd className="figures">{figures.offers}</dd>
            <dt>{t('roster.held')}</dt>
            <dd>
              {figures.held.length === 0
                ? t('roster.none')
                : figures.held.map((money) => (
                    <span key={money.currency} className="block">
                      <MoneyText money={money} />
                    </span>
                  ))}
            </dd>
            <dt>{t('roster.next')}</dt>
            <dd>{next ? <DateText value={next} as="day" /> : t('roster.none')}</dd>
          </>
        ) : null}
        <dt>{t('roster.commission')}</dt>
        <dd className="figures">{format.percent(representation.commissionBps)}</dd>
        {representation.answerUntil ? (
          <>
            <dt>{t('roster.until')}</dt>
            <dd>
              <DateText value={representation.answerUntil} as="day" />
            </dd>
          </>
        ) : null}
        {representation.to ? (
          <>
            <dt>{t('roster.ends')}</dt>
            <dd>
              <DateText value={representation.to} as="day" />
            </dd>
          </>
        ) : null}
        <dt className="col-span-2">{t('roster.may')}</dt>
        <dd className="col-span-2 text-start! font-normal!">
          {scopeText(state === 'invited' ? [] : representation.scopes)}
        </dd>
      </dl>
      {state === 'invited' && mayWithdraw ? (
        <div>
          <Button size="small" onClick={() => setConfirming(true)}>
            {t('roster.withdraw')}
          </Button>
        </div>
      ) : null}
      {confirming ? (
        <ConfirmDialog
          title={t('roster.withdrawTitle', { name })}
          text={t('roster.withdrawText')}
          submitLabel={t('roster.withdraw')}
          destructive
          pending={withdraw.isPending}
          error={withdraw.error}
          onConfirm={() =>
            withdraw.mutate({ representationId: representation.id }, { onSuccess: () => setConfirming(false) })
          }
          onClose={() => setConfirming(false)}
        />
      ) : null}
    </li>
  );
}
