import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FILE_TYPES, MAX_FILES_PER_SUBMISSION, disclosureIn, gapsOf } from '../../../server/features/content/rules.ts';
import type { FileDto, ReviewDto, SubmissionDto } from '../../../server/features/content/schema.ts';
import { CaptionGapsNote } from '@/components/deal/CaptionGapsNote.tsx';
import { ChangeRequest, requestUpTo } from '@/components/deal/ChangeRequest.tsx';
import { approvalTexts, releaseWait } from '@/components/deal/waiting-money.ts';
import { LazyLiveText } from '@/components/live/lazy.tsx';
import { usePausedCurrencies } from '@/components/money/PaymentsPaused.tsx';
import { DecisionDialog } from '@/components/deal/DecisionDialog.tsx';
import { acceptOf, checkFile } from '@/components/form/check-file.ts';
import { FileField } from '@/components/form/FileField.tsx';
import { UploadedFile } from '@/components/form/UploadedFile.tsx';
import { RefusalAlert } from '@/components/gates/RefusalAlert.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { ROOM_STATUS } from '@/features/content/room-status.ts';
import { RoomStatusText } from '@/features/content/RoomStatusText.tsx';
import { useConnection, useUnsentStore } from '@/lib/connection.ts';
import { codeText, useErrorText } from '@/lib/error-text.ts';
import { keepAnswer } from '@/lib/form-start.ts';
import { useFormat } from '@/lib/format.ts';
import { useFormDraft } from '@/lib/form-drafts/use-form-draft.ts';
import { randomId } from '@/lib/random-id.ts';
import { useIsMounted } from '@/lib/use-is-mounted.ts';
import { api, queryClient, trpc, withRequestKey } from '@/lib/trpc.ts';
import { uploadFile } from '@/lib/upload.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { Textarea } from '@/ui/textarea.tsx';

const ACCEPT = acceptOf(FILE_TYPES);

/** The creator's panel: create a version, fill it, submit it; afterwards it shows what happens next. */
export function SubmitPanel({
  review,
  draft,
  onStarted,
}: {
  review: ReviewDto;
  draft: SubmissionDto | null;
  onStarted: (n: number) => void;
}) {
  const { t } = useTranslation('content');
  const explain = useErrorText();
  const format = useFormat();
  const { milestone, brand, submissions } = review;
  // What is in escrow yet; of a milestone that is over, its price.
  const isOver = milestone.releasedAt !== null || milestone.refundedAt !== null || milestone.state === 'void';
  const of = isOver ? 'amount' : 'rest';
  const price = format.money({ amount: milestone[of], currency: milestone.currency });
  const amount = format.money({ amount: milestone.creatorShare[of], currency: milestone.currency });
  const wait = releaseWait(milestone, usePausedCurrencies());
  const isMounted = useIsMounted();
  const start = trpc.content.startSubmission.useMutation({
    onSuccess: async ({ n }) => {
      await api.content.review.invalidate();
      if (isMounted()) onStarted(n);
    },
  });
  const words = ROOM_STATUS[milestone.state];
  if ('both' in words) return <RoomStatusText status={words.both} contractId={milestone.contractId} />;
  if (words.creator === null && draft) return <DraftForm key={draft.id} review={review} draft={draft} />;
  if (words.creator === null) {
    const n = (submissions[0]?.n ?? 0) + 1;
    const request =
      milestone.state === 'changes_requested' || milestone.state === 'overdue'
        ? requestUpTo(submissions, submissions[0])
        : undefined;
    const refused = milestone.can.submit === true ? null : codeText(milestone.can.submit as 'auth.not_allowed');
    return (
      <div className="grid gap-2">
        {request ? (
          <ChangeRequest review={review} version={request} className="mb-2 border-b border-border pb-3" />
        ) : null}
        {start.error ? <Alert tone="problem">{explain(start.error)}</Alert> : null}
        <p className="text-sm">
          {t('submit.dueBy', { amount })}{' '}
          <DateText value={milestone.deadlineAt ?? milestone.dueAt} className="font-semibold" />
        </p>
        <Button
          variant="ink"
          size="large"
          pending={start.isPending}
          aria-disabled={refused !== null || undefined}
          onClick={() => start.mutate({ milestoneId: milestone.id })}
        >
          {t('submit.start', { n })}
        </Button>
        {refused ? <p className="text-xs text-muted-foreground">{refused}</p> : null}
      </div>
    );
  }
  if (milestone.state === 'awaiting_live' || milestone.state === 'retention')
    return (
      <p className="text-sm">
        <LazyLiveText
          text={milestone.state === 'retention' ? 'event.live_confirmed' : 'event.awaiting_live'}
          words={{ amount, milestone: milestone.title }}
        />
      </p>
    );
  return (
    <p className="text-sm">
      {t(`submit.after.${words.creator === 'approved' ? approvalTexts(wait).after : words.creator}`, {
        // What the brand has not funded, or what has ended, is named by its price.
        amount: words.creator === 'notFunded' || words.creator === 'ended' ? price : amount,
        name: brand.name,
      })}
      {milestone.state === 'delivered' && milestone.deadlineAt ? (
        <>
          {' '}
          <DateText value={milestone.deadlineAt} className="font-semibold" />
        </>
      ) : null}
    </p>
  );
}

