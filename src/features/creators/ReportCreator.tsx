import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LazyReportDialog } from '@/components/report/lazy-report-dialog.tsx';
import { trpc } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';

/** Reports the profile to the operators. */
export function ReportCreator({ handle }: { handle: string }) {
  const { t } = useTranslation('evidence');
  const [open, setOpen] = useState(false);
  const [done, setDone] = useState(false);
  const report = trpc.creators.report.useMutation({ onSuccess: () => setDone(true) });
  return (
    <>
      {done ? (
        <p role="status" className="text-sm text-muted-foreground">
          {t('report.done')}
        </p>
      ) : (
        <Button size="inline" variant="link" className="justify-self-start" onClick={() => setOpen(true)}>
          {t('report.open')}
        </Button>
      )}
      {open ? (
        <LazyReportDialog
          draft={`creator-report.${handle}`}
          title={t('report.title')}
          pending={report.isPending}
          error={report.error}
          onReport={(reason) => report.mutateAsync({ handle, reason })}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
