import { useTranslation } from 'react-i18next';
import { FALLBACK_LOCALE, matchLocale } from '../../../server/core/locale.ts';
import {
  type ClauseBlock,
  clauseBlocks,
  type ClauseKey,
  clauseWords,
  clockOf,
} from '../../../server/features/clauses/rules.ts';
import type { ClauseDto, ContractDocument } from '../../../server/features/contracts/schema.ts';
import type { DealTerms } from '../../../server/features/terms/schema.ts';
import { useDurationText } from '@/lib/duration.ts';

/** The text clause by clause, each with a summary in plain words and the deadline it sets. */
export function ContractText({ document, terms }: { document: ContractDocument; terms: DealTerms }) {
  const { t } = useTranslation('contracts');
  return (
    <div>
      <Parties document={document} />
      <div
        className="hidden cols-main-240 gap-8 border-b border-border pb-1.5 text-caption text-muted-foreground md:grid"
        aria-hidden
      >
        <span>{t('page.text')}</span>
        <span>{t('page.plain')}</span>
      </div>
      <ol>
        {clauseBlocks(document).map((block, index) => (
          <Clause key={`${block.key}${index}`} block={block} number={index + 1} terms={terms} />
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
                  <span dir="auto" className="block whitespace-pre-line">
                    {legal.address}
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

function Clause({ block, number, terms }: { block: ClauseBlock; number: number; terms: DealTerms }) {
  const { t } = useTranslation('contracts');
  const text = useClauseText();
  const duration = useDurationText();
  const clock = clockOf(block.key);
  const plain = text(block.key, 'plain', block.clause);
  return (
    <li className="grid gap-x-8 gap-y-2 border-b border-border py-4 last:border-b-0 md:cols-main-240">
      <div className="min-w-0">
        <h3 className="heading-item">
          <span className="figures">{number}.</span> {text(block.key, 'title', block.clause)}
        </h3>
        <p className="mt-1 max-w-70ch">{text(block.key, 'body', block.clause)}</p>
        {block.items.length > 0 ? (
          <ul className="mt-2 grid list-disc gap-1 ps-5">
            {block.items.map((item, index) => (
              <li key={index}>{text(item.key, 'body', item.clause)}</li>
            ))}
          </ul>
        ) : null}
      </div>
      <div className="text-sm text-muted-foreground max-md:border-s-2 max-md:border-border max-md:ps-3">
        {plain ? <p>{plain}</p> : null}
        {clock ? (
          <p className="mt-1 font-medium text-foreground">{t('page.clock', { time: duration(terms.clocks[clock]) })}</p>
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
