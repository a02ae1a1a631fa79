import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CancelRequestDto, DealDto, MilestoneDto } from '../../../server/features/escrow/schema.ts';
import { DecisionDialog } from '@/components/deal/DecisionDialog.tsx';
import { DecisionPanel } from '@/components/deal/DecisionPanel.tsx';
import { RefusableButton } from '@/components/deal/RefusableButton.tsx';
import { Rich } from '@/components/text/Rich.tsx';
import { Clock } from '@/components/time/Clock.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { CancelShares } from '@/features/deals/CancelShares.tsx';
import { useFormat } from '@/lib/format.ts';
import { useFormDraft } from '@/lib/form-drafts/use-form-draft.ts';
import { randomId } from '@/lib/random-id.ts';
import { trpc, withRequestKey } from '@/lib/trpc.ts';
import { Field } from '@/ui/field.tsx';
import { Textarea } from '@/ui/textarea.tsx';

type Answer = 'accept' | 'decline' | 'withdraw';

interface Props {
  deal: DealDto;
  m: MilestoneDto;
  request: CancelRequestDto;
}

/** The next step while one side waits for the other's answer to a proposal to cancel. */
export function CancelRequestPanel({ deal, m, request }: Props) {
  const { t } = useTranslation('cancel');
  const [answer, setAnswer] = useState<Answer | null>(null);
  const format = useFormat();
  const own = request.by === deal.mySide;
  const other = deal.mySide === 'brand' ? deal.creator.name : deal.brand.name;
  const values = (shares: { keeps: number; back: number }) => ({
    creator: deal.creator.name,
    brand: deal.brand.name,
    milestone: m.title,
    keeps: format.money({ amount: shares.keeps, currency: m.currency }),
    back: format.money({ amount: shares.back, currency: m.currency }),
  });
  const { silent } = request;
  const silence = t(
    silent.outcome === 'lapse' ? 'silent.lapse' : silent.keeps > 0 ? 'silent.split' : 'silent.whole',
    values(silent),
  );
  return (
    <>
      <DecisionPanel
        id="deal-ask"
        turn={own ? { who: 'them', name: other } : { who: 'you' }}
        title={t(own ? 'panel.own' : 'panel.theirs', { milestone: m.title, name: other })}
        consequence={
          <>
            {t(request.keeps > 0 ? 'panel.split' : 'panel.whole', values(request))}
            <span className="mt-1.5 block border-s-2 border-border-strong ps-3 text-sm" dir="auto">
              {request.reason}
            </span>
            <span className="mt-1.5 block">
              <Rich
                text={silence}
                parts={{
                  date: (
                    <b className="font-semibold">
                      <DateText value={silent.at} />
                    </b>
                  ),
                }}
              />
            </span>
          </>
        }
        clock={
          <Clock
            deadline={silent.at}
            endLabel={<DateText value={silent.at} />}
            until={t('panel.until')}
            calendar={[
              m.title,
              format.money({ amount: m.rest, currency: m.currency }),
              silence.replace('<date/>', format.dateTime(silent.at)),
            ].join(' · ')}
          />
        }
        actions={
          own ? (
            <RefusableButton can={m.can.withdrawCancel} onClick={() => setAnswer('withdraw')}>
              {t('withdraw.action')}
            </RefusableButton>
          ) : (
            <>
              <RefusableButton variant="ink" can={m.can.acceptCancel} onClick={() => setAnswer('accept')}>
                {t('accept.action')}
              </RefusableButton>
              <RefusableButton
                can={m.can.declineCancel}
                reasonShown={m.can.declineCancel === m.can.acceptCancel}
                onClick={() => setAnswer('decline')}
              >
                {t('decline.action')}
              </RefusableButton>
            </>
          )
        }
      />
      {answer ? (
        <AnswerDialog
          key={answer}
          deal={deal}
          m={m}
          request={request}
          answer={answer}
          onClose={() => setAnswer(null)}
        />
      ) : null}
    </>
  );
}

function AnswerDialog({ deal, m, request, answer, onClose }: Props & { answer: Answer; onClose: () => void }) {
  const { t } = useTranslation('cancel');
  const { t: common } = useTranslation();
  const format = useFormat();
  const [reason, setReason] = useState('');
  useFormDraft(`decline-cancel.${m.id}`, { read: () => reason || null, restore: setReason });
  const [requestKey] = useState(randomId);
  const options = withRequestKey(requestKey);
  const accept = trpc.escrow.acceptCancel.useMutation(options);
  const decline = trpc.escrow.declineCancel.useMutation(options);
  const withdraw = trpc.escrow.withdrawCancel.useMutation(options);
  const act = { accept, decline, withdraw }[answer];
  const target = { milestoneId: m.id, version: m.version };
  return (
    <DecisionDialog
      open
      onClose={onClose}
      title={t(`${answer}.title`, { milestone: m.title })}
      submitLabel={t(`${answer}.button`, {
        amount: format.money({ amount: request.back, currency: m.currency }),
      })}
      keepLabel={t('answer.back')}
      variant={answer === 'accept' ? 'destructive' : 'ink'}
      pending={act.isPending}
      error={act.error}
      onDecide={async () => {
        if (answer === 'accept') await accept.mutateAsync(target);
        else if (answer === 'withdraw') await withdraw.mutateAsync(target);
        else await decline.mutateAsync({ ...target, reason: reason.trim() });
        setReason('');
      }}
    >
      <p>{t(`${answer}.text`, { brand: deal.brand.name, milestone: m.title })}</p>
      {answer === 'accept' ? <CancelShares deal={deal} shares={request} /> : null}
      {answer === 'decline' ? (
        <Field id="decline-reason" label={t('ask.reason')} mark={common('form.optional')}>
          <Textarea
            id="decline-reason"
            rows={3}
            maxLength={500}
            dir="auto"
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
      ) : null}
    </DecisionDialog>
  );
}
