import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { QUIET } from '../../../server/features/outreach/rules.ts';
import type { SequenceDetail } from '../../../server/features/outreach/schema.ts';
import { RefusalAlert } from '@/components/gates/RefusalAlert.tsx';
import { mustBeRead, TextCheck } from '@/features/outreach/TextCheck.tsx';
import { LimitList } from '@/features/outreach/LimitList.tsx';
import { useFormat } from '@/lib/format.ts';
import { randomId } from '@/lib/random-id.ts';
import { api, trpc, withRequestKey } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';

/** The confirmation before the first message: how many, when, and under which limits. */
export function StartDialog({ open, row, onClose }: { open: boolean; row: SequenceDetail; onClose: () => void }) {
  const { t } = useTranslation('outreach');
  const { t: common } = useTranslation();
  const format = useFormat();
  const [requestKey] = useState(randomId);
  const approve = trpc.outreach.approve.useMutation({
    ...withRequestKey(requestKey),
    onSuccess: async () => {
      await api.outreach.invalidate();
      onClose();
    },
  });
  const people = row.counts.listed ?? 0;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title={t('start.title')}
      closeLabel={common('action.close')}
      pending={approve.isPending}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {common('action.cancel')}
          </Button>
          <Button
            variant="ink"
            pending={approve.isPending}
            onClick={() => approve.mutate({ sequenceId: row.id, version: row.version })}
          >
            {t(mustBeRead(row.check) ? 'check.submit' : 'start.submit')}
          </Button>
        </>
      }
    >
      <div className="grid gap-3 text-ui">
        <RefusalAlert error={approve.error} />
        <TextCheck check={row.check} />
        <p>{t('start.people', { people: format.number(people) })}</p>
        {row.incomplete > 0 ? (
          <Alert tone="caution">{t('start.incomplete', { people: format.number(row.incomplete) })}</Alert>
        ) : null}
        <p>{t('start.text')}</p>
        <p>{t('start.quiet', { from: format.number(QUIET.from), until: format.number(QUIET.until) })}</p>
        <LimitList limits={row.limits} />
      </div>
    </Dialog>
  );
}
