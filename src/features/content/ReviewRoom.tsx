import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mayTakeFiles } from '../../../server/features/content/rules.ts';
import type { ReviewDto, SubmissionDto } from '../../../server/features/content/schema.ts';
import { shownState } from '../../../server/features/escrow/milestone/shown/rules.ts';
import { MilestoneStateTag } from '@/components/money/MilestoneStateTag.tsx';
import { FocusShell } from '@/components/page/FocusShell.tsx';
import { comesAtZero, releaseWait, shownRest } from '@/components/deal/waiting-money.ts';
import { usePausedCurrencies } from '@/components/money/PaymentsPaused.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { NotFoundState } from '@/components/states/NotFoundState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { Countdown } from '@/components/time/Countdown.tsx';
import { CommentPanel } from '@/features/content/CommentPanel.tsx';
import { type Choice, Decision, DecisionBar } from '@/features/content/Decision.tsx';
import { numberedComments, type Remark, type Spot } from '@/features/content/review-model.ts';
import { Stage } from '@/features/content/Stage.tsx';
import { isNoRecord } from '@/lib/app-error.ts';
import { useFormat } from '@/lib/format.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { useLive } from '@/lib/live.ts';
import { api } from '@/lib/trpc.ts';
import { useDraftState } from '@/lib/form-drafts/use-draft-state.ts';
import { Segmented } from '@/ui/segmented.tsx';
import { Select } from '@/ui/select.tsx';
import { Count } from '@/ui/tag.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/ui/tabs.tsx';

// In tabs that are not open first once there is a version.
const BriefPanel = lazyNamed(() => import('@/features/content/BriefPanel.tsx'), 'BriefPanel');
const FilePanel = lazyNamed(() => import('@/features/content/FilePanel.tsx'), 'FilePanel');
const PostPanel = lazyNamed(() => import('@/components/publications/PostPanel.tsx'), 'PostPanel');
const ReviewerChoice = lazyNamed(() => import('@/features/content/ReviewerChoice.tsx'), 'ReviewerChoice');
// Only the creator submits; the tools for files are loaded for them.
const SubmitPanel = lazyNamed(() => import('@/features/content/SubmitPanel.tsx'), 'SubmitPanel');

export interface ReviewRoomProps {
  milestoneId: string;
  /** The version in the address; the newest if there is none. */
  version: number | undefined;
  onVersion: (n: number) => void;
}

/** One piece of work, its comments, and the decision. The creator delivers on the same page. */
export function ReviewRoom({ milestoneId, version, onVersion }: ReviewRoomProps) {
  const { t } = useTranslation('content');
  const query = useQuery(api.content.review.queryOptions({ milestoneId }));
  useLive(query.data ? [`contract:${query.data.contractId}`] : null);
  if (query.data) return <Room review={query.data} version={version} onVersion={onVersion} />;
  if (isNoRecord(query.error)) {
    return (
      <main id="main" tabIndex={-1} className="mx-auto max-w-[960px] p-5">
        <NotFoundState />
      </main>
    );
  }
  return (
    <FocusShell title={t('room.name')} back={{ to: '/content-approval' }}>
      <div className="mx-auto max-w-[960px] p-5">
        {query.isPending ? (
          <PendingSkeleton as="page" rows={4} />
        ) : (
          <ErrorState error={query.error} title={t('room.failed')} moneySafe onRetry={() => void query.refetch()} />
        )}
      </div>
    </FocusShell>
  );
}

const NO_REMARK: Remark = { body: '', briefItem: '', whole: false };

const NO_SPOT: Spot = { atMs: null, pin: null };

