import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { directionOf } from '../../../server/core/locale.ts';
import type { StoredText } from '../../../server/features/agreements/schema.ts';
import { useHeadingFocus } from '@/components/page/heading-focus.ts';
import { PublicShell } from '@/components/page/PublicShell.tsx';
import { BRAND_NAME } from '@/lib/brand-name.ts';
import { useFormat } from '@/lib/format.ts';
import { plainQuery } from '@/lib/plain-query.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';

/** An earlier version of the terms, as it was accepted: by the hash of its text. */
export function StoredTerms({ sha256 }: { sha256: string }) {
  const { t } = useTranslation('policies');
  const { t: nav } = useTranslation('nav');
  const { t: common } = useTranslation();
  const format = useFormat();
  const heading = useHeadingFocus();
  const [found, setFound] = useState<StoredText | null>(null);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let here = true;
    setFailed(false);
    const input = encodeURIComponent(JSON.stringify({ json: { sha256 } }));
    void plainQuery<StoredText>(`agreements.text?input=${input}`)
      .then((text) => here && setFound(text))
      .catch(() => here && setFailed(true));
    return () => {
      here = false;
    };
  }, [sha256, attempt]);
  const name = nav('pages.terms-of-service');
  return (
    <PublicShell>
      <title>{`${name} · ${BRAND_NAME}`}</title>
      <article data-slot="policy" className="max-w-[44rem] py-8 text-lead leading-6 md:py-14">
        <h1 ref={heading} tabIndex={-1} className="display text-display-sm">
          {name}
        </h1>
        {failed ? (
          <Alert
            tone="problem"
            className="mt-6"
            action={<Button onClick={() => setAttempt((count) => count + 1)}>{common('action.tryAgain')}</Button>}
          >
            {t('stored.failed')}
          </Alert>
        ) : null}
        {found ? (
          <>
            <Alert tone="note" role="note" className="mt-6">
              {t('stored.note', { date: format.longDate(new Date(`${found.version}T12:00:00Z`)) })}{' '}
              <Link to="/terms-of-service" className="link">
                {t('stored.current')}
              </Link>
            </Alert>
            <div lang={found.language} dir={directionOf(found.language)} className="mt-6 whitespace-pre-line">
              {found.body}
            </div>
            <p className="mt-8 text-xs wrap-anywhere text-muted-foreground">
              SHA-256 <bdi dir="ltr">{sha256}</bdi>
            </p>
          </>
        ) : failed ? null : (
          <div aria-busy="true" aria-label={common('label.loading')} className="min-h-96" />
        )}
      </article>
    </PublicShell>
  );
}
