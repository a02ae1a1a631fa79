import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FileText, Play } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { gapsOf } from '../../../server/features/content/rules.ts';
import type { FileDto } from '../../../server/features/content/schema.ts';
import type { DealDto } from '../../../server/features/escrow/schema.ts';
import { BriefItem } from '@/components/deal/BriefItem.tsx';
import { CaptionGapsNote } from '@/components/deal/CaptionGapsNote.tsx';
import { api } from '@/lib/trpc.ts';
import { inOrg } from '@/lib/org-choice.ts';
import { Button } from '@/ui/button.tsx';
import { Count } from '@/ui/tag.tsx';

/** The current work: the newest version's first file, the brief, the caption, and the link to the review room. */
export function DealWork({ deal }: { deal: DealDto }) {
  const { t } = useTranslation('deals');
  const milestone =
    deal.milestones.find((m) => m.id === deal.focusMilestoneId && m.submissionN > 0) ??
    deal.milestones.find((m) => m.submissionN > 0);
  const query = useQuery({
    ...api.content.review.queryOptions({ milestoneId: milestone?.id ?? '' }),
    enabled: milestone !== undefined,
  });
  const newest = query.data?.submissions.find((s) => s.state !== 'draft');
  if (!milestone || !query.data || !newest) return null;
  const open = newest.comments.filter((c) => c.resolvedAt === null).length;
  const file = newest.files[0];
  return (
    <section aria-labelledby="deal-work">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="deal-work" className="heading-section">
          {milestone.state === 'delivered' ? t('work.underReview') : t('work.title')}
        </h2>
        <Button asChild>
          <Link to="/content-approval/$milestoneId" params={{ milestoneId: milestone.id }}>
            {t('work.open')}
            {open > 0 ? <Count>{open}</Count> : null}
          </Link>
        </Button>
      </div>
      <div className="mt-3 grid gap-7 md:grid-cols-[228px_minmax(0,1fr)]">
        {file ? <Preview file={file} version={t('work.version', { n: newest.n })} /> : <span />}
        <div className="min-w-0">
          <h3 className="heading-item">{t('work.brief')}</h3>
          <ul className="mt-1">
            {query.data.brief.map((item) => (
              <BriefItem key={item} item={item} versions={query.data.submissions} shown={newest} />
            ))}
          </ul>
          <CaptionGapsNote
            gaps={gapsOf(newest.caption, deal.terms)}
            label={deal.terms.disclosureText}
            className="mt-4"
          />
          {newest.caption ? (
            <>
              <h3 className="heading-item mt-5">{t('work.caption')}</h3>
              <p dir="auto" className="mt-1.5 border-s-2 border-border-strong ps-3 text-sm whitespace-pre-line">
                {newest.caption}
              </p>
            </>
          ) : null}
        </div>
      </div>
    </section>
  );
}

function Preview({ file, version }: { file: FileDto; version: string }) {
  const image = file.mime.startsWith('image/');
  const video = file.mime.startsWith('video/');
  return (
    <div className="relative aspect-[9/14] overflow-hidden rounded-md bg-muted">
      {image ? <img src={inOrg(file.url)} alt={file.name} className="size-full object-cover" loading="lazy" /> : null}
      {video ? (
        <video
          src={inOrg(`${file.url}#t=0.1`)}
          muted
          playsInline
          preload="metadata"
          className="size-full object-cover"
          aria-label={file.name}
        />
      ) : null}
      {video ? (
        <Play aria-hidden className="absolute inset-0 m-auto size-9 fill-current text-ink-field-foreground" />
      ) : null}
      {!image && !video ? (
        <span className="grid size-full place-items-center">
          <FileText aria-hidden className="size-8 text-muted-foreground" />
        </span>
      ) : null}
      <span className="absolute start-2 bottom-2 rounded-sm bg-ink-field px-1.5 text-xs text-ink-field-foreground">
        {version}
      </span>
    </div>
  );
}
