import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readAnswer, serialize } from '../../../server/core/wire.ts';
import type { Preview } from '../../../server/features/discovery/schema.ts';
import { useErrorText } from '@/lib/error-text.ts';
import { useFormat } from '@/lib/format.ts';
import { currentLocale } from '@/lib/i18n.ts';
import { useSignedIn } from '@/lib/signed-in.ts';
import { Button } from '@/ui/button.tsx';
import { buttonStyles } from '@/ui/button-styles.ts';

type Answer = { preview: Preview } | { error: unknown };

/** The call by plain HTTP: the start page does not load the client of the API. A refusal has the form of that client's. */
async function askFor(text: string): Promise<Answer> {
  try {
    const input = encodeURIComponent(JSON.stringify(serialize({ text, language: currentLocale() })));
    const response = await fetch(`/api/trpc/discovery.preview?input=${input}`, { credentials: 'same-origin' });
    const { result, error } = (await response.json()) as { result?: { data: unknown }; error?: unknown };
    if (result) return { preview: readAnswer<Preview>(result.data) };
    const { data } = readAnswer<{ data?: unknown }>(error);
    return { error: Object.assign(new Error('refused'), { name: 'TRPCClientError', data }) };
  } catch (error) {
    return { error };
  }
}

/** Three creators who answer the question, without anything that names them, and the way to all of them. */
export function HeroResults({ question, onClose }: { question: string; onClose: () => void }) {
  const { t } = useTranslation('hero');
  const { t: common } = useTranslation();
  const explain = useErrorText();
  const format = useFormat();
  const signedIn = useSignedIn();
  const [answer, setAnswer] = useState<Answer | null>(null);
  useEffect(() => {
    let here = true;
    void askFor(question).then((found) => here && setAnswer(found));
    return () => {
      here = false;
    };
  }, [question]);
  const preview = answer && 'preview' in answer ? answer.preview : null;
  const total = preview?.total;
  const wanted = `/ai-smart-search?q=${encodeURIComponent(question)}`;
  return (
    <section
      aria-label={t('results')}
      className="absolute inset-x-0 top-full z-20 mt-2 min-w-[250px] rounded-lg border border-border-strong bg-popover p-4 text-popover-foreground shadow-overlay"
    >
      <div className="flex items-start justify-between gap-3">
        <p role="status" className="text-base font-semibold">
          {answer === null
            ? common('label.loading')
            : preview === null
              ? explain('error' in answer ? answer.error : null)
              : total
                ? t('found', {
                    count: total.count,
                    replace: { count: total.exact ? format.number(total.count) : `${format.number(total.count)}+` },
                  })
                : t('nothing')}
        </p>
        <Button
          variant="quiet"
          size="icon"
          aria-label={common('action.close')}
          className="-me-2 -mt-2"
          onClick={onClose}
        >
          <X aria-hidden />
        </Button>
      </div>
      {preview && preview.creators.length > 0 ? (
        <ul className="mt-2 grid gap-2">
          {preview.creators.map((creator, index) => (
            <Anonymous key={index} creator={creator} />
          ))}
        </ul>
      ) : null}
      {preview === null ? null : (
        <a
          href={signedIn ? wanted : `/business-auth?tab=sign-up&next=${encodeURIComponent(wanted)}`}
          className={buttonStyles({ variant: 'ink', className: 'mt-3 w-full' })}
        >
          {signedIn ? t('open') : t('signUp')}
        </a>
      )}
    </section>
  );
}

function Anonymous({ creator: { account, niches, city, country } }: { creator: Preview['creators'][number] }) {
  const { t } = useTranslation('hero');
  const { t: terms } = useTranslation('terms');
  const { t: nameOf } = useTranslation('niches');
  const format = useFormat();
  const topics = niches.map((niche) => nameOf(`name.${niche as 'food'}`)).join(', ');
  const place = city ?? (country ? format.countryName(country) : null);
  const figures = account && [
    t('followers', { number: format.compact(account.followers), platform: terms(`platform.${account.platform}`) }),
    account.engagementBps === null ? null : t('engagement', { rate: format.percent(account.engagementBps) }),
  ];
  return (
    <li className="rounded-md border border-border px-3 py-2 text-sm">
      <b className="block font-semibold">{figures?.filter(Boolean).join(' · ') ?? t('noFigures')}</b>
      <span className="text-muted-foreground">{[topics, place].filter(Boolean).join(' · ')}</span>
    </li>
  );
}