/** What of the work is on the screen, and where it is marked. */
function useRoom({ milestone, submissions, mySide }: ReviewDto, version: number | undefined) {
  const newest = submissions[0];
  const shown = submissions.find(({ n }) => n === version) ?? newest;
  const [chosenFile, setChosenFile] = useState<string | null>(null);
  const [spot, setSpot] = useState<Spot>(NO_SPOT);
  const [active, setActive] = useState<string | null>(null);
  const [seek, setSeek] = useState<{ ms: number; times: number } | null>(null);
  const file = shown?.files.find(({ id }) => id === chosenFile) ?? shown?.files[0] ?? null;
  const comments = numberedComments(submissions, shown);
  const onNewest = shown !== undefined && shown.id === newest?.id;
  const mayTake = shown !== undefined && mayTakeFiles(mySide, { submission: shown.state, milestone: milestone.state });

  // A mark belongs to the version it was made on, also when the next version arrives by itself.
  const [placedOn, setPlacedOn] = useState(shown?.id);
  if (placedOn !== shown?.id) {
    setPlacedOn(shown?.id);
    setSpot(NO_SPOT);
    setActive(null);
  }

  const focusComment = (id: string) => {
    const comment = comments.find((entry) => entry.comment.id === id)?.comment;
    if (!comment) return;
    setActive(id);
    const there = shown?.files.some((candidate) => candidate.id === comment.fileId) ?? false;
    if (comment.fileId && there) setChosenFile(comment.fileId);
    if (comment.atMs !== null && there)
      setSeek((before) => ({ ms: comment.atMs ?? 0, times: (before?.times ?? 0) + 1 }));
  };
  const showFile = (id: string) => {
    setChosenFile(id);
    setSpot(NO_SPOT);
  };
  return {
    newest,
    shown,
    onNewest,
    file,
    showFile,
    mayTake,
    comments,
    openComments: comments.filter(({ comment }) => comment.resolvedAt === null).length,
    active,
    focusComment,
    spot,
    setSpot,
    seek,
  };
}

interface RoomProps extends Pick<ReviewRoomProps, 'version' | 'onVersion'> {
  review: ReviewDto;
}

function Room({ review, version, onVersion }: RoomProps) {
  const { t } = useTranslation('content');
  const room = useRoom(review, version);
  const [choice, setChoice] = useState<Choice | null>(null);
  const { milestone, submissions } = review;
  const { newest, shown, file, comments } = room;
  const decision = {
    review,
    onNewest: room.onNewest || shown === undefined,
    onNewestVersion: () => newest && onVersion(newest.n),
    onChoice: setChoice,
  };

  return (
    <FocusShell
      title={t('room.title', { name: review.creator.name, milestone: milestone.title })}
      subtitle={review.dealTitle}
      back={{ to: '/smart-contracts/$contractId', params: { contractId: review.contractId } }}
      tools={<RoomTools review={review} shown={shown} onVersion={onVersion} />}
    >
      {/* What is focused is scrolled above the bar with the decision. */}
      <div className="grid grid-cols-1 max-lg:**:scroll-mb-12 lg:h-[calc(100dvh-60px)] lg:grid-cols-[minmax(0,1fr)_396px]">
        <Stage
          review={review}
          submission={shown}
          file={file}
          mayTake={room.mayTake}
          onFile={room.showFile}
          comments={comments}
          active={room.active}
          onActive={room.focusComment}
          spot={room.spot}
          onSpot={room.setSpot}
          seek={room.seek}
        />
        <aside aria-label={t('room.panels')} className="flex min-h-0 min-w-0 flex-col border-border lg:border-s">
          <VersionSwitch
            submissions={submissions}
            shown={shown}
            onVersion={onVersion}
            className="mx-4 mt-3 self-start md:hidden"
          />
          <Panels review={review} room={room} />
          {shown && shown.state !== 'draft' ? (
            <Suspense fallback={null}>
              <PostPanel
                contractId={review.contractId}
                milestoneId={milestone.id}
                linkedOnly={shown.state !== 'approved' && shown.state !== 'auto_approved'}
              />
            </Suspense>
          ) : null}
          {review.mySide === 'brand' && milestone.state === 'delivered' ? (
            <Suspense fallback={null}>
              <ReviewerChoice milestoneId={milestone.id} />
            </Suspense>
          ) : null}
          <section
            aria-label={t('decide.now')}
            className="border-t border-border-strong bg-background px-4 py-4 outline-offset-[-4px] md:px-5"
          >
            {review.mySide === 'creator' ? (
              <Suspense fallback={<PendingSkeleton as="panel" rows={3} />}>
                <SubmitPanel review={review} draft={newest?.state === 'draft' ? newest : null} onStarted={onVersion} />
              </Suspense>
            ) : (
              <Decision {...decision} openComments={room.openComments} choice={choice} />
            )}
          </section>
        </aside>
      </div>
      {review.mySide === 'brand' ? <DecisionBar {...decision} /> : null}
    </FocusShell>
  );
}

