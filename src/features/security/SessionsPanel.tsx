import { MonitorSmartphone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Page } from '../../../server/core/pagination.ts';
import type { SessionEntry } from '../../../server/features/security/schema.ts';
import { useShowMore } from '@/components/table/ShowMore.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { useDeviceText } from '@/features/security/device-text.ts';
import { useErrorText } from '@/lib/error-text.ts';
import { toast } from '@/lib/toast.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { Tag } from '@/ui/tag.tsx';

/** The sessions of this account, this browser first; every other one can be signed out. */
export function SessionsPanel({ first }: { first: Page<SessionEntry> }) {
  const { t } = useTranslation('security');
  const explain = useErrorText();
  const deviceText = useDeviceText();
  const ended = { onSettled: () => api.security.invalidate() };
  const revoke = trpc.security.revokeSession.useMutation({
    ...ended,
    onSuccess: () => void toast('success', t('sessions.ended', { count: 1 })),
  });
  const revokeOthers = trpc.security.revokeOtherSessions.useMutation({
    ...ended,
    onSuccess: (result) => void toast('success', t('sessions.ended', { count: result.ended })),
  });
  const { rows: sessions, more } = useShowMore(first.items, first.next, (after) =>
    api.security.sessions.queryOptions({ after }),
  );
  const problem = revoke.error ?? revokeOthers.error;
  return (
    <div className="grid gap-4">
      {problem ? <Alert tone="problem">{explain(problem)}</Alert> : null}
      <ul className="divide-y divide-border border-y border-border">
        {sessions.map((session) => {
          const device = deviceText(session);
          return (
            <li
              key={session.id}
              className="grid cols-auto-main items-center gap-x-3 gap-y-1.5 py-2.5 sm:cols-auto-main-auto"
            >
              <MonitorSmartphone aria-hidden className="size-4 self-start text-muted-foreground sm:self-center" />
              <div className="min-w-0">
                <p className="flex flex-wrap items-center gap-2 text-ui font-medium">
                  <bdi>{device}</bdi>
                  {session.current ? <Tag>{t('sessions.current')}</Tag> : null}
                </p>
                <p className="text-xs text-muted-foreground">
                  {session.ipRange ? (
                    <>
                      <bdi dir="ltr">{session.ipRange}</bdi> ·{' '}
                    </>
                  ) : null}
                  {t('sessions.seen')} <DateText value={session.lastSeenAt} as="relative" /> · {t('sessions.since')}{' '}
                  <DateText value={session.signedInAt} />
                </p>
              </div>
              {session.current ? null : (
                <Button
                  size="small"
                  className="col-start-2 justify-self-start sm:col-start-3"
                  aria-label={t('sessions.endNamed', { device })}
                  pending={revoke.isPending && revoke.variables.sessionId === session.id}
                  onClick={() => revoke.mutate({ sessionId: session.id })}
                >
                  {t('sessions.end')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {more}
      {sessions.length > 1 ? (
        <div>
          <Button pending={revokeOthers.isPending} onClick={() => revokeOthers.mutate()}>
            {t('sessions.endOthers')}
          </Button>
        </div>
      ) : (
        <p className="text-sm text-muted-foreground">{t('sessions.onlyHere')}</p>
      )}
    </div>
  );
}
