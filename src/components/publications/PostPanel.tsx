import { useQuery } from '@tanstack/react-query';
import { ExternalLink, Radio } from 'lucide-react';
import { Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DealPosts, MilestonePost, PublicationDto } from '../../../server/features/publications/schema.ts';
import { RefusableButton } from '@/components/deal/RefusableButton.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { AddToCalendar } from '@/components/time/Clock.tsx';
import { createFormat, useFormat } from '@/lib/format.ts';
import { currentLocale } from '@/lib/i18n.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { useSessionFacts } from '@/lib/persona.ts';
import { toast, toastError } from '@/lib/toast.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Tag } from '@/ui/tag.tsx';

// The form's fields are loaded by those who give a link.
const PostForm = lazyNamed(() => import('@/components/publications/PostForm.tsx'), 'PostForm');

export interface PostPanelProps {
  contractId: string;
  /** One milestone alone, beside its work; all of the deal's without it. */
  milestoneId?: string;
  /** Posts that have a link already; before the approval, a link is not requested. */
  linkedOnly?: boolean;
}

/** The live posts of a deal: the creator gives the link, looks follow, and the brand decides what no look can judge. */
export function PostPanel({ contractId, milestoneId, linkedOnly = false }: PostPanelProps) {
  const { t } = useTranslation('publications');
  const heading = useId();
  // The agency of a creator reads the deal; its posts are a matter of both sides.
  const isSide = useSessionFacts().persona !== 'agency';
  const query = useQuery({
    ...api.publications.ofDeal.queryOptions({ contractId }),
    enabled: isSide,
    refetchInterval: ({ state }) => untilCheck(state.data),
  });
  const alone = milestoneId !== undefined;
  const shown =
    query.data?.milestones.filter(
      (one) => (!alone || one.milestoneId === milestoneId) && (!linkedOnly || one.post !== null),
    ) ?? [];
  if (!isSide) return null;
  if (query.isPending) return alone ? null : <PendingSkeleton rows={2} />;
  if (query.data && shown.length === 0) return null;
  return (
    <section
      {...(alone ? {} : { id: 'live-post', tabIndex: -1 })}
      aria-labelledby={heading}
      className={
        alone
          ? 'shrink-0 border-t border-border px-4 py-3.5 md:px-5 lg:max-h-[45%] lg:overflow-y-auto'
          : 'scroll-mt-20 rounded-lg border border-border bg-card px-5 py-4.5'
      }
    >
      <h2 id={heading} className="heading-section flex items-center gap-2">
        <Radio aria-hidden className="size-4.5" />
        {t('title')}
      </h2>
      {query.data ? (
        <ul>
          {shown.map((one) => (
            <MilestoneRow key={one.milestoneId} deal={query.data} milestone={one} named={!alone} />
          ))}
        </ul>
      ) : (
        <ErrorState error={query.error} title={t('couldNotLoad')} onRetry={() => void query.refetch()} />
      )}
    </section>
  );
}

/** The time until a look that is refused right after another one can be requested. */
function untilCheck(deal: DealPosts | undefined): number | false {
  const waits = deal?.milestones.flatMap(({ post }) =>
    post?.checkFrom ? [post.checkFrom.getTime() - deal.serverNow.getTime()] : [],
  );
  return waits && waits.length > 0 ? Math.max(1_000, ...waits) : false;
}

function MilestoneRow({ deal, milestone, named }: { deal: DealPosts; milestone: MilestonePost; named: boolean }) {
  const { t } = useTranslation('publications');
  const [editing, setEditing] = useState(false);
  const { post, can } = milestone;
  const mayLink = deal.side === 'creator' && can.link === true;
  return (
    <li className="grid gap-2 border-border py-3 not-first:border-t">
      {named || post ? (
        <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          {named ? (
            <h3 className="text-base font-semibold">
              <bdi>{milestone.milestoneTitle}</bdi>
            </h3>
          ) : null}
          {post ? <Tag>{t(`state.${stateOf(post)}`)}</Tag> : null}
        </div>
      ) : null}
      {post ? (
        <Post deal={deal} milestone={milestone} post={post} />
      ) : (
        <p className="max-w-60ch text-sm text-muted-foreground">
          {deal.side === 'creator'
            ? t('ask.creator', { label: deal.label })
            : t('ask.brand', { creator: deal.creator.name })}
        </p>
      )}
      {editing ? (
        <Suspense fallback={<PendingSkeleton rows={1} />}>
          <PostForm milestone={milestone} onClose={() => setEditing(false)} />
        </Suspense>
      ) : deal.side === 'creator' && (mayLink || !post) ? (
        <div>
          <RefusableButton can={can.link} variant={post ? 'outline' : 'ink'} onClick={() => setEditing(mayLink)}>
            {t(post ? 'act.change' : 'act.add')}
          </RefusableButton>
        </div>
      ) : null}
    </li>
  );
}

const stateOf = (post: PublicationDto): 'waiting' | PublicationDto['state'] =>
  post.state === 'watching' && post.outcome === null ? 'waiting' : post.state;

interface PostProps {
  deal: DealPosts;
  milestone: MilestonePost;
  post: PublicationDto;
}

