import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { OpenCampaignDetail } from '../../../server/features/campaigns/schema.ts';
import { scaleMilestones } from '../../../server/features/terms/rules.ts';
import { ConfirmDialog } from '@/components/gates/ConfirmDialog.tsx';
import { AgeGate, needsAge } from '@/components/gates/AgeGate.tsx';
import { TextareaField } from '@/components/form/TextareaField.tsx';
import { Form } from '@/components/form/Form.tsx';
import { MoneyField } from '@/components/form/MoneyField.tsx';
import { useAppForm } from '@/components/form/use-app-form.ts';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { ReleaseLine } from '@/components/terms/TermsSummary.tsx';
import { codeText, isErrorCode, useErrorText } from '@/lib/error-text.ts';
import { LinkList } from '@/components/text/LinkList.tsx';
import { useFormat } from '@/lib/format.ts';
import { randomId } from '@/lib/random-id.ts';
import { toast } from '@/lib/toast.ts';
import { api, trpc, withRequestKey } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';
import { Tag } from '@/ui/tag.tsx';

/** The form to apply, or the state of the application; a refusal names its rule. */
export function ApplyPanel({ campaign }: { campaign: OpenCampaignDetail }) {
  useErrorText();
  if (campaign.application) return <Application campaign={campaign} application={campaign.application} />;
  const why = campaign.can.apply;
  // If only the mailbox is not verified yet, the form is shown and the verification follows the submit; typed text is
  // kept.
  const opens = why === true || why === 'auth.mailbox_unverified';
  return opens ? (
    <ApplyForm campaign={campaign} />
  ) : (
    <p className="mt-1 text-sm">{codeText(isErrorCode(why) ? why : 'campaign.not_open')}</p>
  );
}

type Sent = NonNullable<OpenCampaignDetail['application']>;

/** Sends an application, or changes a sent one. */
function ApplyForm({ campaign, sent, onClose }: { campaign: OpenCampaignDetail; sent?: Sent; onClose?: () => void }) {
  const { t } = useTranslation('campaigns');
  const format = useFormat();
  const { payMin: min, payMax: max, currency } = campaign;
  const range = { min: format.money({ amount: min, currency }), max: format.money({ amount: max, currency }) };
  const fixed = min === max;
  const form = useAppForm({
    schema: () =>
      import('@/features/campaigns/checks.ts').then((checks) =>
        checks.application(min, max, () => t('apply.outOfRange', range)),
      ),
    defaultValues: sent
      ? { pitch: sent.pitch, links: sent.links.join('\n'), price: sent.price }
      : { pitch: '', links: '', ...(fixed ? { price: min } : {}) },
  });
  const price = useWatch({ control: form.control, name: 'price' });
  const [requestKey] = useState(randomId);
  const apply = trpc.campaigns.sendApplication.useMutation({
    ...withRequestKey(requestKey),
    onSuccess: async () => {
      void toast('success', t('apply.sent'), { description: t('apply.sentText') });
      await api.campaigns.invalidate();
    },
  });
  const edit = trpc.campaigns.editApplication.useMutation({
    onSuccess: async () => {
      void toast('success', t('apply.updated'));
      await api.campaigns.invalidate();
      onClose?.();
    },
  });
  const goOn = () => {
    if (apply.variables) apply.mutate(apply.variables);
  };
  return (
    <>
      <Form
        form={form}
        draft={sent ? 'application-change' : 'application'}
        className="mt-3"
        pending={apply.isPending || edit.isPending}
        submitError={edit.error ?? (needsAge(apply.error) ? null : apply.error)}
        onSubmit={(values) =>
          sent
            ? edit.mutateAsync({ applicationId: sent.id, version: sent.version, ...values })
            : apply.mutateAsync({ campaignId: campaign.id, ...values })
        }
      >
        {fixed ? (
          <p className="text-sm">{t('apply.fixed', { amount: range.min })}</p>
        ) : (
          <MoneyField
            control={form.control}
            name="price"
            currency={currency}
            label={t('apply.price')}
            hint={t('apply.rangeHint', range)}
          />
        )}
        <Release campaign={campaign} price={price} />
        <TextareaField
          control={form.control}
          name="pitch"
          label={t('apply.pitch')}
          hint={t('apply.pitchHint')}
          rows={5}
          maxLength={1000}
        />
        <TextareaField
          control={form.control}
          name="links"
          label={t('apply.links')}
          hint={t('apply.linksHint')}
          rows={2}
          optional
        />
        <Button type="submit" variant="ink" pending={apply.isPending || edit.isPending} className="w-full">
          {sent ? t('apply.save') : t('apply.send')}
        </Button>
        {onClose ? (
          <Button variant="quiet" onClick={onClose} className="w-full">
            {t('apply.discard')}
          </Button>
        ) : null}
        <p className="-mt-2 text-xs text-muted-foreground">{t('open.payPromise')}</p>
      </Form>
      <AgeGate error={apply.error} onClose={() => apply.reset()} onConfirmed={goOn} />
    </>
  );
}

