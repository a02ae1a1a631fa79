import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { gapsOf } from '../../../server/features/content/rules.ts';
import type { ReviewDto } from '../../../server/features/content/schema.ts';
import { CaptionGapsNote } from '@/components/deal/CaptionGapsNote.tsx';
import { approvalTexts, releasedAtOnce, releaseWait } from '@/components/deal/waiting-money.ts';
import { usePausedCurrencies } from '@/components/money/PaymentsPaused.tsx';
import { DecisionDialog } from '@/components/deal/DecisionDialog.tsx';
import { LazyLiveText } from '@/components/live/lazy.tsx';
import { QuoteLines } from '@/components/money/QuoteLines.tsx';
import { useDurationText } from '@/lib/duration.ts';
import { useFormat } from '@/lib/format.ts';
import { randomId } from '@/lib/random-id.ts';
import { trpc, withRequestKey } from '@/lib/trpc.ts';

/** Of a person who may not release the money: it waits for a colleague, and at the latest for the end of the review. */
const ACCEPTANCE_TEXTS = { button: 'decide.accept', to: 'approve.toAccepted', next: 'approve.nextAccepted' } as const;

/** Approves and releases the money. Shows the sums, and which parts of the work were not opened or lack something. */
export function ApproveDialog({ review, onClose }: { review: ReviewDto; onClose: () => void }) {
  const { t } = useTranslation('content');
  const { t: common } = useTranslation();
  const format = useFormat();
  const duration = useDurationText();
  const [requestKey] = useState(randomId);
  const approve = trpc.escrow.approve.useMutation(withRequestKey(requestKey));
  const { milestone, creator, terms, brief, submissions } = review;
  const money = { amount: milestone.rest, currency: milestone.currency };
  const version = submissions.find((s) => s.state === 'submitted') ?? submissions[0];
  const markOf = (item: string) => version?.marks.find((m) => m.item === item)?.mark;
  const changes = brief.filter((item) => markOf(item) === 'asked').length;
  const unjudged = brief.filter((item) => markOf(item) === undefined).length;
  const open = version?.comments.filter((c) => c.replyTo === null && c.resolvedAt === null).length ?? 0;
  const warnings = [
    changes > 0 ? t('approve.asked', { count: changes }) : null,
    unjudged > 0 ? t('approve.unjudged', { count: unjudged, all: brief.length }) : null,
    open > 0 ? t('decide.open', { count: open }) : null,
  ].filter((line) => line !== null);
  const wait = releaseWait(milestone, usePausedCurrencies());
  const accepts = milestone.approval === 'accept';
  const texts = accepts ? ACCEPTANCE_TEXTS : approvalTexts(wait);
  // What the approval releases at once, where the rest waits for the post.
  const { live } = milestone;
  const now = accepts ? money : { ...money, amount: releasedAtOnce(milestone) };
  return (
    <DecisionDialog
      open
      onClose={onClose}
      title={t('approve.title', { milestone: milestone.title })}
      submitLabel={now.amount === 0 ? t('decide.accept') : t(texts.button, { amount: format.money(now) })}
      variant={accepts ? 'ink' : 'money'}
      pending={approve.isPending}
      error={approve.error}
      onDecide={() =>
        approve.mutateAsync({ milestoneId: milestone.id, version: milestone.version, as: milestone.approval })
      }
    >
      <QuoteLines
        lines={[
          {
            id: 'held',
            label: milestone.balances.disputed > 0 ? common('escrowPart.disputed') : t('approve.held'),
            money,
          },
        ]}
        total={{ label: t(texts.to, { name: creator.name }), money: now }}
      />
      <CaptionGapsNote gaps={gapsOf(version?.caption ?? '', terms)} label={terms.disclosureText} />
      {warnings.length > 0 ? (
        <ul className="grid list-disc gap-1 ps-5 text-sm">
          {warnings.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ) : null}
      <p className="text-sm text-muted-foreground">
        {t('decide.accepts')}{' '}
        {live && !accepts ? (
          <LazyLiveText
            text={now.amount === 0 ? 'outcome.waitForPost' : 'outcome.releaseThenPost'}
            words={{ creator: creator.name }}
          />
        ) : (
          t(texts.next, { time: duration(terms.clocks.clearing), name: creator.name })
        )}
      </p>
    </DecisionDialog>
  );
}
