import { Download, FileText, FileX2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AttachmentDto } from '../../../server/features/messages/schema.ts';
import { useFormat } from '@/lib/format.ts';
import { inOrg } from '@/lib/org-choice.ts';
import { MAX_SHOWN_PICTURE } from '../../../server/features/conversations/rules.ts';

/** Files sent with a message; small pictures are shown, and each file can be downloaded. */
export function AttachmentList({ files }: { files: readonly AttachmentDto[] }) {
  const { t } = useTranslation('messages');
  return (
    <ul aria-label={t('files')} className="mt-1.5 flex flex-wrap gap-2">
      {files.map((file) => (
        <li key={file.id} className="max-w-full min-w-0">
          {file.gone ? (
            <span className="flex items-center gap-2 rounded-md border border-border px-3 py-2 text-sm text-muted-foreground">
              <FileX2 aria-hidden className="size-4 shrink-0" />
              {t('gone')}
            </span>
          ) : (
            <SentFile file={file} />
          )}
        </li>
      ))}
    </ul>
  );
}

function SentFile({ file }: { file: AttachmentDto }) {
  const { t } = useTranslation('messages');
  const format = useFormat();
  const [unreadable, setUnreadable] = useState(false);
  const picture = file.mime.startsWith('image/') && file.size <= MAX_SHOWN_PICTURE && !unreadable;
  return (
    <a
      href={inOrg(file.url)}
      download={file.name}
      aria-label={t('download', { name: file.name, size: format.bytes(file.size) })}
      className="block max-w-full overflow-hidden rounded-md border border-border hover:bg-accent"
    >
      {picture ? (
        <img
          src={inOrg(file.url)}
          alt=""
          loading="lazy"
          decoding="async"
          width={file.width ?? undefined}
          height={file.height ?? undefined}
          onError={() => setUnreadable(true)}
          className="h-36 w-full min-w-36 bg-muted object-contain"
        />
      ) : null}
      <span className="flex items-center gap-2 px-3 py-2 text-sm">
        <FileText aria-hidden className="size-4 shrink-0 text-muted-foreground" />
        <bdi className="max-w-[24ch] min-w-0 grow truncate">{file.name}</bdi>
        <span className="figures shrink-0 text-muted-foreground">{format.bytes(file.size)}</span>
        <Download aria-hidden className="size-4 shrink-0" />
      </span>
    </a>
  );
}