function DraftForm({ review, draft }: { review: ReviewDto; draft: SubmissionDto }) {
  const { t } = useTranslation('content');
  const ids = useId();
  const [requestKey] = useState(randomId);
  const texts = useDraftTexts(review.milestone.id, draft);
  const submit = trpc.content.submit.useMutation(withRequestKey(requestKey));
  const [uploads, setUploads] = useState(0);
  const [isSubmitting, setIsSubmitting] = useState(false);
  const [isConfirming, setIsConfirming] = useState(false);
  const submitVersion = async () => {
    setIsSubmitting(true);
    try {
      await texts.keep();
      await submit.mutateAsync({ submissionId: draft.id, version: review.milestone.version });
    } catch {
      // Shown above the form.
    }
    await Promise.all([api.content.invalidate(), api.escrow.invalidate()]);
    setIsSubmitting(false);
  };
  const request = requestUpTo(review.submissions, draft);
  const gaps = gapsOf(texts.caption, review.terms);
  const error = submit.error ?? texts.error;
  return (
    <div className="grid max-h-[62dvh] grid-cols-1 gap-4 overflow-y-auto lg:max-h-[70dvh]">
      {request ? <ChangeRequest review={review} version={request} className="border-b border-border pb-3" /> : null}
      <h2 className="heading-item">{t('submit.version', { n: draft.n })}</h2>
      <RefusalAlert error={error} />
      <DraftFiles draft={draft} brandName={review.brand.name} onUploads={setUploads} />
      <DraftTexts ids={ids} review={review} texts={texts} readOnly={isSubmitting} />
      <Button
        variant="ink"
        size="large"
        pending={isSubmitting}
        aria-disabled={draft.files.length === 0 || uploads > 0 || undefined}
        aria-describedby={`${ids}-next`}
        onClick={() => (gaps.empty || gaps.label ? setIsConfirming(true) : void submitVersion())}
      >
        {t('submit.send', { n: draft.n })}
      </Button>
      <p id={`${ids}-next`} className="text-xs text-muted-foreground">
        <WhatFollows review={review} draft={draft} uploads={uploads} />
      </p>
      <DecisionDialog
        open={isConfirming}
        onClose={() => setIsConfirming(false)}
        title={t('submit.gap.title', { n: draft.n })}
        submitLabel={t('submit.gap.deliver')}
        keepLabel={t('submit.gap.back')}
        variant="ink"
        pending={isSubmitting}
        error={error}
        onDecide={submitVersion}
      >
        <CaptionGapsNote gaps={gaps} label={review.terms.disclosureText} />
        <p className="text-sm text-muted-foreground">{t('submit.gap.text', { name: review.brand.name })}</p>
      </DecisionDialog>
    </div>
  );
}

/** What the button waits for, or what happens once the version is submitted. */
function WhatFollows({ review, draft, uploads }: { review: ReviewDto; draft: SubmissionDto; uploads: number }) {
  const { t } = useTranslation('content');
  const format = useFormat();
  const { creatorShare, currency } = review.milestone;
  if (uploads > 0) return t('submit.uploading');
  if (draft.files.length === 0) return t('submit.needFile');
  return t('submit.then', {
    name: review.brand.name,
    amount: format.money({ amount: creatorShare.rest, currency }),
  });
}

interface DraftFilesProps {
  draft: SubmissionDto;
  brandName: string;
  /** How many are on their way. */
  onUploads: (change: (running: number) => number) => void;
}

function DraftFiles({ draft, brandName, onUploads }: DraftFilesProps) {
  const { t } = useTranslation('content');
  const reload = () => void api.content.review.invalidate();
  return (
    <FileField
      label={t('submit.files')}
      prompt={t('submit.addFiles')}
      hint={
        <>
          {t('submit.limits')}
          <span className="mt-1 block">{t('submit.brandSees', { name: brandName })}</span>
        </>
      }
      accept={ACCEPT}
      multiple
      disabled={draft.files.length >= MAX_FILES_PER_SUBMISSION}
      check={(file) => checkFile(file, FILE_TYPES)}
      upload={(file, { onProgress, signal }) => {
        onUploads((running) => running + 1);
        const form = new FormData();
        form.append('file', file, file.name);
        return uploadFile(`/api/files?submission=${draft.id}`, form, { onProgress, signal }).finally(() =>
          onUploads((running) => running - 1),
        );
      }}
      onSent={reload}
    >
      {draft.files.length > 0 ? (
        <ul className="grid grid-cols-1 gap-1.5">
          {draft.files.map((file) => (
            <DraftFile key={file.id} file={file} onRemoved={reload} />
          ))}
        </ul>
      ) : null}
    </FileField>
  );
}

