import { useTranslation } from 'react-i18next';
import { demoPeopleAt, type Portal } from '@/features/accounts/demo-hints.ts';
import { usePlainQuery } from '@/lib/plain-query.ts';
import type { RouterOutputs } from '@/lib/trpc.ts';

/** Demo accounts; only if the server runs the demo. */
export function DemoHints({ portal, onPick }: { portal: Portal; onPick: (email: string) => void }) {
  const { t } = useTranslation('accounts');
  const data = usePlainQuery<RouterOutputs['accounts']['demo']>('accounts.demo');
  if (!data?.demo) return null;
  return (
    <section aria-labelledby="demo-hints" className="mt-7 border-t border-border pt-4">
      <h2 id="demo-hints" className="heading-item">
        {t('demo.title')}
      </h2>
      <p className="text-xs text-muted-foreground">{t('demo.text')}</p>
      <ul className="mt-2 grid gap-x-3 sm:grid-cols-2">
        {demoPeopleAt(portal).map((person) => (
          <li key={person.email}>
            <button
              type="button"
              onClick={() => onPick(person.email)}
              className="-mx-2 grid w-full justify-items-start rounded-sm px-2 py-1.5 text-start hover:bg-accent"
            >
              <span className="block text-sm font-medium">{person.name}</span>
              <bdi dir="ltr" className="truncate text-xs text-muted-foreground">
                {person.email}
              </bdi>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