function Post({ deal, milestone, post }: PostProps) {
  const { t } = useTranslation('publications');
  const format = useFormat();
  const over = post.state === 'kept' || post.state === 'ended' || post.state === 'stopped';
  return (
    <>
      {post.url ? (
        <a className="link flex items-center gap-1.5 text-sm" href={post.url} target="_blank" rel="noopener noreferrer">
          <ExternalLink aria-hidden className="size-3.5 shrink-0" />
          <span className="sr-only">{t('act.open')}: </span>
          <bdi dir="ltr" className="min-w-0 wrap-anywhere">
            {post.url.replace(/^https:\/\/(?:www\.)?/u, '')}
          </bdi>
        </a>
      ) : null}
      <PostFacts deal={deal} milestone={milestone} post={post} />
      {over ? null : <PostActs milestone={milestone} post={post} />}
      {post.checks.length > 0 ? (
        <details className="text-sm">
          <summary className="cursor-pointer text-muted-foreground">{t('checks')}</summary>
          <ul className="mt-1 grid gap-0.5">
            {post.checks.map(({ at, outcome }) => (
              <li key={at.toISOString()} className="flex flex-wrap gap-x-3">
                <time dateTime={at.toISOString()} className="figures text-muted-foreground">
                  {format.dateTime(at)}
                </time>
                {t(`outcome.${outcome}`)}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </>
  );
}

/** What was found, what is to be decided until when, what money depends on it, and what was decided. */
function PostFacts({ deal, milestone, post }: PostProps) {
  const { t } = useTranslation('publications');
  const format = useFormat();
  const why = whyOf(post);
  const remedy = deal.side === 'creator' ? remedyOf(post, why, milestone.can.link === true) : null;
  const question = post.decideUntil
    ? t(post.liveBySilence ? `decide.${deal.side}` : `decideFault.${deal.side}`, {
        brand: deal.brand.name,
        date: format.dateTime(post.decideUntil),
      })
    : null;
  return (
    <>
      {why ? (
        <p className="max-w-60ch text-sm">
          {t(`why.${why}`, {
            account: `@${post.detail ?? ''}`,
            date: why === 'published_before' && post.detail ? dayOfPage(post.detail) : '',
            label: deal.label,
          })}
          {remedy ? ` ${t(remedy)}` : null}
        </p>
      ) : null}
      {post.decideUntil && question ? (
        <div>
          <p className="max-w-60ch text-sm font-580">{question}</p>
          <AddToCalendar
            at={post.decideUntil}
            about={milestone.milestoneId}
            summary={[milestone.milestoneTitle, milestone.pays && format.money(milestone.pays), question]
              .filter(Boolean)
              .join(' · ')}
          />
        </div>
      ) : null}
      {milestone.pays && (question !== null || milestone.can.decide === true) ? (
        <p className="max-w-60ch text-sm">
          {t('pays', { amount: format.money(milestone.pays), creator: deal.creator.name })}
        </p>
      ) : null}
      {post.decidedBy && post.state !== 'undecided' ? (
        <p className="text-sm text-muted-foreground">
          {t(
            post.decidedBy === 'deadline' && (post.state === 'failing' || post.state === 'ended')
              ? 'decidedBy.deadlineNotLive'
              : `decidedBy.${post.decidedBy}`,
          )}
        </p>
      ) : null}
      {post.nextCheckAt ? (
        <p className="text-sm text-muted-foreground">{t('next', { date: format.dateTime(post.nextCheckAt) })}</p>
      ) : null}
    </>
  );
}

function PostActs({ milestone, post }: Omit<PostProps, 'deal'>) {
  const { t } = useTranslation('publications');
  const settled = async () => void (await api.publications.invalidate());
  const failed = async (error: unknown) => {
    toastError(error);
    await settled();
  };
  const check = trpc.publications.check.useMutation({
    onSuccess: () => {
      void toast('success', t('done.asked'));
      return settled();
    },
    onError: failed,
  });
  const decide = trpc.publications.decide.useMutation({
    onSuccess: (_, { live }) => {
      void toast('success', t(live ? 'done.accepted' : 'done.refused'));
      return settled();
    },
    onError: failed,
  });
  const { can } = milestone;
  const judge = (live: boolean) => decide.mutate({ publicationId: post.id, version: post.version, live });
  return (
    <div className="flex flex-wrap gap-2">
      {can.decide === true ? (
        <>
          <RefusableButton
            can={can.accept}
            variant="ink"
            pending={decide.isPending}
            onClick={() => can.accept === true && judge(true)}
          >
            {t('act.accept')}
          </RefusableButton>
          {post.state === 'undecided' ? (
            <RefusableButton can pending={decide.isPending} onClick={() => judge(false)}>
              {t('act.refuse')}
            </RefusableButton>
          ) : null}
        </>
      ) : null}
      <RefusableButton
        can={can.check}
        pending={check.isPending}
        onClick={() => can.check === true && check.mutate({ publicationId: post.id })}
      >
        {t('act.check')}
      </RefusableButton>
    </div>
  );
}

type Why =
  | 'account'
  | 'author'
  | 'changed'
  | 'cut'
  | 'dates'
  | 'error'
  | 'no_disclosure'
  | 'published_before'
  | 'refused'
  | 'removed'
  | 'sign_in'
  | 'timeout'
  | 'wrong_author';

/** What the creator can do about it. A post that has passed stays the one that is looked at; its day cannot be corrected. */
function remedyOf(
  { state, platform }: PublicationDto,
  why: Why | null,
  mayLink: boolean,
): 'fix' | 'fixAccount' | 'fixDate' | null {
  if (why === 'account') return platform === 'blog' ? null : 'fixAccount';
  if (state !== 'failing') return null;
  if (why === 'published_before') return mayLink ? 'fixDate' : null;
  return 'fix';
}

/** A page that states no hour is read as the end of its day in UTC, which is the next day in half of the time zones. */
const dayOfPage = (detail: string): string => createFormat(currentLocale(), 'UTC').date(new Date(detail));

/** What the last look found, where that is not a live post or was let count as one. */
function whyOf({ outcome, detail, state }: PublicationDto): Why | null {
  if (outcome === null || outcome === 'live' || state === 'kept') return null;
  return outcome === 'unreachable' || outcome === 'unclear' ? (detail as Why | null) : outcome;
}
