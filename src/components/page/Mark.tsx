import { clsx } from 'clsx';

export const INK_HALF = 'M18.85 2.29V14.65H10.45V28.85A14 14 0 0 1 18.85 2.29Z';
export const GOLD_HALF = 'M13.15 29.71V17.35H21.55V3.15A14 14 0 0 1 13.15 29.71Z';

/** A coin cut by a stepped seam into two equal halves. Never mirrored, never smaller than 16 px. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden className={clsx('shrink-0', className ?? 'size-6.5')}>
      <path fill="currentColor" d={INK_HALF} />
      <path fill="var(--brand)" d={GOLD_HALF} />
    </svg>
  );
}