interface DraftTextsProps {
  ids: string;
  review: ReviewDto;
  texts: ReturnType<typeof useDraftTexts>;
  readOnly: boolean;
}

function DraftTexts({ ids, review, texts, readOnly }: DraftTextsProps) {
  const { t } = useTranslation('content');
  const { caption, note } = texts;
  const { disclosureText } = review.terms;
  return (
    <>
      <Field
        id={`${ids}-caption`}
        label={t('submit.caption')}
        hint={
          disclosureText && !disclosureIn(caption, disclosureText)
            ? t('submit.disclosure', { text: disclosureText })
            : undefined
        }
      >
        <Textarea
          id={`${ids}-caption`}
          rows={3}
          maxLength={5000}
          dir="auto"
          aria-describedby={`${ids}-caption-hint`}
          readOnly={readOnly}
          value={caption}
          onChange={(event) => texts.setCaption(event.currentTarget.value)}
        />
      </Field>
      <Field id={`${ids}-note`} label={t('submit.note', { name: review.brand.name })}>
        <Textarea
          id={`${ids}-note`}
          rows={2}
          maxLength={2000}
          dir="auto"
          className="min-h-15.5!"
          readOnly={readOnly}
          value={note}
          onChange={(event) => texts.setNote(event.currentTarget.value)}
        />
      </Field>
      <p role="status" className="text-xs text-muted-foreground">
        {texts.isUnsaved ? t('submit.saving') : t('submit.saved')}
      </p>
    </>
  );
}

/** The texts of a version: saved when typing pauses, or when the page is left within the pause. */
function useDraftTexts(milestoneId: string, draft: SubmissionDto) {
  const [caption, setCaption] = useState(draft.caption);
  const [note, setNote] = useState(draft.note);
  const save = trpc.content.saveSubmission.useMutation();
  const saved = useRef({ caption: draft.caption, note: draft.note });
  const typed = useRef(saved.current);
  typed.current = { caption, note };
  const dirty = caption !== saved.current.caption || note !== saved.current.note;
  const running = useRef(Promise.resolve());
  // One save at a time, so that an older text never arrives after a newer one.
  const keep = () => {
    running.current = running.current
      .catch(() => undefined)
      .then(async () => {
        const now = typed.current;
        if (now.caption === saved.current.caption && now.note === saved.current.note) return;
        await save.mutateAsync({ submissionId: draft.id, ...now });
        saved.current = now;
        keepTexts(milestoneId, draft.id, now);
      });
    return running.current;
  };
  const keepQuietly = useRef(() => {});
  keepQuietly.current = () => void keep().catch(() => undefined);
  useEffect(() => {
    if (!dirty) return;
    const timer = setTimeout(() => keepQuietly.current(), 900);
    return () => clearTimeout(timer);
  }, [caption, note, dirty]);
  useEffect(() => () => keepQuietly.current(), []);
  useUnsentStore(dirty);
  const connection = useConnection();
  useEffect(() => {
    if (connection === 'back') keepQuietly.current();
  }, [connection]);
  useFormDraft(`submission.${draft.id}`, {
    read: () => (dirty ? { caption, note } : null),
    restore: (kept) => {
      setCaption(kept.caption);
      setNote(kept.note);
    },
  });
  return { caption, setCaption, note, setNote, keep, isUnsaved: save.isPending || dirty, error: save.error };
}

/** Updates the cached draft: opened again, the form starts with the saved text. */
function keepTexts(milestoneId: string, submissionId: string, texts: { caption: string; note: string }): void {
  const key = api.content.review.queryOptions({ milestoneId }).queryKey;
  const kept = queryClient.getQueryData<ReviewDto>(key);
  if (kept)
    keepAnswer(key, {
      ...kept,
      submissions: kept.submissions.map((one) => (one.id === submissionId ? { ...one, ...texts } : one)),
    });
}

function DraftFile({ file, onRemoved }: { file: FileDto; onRemoved: () => void }) {
  const { t } = useTranslation('content');
  const remove = trpc.content.removeFile.useMutation({ onSettled: onRemoved });
  return (
    <UploadedFile
      file={file}
      removeLabel={t('submit.remove', { name: file.name })}
      removing={remove.isPending}
      error={remove.error}
      onRemove={() => remove.mutate({ fileId: file.id })}
    />
  );
}
