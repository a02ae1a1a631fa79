import { Download } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FileDto, SubmissionDto } from '../../../server/features/content/schema.ts';
import { DateText } from '@/components/time/DateText.tsx';
import { timecode } from '@/features/content/review-model.ts';
import { useFormat } from '@/lib/format.ts';
import { inOrg } from '@/lib/org-choice.ts';
import { Button } from '@/ui/button.tsx';

/** Caption, note and metadata of the file on screen, with the hash that proves which file was approved. */
export function FilePanel({
  submission,
  file,
  mayTake,
}: {
  submission: SubmissionDto | undefined;
  file: FileDto | null;
  /** The reader may download the file. */
  mayTake: boolean;
}) {
  const { t } = useTranslation('content');
  const format = useFormat();
  if (!submission) return <p className="text-sm text-muted-foreground">{t('file.none')}</p>;
  const facts: [string, ReactNode][] = file
    ? [
        [t('file.name'), <bdi key="name">{file.name}</bdi>],
        [
          t('file.type'),
          <bdi key="type" dir="ltr">
            {file.mime}
          </bdi>,
        ],
        [t('file.size'), format.bytes(file.size)],
        ...(file.width && file.height
          ? [
              [t('file.dimensions'), <bdi key="d" dir="ltr">{`${file.width} × ${file.height}`}</bdi>] satisfies [
                string,
                ReactNode,
              ],
            ]
          : []),
        ...(file.durationMs
          ? [
              [
                t('file.length'),
                <bdi key="l" dir="ltr">
                  {timecode(file.durationMs)}
                </bdi>,
              ] satisfies [string, ReactNode],
            ]
          : []),
        ...(submission.submittedAt
          ? [[t('file.submitted'), <DateText key="s" value={submission.submittedAt} />] satisfies [string, ReactNode]]
          : []),
      ]
    : [];
  return (
    <div className="grid gap-5 pb-6">
      <Words title={t('file.caption')} text={submission.caption} none={t('file.noCaption')} />
      {submission.note ? <Words title={t('file.note')} text={submission.note} none="" /> : null}
      {file ? (
        <section aria-labelledby="file-facts">
          <h2 id="file-facts" className="heading-item">
            {t('file.facts')}
          </h2>
          <dl className="mt-1 grid cols-auto-1fr gap-x-4 gap-y-1 text-sm">
            {facts.map(([name, value]) => (
              <Fragment key={name}>
                <dt className="text-muted-foreground">{name}</dt>
                <dd className="figures min-w-0 text-end break-words">{value}</dd>
              </Fragment>
            ))}
          </dl>
          {file.sha256 ? (
            <p className="mt-2 text-xs text-muted-foreground">
              {t('file.fingerprint')}{' '}
              <bdi dir="ltr" className="block rtl:text-end font-mono break-all">
                {file.sha256}
              </bdi>
            </p>
          ) : null}
          {mayTake ? (
            <Button asChild className="mt-3">
              <a href={inOrg(`${file.url}?download=1`)} download={file.name}>
                <Download aria-hidden />
                {t('file.download')}
              </a>
            </Button>
          ) : (
            <p className="mt-3 text-sm text-muted-foreground">{t(`file.before.${kindOf(file.mime)}`)}</p>
          )}
        </section>
      ) : null}
    </div>
  );
}

function Words({ title, text, none }: { title: string; text: string; none: string }) {
  return (
    <section>
      <h2 className="heading-item">{title}</h2>
      {text ? (
        <p dir="auto" className="mt-1 text-ui whitespace-pre-line">
          {text}
        </p>
      ) : (
        <p className="mt-1 text-sm text-muted-foreground">{none}</p>
      )}
    </section>
  );
}

const kindOf = (mime: string): 'picture' | 'video' | 'document' =>
  mime.startsWith('image/') ? 'picture' : mime.startsWith('video/') ? 'video' : 'document';