/** Comments, brief and file. Before the first version the brief is open, afterwards the comments. */
function Panels({ review, room }: { review: ReviewDto; room: ReturnType<typeof useRoom> }) {
  const { t } = useTranslation('content');
  const [remark, setRemark] = useDraftState(`comment.${review.milestone.id}`, NO_REMARK);
  const { shown, file, comments } = room;
  return (
    <Tabs
      key={String(shown === undefined)}
      defaultValue={shown ? 'comments' : 'brief'}
      className="min-h-0 grow overflow-y-auto px-4 md:px-5"
    >
      <TabsList aria-label={t('room.panels')} className="sticky top-0 z-10 bg-background pt-1">
        <TabsTrigger value="comments">
          {t('room.tab.comments')} {comments.length > 0 ? <Count>{comments.length}</Count> : null}
        </TabsTrigger>
        <TabsTrigger value="brief">{t('room.tab.brief')}</TabsTrigger>
        <TabsTrigger value="file">{t('room.tab.file')}</TabsTrigger>
      </TabsList>
      <TabsContent value="comments" className="pt-0!">
        <CommentPanel
          review={review}
          submission={shown}
          file={file}
          comments={comments}
          active={room.active}
          onActive={room.focusComment}
          spot={room.spot}
          onSpot={room.setSpot}
          remark={remark}
          onRemark={setRemark}
          writable={room.onNewest && shown?.state !== 'draft'}
        />
      </TabsContent>
      <TabsContent value="brief">
        <Suspense fallback={<PendingSkeleton as="panel" rows={3} />}>
          <BriefPanel review={review} submission={shown} comments={comments} />
        </Suspense>
      </TabsContent>
      <TabsContent value="file">
        <Suspense fallback={<PendingSkeleton as="panel" rows={3} />}>
          <FilePanel submission={shown} file={file} mayTake={room.mayTake} />
        </Suspense>
      </TabsContent>
    </Tabs>
  );
}

function RoomTools({
  review,
  shown,
  onVersion,
}: {
  review: ReviewDto;
  shown: SubmissionDto | undefined;
  onVersion: (n: number) => void;
}) {
  const { t } = useTranslation('content');
  const format = useFormat();
  const { submissions } = review;
  const { milestone } = review;
  const wait = releaseWait(milestone, usePausedCurrencies());
  const { atZero } = milestone;
  // What comes after the work was accepted is on the page of the deal.
  const next = atZero === null || atZero === 'post' || atZero === 'retention' ? null : comesAtZero(atZero, wait);
  const goesBack = next === 'refund' || next === 'void';
  const amount = format.money({
    amount: shownRest(milestone, review.mySide, goesBack),
    currency: milestone.currency,
  });
  return (
    <div className="flex items-center gap-4">
      <VersionSwitch submissions={submissions} shown={shown} onVersion={onVersion} className="max-md:hidden" />
      {milestone.deadlineAt && next ? (
        <div className="text-end whitespace-nowrap">
          <Countdown deadline={milestone.deadlineAt} className="block text-sm" />
          <span className="block text-xs text-muted-foreground max-sm:hidden">
            {t(`room.then.${next}`, { amount })}
          </span>
        </div>
      ) : (
        <MilestoneStateTag state={shownState(milestone)} />
      )}
    </div>
  );
}

/** Up to four versions are shown side by side; more become a list. */
function VersionSwitch({
  submissions,
  shown,
  onVersion,
  className,
}: {
  submissions: readonly SubmissionDto[];
  shown: SubmissionDto | undefined;
  onVersion: (n: number) => void;
  className: string;
}) {
  const { t } = useTranslation('content');
  if (!shown || submissions.length < 2) return null;
  const options = [...submissions].reverse().map(({ n }) => ({ value: String(n), label: t('room.version', { n }) }));
  const choose = (value: string) => onVersion(Number(value));
  return submissions.length <= 4 ? (
    <Segmented
      label={t('room.versions')}
      value={String(shown.n)}
      onValueChange={choose}
      options={options}
      className={className}
    />
  ) : (
    <Select
      aria-label={t('room.versions')}
      value={String(shown.n)}
      onValueChange={choose}
      options={options}
      className={className}
    />
  );
}
