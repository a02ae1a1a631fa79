import { PublicShell } from '@/components/page/PublicShell.tsx';
import { NotFoundState } from '@/components/states/NotFoundState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';

/** The page of an address that does not exist, with the frame of the public pages. */
export function NotFoundPage() {
  return (
    <PublicShell>
      <NotFoundState />
    </PublicShell>
  );
}

/** An unknown record, inside the frame it would have had. */
export function NotFoundInFrame() {
  return <NotFoundState />;
}

/** A screen whose data is loading. */
export function PendingPage() {
  return <PendingSkeleton as="page" rows={5} />;
}
