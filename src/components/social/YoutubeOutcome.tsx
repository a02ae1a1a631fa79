import { useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '@/lib/error-text.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';

/** What came of YouTube's sign-in, which the server finishes by itself; `resume`: after a sign-in here. */
export function YoutubeOutcome() {
  const { t } = useTranslation('social');
  const { t: terms } = useTranslation('terms');
  const explain = useErrorText();
  const { youtube } = useSearch({ from: '/_app/profile' });
  const finish = trpc.connections.finish.useMutation({ onSettled: () => api.connections.mine.invalidate() });
  const resumed = useRef(false);
  const { mutate } = finish;
  useEffect(() => {
    if (youtube !== 'resume' || resumed.current) return;
    resumed.current = true;
    mutate({ network: 'youtube', state: null, code: null, error: null });
  }, [youtube, mutate]);
  if (finish.error) return <Alert tone="problem">{explain(finish.error)}</Alert>;
  const outcome = youtube === 'resume' ? (finish.data?.outcome ?? 'working') : youtube;
  if (!outcome) return null;
  const network = terms('platform.youtube');
  return (
    <Alert tone={outcome === 'connected' || outcome === 'working' ? 'note' : 'caution'}>
      <strong className="block">{t(`outcome.${outcome}.title`, { platform: network })}</strong>
      {t(`outcome.${outcome}.text`, { platform: network })}
    </Alert>
  );
}
