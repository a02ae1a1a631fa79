import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConnectionDto, FinishResult, Outcome } from '../../../server/features/connections/schema.ts';
import type { Network } from '../../../server/features/connections/rules.ts';
import { PageHeader } from '@/components/page/PageHeader.tsx';
import type { CallbackSearch } from '@/features/social/callback-search.ts';
import { ScopeList } from '@/components/social/ScopeList.tsx';
import { SyncProgress } from '@/components/social/SyncProgress.tsx';
import { useErrorText } from '@/lib/error-text.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { buttonStyles } from '@/ui/button-styles.ts';
import { Button } from '@/ui/button.tsx';

const CALL_AGAIN_MS = 1_000;
const MAX_CALLS = 60;

/** What came of a sign-in at a network, with the next step. */
export function CallbackResult({ network, answer }: { network: Network; answer: CallbackSearch }) {
  const { t } = useTranslation('social');
  const { t: terms } = useTranslation('terms');
  const explain = useErrorText();
  const name = terms(`platform.${network}`);
  const { outcome, result, error, retry } = useFinish(network, answer);
  const shown = outcome ?? 'working';
  return (
    <div data-slot="network-callback" data-outcome={error ? 'error' : shown} role="status">
      <PageHeader
        title={t(`outcome.${shown}.title`, { platform: name })}
        documentTitle={t('title', { platform: name })}
      />
      <p className="mt-3 max-w-60ch">{t(`outcome.${shown}.text`, { platform: name })}</p>
      {error ? (
        <Alert tone="problem" className="mt-4">
          {explain(error)}
        </Alert>
      ) : null}
      {result?.connection ? <Card connection={result.connection} /> : null}
      {result && result.refused.length > 0 ? (
        <div className="mt-5">
          <h2 className="heading-item">{t('notAllowed', { platform: name })}</h2>
          <ScopeList scopes={result.refused} without />
        </div>
      ) : null}
      <Next
        network={network}
        outcome={error ? 'unavailable' : shown}
        returnPath={result?.returnPath}
        onRetry={error ? retry : null}
      />
    </div>
  );
}

interface Finish {
  outcome: Outcome | 'closed' | null;
  result: FinishResult | null;
  error: unknown;
  retry: () => void;
}

/** Reports the network's answer once; asks again while another call is finishing it. */
function useFinish(network: Network, answer: CallbackSearch): Finish {
  const [result, setResult] = useState<FinishResult | null>(null);
  const finish = trpc.connections.finish.useMutation();
  const [calls, setCalls] = useState(0);
  const sent = useRef(-1);
  const returned = answer.state !== undefined;
  const call = finish.mutateAsync;
  const isOpen = (returned || answer.resume === true) && (result === null || result.outcome === 'working');
  useEffect(() => {
    if (!isOpen || sent.current === calls) return;
    sent.current = calls;
    let timer: ReturnType<typeof setTimeout> | undefined;
    call({
      network,
      state: answer.state ?? null,
      code: answer.code ?? null,
      error: answer.error ?? null,
    }).then(
      (made) => {
        setResult(made);
        if (made.outcome === 'working' && calls < MAX_CALLS)
          timer = setTimeout(() => setCalls(calls + 1), CALL_AGAIN_MS);
      },
      // Shown by the mutation's error.
      () => {},
    );
    return () => clearTimeout(timer);
  }, [isOpen, calls, call, network, answer]);
  const outcome =
    returned || answer.resume ? (result?.outcome ?? null) : answer.code || answer.error ? 'expired' : 'closed';
  return { outcome, result, error: finish.error, retry: () => setCalls(calls + 1) };
}

function Card({ connection: made }: { connection: ConnectionDto }) {
  const query = useQuery({
    ...api.connections.mine.queryOptions(),
    refetchInterval: ({ state }) =>
      state.data?.connections.some(({ id, progress }) => id === made.id && progress) === false ? false : CALL_AGAIN_MS,
  });
  const connection = query.data?.connections.find(({ id }) => id === made.id) ?? made;
  return (
    <div className="mt-5 rounded-lg border border-border bg-card px-5 py-4">
      <p className="font-semibold">
        <bdi>{connection.name}</bdi>{' '}
        <bdi dir="ltr" className="font-normal text-muted-foreground">
          @{connection.handle}
        </bdi>
      </p>
      <SyncProgress connection={connection} done />
    </div>
  );
}

function Next({
  network,
  outcome,
  returnPath,
  onRetry,
}: {
  network: Network;
  outcome: Outcome | 'closed';
  returnPath: string | undefined;
  onRetry: (() => void) | null;
}) {
  const { t } = useTranslation('social');
  const explain = useErrorText();
  const begin = trpc.connections.begin.useMutation({ onSuccess: ({ url }) => window.location.assign(url) });
  if (outcome === 'working') return null;
  if (outcome === 'signed_out')
    return (
      <Link
        to="/influencer-auth"
        search={{ next: network === 'tiktok' ? '/auth/tiktok/callback?resume=1' : '/instagram/callback?resume=1' }}
        className={buttonStyles({ variant: 'ink', className: 'mt-6' })}
      >
        {t('signIn')}
      </Link>
    );
  const open = (
    <Link to="/profile" hash="social" className={buttonStyles({ className: 'mt-6' })}>
      {t('open')}
    </Link>
  );
  if (outcome === 'connected')
    return returnPath && returnPath !== '/profile' ? (
      <a href={returnPath} className={buttonStyles({ variant: 'ink', className: 'mt-6' })}>
        {t('open')}
      </a>
    ) : (
      open
    );
  if (outcome === 'closed' || outcome === 'elsewhere' || outcome === 'other_user')
    return (
      <>
        {open}{' '}
        <Link to="/" className={buttonStyles({ variant: 'quiet', className: 'mt-6' })}>
          {t('home')}
        </Link>
      </>
    );
  return (
    <>
      {begin.error ? (
        <Alert tone="problem" className="mt-4">
          {explain(begin.error)}
        </Alert>
      ) : null}
      <div className="mt-6 flex flex-wrap gap-2">
        <Button
          variant="ink"
          pending={begin.isPending || begin.isSuccess}
          onClick={() => (onRetry ? onRetry() : begin.mutate({ network, ...(returnPath ? { returnPath } : {}) }))}
        >
          {t('again')}
        </Button>
        <Link to="/" className={buttonStyles({ variant: 'quiet' })}>
          {t('home')}
        </Link>
      </div>
    </>
  );
}
