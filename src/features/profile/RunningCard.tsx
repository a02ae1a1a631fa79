import { Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Scope } from '../../../server/features/representations/rules.ts';
import type { RepresentationDto } from '../../../server/features/representations/schema.ts';
import { ContractText } from '@/components/representation/ContractText.tsx';
import { ScopeChoice } from '@/components/representation/scopes.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { useErrorText } from '@/lib/error-text.ts';
import { useFormat } from '@/lib/format.ts';
import { loadTexts } from '@/lib/i18n.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { toast } from '@/lib/toast.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Switch } from '@/ui/switch.tsx';

const AgencyRating = lazyNamed(
  async () => (await Promise.all([import('@/components/ratings/AgencyRating.tsx'), loadTexts('ratings', 'errors')]))[0],
  'AgencyRating',
);

/** The agency that acts for the creator now: scopes that can be taken back, and its end. */
export function RunningCard({ representation }: { representation: RepresentationDto }) {
  const { t } = useTranslation('representation');
  const { t: common } = useTranslation();
  const format = useFormat();
  const explain = useErrorText();
  const id = useId();
  const { agency } = representation;
  const [scopes, setScopes] = useState<readonly Scope[]>(representation.scopes);
  const [ending, setEnding] = useState(false);
  const refresh = () => api.representations.invalidate();
  const narrow = trpc.representations.narrow.useMutation({
    onSuccess: async () => {
      void toast('success', t('running.narrowed'));
      await refresh();
    },
  });
  const listed = trpc.representations.setListed.useMutation({ onSuccess: refresh });
  const end = trpc.representations.end.useMutation({
    onSuccess: async () => {
      setEnding(false);
      void toast('success', t('running.ended', { agency: agency.name }));
      await refresh();
    },
  });
  const error = narrow.error ?? listed.error ?? end.error;
  const kept = scopes.filter((scope) => representation.scopes.includes(scope));
  const input = { representationId: representation.id };
  return (
    <section aria-labelledby={id} className="grid gap-4 rounded-lg border border-border p-4 md:p-5">
      <div>
        <h2 id={id} className="heading-section">
          {t('running.title', { agency: agency.name })}
        </h2>
        <p className="text-sm text-muted-foreground">
          {t(representation.to ? 'running.until' : 'running.open', {
            percent: format.percent(representation.commissionBps),
            from: format.date(representation.from),
            to: representation.to ? format.date(representation.to) : '',
          })}
        </p>
      </div>
      {representation.state === 'ending' ? <Alert>{t('running.ending', { agency: agency.name })}</Alert> : null}
      {error ? <Alert tone="problem">{explain(error)}</Alert> : null}
      <ScopeChoice
        legend={t('running.scopes')}
        hint={t('running.scopesHint')}
        offered={representation.scopes}
        value={kept}
        onChange={setScopes}
      />
      {kept.length < representation.scopes.length ? (
        <div>
          <Button
            variant="ink"
            pending={narrow.isPending}
            onClick={() => narrow.mutate({ ...input, scopes: [...kept] })}
          >
            {t('running.narrow')}
          </Button>
        </div>
      ) : null}
      <label className="flex items-start justify-between gap-4 text-ui font-medium" htmlFor={`${id}-listed`}>
        <span className="min-w-0">
          {t('running.listed')}
          <span className="block text-sm font-normal text-muted-foreground">{t('running.listedHint')}</span>
        </span>
        <Switch
          id={`${id}-listed`}
          checked={representation.listed}
          onCheckedChange={(on) => listed.mutate({ ...input, listed: on })}
        />
      </label>
      {representation.document ? (
        <details>
          <summary className="cursor-pointer text-sm font-semibold">{t('running.contract')}</summary>
          <div className="mt-3">
            <ContractText document={representation.document} hash={representation.documentHash ?? ''} />
          </div>
        </details>
      ) : null}
      <Suspense fallback={<PendingSkeleton rows={1} />}>
        <AgencyRating representationId={representation.id} agency={agency.name} />
      </Suspense>
      <div>
        <Button onClick={() => setEnding(true)}>{t('running.end')}</Button>
      </div>
      <Dialog
        open={ending}
        onOpenChange={setEnding}
        pending={end.isPending}
        title={t('running.endTitle', { agency: agency.name })}
        description={t('running.endText', { agency: agency.name })}
        closeLabel={common('action.close')}
        footer={
          <>
            <Button onClick={() => setEnding(false)}>{common('action.cancel')}</Button>
            <Button variant="destructive" pending={end.isPending} onClick={() => end.mutate(input)}>
              {t('running.end')}
            </Button>
          </>
        }
      />
    </section>
  );
}
