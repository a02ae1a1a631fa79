import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PartyDto } from '../../../server/features/orgs/schema.ts';
import type { InviteResult } from '../../../server/features/lists/schema.ts';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { CreatorAvatar, faceOf } from '@/components/people/Party.tsx';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { codeText, useErrorText } from '@/lib/error-text.ts';
import { randomId } from '@/lib/random-id.ts';
import { api, trpc, withRequestKey } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Field } from '@/ui/field.tsx';
import { Select } from '@/ui/select.tsx';
import { Tag } from '@/ui/tag.tsx';
import { Textarea } from '@/ui/textarea.tsx';

const MAX_MESSAGE = 1000;

/** Campaign, then who gets an offer at which price, then what became of each. */
export function InviteDialog({ creators, onClose }: { creators: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation('lists');
  const { t: common } = useTranslation();
  const explain = useErrorText();
  const campaignField = useId();
  const noteField = useId();
  // One intent for each opening and campaign: a repeated click sends nothing twice.
  const [requestKey] = useState(randomId);
  const [campaignId, setCampaignId] = useState('');
  const [note, setNote] = useState('');
  const campaigns = useQuery(api.campaigns.list.queryOptions({ show: 'open', limit: 100 }));
  const inviting = campaigns.data?.items.filter(({ state }) => state === 'live' || state === 'paused') ?? [];
  const preview = trpc.lists.invitePreview.useMutation();
  const invite = trpc.lists.invite.useMutation({
    ...withRequestKey(`${requestKey}:${campaignId}`),
    onSuccess: () => Promise.all([api.offers.invalidate(), api.campaigns.invalidate()]),
  });
  const ready = preview.data?.creators.filter(({ state }) => state === 'ready').length ?? 0;
  const done = invite.data !== undefined;
  const error = preview.error ?? invite.error;
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      pending={invite.isPending}
      title={done ? t('invite.doneTitle') : t('invite.title', { count: creators.length })}
      description={done ? undefined : t('invite.text')}
      closeLabel={common('action.close')}
      footer={
        done ? (
          <Button variant="ink" onClick={onClose}>
            {common('action.close')}
          </Button>
        ) : (
          <>
            <Button aria-disabled={invite.isPending || undefined} onClick={onClose}>
              {common('action.cancel')}
            </Button>
            <Button
              variant="ink"
              pending={invite.isPending}
              aria-disabled={ready === 0 || undefined}
              onClick={() => invite.mutate({ campaignId, creators: [...creators], note })}
            >
              {t('invite.send', { count: ready })}
            </Button>
          </>
        )
      }
    >
      {done ? (
        <Results results={invite.data} />
      ) : campaigns.isPending ? (
        <PendingSkeleton rows={2} />
      ) : campaigns.isError ? (
        <ErrorState
          error={campaigns.error}
          title={t('invite.campaignsFailed')}
          onRetry={() => void campaigns.refetch()}
        />
      ) : inviting.length === 0 ? (
        <EmptyState
          title={t('invite.noCampaign')}
          action={
            <Button asChild>
              <Link to="/post-influencer-campaign">{t('invite.newCampaign')}</Link>
            </Button>
          }
        >
          {t('invite.noCampaignText')}
        </EmptyState>
      ) : (
        <div className="grid gap-4">
          <Field id={campaignField} label={t('invite.campaign')}>
            <Select
              id={campaignField}
              value={campaignId || undefined}
              placeholder={t('invite.choose')}
              options={inviting.map(({ id, title }) => ({ value: id, label: title }))}
              onValueChange={(id) => {
                setCampaignId(id);
                preview.mutate({ campaignId: id, creators: [...creators] });
              }}
            />
          </Field>
          {preview.isPending ? <PendingSkeleton rows={3} /> : null}
          {preview.data ? (
            <>
              <p className="text-ui">
                {t('invite.each')}{' '}
                <b className="font-semibold">
                  <MoneyText money={preview.data.price} />
                </b>
              </p>
              <ul className="max-h-56 overflow-y-auto">
                {preview.data.creators.map(({ creatorOrg, party, state, refusal }) => (
                  <Row key={creatorOrg} party={party} note={refusal ? codeText(refusal.code, refusal.data) : null}>
                    <Tag>{t(`invite.state.${state}`)}</Tag>
                  </Row>
                ))}
              </ul>
              <Field id={noteField} label={t('invite.note')} mark={common('form.optional')}>
                <Textarea
                  id={noteField}
                  rows={3}
                  dir="auto"
                  maxLength={MAX_MESSAGE}
                  value={note}
                  onChange={(event) => setNote(event.currentTarget.value)}
                />
              </Field>
            </>
          ) : null}
          {error ? <Alert tone="problem">{explain(error)}</Alert> : null}
        </div>
      )}
    </Dialog>
  );
}

function Results({ results }: { results: readonly InviteResult[] }) {
  const { t } = useTranslation('lists');
  useErrorText();
  const sent = results.filter(({ state }) => state === 'sent').length;
  return (
    <>
      <p role="status" className="text-ui">
        {t('invite.done', { count: sent })}
      </p>
      <ul className="mt-2 max-h-80 overflow-y-auto">
        {results.map(({ creatorOrg, party, state, offerId, refusal }) => (
          <Row key={creatorOrg} party={party} note={refusal ? codeText(refusal.code, refusal.data) : null}>
            {offerId ? (
              <Link to="/collaboration-request/$offerId" params={{ offerId }} className="link text-sm">
                {t('invite.state.sent')}
              </Link>
            ) : (
              <Tag>{t(`invite.state.${state}`)}</Tag>
            )}
          </Row>
        ))}
      </ul>
    </>
  );
}

function Row({
  party,
  note = null,
  children,
}: {
  party: PartyDto | null;
  note?: string | null;
  children: React.ReactNode;
}) {
  const { t } = useTranslation('lists');
  return (
    <li className="flex items-center gap-2.5 border-b border-border py-2 last:border-b-0">
      {party ? <CreatorAvatar {...faceOf(party)} size="sm" /> : null}
      <span className="min-w-0 grow">
        {party ? <bdi className="font-medium">{party.name}</bdi> : t('invite.someone')}
        {note ? <span className="block text-sm text-muted-foreground">{note}</span> : null}
      </span>
      {children}
    </li>
  );
}
