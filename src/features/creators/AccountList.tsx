import { useTranslation } from 'react-i18next';
import type { AccountFigures, Figure } from '../../../server/features/creators/schema.ts';
import type { Platform } from '../../../server/features/terms/schema.ts';
import { RETENTION } from '../../../server/features/policies/rules.ts';
import { FigureMark } from '@/components/figures/FigureMark.tsx';
import { useFormat } from '@/lib/format.ts';

/** The accounts of a creator; each figure with where it is from. What is not known is said to be unknown. */
export function AccountList({ accounts }: { accounts: readonly AccountFigures[] }) {
  const { t } = useTranslation('creators');
  const { t: terms } = useTranslation('terms');
  const format = useFormat();
  if (accounts.length === 0) return null;
  return (
    <section>
      <h2 className="heading-section">{t('page.platforms')}</h2>
      <ul>
        {accounts.map((account) => {
          const figures: { id: string; label: string; figure: Figure | null; text: (value: number) => string }[] = [
            { id: 'followers', label: t('field.followers'), figure: account.followers, text: format.number },
            { id: 'engagement', label: t('field.engagement'), figure: account.engagement, text: format.percent },
            { id: 'views', label: t('page.views'), figure: account.views, text: format.number },
          ];
          return (
            <li key={account.id} className="border-b border-border py-3 last:border-b-0">
              <div className="flex items-center gap-3">
                {account.pictureUrl ? (
                  <img
                    src={account.pictureUrl}
                    alt=""
                    width={40}
                    height={40}
                    loading="lazy"
                    className="size-10 rounded-full object-cover"
                  />
                ) : null}
                <div className="min-w-0">
                  <a href={account.url} target="_blank" rel="noreferrer nofollow ugc" className="font-medium link">
                    {terms(`platform.${account.platform}`)}
                  </a>
                  {account.provenAt ? (
                    <p className="text-xs text-muted-foreground">
                      {t('page.proven', { date: format.date(account.provenAt) })}
                    </p>
                  ) : null}
                </div>
              </div>
              <dl className="mt-1.5 grid gap-x-6 gap-y-2 sm:grid-cols-3">
                {figures.map(({ id, label, figure, text }) => (
                  <div key={id} className="min-w-0">
                    <dt className="text-xs text-muted-foreground">{label}</dt>
                    <dd>
                      {figure ? (
                        <>
                          <span className="figures block font-semibold">{text(figure.value)}</span>
                          <FigureMark figure={figure} platform={account.platform} />
                        </>
                      ) : (
                        <span className="text-muted-foreground">
                          {account.state === 'manual' ? t('page.notConnected') : t('page.unknown')}
                        </span>
                      )}
                    </dd>
                  </div>
                ))}
                {account.comments ? <CommentShares of={account.comments} platform={account.platform} /> : null}
              </dl>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** What was counted in a sample of the comments; the sample itself is not shown. */
function CommentShares({
  of: { questions, repeats },
  platform,
}: {
  of: NonNullable<AccountFigures['comments']>;
  platform: Platform;
}) {
  const { t } = useTranslation('creators');
  const format = useFormat();
  return (
    <div className="min-w-0 sm:col-span-3">
      <dt className="text-xs text-muted-foreground">{t('page.comments')}</dt>
      <dd>
        <span className="figures block font-semibold">
          {t('page.commentShares', {
            questions: format.percent(questions.value),
            repeats: format.percent(repeats.value),
          })}
        </span>
        <FigureMark figure={questions} platform={platform} of="comments" />
        <p className="text-xs text-muted-foreground">
          {t('page.commentsHint', { days: format.number(RETENTION.commentDays) })}
        </p>
      </dd>
    </div>
  );
}
