import { CircleAlert, FileSignature, Film, Mail } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ErrorCode } from '../../../server/core/errors.ts';
import type { CardEntry, MessageEntry } from '../../../server/features/conversations/schema.ts';
import { AttachmentList } from '@/components/deal/AttachmentList.tsx';
import { MessageNotes } from '@/components/deal/MessageNotes.tsx';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { AddressLink } from '@/components/page/AddressLink.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import type { Outgoing, OutgoingMessage } from '@/features/messages/outgoing.ts';
import { cn } from '@/lib/cn.ts';
import { codeText } from '@/lib/error-text.ts';
import { Button } from '@/ui/button.tsx';
import { Tag } from '@/ui/tag.tsx';

const BUBBLE = 'w-fit max-w-full rounded-lg px-3 py-2 whitespace-pre-line wrap-anywhere';

function Bubble({ ours, children, foot }: { ours: boolean; children: ReactNode; foot: ReactNode }) {
  return (
    <li
      className={cn(
        'grid max-w-[85%] gap-1 md:max-w-[75%]',
        ours ? 'justify-self-end justify-items-end' : 'justify-self-start',
      )}
    >
      {children}
      <div className="text-xs text-muted-foreground">{foot}</div>
    </li>
  );
}

/** A message, its author and time, and what is to be known of it. */
export function MessageItem({ message }: { message: MessageEntry }) {
  const { t } = useTranslation('conversations');
  const { t: messages } = useTranslation('messages');
  return (
    <Bubble
      ours={message.ours}
      foot={
        <>
          <p className={cn('flex flex-wrap items-center gap-x-1.5', message.ours && 'justify-end')}>
            <bdi>{message.authorName}</bdi> · <DateText value={message.at} as="relative" />
            {message.unread ? <Tag>{messages('new')}</Tag> : null}
          </p>
          {message.about ? (
            <p className={cn(message.ours && 'text-end')}>
              <AddressLink address={message.about.link} className="link">
                {t('about', { title: message.about.title })}
              </AddressLink>
            </p>
          ) : null}
          <MessageNotes message={message} />
        </>
      }
    >
      {message.body ? (
        <p dir="auto" className={cn(BUBBLE, message.ours ? 'bg-foreground text-background' : 'bg-muted')}>
          {message.body}
        </p>
      ) : null}
      {message.files.length > 0 ? <AttachmentList files={message.files} /> : null}
    </Bubble>
  );
}

/** A message on its way, or one that did not arrive, with its reason. */
export function OutgoingItem({ message, outgoing }: { message: OutgoingMessage; outgoing: Outgoing }) {
  const { t } = useTranslation('conversations');
  const { failed } = message;
  return (
    <Bubble
      ours
      foot={
        failed ? (
          <div role="alert" className="grid justify-items-end gap-1">
            <p className="flex items-start gap-1.5 text-destructive">
              <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
              {failed.code === 'lost' ? t('out.lost') : codeText(failed.code as ErrorCode, failed.data)}
            </p>
            <p className="flex gap-3">
              <Button size="inline" variant="link" onClick={() => outgoing.retry(message.key)}>
                {t('out.retry')}
              </Button>
              <Button size="inline" variant="link" onClick={() => outgoing.drop(message.key)}>
                {t('out.drop')}
              </Button>
            </p>
          </div>
        ) : (
          <p role="status">{t('out.sending')}</p>
        )
      }
    >
      {message.body ? (
        <p dir="auto" className={cn(BUBBLE, 'bg-foreground text-background opacity-70')}>
          {message.body}
        </p>
      ) : null}
      {message.files.length > 0 ? (
        <p className="text-sm text-muted-foreground">{message.files.map((file) => file.name).join(', ')}</p>
      ) : null}
    </Bubble>
  );
}

const ICONS = { offer: Mail, contract: FileSignature, submission: Film } as const;

/** An offer, a contract or a delivery with its state and what is to be done. */
export function CardItem({ card }: { card: CardEntry }) {
  const { t } = useTranslation('conversations');
  const { t: offers } = useTranslation('offers');
  const { t: contracts } = useTranslation('contracts');
  const Icon = ICONS[card.card];
  const state =
    card.card === 'offer'
      ? offers(`state.${card.state}` as 'state.sent')
      : card.card === 'contract'
        ? contracts(`state.${card.state}` as 'state.sent')
        : t(`card.submission.${card.state}` as 'card.submission.submitted');
  return (
    <li className="justify-self-stretch rounded-lg border border-border px-3 py-2.5">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
        <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-muted-foreground" />
        <div className="min-w-0 grow">
          <p className="text-xs text-muted-foreground">
            {t(`card.kind.${card.card}`)} · <DateText value={card.at} as="relative" />
          </p>
          <p className="font-semibold wrap-anywhere">
            <bdi>{card.title}</bdi>
          </p>
          <p className="flex flex-wrap items-center gap-2 text-sm">
            <Tag>{state}</Tag>
            {card.amount !== null && card.currency ? (
              <MoneyText money={{ amount: card.amount, currency: card.currency }} />
            ) : null}
          </p>
        </div>
        <Button asChild size="small" variant={card.action ? 'ink' : 'outline'}>
          <AddressLink address={card.link}>
            {t(card.action ? `card.action.${card.action}` : `card.open.${card.card}`)}
          </AddressLink>
        </Button>
      </div>
    </li>
  );
}
