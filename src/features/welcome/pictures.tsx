import { Minus, Plus, Search } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { EquationList } from '@/components/money/EquationList.tsx';
import { TurnTag } from '@/components/money/TurnTag.tsx';
import { CreatorAvatar } from '@/components/people/Party.tsx';
import { DEMO_DEAL } from '@/features/welcome/content.ts';
import { useFormat } from '@/lib/format.ts';
import { buttonStyles } from '@/ui/button-styles.ts';

const FOUND = [
  { id: 'maya', name: 'Maya Laurent', score: 86 },
  { id: 'chloe', name: 'Chloé Renaud', score: 84 },
  { id: 'lea', name: 'Léa Morel', score: 83 },
] as const;
const FILTERS = ['followers', 'engagement', 'city'] as const;

/** A sentence, the filters made of it, the three creators found. */
export function SearchPicture() {
  const { t } = useTranslation('landing');
  const format = useFormat();
  return (
    <>
      <div className="px-5 py-4.5">
        <p className="flex items-start gap-3 rounded-lg border border-input px-3.5 py-2.5 text-control">
          <Search aria-hidden className="mt-1 size-4 text-muted-foreground" />
          {t('ask.example')}
        </p>
        <ul className="mt-2.5 flex flex-wrap gap-1.5">
          {FILTERS.map((id) => (
            <li key={id} className="rounded-md border border-input px-2.5 py-1 text-ui">
              {t(`demo.${id}`)} <b className="ms-0.5 font-semibold">{t(`demo.${id}Value`)}</b>
            </li>
          ))}
        </ul>
      </div>
      <ul>
        {FOUND.map(({ id, name, score }) => (
          <li key={id} className="flex items-center gap-3 border-t border-border px-5 py-2.75">
            <CreatorAvatar name={name} size="md" />
            <div className="min-w-0 grow">
              <b className="font-semibold">
                <bdi>{name}</bdi>
              </b>
              <p className="text-sm text-muted-foreground">{t(`demo.${id}`)}</p>
            </div>
            <Score score={score} text={format.number(score)} className="text-control font-semibold" />
          </li>
        ))}
      </ul>
    </>
  );
}

const FACTORS = [
  { id: 'audience', value: 93 },
  { id: 'steady', value: 88 },
  { id: 'local', value: 87 },
  { id: 'deadlines', value: 90 },
] as const;
const REASONS = [
  { id: 'people', side: 'for' },
  { id: 'growth', side: 'for' },
  { id: 'comments', side: 'against' },
] as const;

/** One score, its parts, and the arguments for and against. */
export function VettingPicture() {
  const { t } = useTranslation('landing');
  const format = useFormat();
  return (
    <div className="px-5 py-4.5">
      <div className="flex items-center gap-3">
        <CreatorAvatar name={DEMO_DEAL.creator} size="lg" />
        <div className="min-w-0 grow">
          <b className="font-semibold">
            <bdi>{DEMO_DEAL.creator}</bdi>
          </b>
          <p className="text-sm text-muted-foreground">{t('demo.checked')}</p>
        </div>
        <Score
          score={86}
          text={format.number(86)}
          className="text-[2.25rem] leading-10 font-semibold tracking-heading"
        />
      </div>
      <dl className="mt-4">
        {FACTORS.map(({ id, value }) => (
          <div key={id} className="grid grid-cols-[1fr_92px_26px] items-center gap-3 py-1.25 text-sm">
            <dt>{t(`demo.${id}`)}</dt>
            <dd aria-hidden className="h-1.5 overflow-hidden rounded-full bg-secondary">
              <i className="block h-full bg-chart-1" style={{ width: `${value}%` }} />
            </dd>
            <dd className="figures text-end font-medium">{format.number(value)}</dd>
          </div>
        ))}
      </dl>
      <ul className="mt-3.5 border-t border-border pt-2.5">
        {REASONS.map(({ id, side }) => (
          <li key={id} className="grid grid-cols-[16px_1fr] gap-2.25 py-1.25 text-sm">
            {side === 'for' ? (
              <Plus aria-hidden className="mt-0.5 size-3.5 text-released-foreground" />
            ) : (
              <Minus aria-hidden className="mt-0.5 size-3.5 text-disputed-foreground" />
            )}
            <span>
              <span className="sr-only">{t(`demo.${side}`)} </span>
              {t(`demo.${id}`)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Who acts next, what happens without an action, and where every euro is. */
export function EscrowPicture() {
  const { t } = useTranslation('landing');
  const { t: common } = useTranslation();
  const format = useFormat();
  const { currency, price, autumn } = DEMO_DEAL;
  const amount = format.money({ amount: price, currency });
  const total = Object.values(autumn).reduce((sum, part) => sum + part, 0);
  return (
    <>
      <div className="px-5 py-4.5">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <TurnTag turn={{ who: 'you' }} />
          <span className="text-sm text-muted-foreground">{t('demo.until')}</span>
        </div>
        <p className="mt-2.5 text-intro leading-6 font-semibold">{t('demo.review')}</p>
        <p className="text-muted-foreground">{t('demo.nothing', { amount })}</p>
        {/* Buttons in the picture: they have the look of ours but do nothing. */}
        <p className="pointer-events-none mt-3 flex flex-wrap gap-2">
          <span className={buttonStyles({ variant: 'money' })}>{t('demo.approve', { amount })}</span>
          <span className={buttonStyles()}>{t('demo.changes')}</span>
        </p>
      </div>
      <div className="border-t border-border px-5 py-3">
        <EquationList
          total={{ label: t('demo.funded'), money: { amount: total, currency } }}
          lines={(['held', 'released', 'disputed', 'refunded'] as const).map((state) => ({
            id: state,
            state,
            label: common(`moneyState.${state}`),
            money: { amount: autumn[state], currency },
          }))}
        />
      </div>
    </>
  );
}

function Score({ score, text, className }: { score: number; text: string; className: string }) {
  const { t } = useTranslation('landing');
  return (
    <span className={`figures ${className}`}>
      <span aria-hidden>{text}</span>
      <span className="sr-only">{t('demo.score', { score })}</span>
    </span>
  );
}
