import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { gapsOf } from '../../../server/features/content/rules.ts';
import type { ReviewDto } from '../../../server/features/content/schema.ts';
import { DecisionDialog } from '@/components/deal/DecisionDialog.tsx';
import { randomId } from '@/lib/random-id.ts';
import { useFormDraft } from '@/lib/form-drafts/use-form-draft.ts';
import { trpc, withRequestKey } from '@/lib/trpc.ts';
import { Checkbox } from '@/ui/checkbox.tsx';
import { Field } from '@/ui/field.tsx';
import { Textarea } from '@/ui/textarea.tsx';

interface Request {
  items: string[];
  label: boolean;
  commentIds: string[];
  reason: string;
}

const without = (list: readonly string[], one: string, on: boolean) =>
  on ? [...list, one] : list.filter((entry) => entry !== one);

/** The proposed request: the items marked as not met, those that open comments of the brand cite, a missing label, and those comments. */
function proposed(review: ReviewDto): Request {
  const version = review.submissions.find((s) => s.state === 'submitted');
  const comments =
    version?.comments.filter((c) => c.authorSide === 'brand' && c.replyTo === null && c.resolvedAt === null) ?? [];
  const cited = new Set([
    ...(version?.marks.filter((m) => m.mark === 'asked').map((m) => m.item) ?? []),
    ...comments.flatMap((c) => c.briefItem ?? []),
  ]);
  return {
    items: review.brief.filter((item) => cited.has(item)),
    label: gapsOf(version?.caption ?? '', review.terms).label,
    commentIds: comments.map((c) => c.id),
    reason: '',
  };
}

/** A request for changes names the items of the brief that are not met and explains the change, in a text or by existing comments. Each opening is a new intent. */
export function ChangesDialog({ review, onClose }: { review: ReviewDto; onClose: () => void }) {
  const { t } = useTranslation('content');
  const { t: common } = useTranslation();
  const id = useId();
  const { milestone, brief, terms, submissions } = review;
  const [requestKey] = useState(randomId);
  const requestChanges = trpc.escrow.requestChanges.useMutation(withRequestKey(requestKey));
  const [request, setRequest] = useState<Request>(() => proposed(review));
  useFormDraft(`changes.${milestone.id}`, { read: () => (request.reason ? request : null), restore: setRequest });
  const change = (part: Partial<Request>) => setRequest((before) => ({ ...before, ...part }));
  const version = submissions.find((s) => s.state === 'submitted');
  const comments =
    version?.comments.filter((c) => c.authorSide === 'brand' && c.replyTo === null && c.resolvedAt === null) ?? [];
  const cited = brief.length === 0 || request.items.length > 0 || request.label;
  const explained = request.reason.trim().length >= 3 || request.commentIds.length > 0;
  return (
    <DecisionDialog
      open
      onClose={onClose}
      title={t('changes.title')}
      submitLabel={t('changes.submit')}
      variant="ink"
      pending={requestChanges.isPending}
      error={requestChanges.error}
      incomplete={!cited || !explained ? t(cited ? 'changes.needWords' : 'changes.needItem') : false}
      onDecide={() =>
        requestChanges.mutateAsync({
          milestoneId: milestone.id,
          version: milestone.version,
          briefItems: request.items,
          label: request.label,
          commentIds: request.commentIds,
          reason: request.reason.trim(),
        })
      }
    >
      <p className="text-sm text-muted-foreground">
        {t('changes.text', { count: milestone.roundsMax - milestone.round - 1 })}
      </p>
      {brief.length > 0 || terms.disclosureText ? (
        <fieldset className="grid gap-2.5">
          <legend className="mb-2 text-sm font-medium">{t('changes.briefItems')}</legend>
          {brief.map((item) => (
            <CheckLine
              key={item}
              checked={request.items.includes(item)}
              onChange={(on) =>
                change({ items: brief.filter((entry) => without(request.items, item, on).includes(entry)) })
              }
            >
              <span dir="auto">{item}</span>
            </CheckLine>
          ))}
          {terms.disclosureText ? (
            <CheckLine checked={request.label} onChange={(label) => change({ label })}>
              {t('changes.label')}{' '}
              <bdi dir="auto" className="font-semibold">
                {terms.disclosureText}
              </bdi>
            </CheckLine>
          ) : null}
        </fieldset>
      ) : null}
      {comments.length > 0 ? (
        <fieldset className="grid gap-2.5">
          <legend className="mb-2 text-sm font-medium">{t('changes.comments')}</legend>
          {comments.map((c) => (
            <CheckLine
              key={c.id}
              checked={request.commentIds.includes(c.id)}
              onChange={(on) => change({ commentIds: without(request.commentIds, c.id, on) })}
            >
              <span dir="auto" className="whitespace-pre-line">
                {c.body}
              </span>
            </CheckLine>
          ))}
        </fieldset>
      ) : null}
      <Field
        id={id}
        label={t('changes.reason')}
        mark={request.commentIds.length > 0 ? common('form.optional') : undefined}
      >
        <Textarea
          id={id}
          rows={4}
          maxLength={2000}
          dir="auto"
          value={request.reason}
          onChange={(event) => change({ reason: event.currentTarget.value })}
        />
      </Field>
    </DecisionDialog>
  );
}

function CheckLine({
  checked,
  onChange,
  children,
}: {
  checked: boolean;
  onChange: (on: boolean) => void;
  children: React.ReactNode;
}) {
  return (
    <label className="flex items-start gap-2.5 text-ui">
      <Checkbox checked={checked} onCheckedChange={onChange} className="mt-0.5" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </label>
  );
}
