import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isOver } from '../../../server/features/disputes/rules.ts';
import type { StaffDisputeDto } from '../../../server/features/disputes/schema.ts';
import { staffRefusal } from '../../../server/core/staff.ts';
import { RefusableButton } from '@/components/deal/RefusableButton.tsx';
import { TurnTag } from '@/components/money/TurnTag.tsx';
import { DetailPage } from '@/components/page/Pages.tsx';
import { faceOf, PairAvatar } from '@/components/people/Party.tsx';
import { Rich } from '@/components/text/Rich.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { middleOf, useEndText, useSplitValues } from '@/components/disputes/dispute-words.ts';
import { GaveBack } from '@/components/disputes/GaveBack.tsx';
import { PhaseBar } from '@/components/disputes/PhaseBar.tsx';
import { SplitBar, SplitPreview, SplitSlider } from '@/components/disputes/SplitSlider.tsx';
import { BothSides, Decisions } from '@/components/disputes/Statements.tsx';
import { useErrorText } from '@/lib/error-text.ts';
import { useFormat } from '@/lib/format.ts';
import { isolateBidi } from '@/lib/isolate-bidi.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { Textarea } from '@/ui/textarea.tsx';

/** A dispute for staff: what both sides say and show, the brief beside it, and the decision. */
export function StaffDisputePage({ disputeId }: { disputeId: string }) {
  const { t } = useTranslation('disputes');
  const { t: platform } = useTranslation('platform');
  const format = useFormat();
  const query = useQuery(api.disputes.case.queryOptions({ disputeId }));
  return (
    <DetailPage
      query={query}
      errorTitle={t('loadFailed')}
      header={({ milestone, dispute }) => ({
        title: t('staff.heading', { title: milestone.title }),
        lead: <PairAvatar brand={faceOf(milestone.brand)} creator={faceOf(milestone.creator)} size="lg" />,
        crumbs: [
          { label: platform('title'), link: { to: '/admin-dashboard' } },
          { label: t('queue.title'), link: { to: '/admin-dashboard/disputes' } },
          { label: milestone.dealTitle },
        ],
        status: [
          platform('case.between', { brand: milestone.brand.name, creator: milestone.creator.name }),
          isolateBidi(format.money({ amount: dispute.amount, currency: milestone.currency })),
          t(`reason.${dispute.reason}`),
        ].join(' · '),
      })}
      lead={({ dispute }) => <PhaseBar dispute={dispute} />}
      asideLabel={t('staff.decide')}
      aside={(one) => <Aside one={one} />}
    >
      {({ milestone, dispute, brief, contractId }) => (
        <div className="grid grid-cols-1 gap-8">
          <section className="grid grid-cols-1 gap-8">
            <h2 className="sr-only">{t(`reason.${dispute.reason}`)}</h2>
            <Decisions milestone={milestone} dispute={dispute} />
            <BothSides milestone={milestone} dispute={dispute} />
          </section>
          <section>
            <h2 className="heading-section mb-2">{t('staff.brief')}</h2>
            {brief.items.length === 0 ? (
              <p className="text-sm text-muted-foreground">{t('staff.noBrief')}</p>
            ) : (
              <ol className="list-decimal ps-5">
                {brief.items.map((item) => (
                  <li key={item}>
                    <bdi>{item}</bdi>
                  </li>
                ))}
              </ol>
            )}
            <Button asChild className="mt-3">
              <Link to="/admin-dashboard/deals/$contractId" params={{ contractId }}>
                {t('staff.contract')}
              </Link>
            </Button>
          </section>
        </div>
      )}
    </DetailPage>
  );
}

function Aside({ one }: { one: StaffDisputeDto }) {
  const { t } = useTranslation('disputes');
  const { money, splitAt } = useSplitValues(one.milestone, one.dispute.amount);
  const endText = useEndText(one.milestone, one.dispute);
  const { dispute, proposal, milestone } = one;
  const appealed = dispute.state === 'appealed' ? dispute.appealedSide : null;
  return (
    <div className="grid gap-4 rounded-lg border border-border-strong bg-card p-4 md:px-5">
      {(proposal ? proposal.mayConfirm : one.canDecide === true) ? (
        <div>
          <TurnTag turn={{ who: 'you' }} />
        </div>
      ) : null}
      {appealed ? (
        <p className="font-semibold">
          {t('staff.appealed', { name: appealed === 'brand' ? milestone.brand.name : milestone.creator.name })}
        </p>
      ) : null}
      <GaveBack milestone={milestone} dispute={dispute} />
      {dispute.outcome && dispute.creatorGets !== null ? (
        <p>
          {t(`outcome.${dispute.outcome}`)} <b className="font-semibold">{t('split', splitAt(dispute.creatorGets))}</b>
        </p>
      ) : null}
      {isOver(dispute.state) ? null : (
        <>
          <p className="text-sm">
            {dispute.openedSide === null
              ? t('staff.both')
              : t(one.needsSecond ? 'staff.second' : 'staff.alone', { limit: money(one.aloneUpTo) })}
          </p>
          {proposal ? <Proposal one={one} proposal={proposal} /> : <DecideForm key={dispute.version} one={one} />}
          {endText ? <p className="text-sm text-muted-foreground">{endText}</p> : null}
          <p className="text-sm text-muted-foreground">{t('staff.hidden')}</p>
        </>
      )}
    </div>
  );
}

/** Of what the second person writes to confirm or refuse, as the server requires it. */
const MIN_REASON = 3;

