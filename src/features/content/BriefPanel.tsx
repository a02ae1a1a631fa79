import { Check, CircleAlert, CircleDashed } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ReviewDto, SubmissionDto } from '../../../server/features/content/schema.ts';
import { DateText } from '@/components/time/DateText.tsx';
import { disclosureIn, type NumberedComment } from '@/features/content/review-model.ts';
import { cn } from '@/lib/cn.ts';
import { Count } from '@/ui/tag.tsx';

/** The agreed brief beside the work: each sentence with the open comments that cite it, and the label for paid work. */
export function BriefPanel({ review, submission, comments }: { review: ReviewDto; submission: SubmissionDto | undefined; comments: readonly NumberedComment[] }) {
  const { t } = useTranslation('content');
  const { terms, brief } = review;
  const openFor = (item: string) => comments.filter(({ comment }) => comment.briefItem === item && comment.resolvedAt === null).length;
  const labelled = disclosureIn(submission?.caption ?? '', terms.disclosureText);
  const clear = brief.filter((item) => openFor(item) === 0).length;
  return (
    <div className="grid gap-6 pb-6">
      <section aria-labelledby="brief-items">
        <h2 id="brief-items" className="heading-item">
          {t('brief.title')} {brief.length > 0 ? <Count className="ms-1">{t('brief.clear', { done: clear, all: brief.length })}</Count> : null}
        </h2>
        {brief.length === 0 ? <p className="mt-1 text-sm text-muted-foreground">{t('brief.none')}</p> : null}
        <ul className="mt-1">
          {brief.map((item) => (
            <CheckRow key={item} tone={!submission ? 'later' : openFor(item) > 0 ? 'open' : 'clear'} note={!submission ? null : openFor(item) > 0 ? t('brief.open', { count: openFor(item) }) : t('brief.noRemark')}>
              <span dir="auto">{item}</span>
            </CheckRow>
          ))}
        </ul>
      </section>
      <section aria-labelledby="brief-checks">
        <h2 id="brief-checks" className="heading-item">{t('brief.checks')}</h2>
        <ul className="mt-1">
          {terms.disclosureText ? (
            <CheckRow tone={!submission ? 'later' : labelled ? 'clear' : 'open'} note={t('brief.byRule')}>
              {t(labelled ? 'brief.labelled' : 'brief.notLabelled')} <bdi dir="ltr" className="font-semibold">{terms.disclosureText}</bdi>
            </CheckRow>
          ) : null}
          <CheckRow tone="later" note={t('brief.dueNote')}>{t('brief.due')} <DateText value={review.milestone.dueAt} /></CheckRow>
        </ul>
      </section>
    </div>
  );
}

function CheckRow({ tone, note, children }: { tone: 'clear' | 'open' | 'later'; note: React.ReactNode; children: React.ReactNode }) {
  const Icon = { clear: Check, open: CircleAlert, later: CircleDashed }[tone];
  return (
    <li className="flex gap-2.5 border-b border-border py-2.5 text-ui last:border-b-0">
      <Icon aria-hidden className={cn('mt-0.5 size-4', tone === 'clear' ? 'text-released-foreground' : tone === 'open' ? 'text-changes-foreground' : 'text-muted-foreground')} />
      <span className="min-w-0">
        {children}
        {note ? <span className="block text-xs text-muted-foreground">{note}</span> : null}
      </span>
    </li>
  );
}
