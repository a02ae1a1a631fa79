import { useTranslation } from 'react-i18next';
import { Button } from '@/ui/button.tsx';

const EXAMPLES = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'] as const;

/** Questions to begin with. */
export function Examples({ onQuestion }: { onQuestion: (text: string) => void }) {
  const { t } = useTranslation('discovery');
  return (
    <section>
      <h2 className="heading-item">{t('ask.try')}</h2>
      <ul className="mt-2 grid items-start gap-2 md:grid-cols-2">
        {EXAMPLES.map((example) => (
          <li key={example}>
            <Button
              className="h-auto! w-full justify-start! py-2 text-start! whitespace-normal!"
              onClick={() => onQuestion(t(`example.${example}`))}
            >
              {t(`example.${example}`)}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