const refreshed = () => Promise.all([api.disputes.invalidate(), api.approvals.invalidate()]);

function DecideForm({ one }: { one: StaffDisputeDto }) {
  const { t } = useTranslation('disputes');
  const explain = useErrorText();
  const id = useId();
  const { dispute, milestone } = one;
  const { splitAt } = useSplitValues(milestone, dispute.amount);
  const [creatorGets, setCreatorGets] = useState(dispute.creatorGets ?? middleOf(dispute.amount, milestone.currency));
  const [reason, setReason] = useState('');
  const decide = trpc.disputes.decide.useMutation({ onSettled: refreshed });
  const complete = reason.trim().length >= 10;
  const label = t(one.needsSecond ? 'staff.propose' : 'staff.submit', splitAt(creatorGets));
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (one.canDecide !== true || !complete || decide.isPending) return;
        decide.mutate({ disputeId: dispute.id, version: dispute.version, creatorGets, reason: reason.trim() });
      }}
    >
      <SplitSlider milestone={milestone} amount={dispute.amount} value={creatorGets} onChange={setCreatorGets} />
      <SplitPreview milestone={milestone} creatorGets={creatorGets} side={null} />
      <Field id={id} label={t('staff.reason')} error={decide.error ? explain(decide.error) : undefined}>
        <Textarea
          id={id}
          rows={4}
          maxLength={4000}
          dir="auto"
          aria-invalid={decide.error ? true : undefined}
          aria-describedby={decide.error ? `${id}-error` : undefined}
          value={reason}
          onChange={(e) => setReason(e.currentTarget.value)}
        />
      </Field>
      {one.canDecide === true ? (
        <>
          <Button
            type="submit"
            variant="money"
            pending={decide.isPending}
            aria-disabled={!complete || undefined}
            aria-describedby={complete ? undefined : `${id}-why`}
          >
            {label}
          </Button>
          {complete ? null : (
            <p id={`${id}-why`} className="text-sm text-muted-foreground">
              {t('appeal.incomplete')}
            </p>
          )}
        </>
      ) : (
        <RefusableButton variant="money" can={one.canDecide} data={staffRefusal('disputes.decide')}>
          {label}
        </RefusableButton>
      )}
    </form>
  );
}

function Proposal({ one, proposal }: { one: StaffDisputeDto; proposal: NonNullable<StaffDisputeDto['proposal']> }) {
  const { t } = useTranslation('disputes');
  const { t: platform } = useTranslation('platform');
  const { t: common } = useTranslation();
  const explain = useErrorText();
  const id = useId();
  const { milestone } = one;
  const { splitAt } = useSplitValues(milestone, one.dispute.amount);
  const [reason, setReason] = useState('');
  const confirm = trpc.disputes.confirm.useMutation({ onSettled: refreshed });
  const refuse = trpc.approvals.refuse.useMutation({ onSettled: refreshed });
  const withdraw = trpc.approvals.withdraw.useMutation({ onSettled: refreshed });
  const error = confirm.error ?? refuse.error ?? withdraw.error;
  const complete = reason.trim().length >= MIN_REASON;
  const whyNot = complete ? {} : { 'aria-disabled': true, 'aria-describedby': `${id}-why` };
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (complete && !confirm.isPending) confirm.mutate({ proposalId: proposal.id, reason: reason.trim() });
      }}
    >
      <p className="font-semibold">
        {t('staff.confirmTitle', { name: proposal.byName, ...splitAt(proposal.creatorGets) })}
      </p>
      <p dir="auto" className="whitespace-pre-line wrap-anywhere">
        <q>{proposal.reason}</q>
      </p>
      <SplitBar share={one.dispute.amount === 0 ? 0 : proposal.creatorGets / one.dispute.amount} className="h-3" />
      <SplitPreview milestone={milestone} creatorGets={proposal.creatorGets} side={null} />
      {proposal.mayConfirm ? (
        <>
          <Field id={id} label={t('staff.reason')} error={error ? explain(error) : undefined}>
            <Textarea
              id={id}
              rows={3}
              maxLength={2000}
              dir="auto"
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? `${id}-error` : undefined}
              value={reason}
              onChange={(e) => setReason(e.currentTarget.value)}
            />
          </Field>
          <Button type="submit" variant="money" pending={confirm.isPending} {...whyNot}>
            {t('staff.confirm', splitAt(proposal.creatorGets))}
          </Button>
          <Button
            pending={refuse.isPending}
            {...whyNot}
            onClick={() => {
              if (complete) refuse.mutate({ proposalId: proposal.id, note: reason.trim() });
            }}
          >
            {platform('approval.refuse')}
          </Button>
          {complete ? null : (
            <p id={`${id}-why`} className="text-sm text-muted-foreground">
              {common('form.tooShort', { count: MIN_REASON })}
            </p>
          )}
        </>
      ) : (
        <>
          <p className="text-sm text-muted-foreground">
            <Rich text={t('staff.waits')} parts={{ date: <DateText value={proposal.expiresAt} /> }} />
          </p>
          {proposal.mine ? (
            <Button
              variant="quiet"
              pending={withdraw.isPending}
              onClick={() => withdraw.mutate({ proposalId: proposal.id })}
            >
              {platform('approval.withdraw')}
            </Button>
          ) : null}
          {error ? (
            <p role="alert" className="text-sm text-destructive">
              {explain(error)}
            </p>
          ) : null}
        </>
      )}
    </form>
  );
}
