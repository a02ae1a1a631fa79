import { useTranslation } from 'react-i18next';
import { directionOf, FALLBACK_LOCALE, type Locale } from '../../../server/core/locale.ts';
import { wordDiff } from '@/lib/word-diff.ts';

/** A changed wording: removed words are struck through, added ones are bold. */
export function ClauseDiff({
  before,
  after,
  language,
}: {
  before: string;
  after: string;
  language?: Locale | undefined;
}) {
  const { t } = useTranslation('terms');
  const lang = language ?? FALLBACK_LOCALE;
  return (
    <p lang={lang} dir={directionOf(lang)} className="whitespace-pre-line">
      {wordDiff(before, after, lang).map(({ kind, text }, index) =>
        kind === 'same' ? (
          text
        ) : kind === 'removed' ? (
          <del key={index} className="text-muted-foreground">
            <span className="sr-only">{t('diff.was')} </span>
            {text}
          </del>
        ) : (
          <ins key={index} className="font-semibold">
            <span className="sr-only">{t('diff.now')} </span>
            {text}
          </ins>
        ),
      )}
    </p>
  );
}
