import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { directionOf } from '../../../server/core/locale.ts';
import type { RepresentationDocument } from '../../../server/features/representations/schema.ts';
import { LANGUAGE_NAMES, currentLocale } from '@/lib/i18n.ts';
import { Button } from '@/ui/button.tsx';

/** The stored words of a representation, in each language in which they were signed. */
export function ContractText({ document, hash }: { document: RepresentationDocument; hash: string }) {
  const { t } = useTranslation('representation');
  const { wordings } = document;
  const own = wordings.findIndex(({ language }) => language === currentLocale());
  const [shown, setShown] = useState(Math.max(own, 0));
  const wording = wordings[shown] ?? wordings[0];
  if (!wording) return null;
  return (
    <section aria-label={t('text.title')} className="rounded-lg border border-border bg-card p-4">
      {wordings.length > 1 ? (
        <p className="mb-2 flex flex-wrap gap-2">
          {wordings.map(({ language }, at) => (
            <Button key={language} size="small" aria-pressed={at === shown} onClick={() => setShown(at)}>
              <span lang={language}>{LANGUAGE_NAMES[language]}</span>
              {at === 0 ? ` · ${t('text.governs')}` : null}
            </Button>
          ))}
        </p>
      ) : null}
      <div lang={wording.language} dir={directionOf(wording.language)} className="grid gap-2 text-sm">
        <p className="font-semibold">{wording.title}</p>
        <ol className="grid list-decimal gap-1.5 ps-5">
          {wording.paragraphs.map((paragraph) => (
            <li key={paragraph}>{paragraph}</li>
          ))}
        </ol>
      </div>
      <p className="mt-3 text-xs text-muted-foreground">
        {t('text.hash')}{' '}
        <bdi dir="ltr" className="font-mono break-all">
          {hash}
        </bdi>
      </p>
    </section>
  );
}
