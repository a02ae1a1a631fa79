import { Link } from '@tanstack/react-router';
import { Check, Circle } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { BuiltPath } from '@/lib/screens.ts';

type ItemId = 'billing' | 'campaign' | 'offer' | 'funded' | 'profile' | 'applied' | 'bank';

export interface ChecklistProps {
  title: string;
  /** The page's own heading has the same text. */
  unframed?: boolean;
  items: readonly { id: ItemId; done: boolean; to: BuiltPath }[];
}

/** First steps of a new account; completed ones stay visible with a check. */
export function Checklist({ title, unframed = false, items }: ChecklistProps) {
  const { t } = useTranslation('home');
  return (
    <section aria-label={title}>
      {unframed ? null : <h2 className="heading-section">{title}</h2>}
      <ol className="mt-1.5">
        {items.map(({ id, done, to }) => (
          <li key={id} className="flex items-start gap-3 border-b border-border py-2.5 last:border-b-0">
            {done ? (
              <Check aria-hidden className="mt-0.5 size-4 text-released" />
            ) : (
              <Circle aria-hidden className="mt-0.5 size-4 text-muted-foreground" />
            )}
            {done ? (
              <span className="text-muted-foreground">
                {t(`checklist.${id}`)} <span className="sr-only">{t('checklist.done')}</span>
              </span>
            ) : (
              <Link to={to} className="underline decoration-border-strong underline-offset-4">
                {t(`checklist.${id}`)}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
