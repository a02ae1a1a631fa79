import { useTranslation } from 'react-i18next';

export interface LiveTextProps {
  text: `event.${string}` | `next.${string}` | `outcome.${string}`;
  words: Readonly<Record<string, string>>;
}

/** A sentence about money that waits for a live post; its texts are loaded with it. */
export function LiveText({ text, words }: LiveTextProps) {
  const { t } = useTranslation('live-release');
  return <>{t(text as 'next.post', words)}</>;
}
