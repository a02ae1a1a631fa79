import { Check, CircleAlert, CircleDashed } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { disclosureIn } from '../../../server/features/content/rules.ts';
import type { BriefMark, ReviewDto, SubmissionDto } from '../../../server/features/content/schema.ts';
import { BriefItem } from '@/components/deal/BriefItem.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import type { NumberedComment } from '@/features/content/review-model.ts';
import { cn } from '@/lib/cn.ts';
import { useErrorText } from '@/lib/error-text.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';
import { Count } from '@/ui/tag.tsx';

/**
 * The agreed brief beside the work: the brand's mark on each item, the open comments that cite it, and the label for
 * paid work.
 */
export function BriefPanel({
  review,
  submission,
  comments,
}: {
  review: ReviewDto;
  submission: SubmissionDto | undefined;
  comments: readonly NumberedComment[];
}) {
  const { t } = useTranslation('content');
  const { terms, brief, submissions, milestone, mySide } = review;
  const openFor = (item: string) =>
    comments.filter(({ comment }) => comment.briefItem === item && comment.resolvedAt === null).length;
  const labelled = disclosureIn(submission?.caption ?? '', terms.disclosureText);
  const met = brief.filter((item) => submission?.marks.some((m) => m.item === item && m.mark === 'met')).length;
  const markable =
    mySide === 'brand' && submission?.state === 'submitted' && milestone.can.approve === true ? submission : null;
  return (
    <div className="grid gap-6 pb-6">
      <section aria-labelledby="brief-items">
        <h2 id="brief-items" className="heading-item">
          {t('brief.title')}{' '}
          {brief.length > 0 && submission ? (
            <Count className="ms-1">{t('brief.confirmed', { done: met, all: brief.length })}</Count>
          ) : null}
        </h2>
        {brief.length === 0 ? (
          <p className="mt-1 text-sm text-muted-foreground">{t('brief.none')}</p>
        ) : markable ? (
          <p className="mt-1 text-sm text-muted-foreground">{t('brief.judge')}</p>
        ) : null}
        <ul className="mt-1">
          {brief.map((item) => (
            <BriefItem
              key={item}
              item={item}
              versions={submissions}
              shown={submission}
              note={openFor(item) > 0 ? t('brief.open', { count: openFor(item) }) : null}
            >
              {markable ? <ItemMarks item={item} submission={markable} /> : null}
            </BriefItem>
          ))}
        </ul>
      </section>
      <section aria-labelledby="brief-checks">
        <h2 id="brief-checks" className="heading-item">
          {t('brief.checks')}
        </h2>
        <ul className="mt-1">
          {terms.disclosureText ? (
            <CheckRow tone={!submission ? 'later' : labelled ? 'clear' : 'open'} note={t('brief.byRule')}>
              {t(!submission ? 'brief.label' : labelled ? 'brief.labelled' : 'brief.notLabelled')}{' '}
              <bdi dir="ltr" className="font-semibold">
                {terms.disclosureText}
              </bdi>
            </CheckRow>
          ) : null}
          <CheckRow tone="later" note={t('brief.dueNote')}>
            {t('brief.due')} <DateText value={review.milestone.dueAt} />
          </CheckRow>
        </ul>
      </section>
    </div>
  );
}

/** The brand's mark on one item; pressing it again removes it. */
function ItemMarks({ item, submission }: { item: string; submission: SubmissionDto }) {
  const { t } = useTranslation('content');
  const explain = useErrorText();
  const setMark = trpc.content.judge.useMutation({ onSettled: () => api.content.review.invalidate() });
  const mark = submission.marks.find((m) => m.item === item)?.mark ?? null;
  const wanted = setMark.isPending ? setMark.variables.mark : mark;
  const button = (value: BriefMark) => (
    <Button
      size="small"
      aria-pressed={wanted === value}
      aria-label={t(`brief.verdict.${value}Of`, { item })}
      className={cn(wanted === value && 'border-foreground! font-semibold!')}
      onClick={() => setMark.mutate({ submissionId: submission.id, item, mark: mark === value ? null : value })}
    >
      {wanted === value ? <Check aria-hidden /> : null}
      {t(`brief.verdict.${value}`)}
    </Button>
  );
  return (
    <>
      <span className="mt-1.5 flex flex-wrap gap-2">
        {button('met')}
        {button('asked')}
      </span>
      {setMark.error ? (
        <span role="alert" className="mt-1 block text-sm text-destructive">
          {explain(setMark.error)}
        </span>
      ) : null}
    </>
  );
}

function CheckRow({
  tone,
  note,
  children,
}: {
  tone: 'clear' | 'open' | 'later';
  note: React.ReactNode;
  children: React.ReactNode;
}) {
  const Icon = { clear: Check, open: CircleAlert, later: CircleDashed }[tone];
  return (
    <li className="flex gap-2.5 border-b border-border py-2.5 text-ui last:border-b-0">
      <Icon
        aria-hidden
        className={cn(
          'mt-0.5 size-4 shrink-0',
          tone === 'clear'
            ? 'text-released-foreground'
            : tone === 'open'
              ? 'text-destructive'
              : 'text-muted-foreground',
        )}
      />
      <span className="min-w-0">
        {children}
        {note ? <span className="block text-xs text-muted-foreground">{note}</span> : null}
      </span>
    </li>
  );
}
