import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApplicantDto } from '../../../server/features/campaigns/schema.ts';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { CreatorAvatar, faceOf, Handle } from '@/components/people/Party.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { isOpenApplication } from '@/features/campaigns/board-cards.ts';
import { useApplicantActs } from '@/features/campaigns/use-applicants.ts';
import { useErrorText } from '@/lib/error-text.ts';
import { LinkList } from '@/components/text/LinkList.tsx';
import { useFormat } from '@/lib/format.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { Sheet } from '@/ui/sheet.tsx';
import { Tag } from '@/ui/tag.tsx';

const SameOfferDialog = lazyNamed(() => import('@/features/campaigns/SameOfferDialog.tsx'), 'SameOfferDialog');
const DeclineDialog = lazyNamed(() => import('@/features/campaigns/DeclineDialog.tsx'), 'DeclineDialog');

/** One application in full, with the brand's actions. */
export function ApplicantSheet({ applicant, onClose }: { applicant: ApplicantDto; onClose: () => void }) {
  const { t } = useTranslation('campaigns');
  const { t: common } = useTranslation();
  const format = useFormat();
  const explain = useErrorText();
  const [declining, setDeclining] = useState(false);
  const [offering, setOffering] = useState(false);
  const { shortlist } = useApplicantActs(() => {});
  const { creator, state, applicationId } = applicant;
  const open = isOpenApplication(state);
  if (declining) {
    return (
      <Suspense fallback={null}>
        <DeclineDialog
          applicants={[{ applicationId, name: creator.name }]}
          onClose={() => setDeclining(false)}
          onDone={onClose}
        />
      </Suspense>
    );
  }
  const amount = format.money({ amount: applicant.price, currency: applicant.currency });
  if (offering) {
    return (
      <Suspense fallback={null}>
        <SameOfferDialog applicant={applicant} amount={amount} onClose={() => setOffering(false)} />
      </Suspense>
    );
  }
  return (
    <Sheet
      open
      onOpenChange={(stays) => {
        if (!stays) onClose();
      }}
      title={<bdi>{creator.name}</bdi>}
      closeLabel={common('action.close')}
      footer={
        open ? (
          <>
            <Button variant="quiet" onClick={() => setDeclining(true)}>
              {t('applicant.decline')}
            </Button>
            {state === 'submitted' ? (
              <Button
                pending={shortlist.isPending}
                onClick={() => shortlist.mutate({ applicationIds: [applicationId] })}
              >
                {t('applicant.shortlist')}
              </Button>
            ) : null}
            <Button asChild>
              <Link to="/collaboration-request/new" search={{ application: applicationId }}>
                {t('applicant.offer')}
              </Link>
            </Button>
            <Button variant="ink" onClick={() => setOffering(true)}>
              {t('applicant.same', { amount })}
            </Button>
          </>
        ) : applicant.contractId ? (
          <Button asChild variant="ink">
            <Link to="/smart-contracts/$contractId" params={{ contractId: applicant.contractId }}>
              {t('applicant.seeDeal')}
            </Link>
          </Button>
        ) : applicant.offerId ? (
          <Button asChild variant="ink">
            <Link to="/collaboration-request/$offerId" params={{ offerId: applicant.offerId }}>
              {t('applicant.seeOffer')}
            </Link>
          </Button>
        ) : undefined
      }
    >
      <div className="grid gap-5">
        {shortlist.error ? <Alert tone="problem">{explain(shortlist.error)}</Alert> : null}
        <div className="flex items-start gap-3">
          <CreatorAvatar {...faceOf(creator)} size="lg" />
          <div className="min-w-0">
            <p>
              <Link to="/creator/$handle" params={{ handle: creator.slug }} className="link">
                <Handle handle={creator.slug} />
              </Link>
            </p>
            {applicant.headline ? <p dir="auto">{applicant.headline}</p> : null}
            {applicant.city ? (
              <p dir="auto" className="text-sm text-muted-foreground">
                {applicant.city}
              </p>
            ) : null}
          </div>
          <Tag className="ms-auto">{t(`application.${state}`)}</Tag>
        </div>
        <dl className="grid grid-cols-3 border-y border-border text-sm [&>div]:py-2.5 [&>div+div]:border-s [&>div+div]:border-border [&>div+div]:ps-3">
          <Fact
            label={t('board.column.price')}
            value={<MoneyText money={{ amount: applicant.price, currency: applicant.currency }} />}
          />
          <Fact
            label={t('board.column.audience')}
            value={applicant.followers === null ? '–' : format.number(applicant.followers)}
          />
          <Fact
            label={t('board.column.engagement')}
            value={applicant.engagementBps === null ? '–' : format.percent(applicant.engagementBps)}
          />
        </dl>
        <p className="-mt-3 text-xs text-muted-foreground">{t('applicant.selfReported')}</p>
        <section>
          <h3 className="heading-item">{t('applicant.pitch')}</h3>
          <p dir="auto" className="mt-1 whitespace-pre-line">
            {applicant.pitch}
          </p>
          <p className="mt-1 text-sm text-muted-foreground">
            <DateText value={applicant.createdAt} as="relative" />
            {applicant.editedAt ? ` · ${t('applicant.edited', { date: format.dateTime(applicant.editedAt) })}` : null}
          </p>
        </section>
        {applicant.links.length > 0 ? (
          <section>
            <h3 className="heading-item">{t('applicant.links')}</h3>
            <LinkList links={applicant.links} className="mt-1 grid gap-1" />
          </section>
        ) : null}
      </div>
    </Sheet>
  );
}

function Fact({ label, value }: { label: string; value: React.ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-muted-foreground">{label}</dt>
      <dd className="figures text-base font-semibold">{value}</dd>
    </div>
  );
}
