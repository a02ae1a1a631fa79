import { useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RefusedNotice } from '@/components/creators/RefusedNotice.tsx';
import { PageHeader } from '@/components/page/PageHeader.tsx';
import { CreatorAvatar, faceOf } from '@/components/people/Party.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { NotFoundState } from '@/components/states/NotFoundState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { startFromPackage, startFromRate, startFromTemplate, termsOf } from '@/features/offers/offer-values.ts';
import { TemplateChoice, useTemplate } from '@/features/offers/TemplateChoice.tsx';
import { useFormStart } from '@/lib/form-start.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { randomId } from '@/lib/random-id.ts';
import { useIsMounted } from '@/lib/use-is-mounted.ts';
import { toast } from '@/lib/toast.ts';
import { isNoRecord } from '@/lib/app-error.ts';
import { api, trpc, withRequestKey } from '@/lib/trpc.ts';

const OfferForm = lazyNamed(() => import('@/features/offers/OfferForm.tsx'), 'OfferForm');

export interface NewOfferSource {
  application?: string | undefined;
  /** Org of the creator. */
  creator?: string | undefined;
  campaign?: string | undefined;
  /** A package of the creator, whose terms the offer starts from. */
  package?: string | undefined;
  /** Reply to an ad. */
  adReply?: string | undefined;
  /** Work and price of the rate calculator (`rateText`). */
  rate?: string | undefined;
  /** A template: the name of a shipped one, or the id of the brand's own. */
  template?: string | undefined;
}

/** The first version of an offer, prefilled from the application, the campaign or the reply to an ad. */
export function NewOfferPage({ source }: { source: NewOfferSource }) {
  const { t } = useTranslation('offers');
  const navigate = useNavigate();
  const input = {
    ...(source.application ? { applicationId: source.application } : {}),
    ...(source.creator ? { creatorOrg: source.creator } : {}),
    ...(source.campaign ? { campaignId: source.campaign } : {}),
    ...(source.adReply ? { adReplyId: source.adReply } : {}),
  };
  const query = useFormStart(api.offers.start.queryOptions(input));
  const base = useFormStart({
    ...api.packages.get.queryOptions({ packageId: source.package ?? '' }),
    enabled: source.package !== undefined,
    retry: false,
  });
  const templates = useFormStart({ ...api.templates.list.queryOptions(), retry: false });
  const template = useTemplate(source.template, templates.data);
  const isMounted = useIsMounted();
  const [requestKey] = useState(randomId);
  const send = trpc.offers.send.useMutation(withRequestKey(requestKey));
  if (query.isPending || base.isLoading || (source.template && templates.isPending))
    return <PendingSkeleton as="page" rows={6} />;
  if (query.isError && !query.data)
    return isNoRecord(query.error) ? (
      <NotFoundState />
    ) : (
      <ErrorState page error={query.error} title={t('form.couldNotLoad')} onRetry={() => void query.refetch()} />
    );
  if (source.template && !template && templates.isError)
    return (
      <ErrorState
        page
        error={templates.error}
        title={t('form.couldNotLoad')}
        onRetry={() => void templates.refetch()}
      />
    );
  const start = base.data
    ? startFromPackage(query.data, base.data)
    : source.rate
      ? startFromRate(query.data, source.rate)
      : template
        ? startFromTemplate(query.data, template)
        : query.data;
  const ownStart = start.campaignId !== null || base.data !== undefined || source.rate !== undefined;
  return (
    <>
      <PageHeader
        title={t('form.titleNew', { name: start.creator.name })}
        status={t('form.lead')}
        crumbs={[
          { label: t('list.title'), link: { to: '/collaboration-request' } },
          { label: <bdi>{start.creator.name}</bdi> },
        ]}
        lead={<CreatorAvatar {...faceOf(start.creator)} size="lg" />}
      />
      <div className="mt-6 grid gap-6">
        {ownStart || start.adReplyId ? null : (
          <TemplateChoice
            own={templates.data ?? []}
            chosen={source.template}
            onChoose={(name) =>
              void navigate({ to: '/collaboration-request/new', search: { ...source, template: name }, replace: true })
            }
          />
        )}
        {start.conflicts.length > 0 ? <RefusedNotice name={start.creator.name} categories={start.conflicts} /> : null}
        <Suspense fallback={<PendingSkeleton as="panel" rows={6} />}>
          <OfferForm
            side="brand"
            counter={false}
            summarized={start.campaignId !== null}
            title={start.title}
            terms={start.terms}
            ranges={start.clockRanges}
            standardClauses={template?.standardClauses ?? {}}
            submitLabel={t('form.send')}
            pending={send.isPending}
            error={send.error}
            onSubmit={async (output) => {
              const offer = await send.mutateAsync({
                ...(start.applicationId
                  ? { applicationId: start.applicationId }
                  : start.adReplyId
                    ? { adReplyId: start.adReplyId }
                    : { creatorOrg: start.creator.orgId }),
                ...(start.campaignId ? { campaignId: start.campaignId } : {}),
                title: output.title,
                note: output.note,
                terms: termsOf(output),
              });
              void toast('success', t('sent'));
              await Promise.all([api.offers.invalidate(), api.campaigns.invalidate(), api.ads.invalidate()]);
              if (isMounted()) await navigate({ to: '/collaboration-request/$offerId', params: { offerId: offer.id } });
            }}
          />
        </Suspense>
      </div>
    </>
  );
}
