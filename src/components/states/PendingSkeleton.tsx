import { useTranslation } from 'react-i18next';
import { cn } from '@/lib/cn.ts';
import { Skeleton } from '@/ui/skeleton.tsx';

export interface PendingSkeletonProps {
  /** `rows` a list with avatars · `page` heading and rows · `panel` a block of lines. */
  as?: 'rows' | 'page' | 'panel';
  rows?: number;
  className?: string;
}

const WIDTHS = ['w-[70%]', 'w-[48%]', 'w-[62%]', 'w-[55%]', 'w-[66%]'] as const;

/** Blocks in the final layout, invisible for the first 200 ms, without shimmer. */
export function PendingSkeleton({ as = 'rows', rows = 3, className }: PendingSkeletonProps) {
  const { t } = useTranslation();
  return (
    <div role="status" aria-busy="true" className={cn('fade-in-delayed', className)}>
      <span className="sr-only">{t('label.loading')}</span>
      {as === 'page' ? (
        <div className="mb-8 grid gap-3">
          <Skeleton className="h-3 w-40" />
          <Skeleton className="h-6! w-80 max-w-full" />
        </div>
      ) : null}
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="flex items-center gap-3 py-2.5">
          {as === 'panel' ? null : <Skeleton className="size-7! rounded-full!" />}
          <span className="grow">
            <Skeleton className={WIDTHS[row % WIDTHS.length]} />
            <Skeleton className={cn('mt-[7px] h-[9px]!', WIDTHS[(row + 1) % WIDTHS.length])} />
          </span>
          <Skeleton className="w-16" />
        </div>
      ))}
    </div>
  );
}
