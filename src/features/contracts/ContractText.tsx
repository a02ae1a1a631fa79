import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { directionOf, FALLBACK_LOCALE, matchLocale, type Locale } from '../../../server/core/locale.ts';
import {
  clauseBlocks,
  type ClauseKey,
  clauseWords,
  clockOf,
  nameOfCode,
  signedLanguages,
  signedWording,
} from '../../../server/features/clauses/rules.ts';
import type {
  ClauseDto,
  ContractDocument,
  ContractWording,
  StoredWording,
} from '../../../server/features/contracts/schema.ts';
import type { ClockName, DealTerms } from '../../../server/features/terms/schema.ts';
import { Rich } from '@/components/text/Rich.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { useDurationText } from '@/lib/duration.ts';
import { currentLocale, LANGUAGE_NAMES } from '@/lib/i18n.ts';
import { Button } from '@/ui/button.tsx';

/**
 * The text clause by clause, each with a summary in plain words and the deadline it sets: the words that were signed, in
 * the reader's language where it is one of theirs, else a translation that is marked as one.
 */
export function ContractText({
  document,
  terms,
  stored = null,
}: {
  document: ContractDocument;
  terms: DealTerms;
  /** Of an older contract. */
  stored?: StoredWording | null;
}) {
  const { t } = useTranslation('contracts');
  const text = useClauseText();
  const [chosen, setChosen] = useState<Locale>(currentLocale());
  const words = stored ?? document;
  const signed = signedWording(words, chosen);
  const languages = [...new Set([...(words.wordings ?? []).map((one) => one.language as Locale), currentLocale()])];
  const name = (language: string) => nameOfCode('language', language, currentLocale());
  const lang = signed ? chosen : currentLocale();
  return (
    <div>
      <Parties document={document} />
      {stored ? (
        <p className="mb-4 text-sm text-muted-foreground">
          <Rich text={t('wording.storedLater')} parts={{ date: <DateText value={stored.storedAt} /> }} />
        </p>
      ) : null}
      {words.wordings ? (
        <div className="mb-4 grid gap-2">
          {languages.length > 1 ? (
            <div role="group" aria-label={t('wording.language')} className="flex flex-wrap gap-2">
              {languages.map((language) => (
                <Button
                  key={language}
                  size="small"
                  variant={language === chosen ? 'ink' : 'outline'}
                  aria-pressed={language === chosen}
                  onClick={() => setChosen(language)}
                >
                  <span lang={language}>{LANGUAGE_NAMES[language]}</span>
                  {signedWording(words, language) ? null : ` · ${t('wording.translated')}`}
                </Button>
              ))}
            </div>
          ) : null}
          <p role="status" className="text-sm text-muted-foreground">
            {!signed
              ? t('wording.translation', {
                  languages: signedLanguages(words, currentLocale()),
                  governing: name(document.language),
                })
              : chosen === document.language
                ? t(stored ? 'wording.storedGoverning' : 'wording.governing')
                : t(stored ? 'wording.storedOther' : 'wording.signed', { governing: name(document.language) })}
          </p>
        </div>
      ) : null}
      <div
        className="hidden cols-main-240 gap-8 border-b border-border pb-1.5 text-caption text-muted-foreground md:grid"
        aria-hidden
      >
        <span>{t('page.text')}</span>
        <span>{t('page.plain')}</span>
      </div>
      <ol lang={lang} dir={directionOf(lang)}>
        {clauseBlocks(document).map((block, index) => (
          <Clause
            key={`${block.key}${index}`}
            words={
              signed?.clauses[index] ?? {
                title: text(block.key, 'title', block.clause),
                body: text(block.key, 'body', block.clause),
                plain: text(block.key, 'plain', block.clause),
                items: block.items.map((item) => text(item.key, 'body', item.clause)),
              }
            }
            number={index + 1}
            clock={clockOf(block.key)}
            terms={terms}
          />
        ))}
      </ol>
    </div>
  );
}

/** The parties: the legal entities with address and tax number, as far as the billing details name them. */
function Parties({ document }: { document: ContractDocument }) {
  const { t } = useTranslation('contracts');
  return (
    <section aria-labelledby="parties" className="mb-6">
      <h3 id="parties" className="heading-item">
        {t('parties.title')}
      </h3>
      <dl className="mt-2 grid gap-4 sm:grid-cols-2">
        {(['brand', 'creator'] as const).map((side) => {
          const { name, legal } = document[side];
          return (
            <div key={side} className="min-w-0 text-sm">
              <dt className="text-muted-foreground">{t(`sign.side.${side}`)}</dt>
              <dd>
                <bdi className="font-semibold">{legal?.name ?? name}</bdi>
                {legal && legal.name !== name ? (
                  <span className="block">
                    <bdi>{name}</bdi>
                  </span>
                ) : null}
                {legal?.address ? (
                  <span className="block whitespace-pre-line">
                    <bdi>{legal.address}</bdi>
                  </span>
                ) : null}
                {legal?.taxId ? <span className="block">{t('parties.taxId', { number: legal.taxId })}</span> : null}
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}

function Clause({
  words: { title, body, plain, items },
  number,
  clock,
  terms,
}: {
  words: ContractWording['clauses'][number];
  number: number;
  clock: ClockName | null;
  terms: DealTerms;
}) {
  const { t } = useTranslation('contracts');
  const duration = useDurationText();
  return (
    <li className="grid gap-x-8 gap-y-2 border-b border-border py-4 last:border-b-0 md:cols-main-240">
      <div className="min-w-0">
        <h3 className="heading-item">
          <span className="figures">{number}.</span> {title}
        </h3>
        <p className="mt-1 max-w-70ch">{body}</p>
        {items.length > 0 ? (
          <ul className="mt-2 grid list-disc gap-1 ps-5">
            {items.map((item, index) => (
              <li key={index}>{item}</li>
            ))}
          </ul>
        ) : null}
      </div>
      <div className="text-sm text-muted-foreground max-md:border-s-2 max-md:border-border max-md:ps-3">
        {plain ? <p>{plain}</p> : null}
        {clock && terms.clocks[clock] !== undefined ? (
          <p lang={currentLocale()} className="mt-1 font-medium text-foreground">
            {t('page.clock', { time: duration(terms.clocks[clock]) })}
          </p>
        ) : null}
      </div>
    </li>
  );
}

/** Texts of clauses by key; their values are formatted by the same rules as in the PDF. */
function useClauseText(): (key: ClauseKey, part: 'title' | 'body' | 'plain', clause: ClauseDto) => string {
  const { t, i18n } = useTranslation('clauses');
  const locale = matchLocale(i18n.language) ?? FALLBACK_LOCALE;
  return (key, part, clause) => {
    const words = clauseWords(clause, locale, (group, value) => t(`value.${group}.${value}` as 'value.use.organic'));
    return String(t(`clause.${key}.${part}` as 'clause.parties.body', { ...words, defaultValue: '' } as never));
  };
}
