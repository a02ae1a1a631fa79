import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RequestDto } from '../../../server/features/representations/schema.ts';
import { AddressLink } from '@/components/page/AddressLink.tsx';
import { ADDRESSES } from '../../../server/core/addresses.ts';
import { RequestPrice } from '@/components/representation/RequestPrice.tsx';
import { usePages } from '@/components/table/use-pages.ts';
import { DateText } from '@/components/time/DateText.tsx';
import { MoreButton } from '@/components/table/MoreButton.tsx';
import { useErrorText } from '@/lib/error-text.ts';
import { randomId } from '@/lib/random-id.ts';
import { toast } from '@/lib/toast.ts';
import { api, trpc, withRequestKey } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';

/** What an agency prepared and only the creator can do. */
export function RequestList({ name }: { name: string }) {
  const { t } = useTranslation('representation');
  const { query, rows } = usePages((after) =>
    api.representations.requests.queryOptions({ state: 'open', ...(after ? { after } : {}) }),
  );
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="requests">
      <h2 id="requests" className="heading-section">
        {t('request.title')}
      </h2>
      <p className="text-sm text-muted-foreground">{t('request.text')}</p>
      <ul>
        {rows.map((request) => (
          <RequestRow key={request.id} request={request} name={name} />
        ))}
      </ul>
      <MoreButton query={query} />
    </section>
  );
}

function RequestRow({ request, name }: { request: RequestDto; name: string }) {
  const { t } = useTranslation('representation');
  const explain = useErrorText();
  const id = useId();
  const [typedName, setTypedName] = useState('');
  const [requestKey] = useState(randomId);
  const refresh = () =>
    Promise.all([
      api.representations.invalidate(),
      api.offers.invalidate(),
      api.contracts.invalidate(),
      api.escrow.invalidate(),
      api.addenda.invalidate(),
    ]);
  const confirm = trpc.agencies.confirm.useMutation({
    ...withRequestKey(requestKey),
    onSuccess: async () => {
      void toast('success', t('request.confirmed'));
      await refresh();
    },
  });
  const decline = trpc.agencies.decline.useMutation({ onSuccess: refresh });
  const error = confirm.error ?? decline.error;
  const signs = request.act === 'contract_sign' || request.act === 'addendum_sign';
  return (
    <li className="grid gap-3 border-b border-border py-4 last:border-b-0">
      <p className="min-w-0">
        <span className="font-semibold">{t(`asks.${request.act}`, { name: request.agentName })}</span>{' '}
        <RecordLink request={request} />
        <span className="block text-sm text-muted-foreground">
          <DateText value={request.createdAt} />
        </span>
      </p>
      <div className="max-w-96 empty:hidden">
        <RequestPrice request={request} reader="creator" />
      </div>
      {error ? <Alert tone="problem">{explain(error)}</Alert> : null}
      {signs ? (
        <Field id={id} label={t('sign.name')} hint={t('sign.hint', { name })} className="max-w-96">
          <Input
            id={id}
            value={typedName}
            autoComplete="off"
            aria-describedby={`${id}-hint`}
            onChange={(event) => setTypedName(event.currentTarget.value)}
          />
        </Field>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="ink"
          pending={confirm.isPending}
          aria-disabled={(signs && typedName.trim().length < 2) || undefined}
          onClick={() => confirm.mutate({ requestId: request.id, ...(signs ? { typedName } : {}) })}
        >
          {t(`confirm.${request.act}`)}
        </Button>
        <Button pending={decline.isPending} onClick={() => decline.mutate({ requestId: request.id })}>
          {t('request.decline')}
        </Button>
      </div>
    </li>
  );
}

/** The offer or the contract; a milestone is read on the page of its deal, which the bell leads to. */
function RecordLink({ request: { act, subjectId, title } }: { request: RequestDto }) {
  const address =
    act === 'offer_accept'
      ? ADDRESSES.offer(subjectId)
      : act === 'contract_sign'
        ? ADDRESSES.deal(subjectId)
        : ADDRESSES.deals;
  return (
    <AddressLink address={address} className="link">
      <bdi>{title}</bdi>
    </AddressLink>
  );
}