/** When the price that is typed would be released. */
function Release({ campaign, price }: { campaign: OpenCampaignDetail; price: unknown }) {
  const { release, clocks, deliverables, milestones } = campaign.terms;
  if (!release || !clocks) return null;
  const known = typeof price === 'number' && Number.isSafeInteger(price) && price > 0 && deliverables && milestones;
  return (
    <ReleaseLine
      terms={{
        release,
        clocks,
        ...(known
          ? {
              deliverables,
              milestones: scaleMilestones(milestones, price, campaign.currency),
              currency: campaign.currency,
            }
          : {}),
      }}
    />
  );
}

function Application({ campaign, application }: { campaign: OpenCampaignDetail; application: Sent }) {
  const { t } = useTranslation('campaigns');
  const format = useFormat();
  const [isConfirming, setIsConfirming] = useState(false);
  const [editing, setEditing] = useState(false);
  const withdraw = trpc.campaigns.withdraw.useMutation({
    onSuccess: async () => {
      setIsConfirming(false);
      await api.campaigns.invalidate();
    },
  });
  const open = application.state === 'submitted' || application.state === 'shortlisted';
  const cancelled = campaign.state === 'cancelled';
  if (editing && campaign.can.edit) {
    return (
      <section aria-labelledby="application" className="rounded-lg border border-border-strong bg-card px-5 py-4.5">
        <h2 id="application" className="heading-section">
          {t('apply.edit')}
        </h2>
        <ApplyForm campaign={campaign} sent={application} onClose={() => setEditing(false)} />
      </section>
    );
  }
  return (
    <section aria-labelledby="application" className="rounded-lg border border-border-strong bg-card px-5 py-4.5">
      <div className="flex items-center justify-between gap-3">
        <h2 id="application" className="heading-section">
          {t('apply.yours')}
        </h2>
        <Tag>
          {t(
            cancelled && application.state === 'declined'
              ? 'application.campaign_cancelled'
              : `application.${application.state}`,
          )}
        </Tag>
      </div>
      {cancelled ? <p className="mt-2 text-sm">{t('apply.cancelled')}</p> : null}
      <p className="mt-2 text-intro font-semibold">
        <MoneyText money={{ amount: application.price, currency: campaign.currency }} />
      </p>
      <p className="text-sm text-muted-foreground">
        {t('apply.appliedOn', { date: format.dateTime(application.createdAt) })}
      </p>
      {application.editedAt ? (
        <p className="text-sm text-muted-foreground">
          {t('apply.editedOn', { date: format.dateTime(application.editedAt) })}
        </p>
      ) : null}
      <p dir="auto" className="mt-3 text-sm whitespace-pre-line">
        {application.pitch}
      </p>
      <LinkList links={application.links} className="mt-2 text-sm" />
      <div className="mt-4 flex flex-wrap gap-2">
        {application.offerId ? (
          <Button asChild variant="ink">
            <Link to="/collaboration-request/$offerId" params={{ offerId: application.offerId }}>
              {t('apply.seeOffer')}
            </Link>
          </Button>
        ) : null}
        {campaign.can.edit ? <Button onClick={() => setEditing(true)}>{t('apply.edit')}</Button> : null}
        {open ? (
          <Button variant="quiet" onClick={() => setIsConfirming(true)}>
            {t('apply.withdraw')}
          </Button>
        ) : null}
      </div>
      {isConfirming ? (
        <ConfirmDialog
          destructive
          error={withdraw.error}
          onClose={() => setIsConfirming(false)}
          pending={withdraw.isPending}
          title={t('apply.withdraw')}
          text={t('apply.withdrawText')}
          submitLabel={t('apply.withdraw')}
          keepLabel={t('act.keep')}
          onConfirm={() => withdraw.mutate({ applicationId: application.id })}
        />
      ) : null}
    </section>
  );
}
