import { Suspense } from 'react';
import type { ReportDialogProps } from '@/components/report/ReportDialog.tsx';
import { lazyNamed } from '@/lib/lazy.ts';

const ReportDialog = lazyNamed(() => import('@/components/report/ReportDialog.tsx'), 'ReportDialog');

/** The dialog is loaded, with its texts, when it opens. */
export function LazyReportDialog(props: ReportDialogProps) {
  return (
    <Suspense fallback={null}>
      <ReportDialog {...props} />
    </Suspense>
  );
}
