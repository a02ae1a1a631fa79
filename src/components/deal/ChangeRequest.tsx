import { CircleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ReviewDto, SubmissionDto } from '../../../server/features/content/schema.ts';

/**
 * A request of the brand for changes to a version: the items of the brief, the label, the reason and the comments it
 * cites.
 */
export function ChangeRequest({
  review,
  version,
  className,
}: {
  review: ReviewDto;
  version: SubmissionDto;
  className?: string;
}) {
  const { t } = useTranslation('content');
  const comments = version.citedComments.flatMap((id) => version.comments.find((c) => c.id === id) ?? []);
  return (
    <section aria-label={t('request.title', { n: version.n })} className={className}>
      <p className="text-sm font-semibold">
        {t('comment.changesAsked', { name: version.decidedByName ?? review.brand.name })}{' '}
        <span className="font-normal text-muted-foreground">· {t('room.version', { n: version.n })}</span>
      </p>
      {version.briefItems.length > 0 || version.citesLabel ? (
        <ul className="mt-1 grid gap-1 text-sm text-destructive">
          {version.briefItems.map((item) => (
            <li key={item} className="flex items-start gap-2">
              <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
              <span dir="auto">{item}</span>
            </li>
          ))}
          {version.citesLabel ? (
            <li className="flex items-start gap-2">
              <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
              <span>
                {t('changes.label')}{' '}
                <bdi dir="auto" className="font-semibold">
                  {review.terms.disclosureText}
                </bdi>
              </span>
            </li>
          ) : null}
        </ul>
      ) : null}
      {version.reason ? (
        <p dir="auto" className="mt-1 text-ui whitespace-pre-line">
          {version.reason}
        </p>
      ) : null}
      {comments.length > 0 ? (
        <ul className="mt-1 grid list-disc gap-1 ps-5 text-ui">
          {comments.map((c) => (
            <li key={c.id} dir="auto" className="whitespace-pre-line">
              {c.body}
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

/** The newest request up to the version on screen. */
export const requestUpTo = (
  versions: readonly SubmissionDto[],
  shown: SubmissionDto | undefined,
): SubmissionDto | undefined =>
  versions
    .filter((v) => v.state === 'changes_requested' && v.n <= (shown?.n ?? Number.MAX_SAFE_INTEGER))
    .toSorted((a, b) => b.n - a.n)[0];
