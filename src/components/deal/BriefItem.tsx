import { Check, CircleAlert, CircleDashed } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { briefStatus } from '../../../server/features/content/rules.ts';
import type { SubmissionDto } from '../../../server/features/content/schema.ts';
import { cn } from '@/lib/cn.ts';

const ICONS = { met: Check, asked: CircleAlert, open: CircleDashed } as const;

export interface BriefItemProps {
  item: string;
  versions: readonly SubmissionDto[];
  /** The version on screen; none before the first. */
  shown: SubmissionDto | undefined;
  /** Beside the state: open comments. */
  note?: ReactNode;
  /** Under the item: buttons to judge it. */
  children?: ReactNode;
}

/**
 * One item of the brief: met, not met, or not judged, as the brand marked the version on screen. A draft shows the
 * marks of the previous version.
 */
export function BriefItem({ item, versions, shown, note, children }: BriefItemProps) {
  const { t } = useTranslation('brief');
  const { mark, before } = briefStatus(item, versions, shown?.n ?? 0);
  const carried = shown?.state === 'draft' && before?.mark === 'asked';
  const status = mark ?? (carried ? 'asked' : 'open');
  const Icon = ICONS[status];
  const words =
    mark === null && carried
      ? [t('mark.askedIn', { n: before.n })]
      : [t(`mark.${status}`), ...(mark === null && before ? [t(`mark.${before.mark}In`, { n: before.n })] : [])];
  return (
    <li className="flex gap-2.5 border-b border-border py-2.5 text-ui last:border-b-0">
      <Icon
        aria-hidden
        className={cn(
          'mt-0.5 size-4 shrink-0',
          { met: 'text-released-foreground', asked: 'text-destructive', open: 'text-muted-foreground' }[status],
        )}
      />
      <span className="min-w-0 grow">
        <span className={cn('block', status === 'asked' && 'text-destructive')}>
          <bdi>{item}</bdi>
        </span>
        {shown ? (
          <span className="block text-xs text-muted-foreground">
            {words.join(' · ')}
            {note ? <> · {note}</> : null}
          </span>
        ) : null}
        {children}
      </span>
    </li>
  );
}
