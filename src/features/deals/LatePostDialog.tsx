import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DealDto, MilestoneDto } from '../../../server/features/escrow/schema.ts';
import { DecisionDialog } from '@/components/deal/DecisionDialog.tsx';
import { Rich } from '@/components/text/Rich.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { useFormat } from '@/lib/format.ts';
import { randomId } from '@/lib/random-id.ts';
import { trpc, withRequestKey } from '@/lib/trpc.ts';

interface Props {
  deal: DealDto;
  m: MilestoneDto;
  decision: 'extend' | 'cancel';
  onClose: () => void;
}

/** The brand gives an overdue post more time, or takes back what waits for it. */
export function LatePostDialog({ deal, m, decision, onClose }: Props) {
  const { t } = useTranslation('live-release');
  const format = useFormat();
  const [requestKey] = useState(randomId);
  const extend = trpc.escrow.extendPost.useMutation(withRequestKey(requestKey));
  const cancel = trpc.escrow.cancel.useMutation(withRequestKey(requestKey));
  const act = decision === 'extend' ? extend : cancel;
  const target = { milestoneId: m.id, version: m.version };
  const row =
    deal.whatIf?.milestoneId === m.id ? deal.whatIf.rows.find(({ choice }) => choice === 'cancel') : undefined;
  const values = {
    milestone: m.title,
    creator: deal.creator.name,
    brand: deal.brand.name,
    back: format.money({ amount: row?.amount ?? m.rest, currency: m.currency }),
  };
  const until = m.live?.extendedTo;
  return (
    <DecisionDialog
      open
      onClose={onClose}
      title={t(`late.${decision}.title`, values)}
      submitLabel={decision === 'extend' ? t('late.extend.action') : t('late.cancel.button', values)}
      {...(decision === 'cancel' ? { keepLabel: t('late.cancel.keep') } : {})}
      variant={decision === 'cancel' ? 'destructive' : 'ink'}
      pending={act.isPending}
      error={act.error}
      onDecide={() =>
        decision === 'extend' ? extend.mutateAsync(target) : cancel.mutateAsync({ ...target, reason: '' })
      }
    >
      <p>
        {decision === 'cancel' ? (
          t('late.cancel.text', values)
        ) : (
          <Rich
            text={t('late.extend.text', values)}
            parts={{ date: <b className="font-semibold">{until ? <DateText value={until} /> : null}</b> }}
          />
        )}
      </p>
    </DecisionDialog>
  );
}
