import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Scope } from '../../../server/features/representations/rules.ts';
import type { RepresentationDto } from '../../../server/features/representations/schema.ts';
import { ConfirmDialog } from '@/components/gates/ConfirmDialog.tsx';
import { ContractText } from '@/components/representation/ContractText.tsx';
import { ScopeChoice } from '@/components/representation/scopes.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { Rich } from '@/components/text/Rich.tsx';
import { codeText, useErrorText } from '@/lib/error-text.ts';
import { useFormat } from '@/lib/format.ts';
import { randomId } from '@/lib/random-id.ts';
import { toast } from '@/lib/toast.ts';
import { api, appError, trpc, withRequestKey } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';

export interface InvitationCardProps {
  invitation: RepresentationDto;
  /** The creator's own name, which signs. */
  name: string;
  /** Another agency represents the creator: only one at a time is possible. */
  taken: boolean;
}

/** An agency's invitation: its contract, the scopes that the creator leaves in, and the signature. */
export function InvitationCard({ invitation, name, taken }: InvitationCardProps) {
  const { t } = useTranslation('representation');
  const format = useFormat();
  const explain = useErrorText();
  const id = useId();
  const [scopes, setScopes] = useState<readonly Scope[]>(invitation.scopes);
  const [typedName, setTypedName] = useState('');
  const [requestKey] = useState(randomId);
  const refresh = () => api.representations.invalidate();
  const accept = trpc.representations.accept.useMutation({
    ...withRequestKey(requestKey),
    onSuccess: async () => {
      void toast('success', t('invitation.accepted', { agency: invitation.agency.name }));
      await refresh();
    },
  });
  const [declining, setDeclining] = useState(false);
  const decline = trpc.representations.decline.useMutation({
    onSuccess: () => void toast('success', t('invitation.declined')),
    onSettled: refresh,
  });
  const atName = appError(accept.error)?.data['field'] === 'typedName';
  return (
    <section aria-labelledby={id} className="grid gap-4 rounded-lg border border-border p-4 md:p-5">
      <div>
        <h2 id={id} className="heading-section">
          {t('invitation.title', { agency: invitation.agency.name })}
        </h2>
        <p className="text-sm text-muted-foreground">
          <Rich
            text={t('invitation.text', { percent: format.percent(invitation.commissionBps) })}
            parts={{ date: <DateText value={invitation.answerUntil ?? invitation.createdAt} /> }}
          />
        </p>
      </div>
      {invitation.document ? (
        <ContractText document={invitation.document} hash={invitation.documentHash ?? ''} />
      ) : null}
      <ScopeChoice
        legend={t('invitation.scopes')}
        hint={t('invitation.scopesHint')}
        offered={invitation.scopes}
        value={scopes}
        onChange={setScopes}
      />
      {taken ? <Alert>{codeText('representation.taken')}</Alert> : null}
      {accept.error && !atName ? <Alert tone="problem">{explain(accept.error)}</Alert> : null}
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          accept.mutate({
            representationId: invitation.id,
            documentHash: invitation.documentHash ?? '',
            typedName,
            scopes: [...scopes],
          });
        }}
      >
        <Field
          id={`${id}-name`}
          label={t('sign.name')}
          hint={t('sign.hint', { name })}
          error={atName ? explain(accept.error) : undefined}
          className="max-w-96"
        >
          <Input
            id={`${id}-name`}
            value={typedName}
            autoComplete="off"
            aria-invalid={atName || undefined}
            aria-describedby={atName ? `${id}-name-error` : `${id}-name-hint`}
            onChange={(event) => setTypedName(event.currentTarget.value)}
          />
        </Field>
        <div className="flex flex-wrap gap-2">
          <Button
            type="submit"
            variant="ink"
            pending={accept.isPending}
            aria-disabled={taken || typedName.trim().length < 2 || undefined}
          >
            {t('invitation.accept')}
          </Button>
          <Button type="button" onClick={() => setDeclining(true)}>
            {t('invitation.decline')}
          </Button>
        </div>
      </form>
      {declining ? (
        <ConfirmDialog
          title={t('invitation.declineTitle', { agency: invitation.agency.name })}
          text={t('invitation.declineText')}
          submitLabel={t('invitation.declineAction')}
          destructive
          pending={decline.isPending}
          error={decline.error}
          onConfirm={() => decline.mutate({ representationId: invitation.id })}
          onClose={() => setDeclining(false)}
        />
      ) : null}
    </section>
  );
}
