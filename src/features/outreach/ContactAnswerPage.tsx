import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContactPage } from '../../../server/features/outreach/schema.ts';
import { PublicShell } from '@/components/page/PublicShell.tsx';
import { NotFoundState } from '@/components/states/NotFoundState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { BRAND_NAME } from '@/lib/brand-name.ts';
import { useErrorText } from '@/lib/error-text.ts';
import { useCall } from '@/lib/use-call.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';

const client = async () => (await import('@/lib/trpc.ts')).trpcClient.outreach;

/** Behind the link of a message: who wrote, where the data is from, and an end to further messages. No account is needed. */
export function ContactAnswerPage({ token }: { token: string }) {
  const { t } = useTranslation('outreach');
  const explain = useErrorText();
  const [page, setPage] = useState<ContactPage | null>(null);
  const read = useCall({ call: async () => (await client()).contact.query({ token }), onSuccess: setPage });
  const answer = useCall({
    call: async (given: 'declined' | 'unsubscribed') => (await client()).answer.mutate({ token, answer: given }),
    onSuccess: (_done, given) => setPage((before) => (before ? { ...before, answered: given } : before)),
  });
  const { mutate } = read;
  useEffect(() => {
    mutate();
    // Read once for the link.
    // oxlint-disable-next-line exhaustive-deps
  }, [token]);
  return (
    <PublicShell>
      <title>{`${t('contact.title')} · ${BRAND_NAME}`}</title>
      <div className="max-w-form py-10 md:py-16">
        {read.error ? (
          <NotFoundState />
        ) : page === null ? (
          <PendingSkeleton rows={3} />
        ) : (
          <>
            <h1 className="heading-page">{t('contact.heading', { name: page.org })}</h1>
            {page.source ? (
              <p className="mt-2 text-muted-foreground">
                {t('contact.source', { source: page.source })}{' '}
                {page.basis ? t(`contact.basis.${page.basis}`, { name: page.org }) : null}
              </p>
            ) : null}
            <div aria-live="polite" className="mt-6 grid gap-3">
              {answer.error ? <Alert tone="problem">{explain(answer.error)}</Alert> : null}
              {page.answered ? (
                <Alert tone="done">{t(`contact.done.${page.answered}`, { name: page.org })}</Alert>
              ) : (
                <>
                  <p>{t('contact.text', { brand: BRAND_NAME })}</p>
                  <div className="flex flex-wrap gap-2">
                    <Button asChild variant="ink">
                      <a href="/influencer-auth">{t('contact.join')}</a>
                    </Button>
                    <Button pending={answer.isPending} onClick={() => answer.mutate('declined')}>
                      {t('contact.decline')}
                    </Button>
                    <Button pending={answer.isPending} onClick={() => answer.mutate('unsubscribed')}>
                      {t('contact.unsubscribe', { name: page.org })}
                    </Button>
                  </div>
                </>
              )}
            </div>
          </>
        )}
      </div>
    </PublicShell>
  );
}
