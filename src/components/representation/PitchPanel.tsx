import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck, CircleSlash } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PitchableCreator, PitchedRow } from '../../../server/features/agencies/schema.ts';
import type { OpenCampaignDetail } from '../../../server/features/campaigns/schema.ts';
import { CheckboxField } from '@/components/form/choice-fields.tsx';
import { Form } from '@/components/form/Form.tsx';
import { MoneyField } from '@/components/form/MoneyField.tsx';
import { TextareaField } from '@/components/form/TextareaField.tsx';
import { openRows } from '@/components/representation/pitch-rows.ts';
import { useAppForm } from '@/components/form/use-app-form.ts';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { codeText, useErrorText } from '@/lib/error-text.ts';
import { useFormat } from '@/lib/format.ts';
import { randomId } from '@/lib/random-id.ts';
import { api, trpc, withRequestKey } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';
import { Tag } from '@/ui/tag.tsx';

type Campaign = Pick<OpenCampaignDetail, 'id' | 'payMin' | 'payMax' | 'currency' | 'state'>;

/** An agency applies for several of its creators at once: one text, one application and one price for each. */
export function PitchPanel({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation('agencies');
  const query = useQuery(api.agencies.pitchable.queryOptions({ campaignId: campaign.id }));
  if (campaign.state !== 'live') return <p className="mt-1 text-sm">{t('pitch.closed')}</p>;
  if (query.isPending) return <PendingSkeleton rows={3} />;
  if (query.isError && !query.data)
    return <ErrorState error={query.error} title={t('pitch.failed')} onRetry={() => void query.refetch()} />;
  if (query.data.length === 0)
    return (
      <p className="mt-1 text-sm">
        {t('pitch.none')}{' '}
        <Link to="/agent-dashboard" className="link">
          {t('pitch.roster')}
        </Link>
      </p>
    );
  return <PitchForm campaign={campaign} creators={query.data} />;
}

function PitchForm({ campaign, creators }: { campaign: Campaign; creators: readonly PitchableCreator[] }) {
  const { t } = useTranslation('agencies');
  const format = useFormat();
  const { payMin: min, payMax: max, currency } = campaign;
  const range = { min: format.money({ amount: min, currency }), max: format.money({ amount: max, currency }) };
  const fixed = min === max;
  const firstShown = useRef(0);
  const [requestKey, setRequestKey] = useState(randomId);
  const form = useAppForm({
    schema: () =>
      import('@/components/representation/checks.ts').then((checks) =>
        checks.pitchForm(min, max, {
          outOfRange: () => t('pitch.outOfRange', range),
          noneChosen: () => t('pitch.noneChosen'),
          firstShown: () => firstShown.current,
        }),
      ),
    defaultValues: {
      pitch: '',
      rows: creators.map(({ creator }) => ({ creatorOrg: creator.orgId, chosen: false, price: fixed ? min : null })),
    },
  });
  const pitch = trpc.agencies.pitch.useMutation({
    ...withRequestKey(requestKey),
    onSuccess: (answers) => {
      const sent = answers.flatMap(({ creatorOrg, refusal }) => (refusal ? [] : [creatorOrg]));
      for (const [index, { creatorOrg }] of form.getValues('rows').entries())
        if (sent.includes(creatorOrg)) form.setValue(`rows.${index}.chosen`, false);
    },
    onSettled: async () => {
      setRequestKey(randomId());
      await Promise.all([api.agencies.invalidate(), api.representations.invalidate(), api.campaigns.invalidate()]);
    },
  });
  const open = openRows(form.watch('rows'), creators);
  const count = open.filter(({ row }) => row.chosen).length;
  useEffect(() => {
    firstShown.current = open[0]?.index ?? 0;
  });
  return (
    <>
      {pitch.data ? <Results rows={pitch.data} creators={creators} /> : null}
      {creators.some(({ applied }) => applied) ? (
        <ul className="mt-3 grid gap-1.5 text-sm">
          {creators
            .filter(({ applied }) => applied)
            .map(({ creator }) => (
              <li key={creator.orgId} className="flex items-center justify-between gap-3">
                <bdi>{creator.name}</bdi>
                <Tag>{t('pitch.applied')}</Tag>
              </li>
            ))}
        </ul>
      ) : null}
      {open.length === 0 ? null : (
        <Form
          form={form}
          className="mt-3"
          pending={pitch.isPending}
          submitError={pitch.error}
          onSubmit={({ pitch: text, rows }) =>
            pitch.mutateAsync({
              campaignId: campaign.id,
              pitch: text,
              creators: openRows(rows, creators).flatMap(({ row: { creatorOrg, chosen, price } }) =>
                chosen && price !== null ? [{ creatorOrg, price }] : [],
              ),
            })
          }
        >
          <fieldset>
            <legend className="text-sm font-medium">{t('pitch.who')}</legend>
            <p className="mt-0.5 mb-2 text-sm text-muted-foreground">
              {fixed ? t('pitch.fixed', { amount: range.min }) : t('pitch.range', range)}
            </p>
            <div className="grid gap-3">
              {open.map(({ creator, index, row }) => (
                <div key={creator.orgId} className="grid gap-2">
                  <CheckboxField
                    control={form.control}
                    name={`rows.${index}.chosen`}
                    label={<bdi>{creator.name}</bdi>}
                  />
                  {row.chosen && !fixed ? (
                    <MoneyField
                      control={form.control}
                      name={`rows.${index}.price`}
                      currency={currency}
                      label={t('pitch.price', { name: creator.name })}
                    />
                  ) : null}
                </div>
              ))}
            </div>
          </fieldset>
          <TextareaField
            control={form.control}
            name="pitch"
            label={t('pitch.text')}
            hint={t('pitch.textHint')}
            rows={5}
            maxLength={1000}
          />
          <Button type="submit" variant="ink" pending={pitch.isPending} className="w-full">
            {t('pitch.send', { count })}
          </Button>
          <p className="-mt-2 text-xs text-muted-foreground">{t('pitch.each')}</p>
        </Form>
      )}
    </>
  );
}

function Results({ rows, creators }: { rows: readonly PitchedRow[]; creators: readonly PitchableCreator[] }) {
  const { t } = useTranslation('agencies');
  useErrorText();
  return (
    <ul role="status" aria-label={t('pitch.results')} className="mt-3 grid gap-2 text-sm">
      {rows.map(({ creatorOrg, refusal }) => {
        const Icon = refusal ? CircleSlash : CircleCheck;
        return (
          <li key={creatorOrg} className="flex gap-2">
            <Icon
              aria-hidden
              className={`mt-0.5 size-4 shrink-0 ${refusal ? 'text-destructive' : 'text-released-foreground'}`}
            />
            <span className="min-w-0">
              <b className="font-semibold">
                <bdi>{creators.find(({ creator }) => creator.orgId === creatorOrg)?.creator.name}</bdi>
              </b>
              <span className="block">{refusal ? codeText(refusal.code, refusal.data) : t('pitch.sent')}</span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
