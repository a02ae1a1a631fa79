import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HelpCase } from '../../../server/features/help/schema.ts';
import type { AttachmentDto } from '../../../server/features/messages/schema.ts';
import { AttachmentList } from '@/components/deal/AttachmentList.tsx';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { usePages } from '@/components/table/use-pages.ts';
import { useShowMore } from '@/components/table/ShowMore.tsx';
import { Rich } from '@/components/text/Rich.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { MoreButton } from '@/components/table/MoreButton.tsx';
import { DealLink } from '@/features/platform/Whom.tsx';
import { useErrorText } from '@/lib/error-text.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { useDraftState } from '@/lib/form-drafts/use-draft-state.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { Checkbox } from '@/ui/checkbox.tsx';
import { Field } from '@/ui/field.tsx';
import { Textarea } from '@/ui/textarea.tsx';

const PAGE = 10;

/** Requests for help with a deal, the oldest first; the answer is sent by mail and shown on the deal page. */
export function HelpCases() {
  const { t } = useTranslation('platform');
  const { t: common } = useTranslation();
  const { query, rows } = usePages<HelpCase>((after) =>
    api.help.open.queryOptions({ limit: PAGE, ...(after ? { after } : {}) }),
  );
  return (
    <section id="help" className="scroll-mt-20">
      <h2 className="heading-section mb-1">{t('help.title')}</h2>
      {query.isPending ? (
        <PendingSkeleton as="panel" rows={2} />
      ) : query.isError && rows.length === 0 ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : rows.length === 0 ? (
        <EmptyState title={t('help.none')} />
      ) : (
        <>
          <ul>
            {rows.map((one) => (
              <OneCase key={one.caseId} one={one} />
            ))}
          </ul>
          {query.isFetchNextPageError ? (
            <ErrorState
              error={query.error}
              title={common('table.moreFailed')}
              onRetry={() => void query.fetchNextPage()}
            />
          ) : (
            <MoreButton query={query} className="mt-3" label={t('case.more')} />
          )}
        </>
      )}
    </section>
  );
}

function OneCase({ one }: { one: HelpCase }) {
  const { t } = useTranslation('platform');
  const explain = useErrorText();
  const id = useId();
  const [body, setBody] = useDraftState(`help.${one.caseId}`, '');
  const [close, setClose] = useState(true);
  const { rows: files, more } = useShowMore<AttachmentDto>(one.files.items, one.files.next, (after) =>
    api.help.files.queryOptions({ caseId: one.caseId, after }),
  );
  const answer = trpc.help.answer.useMutation({
    onSettled: () => Promise.all([api.help.invalidate(), api.cases.invalidate()]),
  });
  const send = () => answer.mutate({ caseId: one.caseId, body: body.trim(), close }, { onSuccess: () => setBody('') });
  return (
    <li className="grid gap-2.5 border-b border-border py-4 last:border-b-0">
      <p>
        <b className="font-semibold">
          <bdi>{one.orgName}</bdi>
        </b>{' '}
        · <DealLink contractId={one.contractId} title={one.dealTitle} /> · {t('help.with')} <bdi>{one.otherName}</bdi>
        <span className="block text-sm text-muted-foreground">
          <DateText value={one.openedAt} />
          {one.answerBy ? (
            <>
              {' · '}
              <Rich text={t('help.answerBy')} parts={{ date: <DateText value={one.answerBy} as="day" /> }} />
            </>
          ) : null}
        </span>
      </p>
      <ol className="grid gap-2 border-s-2 border-border ps-3">
        {one.messages.map((message) => (
          <li key={message.id}>
            <p className="text-sm">
              <b className="font-semibold">
                <bdi>{message.authorName}</bdi>
              </b>{' '}
              <span className="text-muted-foreground">
                <DateText value={message.at} as="relative" />
              </span>
            </p>
            <p dir="auto" className="whitespace-pre-line wrap-anywhere">
              {message.body}
            </p>
          </li>
        ))}
      </ol>
      {files.length > 0 ? (
        <div>
          <p className="text-sm text-muted-foreground">{t('help.files')}</p>
          <AttachmentList files={files} />
          {more}
        </div>
      ) : null}
      <form
        className="grid max-w-form gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (body.trim().length >= 3 && !answer.isPending) send();
        }}
      >
        {answer.error ? <Alert tone="problem">{explain(answer.error)}</Alert> : null}
        <Field id={id} label={t('help.answer')} hint={t('help.hint')}>
          <Textarea
            id={id}
            rows={3}
            maxLength={2000}
            dir="auto"
            aria-describedby={`${id}-hint`}
            value={body}
            onChange={(event) => setBody(event.currentTarget.value)}
          />
        </Field>
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" pending={answer.isPending} aria-disabled={body.trim().length < 3 || undefined}>
            {t('help.send')}
          </Button>
          <label className="flex items-center gap-2 text-sm">
            <Checkbox checked={close} onCheckedChange={setClose} />
            {t('help.close')}
          </label>
        </div>
      </form>
    </li>
  );
}
