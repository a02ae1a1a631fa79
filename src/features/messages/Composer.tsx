import { Paperclip, SendHorizontal } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ErrorCode } from '../../../server/core/errors.ts';
import type { FileDto } from '../../../server/features/content/schema.ts';
import {
  CONVERSATION_FILE_TYPES,
  MAX_FILES_PER_MESSAGE,
  MAX_MESSAGE_LENGTH,
} from '../../../server/features/conversations/rules.ts';
import type { ConversationHead } from '../../../server/features/conversations/schema.ts';
import { MessageFiles } from '@/components/deal/MessageFiles.tsx';
import { NextStepLink } from '@/components/gates/NextStepLink.tsx';
import type { Outgoing } from '@/features/messages/outgoing.ts';
import { TemplatesMenu } from '@/features/messages/TemplatesMenu.tsx';
import type { Session } from '@/lib/auth.ts';
import { codeText, useErrorText } from '@/lib/error-text.ts';
import { useDraftState } from '@/lib/form-drafts/use-draft-state.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { Textarea } from '@/ui/textarea.tsx';

/** Text, files and templates of the next message; kept in this tab when the page is left. */
export function Composer({
  head,
  session,
  outgoing,
}: {
  head: ConversationHead;
  session: Session;
  outgoing: Outgoing;
}) {
  const { t } = useTranslation('conversations');
  useErrorText();
  const { t: messages } = useTranslation('messages');
  const field = useId();
  const [body, setBody] = useDraftState(`conversation.${head.other.orgId}`, '');
  const [files, setFiles] = useDraftState<FileDto[]>(`conversation.files.${head.other.orgId}`, []);
  const [uploads, setUploads] = useState(0);
  const [attaching, setAttaching] = useState(files.length > 0);
  const text = useRef<HTMLTextAreaElement>(null);
  const refused = head.write === true ? null : (head.write as ErrorCode);
  const empty = uploads > 0 || (body.trim() === '' && files.length === 0);
  const submit = () => {
    if (empty || refused) return;
    outgoing.send(body.trim(), files);
    setBody('');
    setFiles([]);
    setAttaching(false);
    text.current?.focus();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    submit();
  };
  return (
    <form
      className="grid grid-cols-1 gap-2 border-t border-border py-3 max-md:sticky max-md:bottom-16 max-md:-mx-4 max-md:bg-background max-md:px-4 md:px-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {refused ? (
        <Alert tone="note" id={`${field}-refused`} action={<NextStepLink code={refused} />}>
          {codeText(refused)}
        </Alert>
      ) : null}
      <label htmlFor={field} className="sr-only">
        {messages('write')}
      </label>
      <Textarea
        ref={text}
        id={field}
        disabled={refused !== null}
        aria-describedby={refused ? `${field}-refused` : undefined}
        rows={2}
        maxLength={MAX_MESSAGE_LENGTH}
        dir="auto"
        value={body}
        placeholder={messages('write')}
        onChange={(event) => setBody(event.target.value)}
        onKeyDown={onKey}
      />
      {attaching && head.id ? (
        <MessageFiles
          files={files}
          setFiles={setFiles}
          setUploads={setUploads}
          types={CONVERSATION_FILE_TYPES}
          hint={t('limits', { count: MAX_FILES_PER_MESSAGE })}
          of={`conversation=${head.id}`}
          disabled={refused !== null}
        />
      ) : null}
      <div className="flex flex-wrap items-center gap-1.5">
        {head.id ? (
          <Button
            variant="quiet"
            size="icon"
            aria-label={messages('addFiles')}
            aria-expanded={attaching}
            aria-disabled={refused !== null || undefined}
            onClick={() => setAttaching((shown) => !shown)}
          >
            <Paperclip aria-hidden />
          </Button>
        ) : null}
        <TemplatesMenu
          body={body}
          values={{ name: head.other.name, org: session.org?.name ?? '', me: session.name }}
          onUse={(filled) => {
            setBody((now) => (now.trim() === '' ? filled : `${now.trimEnd()}\n\n${filled}`));
            text.current?.focus();
          }}
        />
        <Button type="submit" variant="ink" className="ms-auto" aria-disabled={empty || refused !== null || undefined}>
          <SendHorizontal aria-hidden className="rtl:-scale-x-100" />
          {messages('send')}
        </Button>
      </div>
    </form>
  );
}
