import { useTranslation } from 'react-i18next';
import type { FitPart, Parts, Reason } from '../../../server/features/matching/rules.ts';
import { useReasonText, type ReasonAbout, type ReasonSide } from '@/components/matching/use-reason-text.ts';
import { useFormat } from '@/lib/format.ts';
import { Progress } from '@/ui/progress.tsx';

/** The parts of a fit, each from 0 to 100. */
export function FitBars({ parts, partsInUse }: { parts: Parts; partsInUse: readonly FitPart[] }) {
  const { t } = useTranslation('matching');
  const format = useFormat();
  return (
    <ul className="grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-3">
      {partsInUse.map((part) => {
        const value = parts[part];
        const shown = value === null ? null : Math.round(100 * value);
        return (
          <li key={part} className="text-sm">
            <span className="flex justify-between gap-2">
              <span className="text-muted-foreground">{t(`part.${part}`)}</span>
              <span className="figures">{shown === null ? t('unknown') : format.number(shown)}</span>
            </span>
            <Progress className="mt-1" value={shown ?? 0} label={t(`part.${part}`)} aria-hidden />
          </li>
        );
      })}
    </ul>
  );
}

/** What lifts the fit above the middle of those compared, and what lowers it most. */
export function Reasons({
  reasonsFor,
  reasonAgainst,
  target,
  audience,
  side = 'creator',
}: Pick<ReasonAbout, 'target' | 'audience'> & {
  reasonsFor: readonly Reason[];
  reasonAgainst: Reason | null;
  side?: ReasonSide;
}) {
  const textOf = useReasonText(side);
  const format = useFormat();
  const points = (value: number) =>
    format.number(value, { signDisplay: 'exceptZero', maximumFractionDigits: 1, minimumFractionDigits: 1 });
  return (
    <ul className="grid gap-0.5 text-sm">
      {reasonsFor.map((reason) => (
        <li key={reason.part} className="flex gap-2">
          <bdi dir="ltr" className="figures w-11 shrink-0 text-end font-semibold">
            {points(reason.points)}
          </bdi>
          {textOf({ part: reason.part, direction: 'for', target, audience })}
        </li>
      ))}
      {reasonAgainst ? (
        <li className="flex gap-2 text-muted-foreground">
          <bdi dir="ltr" className="figures w-11 shrink-0 text-end font-semibold">
            {points(reasonAgainst.points)}
          </bdi>
          {textOf({ part: reasonAgainst.part, direction: 'against', target, audience })}
        </li>
      ) : null}
    </ul>
  );
}
