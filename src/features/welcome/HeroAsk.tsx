import { Search } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HeroResults } from '@/features/welcome/HeroResults.tsx';

/** Code and texts of the results: loaded with the first question. */
async function loadResults(): Promise<typeof HeroResults> {
  const [results, texts] = await Promise.all([
    import('@/features/welcome/HeroResults.tsx'),
    import('@/features/welcome/hero-texts.ts'),
  ]);
  await texts.loadHeroTexts();
  return results.HeroResults;
}

/** A question in plain words. Until the scripts are there, the browser sends it to the page that answers in full. */
export function HeroAsk({ className = '' }: { className?: string }) {
  const { t, i18n } = useTranslation('landing');
  const [shown, setShown] = useState<{ question: string; language: string; Results: typeof HeroResults } | null>(null);
  const example = t('ask.example');
  const show = async (question: string, language: string) => {
    try {
      setShown({ question, language, Results: await loadResults() });
    } catch {
      window.location.assign(`/ai-smart-search?q=${encodeURIComponent(question)}`);
    }
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get('q');
    void show((typeof typed === 'string' && typed.trim()) || example.replace(/[\u2066-\u2069]/gu, ''), i18n.language);
  };
  return (
    <div className={`relative ${className}`}>
      <form
        action="/ai-smart-search"
        role="search"
        onSubmit={submit}
        className="flex items-center gap-2.5 rounded-lg border border-border-strong bg-card px-4 py-3 text-card-foreground shadow-overlay"
      >
        <label className="min-w-0 grow text-sm text-muted-foreground">
          {t('ask.label')}
          <input
            name="q"
            dir="auto"
            autoComplete="off"
            enterKeyHint="search"
            placeholder={example}
            className="block w-full rounded-xs bg-transparent text-lead leading-5.5 font-medium text-card-foreground"
          />
        </label>
        <button
          aria-label={t('ask.label')}
          className="-me-1.5 grid size-9 shrink-0 place-items-center rounded-md hover:bg-accent touch:size-11"
        >
          <Search aria-hidden className="size-4" />
        </button>
      </form>
      {shown?.language === i18n.language ? (
        <shown.Results key={shown.question} question={shown.question} onClose={() => setShown(null)} />
      ) : null}
    </div>
  );
}
