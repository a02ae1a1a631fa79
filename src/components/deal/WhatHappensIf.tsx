import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export interface Consequence {
  id: string;
  /** "Approve", "Do nothing". */
  choice: ReactNode;
  /** "Maya posts the reel within 7 days". */
  then: ReactNode;
  /** "€450.00 to Maya". */
  money: ReactNode;
  /** "today", "Wed 25 Nov, 17:20". */
  when: ReactNode;
}

/**
 * Every choice including doing nothing, computed by the same rules that apply it. Where there is no room for columns, what an
 * act leads to stands below it.
 */
export function WhatHappensIf({
  consequences,
  title,
  choiceLabel,
}: {
  consequences: readonly Consequence[];
  title?: ReactNode;
  /** Head of the first column where it names more than the reader's own choices. */
  choiceLabel?: ReactNode;
}) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <section aria-labelledby={id} className="@container">
      <h2 id={id} className="heading-section">
        {title ?? t('whatIf.title')}
      </h2>
      <table className="mt-1.5 w-full border-collapse text-ui @max-2xl:block @max-2xl:[&_tbody]:block">
        <thead className="text-caption text-muted-foreground @max-2xl:sr-only">
          <tr>
            <Head>{choiceLabel ?? t('whatIf.choice')}</Head>
            <Head>{t('whatIf.then')}</Head>
            <Head>{t('whatIf.money')}</Head>
            <th scope="col" className="border-b border-border py-2 ps-3 text-end font-530">
              {t('whatIf.when')}
            </th>
          </tr>
        </thead>
        <tbody>
          {consequences.map(({ id, choice, then, money, when }) => (
            <tr
              key={id}
              className="border-b border-border last:border-b-0 @max-2xl:grid @max-2xl:cols-1fr-auto @max-2xl:gap-x-3 @max-2xl:gap-y-0.5 @max-2xl:py-3"
            >
              <th
                scope="row"
                className="py-2.75 pe-3 text-start font-580 @max-2xl:col-start-1 @max-2xl:row-start-1 @max-2xl:py-0"
              >
                {choice}
              </th>
              <td className="px-3 py-2.75 @max-2xl:col-span-2 @max-2xl:row-start-2 @max-2xl:p-0">{then}</td>
              <td className="px-3 py-2.75 @max-2xl:col-span-2 @max-2xl:row-start-3 @max-2xl:p-0 @max-2xl:font-medium">
                {/* A short label stays on one line; a long name wraps instead of narrowing the column of effects. */}
                <span className="block @2xl:w-max @2xl:max-w-52">{money}</span>
              </td>
              <td className="py-2.75 ps-3 text-end @2xl:whitespace-nowrap @max-2xl:col-start-2 @max-2xl:row-start-1 @max-2xl:p-0 @max-2xl:text-muted-foreground">
                {when}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Head({ children }: { children: ReactNode }) {
  return (
    <th scope="col" className="border-b border-border px-3 py-2 text-start font-530 first:ps-0">
      {children}
    </th>
  );
}
