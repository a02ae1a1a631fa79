import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdReplyDto } from '../../../server/features/ads/schema.ts';
import { FormDialog } from '@/components/form/FormPage.tsx';
import { TextareaField } from '@/components/form/TextareaField.tsx';
import { useAppForm } from '@/components/form/use-app-form.ts';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { faceOf, PartyAvatar } from '@/components/people/Party.tsx';
import { LinkList } from '@/components/text/LinkList.tsx';
import { useFormat } from '@/lib/format.ts';
import { toast, toastError } from '@/lib/toast.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';
import { Tag } from '@/ui/tag.tsx';

/** One reply with what the reader may do about it. */
export function ReplyCard({ reply }: { reply: AdReplyDto }) {
  const { t } = useTranslation('ads');
  const format = useFormat();
  const [declining, setDeclining] = useState(false);
  const done = { onSuccess: () => api.ads.invalidate(), onError: toastError };
  const invite = trpc.ads.invite.useMutation({
    ...done,
    onSuccess: async () => {
      void toast('success', t('reply.invited', { name: reply.other.name }));
      await api.ads.invalidate();
    },
  });
  const withdraw = trpc.ads.withdraw.useMutation(done);
  const { other, can } = reply;
  const name = <bdi>{other.name}</bdi>;
  return (
    <li className="grid cols-auto-1fr gap-x-3.5 gap-y-2 border-b border-border py-4">
      <PartyAvatar kind={other.kind} {...faceOf(other)} size="md" />
      <div className="min-w-0">
        <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <h3 className="text-base font-semibold">
            {other.kind === 'creator' && other.slug ? (
              <Link to="/creator/$handle" params={{ handle: other.slug }} className="link-quiet">
                {name}
              </Link>
            ) : (
              name
            )}
          </h3>
          <Tag>{t(`reply.state.${reply.state}`)}</Tag>
          <span className="text-sm text-muted-foreground">{format.dateTime(reply.createdAt)}</span>
        </div>
        <p className="mt-1 text-sm font-semibold">
          {reply.price === null ? (
            <span className="font-normal text-muted-foreground">{t('reply.noPrice')}</span>
          ) : (
            <MoneyText money={{ amount: reply.price, currency: reply.currency }} />
          )}
          {reply.dueAt ? (
            <span className="font-normal text-muted-foreground">
              {' '}
              · {t('card.due', { date: format.date(reply.dueAt) })}
            </span>
          ) : null}
        </p>
        <p dir="auto" className="mt-2 max-w-70ch text-sm break-words whitespace-pre-line">
          {reply.body}
        </p>
        {reply.links.length > 0 ? <LinkList links={reply.links} className="mt-2 text-sm" /> : null}
        {reply.declineReason ? (
          <p className="mt-2 text-sm text-muted-foreground">{t('reply.reason', { reason: reply.declineReason })}</p>
        ) : null}
        {reply.state === 'invited' && !reply.offerId ? (
          <p className="mt-2 text-sm text-muted-foreground">{t(reply.mine ? 'reply.yourOffer' : 'reply.theirOffer')}</p>
        ) : null}
        <div className="mt-3 flex flex-wrap gap-2 empty:hidden">
          {reply.offerId ? (
            <Button asChild>
              <Link to="/collaboration-request/$offerId" params={{ offerId: reply.offerId }}>
                {t('reply.seeOffer')}
              </Link>
            </Button>
          ) : null}
          {can.offer ? (
            <Button asChild variant="ink">
              <Link to="/collaboration-request/new" search={{ adReply: reply.id }}>
                {t('reply.sendOffer')}
              </Link>
            </Button>
          ) : null}
          {can.invite ? (
            <Button variant="ink" pending={invite.isPending} onClick={() => invite.mutate({ replyId: reply.id })}>
              {t('reply.invite')}
            </Button>
          ) : null}
          {can.decline ? <Button onClick={() => setDeclining(true)}>{t('reply.decline')}</Button> : null}
          {can.withdraw ? (
            <Button variant="quiet" pending={withdraw.isPending} onClick={() => withdraw.mutate({ replyId: reply.id })}>
              {t('reply.withdraw')}
            </Button>
          ) : null}
        </div>
      </div>
      {declining ? <DeclineReply reply={reply} onClose={() => setDeclining(false)} /> : null}
    </li>
  );
}

function DeclineReply({ reply, onClose }: { reply: AdReplyDto; onClose: () => void }) {
  const { t } = useTranslation('ads');
  const form = useAppForm({
    schema: () => import('@/features/ads/checks.ts').then((checks) => checks.declineForm),
    defaultValues: { reason: '' },
  });
  const decline = trpc.ads.decline.useMutation({
    onSuccess: async () => {
      await api.ads.invalidate();
      onClose();
    },
  });
  return (
    <FormDialog
      onClose={onClose}
      title={t('reply.declineTitle', { name: reply.other.name })}
      submitLabel={t('reply.decline')}
      form={form}
      draft={`ad-decline.${reply.id}`}
      pending={decline.isPending}
      submitError={decline.error}
      onSubmit={({ reason }) => decline.mutateAsync({ replyId: reply.id, reason })}
    >
      <TextareaField
        control={form.control}
        name="reason"
        label={t('reply.declineReason')}
        hint={t('reply.declineHint', { name: reply.other.name })}
        rows={3}
        maxLength={300}
        optional
      />
    </FormDialog>
  );
}
